"""A session's events up to a range's end that are read from the store on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import overload

from sqlalchemy import text
from sqlmodel import Session

from gates.search.deferred import DeferredEvents, DerivedPiece
from gates.source import SourceEvent
from store.engine import Store
from store.errors import NotFound
from store.event_sql import COMMITTED
from store.records import sessions
from store.records.event_writer import sidechains_of

BESIDE = 64
"""Events that are read on either side of a requested one, since the next request is often near."""
MOST_HELD = 50_000
"""Most single events that are cached."""


class StoredEvents(DeferredEvents):
    """Events `0..count`, of which the last ones are in memory."""

    def __init__(
        self,
        store: Store,
        session_id: str,
        held: Sequence[SourceEvent],
        sidechains: Mapping[int, str],
        pieces: Callable[[], Sequence[DerivedPiece]],
    ) -> None:
        """Create the sequence; `held` is dense and reaches to the end, with at least one event."""
        self.sidechains = sidechains
        self.kept_end = 0
        """Number of events whose derived data is stored."""
        self.digests: dict[int, str] = {}
        """Digests that are known already."""
        self._store, self._session_id = store, session_id
        self._held, self._first = tuple(held), held[0].ordinal
        self._count = self._first + len(held)
        self._single: dict[int, SourceEvent] = {}
        self._all: Sequence[SourceEvent] = ()
        self._pieces = pieces

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> SourceEvent: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[SourceEvent]: ...
    def __getitem__(self, index: int | slice) -> SourceEvent | Sequence[SourceEvent]:
        if isinstance(index, int):
            return self._event(range(self._count)[index])
        span = range(self._count)[index]
        if span.step != 1 or not span:
            return tuple(map(self._event, span))
        first = self._first
        if span.start >= first and span.stop <= first + len(self._held):
            return self._held[span.start - first : span.stop - first]
        return self._whole()[index]

    def __iter__(self) -> Iterator[SourceEvent]:
        return iter(self._whole())

    def digest(self, end: int) -> str:
        """Return the digest from the store's chain, or an empty string if the session is shorter."""
        if end not in self.digests:
            try:
                self.digests[end] = sessions.events_digest(self._store, self._session_id, end - 1)
            except NotFound:
                return ""
        return self.digests[end]

    def reaching(self, end: int) -> StoredEvents:
        """Return the same events up to a later end, sharing what was read; itself if it reaches so far."""
        if end <= self._count:
            return self
        made = StoredEvents(self._store, self._session_id, self._held, self.sidechains, self._pieces)
        made.digests, made._single, made._count = self.digests, self._single, end
        return made

    def have(self, ordinals: Iterable[int]) -> None:
        """Read those of these events that are not in memory."""
        missing = sorted({o for o in ordinals if 0 <= o < self._count and not self._at_hand(o)})
        if missing:
            if len(self._single) + len(missing) > MOST_HELD:
                self._single.clear()
            with self._store.reading() as session:
                found = sessions.read_some(session, self._session_id, missing, self.sidechains)
            self._single.update((event.ordinal, event) for event in found)

    def pieces(self) -> Sequence[DerivedPiece]:
        """Return the stored data derived from the first events."""
        return self._pieces()

    def _at_hand(self, ordinal: int) -> bool:
        return bool(self._all) or ordinal in self._single or 0 <= ordinal - self._first < len(self._held)

    def _event(self, ordinal: int) -> SourceEvent:
        if 0 <= ordinal - self._first < len(self._held):
            return self._held[ordinal - self._first]
        if self._all:
            return self._all[ordinal]
        if ordinal not in self._single:
            self.have(range(ordinal - BESIDE, ordinal + BESIDE))
        return self._single[ordinal]

    def _whole(self) -> Sequence[SourceEvent]:
        if len(self._all) < self._count:
            self._all = sessions.load_events(self._store, self._session_id, 0, self._count - 1)
        return self._all


def calls_before(
    session: Session, session_id: str, start: int, events: Iterable[SourceEvent]
) -> tuple[SourceEvent, ...]:
    """Return the calls before an ordinal whose results are among some events, in order."""
    names = [event.tool.call_id for event in events if event.tool is not None and event.tool.call_id]
    if not start or not names:
        return ()
    rows = session.execute(
        text(
            f"SELECT ordinal FROM event WHERE session_id = :s AND {COMMITTED} AND ordinal < :a "
            "AND kind = 'tool_call' AND call_id IN (SELECT unnest(CAST(:calls AS VARCHAR[])))"
        ),
        {"s": session_id, "a": start, "calls": names},
    ).all()
    sidechains = sidechains_of(session, session_id, start) if rows else {}
    return sessions.read_some(session, session_id, sorted(row[0] for row in rows), sidechains)
