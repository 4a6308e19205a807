"""The parts of a rule that recognises one form of secret: cues, a pattern, and a check of the match."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

Likely = Callable[[re.Match[str], str], bool]
"""Decides whether a match is a secret; it gets the match and the value in it."""


class Rule(NamedTuple):
    """Recognises one form of secret."""

    name: str
    cues: tuple[str, ...]
    """Lower-case strings; a text that contains none of them has no such secret."""
    pattern: re.Pattern[str]
    group: int = 0
    """The group that is the secret; 0 for the whole match."""
    likely: Likely | None = None
    places: re.Pattern[str] | None = None
    """Where the pattern can match in the lower-case text; None for anywhere."""


def rule(name: str, cues: str, pattern: str, likely: Likely | None, flags: int = 0) -> Rule:
    """Return a rule whose secret is the pattern's first group; `cues` are separated by bars."""
    return Rule(name, tuple(cues.split("|")), re.compile(pattern, flags), 1, likely)
