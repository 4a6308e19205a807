"""Reads numbered steps as steps in an order: `1. drain 2. upgrade`."""

from __future__ import annotations

import re

_MARK = re.compile(
    r"(?:^|(?<=\s))(?:(?:step|phase|stage) (\d{1,2})[.:),]?|\(?(\d{1,2})[.:)])(?=\s)", re.IGNORECASE
)
"""The number of a step, which counts nothing."""
NEXT = "as the next step"
"""Words that stand for the number of a step: a cue of order."""


def without_numbers(text: str) -> str:
    """Return a text with `NEXT` for the numbers of its steps; any other text is returned unchanged.

    Its steps are numbered 1, 2 and so on, and each has words of its own. The number of the first may be cut
    off.
    """
    marks = list(_MARK.finditer(text))
    numbers = [int(mark[1] or mark[2]) for mark in marks]
    before = text[: marks[0].start()].strip() if marks else ""
    first = 2 if before and numbers[0] == 2 else 1
    if len(marks) < 3 - first or numbers != list(range(first, first + len(marks))):
        return text
    steps = [text[one.end() : end].strip() for one, end in zip(marks, _ends(text, marks), strict=True)]
    if not all(any(map(str.isalpha, step)) for step in steps):
        return text
    steps = [before, *steps] if first > 1 else [f"{before} {steps[0]}".strip(), *steps[1:]]
    return f"{f', {NEXT} '.join(step.rstrip(' .,;') for step in steps)}."


def _ends(text: str, marks: list[re.Match[str]]) -> list[int]:
    return [*(mark.start() for mark in marks[1:]), len(text)]
