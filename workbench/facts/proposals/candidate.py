"""One statement that may bind, with the features of its own words and its place in the message."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.facts.spans import EventWords

MAX_TEXT = 400
"""Longest text of a candidate, in characters."""


@dataclass(frozen=True, slots=True)
class CandidateStatement:
    """A statement, its places, and the features that no later event changes."""

    words: tuple[EventWords, ...]
    """Places that state it; the features describe the last one."""
    text: str
    source: str
    """Its source: `human`, `assistant`, `thinking`, `plan`, `report`, `commit` or `state`."""
    features: tuple[str, ...]
    """Names of the features of its words and its place, each true."""
    tokens: frozenset[str]
    """Its words, cut to their first letters."""
    open_work: bool = False
    """Whether it mentions work that is still to be done."""

    @property
    def ordinal(self) -> int:
        """Ordinal of the event that states it."""
        return self.words[-1].ordinal
