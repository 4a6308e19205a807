"""Whether a side of a conflict says itself that what holds changed."""

from __future__ import annotations

import re

_FORMER = re.compile(
    r"\b(?:formerly|previously|until then|until now|used to|as of|superseded|replaced by|no longer|"
    r"since then|from now on|at that time|earlier (?:figure|edition|version)|withdrawn|out of date)\b",
    re.I,
)
"""Says that what holds changed: the two sides may speak of different times."""


def dated(why: str, one: str, other: str) -> str:
    """The reason of a conflict, with a remark where a side says that what holds changed."""
    changed = bool(_FORMER.search(one)) != bool(_FORMER.search(other))
    return f"{why}; one side says that it changed" if changed else why
