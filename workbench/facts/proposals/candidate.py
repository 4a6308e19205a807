"""One statement that may bind, with what its own words and its place in the message say of it."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.facts.spans import EventWords

MAX_TEXT = 400
"""Longest text of a candidate, in characters."""


@dataclass(frozen=True, slots=True)
class CandidateStatement:
    """A statement, where it stands, and the features that no later event changes."""

    words: tuple[EventWords, ...]
    """Where it is said; the last one is the place that the features speak of."""
    text: str
    source: str
    """Who said it: `human`, `assistant`, `thinking`, `plan`, `report`, `commit` or `state`."""
    features: tuple[str, ...]
    """Names of what its words and its place show, each true."""
    tokens: frozenset[str]
    """Its words, cut to their first letters."""
    open_work: bool = False
    """It mentions something that is still to be done."""

    @property
    def ordinal(self) -> int:
        """The event that says it."""
        return self.words[-1].ordinal
