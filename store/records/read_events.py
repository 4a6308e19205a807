"""Caches the events of the sessions read last, while the program runs; a grown session is read from there on.

They are used only while the rows that they were read from are unchanged: the digest of the events and a hash
of their rows are checked first. Nothing depends on the cache; without it all events are read.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from sqlmodel import Session

from gates.source import SourceEvent
from store.errors import NotFound
from store.records import sessions
from store.records.rows_hash import rows_hash

MOST_SESSIONS = 2
MOST_CHARACTERS = 8_000_000
"""Most characters of a session that is cached."""

_Place = tuple[object, str]
"""The store's file and the session."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """Events 0..n of a session as they were read, with proof that their rows are unchanged."""

    events: tuple[SourceEvent, ...]
    digest: str
    rows: str


_kept: OrderedDict[_Place, _Kept] = OrderedDict()
_lock = Lock()


def through(session: Session, session_id: str, start: int, end: int) -> tuple[SourceEvent, ...]:
    """Return events `start..end` (inclusive), whole texts; those that are cached are not read again.

    Events read from the first one on are cached. A session that is not in the store has no events.
    """
    place = session.info.get("path"), session_id
    known = _current(session, place)
    count = len(known.events) if known is not None else 0
    if known is None or count <= start:
        events = sessions.read_events(session, session_id, start, end)
    elif count > end:
        return known.events[start : end + 1]
    else:
        events = (*known.events[start:], *sessions.read_events(session, session_id, count, end))
    if start == 0 and events:
        _keep(session, place, events)
    return events


def forget() -> None:
    """Clear the cache."""
    with _lock:
        _kept.clear()


def _current(session: Session, place: _Place) -> _Kept | None:
    """Return the cached events of a session, if its rows are unchanged."""
    with _lock:
        known = _kept.get(place)
    if known is None or _signs(session, place[1], len(known.events)) != (known.digest, known.rows):
        return None
    return known


def _keep(session: Session, place: _Place, events: tuple[SourceEvent, ...]) -> None:
    if sum(len(event.text) for event in events) > MOST_CHARACTERS:
        return
    made = _Kept(events, *_signs(session, place[1], len(events)))
    with _lock:
        _kept.pop(place, None)
        _kept[place] = made
        while len(_kept) > MOST_SESSIONS:
            _kept.popitem(last=False)


def _signs(session: Session, session_id: str, count: int) -> tuple[str, str]:
    """Return the digest of a session's first events, and the hash of their rows; empty if one is missing."""
    try:
        digest = sessions.digest_at(session, session_id, count - 1)
    except NotFound:
        return "", ""
    return digest, rows_hash(session, session_id, count)
