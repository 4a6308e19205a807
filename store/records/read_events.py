"""Events of the sessions that were read last, kept while the program runs: what grew is read on from there.

They count only while the rows that they were read from are as they were: the digest of these events and a
hash of their rows are looked up first. Nothing rests on what is kept here; without it all is read.
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
"""Text of a session from which it is not kept."""

_Place = tuple[object, str]
"""The store's file and the session."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """Events 0..n of a session as they were read, with what shows that their rows are the same still."""

    events: tuple[SourceEvent, ...]
    digest: str
    rows: str


_kept: OrderedDict[_Place, _Kept] = OrderedDict()
_lock = Lock()


def through(session: Session, session_id: str, start: int, end: int) -> tuple[SourceEvent, ...]:
    """Events `start..end` (inclusive), whole texts; those that were read before are not read again.

    What is read from the first event on is kept. A session that is not in the store has no events.
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
    """Keep nothing any more."""
    with _lock:
        _kept.clear()


def _current(session: Session, place: _Place) -> _Kept | None:
    """What is kept of a session, where its rows are those that it was read from."""
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
    """The digest of the first events of a session, and the hash of their rows; empty where one is gone."""
    try:
        digest = sessions.digest_at(session, session_id, count - 1)
    except NotFound:
        return "", ""
    return digest, rows_hash(session, session_id, count)
