"""The parts of a rule that recognises one form of secret: cues, patterns, and a check of the match."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

Likely = Callable[[re.Match[str], str], bool]
"""Decides whether a match is a secret; it gets the match and the value in it."""
Patterns = Callable[[], tuple[re.Pattern[str], ...]]
"""Makes the patterns of a rule, once: compiling all of them takes longer than many a command."""


class Rule(NamedTuple):
    """Recognises one form of secret."""

    name: str
    cues: tuple[str, ...]
    """Lower-case strings; a text that contains none of them has no such secret."""
    patterns: Patterns
    group: int = 0
    """The group that is the secret, in patterns that have groups; 0 for the whole match."""
    likely: Likely | None = None
    places: re.Pattern[str] | None = None
    """Where the patterns can match in the lower-case text; None for anywhere."""
    sign: re.Pattern[str] | None = None
    """What a text has in which a pattern matches; for patterns that are slow to make and have common cues."""


def rule(name: str, cues: str, pattern: str, likely: Likely | None, flags: int = 0) -> Rule:
    """Return a rule whose secret is the pattern's first group; `cues` are separated by bars."""
    return Rule(name, tuple(cues.split("|")), compiled_once(pattern, flags), 1, likely)


def compiled_once(pattern: str, flags: int = 0) -> Patterns:
    """Return what compiles a pattern when a text with its cue is met."""
    return cache(lambda: (re.compile(pattern, flags),))
