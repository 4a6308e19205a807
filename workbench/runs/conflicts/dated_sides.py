"""Whether a side of a conflict itself states that something changed."""

from __future__ import annotations

import re

_FORMER = re.compile(
    r"\b(?:formerly|previously|until then|until now|used to|as of|superseded|replaced by|no longer|"
    r"instead of \d|since then|"
    r"from now on|at that time|earlier (?:figure|edition|version)|withdrawn|out of date)\b",
    re.I,
)
"""Words for a change: the two sides may be about different times."""


def dated(why: str, one: str, other: str) -> str:
    """Return the reason of a conflict, with a remark if exactly one side states a change."""
    changed = bool(_FORMER.search(one)) != bool(_FORMER.search(other))
    return f"{why}; one side says that it changed" if changed else why
