"""The part of an item by which a summary may state it whole (S1 gate C).

An answer in a sentence of its own says what was decided; the question before it only asked. A task has a
title before its description. A summary that states this part states the item.
"""

from __future__ import annotations

import re

from gates.capture import CapturedItem
from gates.language.modality import runs
from gates.retention.words import words

LEAST_ANSWER = 5
"""Content words from which an answer says what was decided without its question."""
LEAST_TITLE = 3
"""Content words from which a task's title names it."""


def own_part(captured: CapturedItem) -> str | None:
    """An answer without its question, a task's title without its description; None where there is neither."""
    return _title(captured.text) if captured.kind == "open_work" else _answer(captured)


def _answer(captured: CapturedItem) -> str | None:
    if len(captured.evidence) < 2:
        return None
    answer = captured.evidence[-1].quote
    if runs(captured.text) == runs(answer) or not runs(captured.text).endswith(runs(answer)):
        return None
    return answer if _content(answer) >= LEAST_ANSWER else None


_NUMBERED = re.compile(r"(?:task|step|phase|part|item) #?\d{1,3}", re.IGNORECASE)
"""A number that a list gave: no summary need keep it."""


def _title(text: str) -> str | None:
    title, mark, description = text.partition(": ")
    if mark and _NUMBERED.fullmatch(title):
        return _title(description) or description
    if not mark or "\n" in title or _content(description) < LEAST_TITLE:
        return None
    return title if _content(title) >= LEAST_TITLE else None


def _content(text: str) -> int:
    return sum(word.counts for word in words(text))
