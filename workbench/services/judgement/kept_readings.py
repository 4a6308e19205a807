"""Readings of the sessions drafted or scored last, kept while the program runs and continued with new events.

A reading is valid only for the events that it was made of, and is found by their digest. So the draft of a
range and the capture that scores it read a session once, and later ones read only what was added since.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from threading import Lock

from gates.search.index import SourceIndex
from gates.source import SourceEvent
from store.engine import Store
from workbench.facts.history import EventHistory, NotedFold
from workbench.facts.reading import FactsReading, Readings
from workbench.services.judgement import reading_shelf

MOST_SESSIONS = 2

DigestAt = Callable[[int], str]
"""Digest of a session's events up to and including an ordinal."""


@dataclass(frozen=True, slots=True)
class _Kept:
    events: int
    digest: str
    reading: FactsReading
    folds: dict[object, NotedFold] = field(default_factory=dict)
    """What else was read of them or of the first of them, by the class of the fold."""


_kept: OrderedDict[str, _Kept] = OrderedDict()
_lock = Lock()


class _Made(Readings):
    """A reading that exists already."""

    def __init__(self, reading: FactsReading) -> None:
        super().__init__()
        self._made = reading

    def after(self, events: Sequence[SourceEvent]) -> FactsReading:  # noqa: ARG002 (they are those it was made of)
        """Return the existing reading of these events."""
        return self._made


def seed(history: EventHistory, session_id: str, digest_at: DigestAt, store: Store | None = None) -> None:
    """Let a history continue from an existing reading of the same events, in this process or in the store."""
    known = _known(session_id, len(history), digest_at, store)
    if known is not None:
        history.notes[known.events] = known.reading
        history.notes.update(known.folds)


def keep_of(history: EventHistory, session_id: str, digest_at: DigestAt, store: Store | None = None) -> None:
    """Keep the reading of a whole history, if there is one; that of a long history also in the store."""
    ends = {end: history.notes.get(end) for end in (history.held_from, len(history))}
    if not isinstance(ends[len(history)], FactsReading):
        return
    with nullcontext() if store is None else store.reading():
        found = {
            end: (digest_at(end - 1), each)
            for end, each in ends.items()
            if end and isinstance(each, FactsReading)
        }
    folds = {kind: note for kind, note in history.notes.items() if isinstance(note, NotedFold)}
    _keep(session_id, _Kept(len(history), *found[len(history)], folds))
    if store is not None:
        reading_shelf.keep(store, session_id, found)


def readings_of(index: SourceIndex, store: Store | None = None) -> Readings:
    """Return the reading of an index's events: continued from the kept one, and kept in turn."""
    session_id, events = index.source.session_id, index.events
    known = _known(session_id, len(events), lambda end: index.course.digest(end + 1), store)
    if known is not None and known.events == len(events):
        return _Made(known.reading)
    made = FactsReading() if known is None else known.reading.copy()
    made.through(events[known.events if known is not None else 0 :])
    folds = known.folds if known is not None else {}
    _keep(session_id, _Kept(len(events), index.events_digest, made, folds))
    if store is not None:
        reading_shelf.keep(store, session_id, {len(events): (index.events_digest, made)})
    return _Made(made)


def forget() -> None:
    """Drop all readings kept in this process."""
    with _lock:
        _kept.clear()


def _known(session_id: str, most: int, digest_at: DigestAt, store: Store | None) -> _Kept | None:
    """Return what is kept of at most `most` events of a session, if those events are unchanged."""
    with _lock:
        known = _kept.get(session_id)
    if known is None or known.events > most or digest_at(known.events - 1) != known.digest:
        found = None if store is None else reading_shelf.load(store, session_id, most)
        return None if found is None else _Kept(*found)
    return known


def _keep(session_id: str, made: _Kept) -> None:
    with _lock:
        _kept.pop(session_id, None)
        _kept[session_id] = made
        while len(_kept) > MOST_SESSIONS:
            _kept.popitem(last=False)
