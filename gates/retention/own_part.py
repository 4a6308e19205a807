"""Extracts the part of an item that is enough to state the whole item (S1 gate C).

An answer that is a whole sentence states the decision; the question before it only asked. A task has a title
before its description. A summary that states this part states the item.
"""

from __future__ import annotations

import re

from gates.capture import CapturedItem
from gates.language.modality import runs
from gates.retention.words import words

LEAST_ANSWER = 5
"""Fewest content words of an answer that states the decision without its question."""
LEAST_RULE = 2
"""Fewest content words of a rule after its label."""
LEAST_TITLE = 3
"""Fewest content words of a task's title that identifies the task."""


def own_part(captured: CapturedItem) -> str | None:
    """Return an answer without its question, or a task's title without its description; else None."""
    if captured.kind == "open_work":
        return _title(captured.text)
    return _answer(captured) or _unlabelled(captured.text)


_LABEL = re.compile(
    r"(?:(?:(?:a|one|the|very|hard|safety|house|general|standing|new|my|most) ){0,2}"
    r"(?:important|rule|note|reminder|requirement|preference|constraint)"
    r"|[A-Z]{3,20}(?: [A-Z]{3,20}){0,2}):\s+",
)
"""Words before a rule that only call it one."""


def _unlabelled(text: str) -> str | None:
    label = _LABEL.match(text) or _LABEL.match(text[:1].lower() + text[1:])
    rest = text[label.end() :] if label is not None else ""
    return rest if _content(rest) >= LEAST_RULE else None


def _answer(captured: CapturedItem) -> str | None:
    if len(captured.evidence) < 2:
        return None
    answer = captured.evidence[-1].quote
    if runs(captured.text) == runs(answer) or not runs(captured.text).endswith(runs(answer)):
        return None
    return answer if _content(answer) >= LEAST_ANSWER else None


_NUMBERED = re.compile(r"(?:task|step|phase|part|item) #?\d{1,3}", re.IGNORECASE)
"""A number from a list, which a summary need not keep."""


def _title(text: str) -> str | None:
    title, mark, description = text.partition(": ")
    if mark and _NUMBERED.fullmatch(title):
        return _title(description) or description
    if not mark or "\n" in title or _content(description) < LEAST_TITLE:
        return None
    return title if _content(title) >= LEAST_TITLE else None


def _content(text: str) -> int:
    return sum(word.counts for word in words(text))
