"""Events of a session that are read on demand, with the data derived from the first of them.

A store creates such values; the gates use them like any other sequence. Nothing in this module opens
anything.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gates.source import SourceEvent


@dataclass(frozen=True, slots=True)
class DerivedPiece:
    """What the gates derived from events `first..end` (`end` exclusive) of a session, as plain bytes."""

    first: int
    end: int
    parts: Mapping[str, bytes]


class DeferredEvents(Sequence[SourceEvent]):
    """The session's events from ordinal 0 to a range's end, dense; most of them are not in memory."""

    sidechains: Mapping[int, str]
    """The sidechain of each event that is in one."""

    @abstractmethod
    def digest(self, end: int) -> str:
        """Return the stored digest of the first `end` events, sidechains included.

        Empty if the store has fewer.
        """

    @abstractmethod
    def reaching(self, end: int) -> DeferredEvents:
        """Return these events extended up to `end`, which the store has."""

    @abstractmethod
    def have(self, ordinals: Iterable[int]) -> None:
        """Load these events in one read, because they will be accessed one by one."""

    @abstractmethod
    def pieces(self) -> Sequence[DerivedPiece]:
        """Return the kept pieces of the first events, dense from 0."""
