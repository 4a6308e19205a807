"""Reads a ban on what is elsewhere or at another time as a limit to one place or time (S1 gate C).

`Nobody may smoke outside the yard` and `smoking is allowed only in the yard` bind equally.
"""

from __future__ import annotations

import re

_ONLY = re.compile(r"\b(?:only|solely|exclusively)\b", re.IGNORECASE)
_NOT_OUTSIDE = re.compile(
    r"\b(?:(?:(?:do|does|must|may|should|can|shall) )?(?:not|never)|(?:do|does|must|should)n['’]t|can(?:not|['’]t)"
    r"|nobody|no one)\b((?: [\w'’-]{1,30}){1,8}?) outside(?: of)?(?= (?!of\b)\w)",
    re.IGNORECASE,
)


def as_only_inside(original: str, stated: str) -> tuple[str, str]:
    """Return two texts, one with `only in` for its ban on what is outside if the other one has `only`."""
    if _ONLY.search(stated) and not _ONLY.search(original):
        return _NOT_OUTSIDE.sub(r"\1 only in", original), stated
    if _ONLY.search(original) and not _ONLY.search(stated):
        return original, _NOT_OUTSIDE.sub(r"\1 only in", stated)
    return original, stated
