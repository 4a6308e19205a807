"""Figures that say by how much one thing exceeds another: `40 crowns dearer`, `3 metres more than before`."""

from __future__ import annotations

import re

_DIFFERENCE = re.compile(
    r"(?:[€$£]\s?)?\b\d[\d.,]*\s?(?:[€$£]\s?)?(?:(?!(?:or|and|to|of|no)\b)[^\W\d_]+\s)?"
    r"(?:(?:dear|cheap|high|low|tall|long|short|old|young|light|fast|slow|small|great|deep|strong|weak)er"
    r"|heavier|bigger|larger|wider|hotter|(?:more|less|fewer)(?=\sthan\b))\b",
    re.I,
)


def without_differences(text: str) -> str:
    """Return a text without the figures of differences: they are no amount or size of anything."""
    return _DIFFERENCE.sub(" ", text)
