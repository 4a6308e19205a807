"""Events of a session that are read when they are asked for, and what was derived from the first of them.

A store makes such values; judging sees a sequence like any other. Nothing here opens anything.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gates.source import SourceEvent


@dataclass(frozen=True, slots=True)
class DerivedPiece:
    """What judging derived from events `first..end` (the last one exclusive) of a session, as plain bytes."""

    first: int
    end: int
    parts: Mapping[str, bytes]


class DeferredEvents(Sequence[SourceEvent]):
    """The session's events from ordinal 0 to a range's end, dense; most of them are not at hand."""

    sidechains: Mapping[int, str]
    """The sidechain of each event that lies in one."""

    @abstractmethod
    def digest(self, end: int) -> str:
        """Digest of so many events, sidechains included, as their store has it; empty where it has fewer."""

    @abstractmethod
    def reaching(self, end: int) -> DeferredEvents:
        """The same events, and those behind them up to so many, which the store has."""

    @abstractmethod
    def have(self, ordinals: Iterable[int]) -> None:
        """Read these events at once: they will be asked for one by one."""

    @abstractmethod
    def pieces(self) -> Sequence[DerivedPiece]:
        """What is kept of the first events, dense from 0."""
