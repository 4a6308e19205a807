"""What one form of secrets is made of: cues, a pattern, and a judge of what was found."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

Likely = Callable[[re.Match[str], str], bool]
"""Whether what a pattern found is a secret: the match, and the value in it."""


class Rule(NamedTuple):
    """One form of secrets."""

    name: str
    cues: tuple[str, ...]
    """In lower case: a text in which none of them stands holds no such secret."""
    pattern: re.Pattern[str]
    group: int = 0
    """The group that is the secret; 0: all that was found."""
    likely: Likely | None = None
    places: re.Pattern[str] | None = None
    """Where in the text in lower case the pattern can match; None: anywhere."""


def rule(name: str, cues: str, pattern: str, likely: Likely | None, flags: int = 0) -> Rule:
    """A form whose first group is the secret; its cues are parted by bars."""
    return Rule(name, tuple(cues.split("|")), re.compile(pattern, flags), 1, likely)
