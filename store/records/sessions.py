"""Reads sessions back: the facts of each, its events, and digests of them.

Reads only; `store.records.imports` writes them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import text
from sqlmodel import Session

from gates import source
from gates.language.opening import opening_message
from gates.source import SourceEvent
from store.engine import Store
from store.errors import NotFound
from store.event_sql import COMMITTED, SIDECHAINS
from store.quick_look import NEWEST_FIRST, ONE_SESSION, SESSIONS
from store.records import blobs, native_compactions
from store.records.codec import EVENT_COLUMNS, event_of
from store.records.event_writer import sidechains_of
from store.values import NativeCompaction, PagedEvent, StoredSession

_MOST_GREETINGS = 50
"""Most user messages that are searched for one that is more than a greeting."""


def get(store: Store, session_id: str) -> StoredSession:
    """Return one session by its full id. Raises NotFound."""
    with store.reading() as session:
        return facts(session, session_id)


def facts(session: Session, session_id: str) -> StoredSession:
    """Like `get`, with an open session."""
    row = session.execute(text(ONE_SESSION), {"s": session_id}).first()
    if row is None:
        raise NotFound(f"no session {session_id}", "`workbench sessions` lists them")
    return StoredSession(*row)


def extent(session: Session, session_id: str) -> tuple[int, bool]:
    """Return the number of events and whether the scope is complete, counting nothing else.

    Raises NotFound.
    """
    row = session.execute(
        text(
            "SELECT events, scope_complete FROM import_record WHERE session_id = :s "
            "ORDER BY sequence DESC LIMIT 1"
        ),
        {"s": session_id},
    ).first()
    if row is None:
        raise NotFound(f"no session {session_id}", "`workbench sessions` lists them")
    return int(row[0]), bool(row[1])


def listing(store: Store) -> tuple[StoredSession, ...]:
    """Return all sessions, the last imported first."""
    with store.reading() as session:
        rows = session.execute(text(SESSIONS + NEWEST_FIRST)).all()
    return tuple(StoredSession(*row) for row in rows)


def load_events(
    store: Store, session_id: str, start: int = 0, end: int | None = None
) -> tuple[SourceEvent, ...]:
    """Return events `start..end` (inclusive; None: to the last), whole texts, with their latest sidechains.

    A session that is not in the store has no events.
    """
    with store.reading() as session:
        return read_events(session, session_id, start, end)


def read_events(
    session: Session, session_id: str, start: int = 0, end: int | None = None
) -> tuple[SourceEvent, ...]:
    """Like `load_events`, with an open session."""
    rows = _rows(session, f"{EVENT_COLUMNS}, blob", session_id, start, end)
    texts = _long_texts(session, rows)
    sidechains = sidechains_of(session, session_id, end)
    return tuple(event_of(row, sidechains, texts) for row in rows)


def _long_texts(session: Session, rows: Sequence[Any]) -> dict[int, str]:
    """Return the texts that are stored as blobs, by the ordinals of their events."""
    long = {row[0]: row[15] for row in rows if row[15] is not None}
    bodies = blobs.fetch(session, long.values())
    return {ordinal: bodies[name].decode("utf-8", "surrogatepass") for ordinal, name in long.items()}


def load_some(store: Store, session_id: str, ordinals: Sequence[int]) -> tuple[SourceEvent, ...]:
    """Return events by their ordinals, ascending, with their latest sidechains, without missing ones."""
    with store.reading() as session:
        return read_some(session, session_id, ordinals, sidechains_of(session, session_id))


def read_some(
    session: Session, session_id: str, ordinals: Sequence[int], sidechains: Mapping[int, str]
) -> tuple[SourceEvent, ...]:
    """Like `load_some`, with an open session and these sidechains."""
    found = session.execute(
        text(
            f"SELECT {EVENT_COLUMNS}, blob FROM event WHERE session_id = :s AND {COMMITTED} "
            "AND ordinal BETWEEN :a AND :b AND ordinal IN (SELECT unnest(CAST(:o AS BIGINT[]))) "
            "ORDER BY ordinal"
        ),
        {"s": session_id, "o": list(ordinals), "a": min(ordinals, default=0), "b": max(ordinals, default=0)},
    )
    rows = list(found.all())
    texts = _long_texts(session, rows)
    return tuple(event_of(row, sidechains, texts) for row in rows)


def page(
    store: Store, session_id: str, start: int, count: int, *, preview: int = 400
) -> tuple[PagedEvent, ...]:
    """Return at most `count` events from ordinal `start`, cut to `preview` code points (at most 2,000)."""
    columns = EVENT_COLUMNS.replace(" text,", f" left(text, {int(preview)}) AS text,", 1) + ", characters"
    end = start + count - 1
    with store.reading() as session:
        rows = _rows(session, columns, session_id, start, end)
        sidechains = sidechains_of(session, session_id, end)
    return tuple(PagedEvent(event_of(row, sidechains), row[15]) for row in rows)


def _rows(session: Session, columns: str, session_id: str, start: int, end: int | None) -> list[Any]:
    found = session.execute(
        text(
            f"SELECT {columns} FROM event WHERE session_id = :s AND {COMMITTED} AND ordinal >= :a "
            "AND (CAST(:b AS BIGINT) IS NULL OR ordinal <= :b) ORDER BY ordinal"
        ),
        {"s": session_id, "a": start, "b": end},
    )
    return list(found.all())


def events_digest(store: Store, session_id: str, end: int) -> str:
    """Return `gates.source.events_digest` of the stored events 0..end.

    Raises NotFound beyond the last event.
    """
    with store.reading() as session:
        return digest_at(session, session_id, end)


def digest_at(session: Session, session_id: str, end: int) -> str:
    """Like `events_digest`, with an open session."""
    found = session.execute(
        text(
            "SELECT chain, (SELECT count(*) FROM event_lane WHERE session_id = :s) FROM event "
            f"WHERE session_id = :s AND {COMMITTED} AND ordinal = :e"
        ),
        {"s": session_id, "e": end},
    ).first()
    if found is None:
        raise NotFound(
            f"session {session_id} has no event {end}", f"`workbench timeline {session_id[:12]}` lists them"
        )
    sidechains = sidechains_of(session, session_id, end) if found[1] else {}
    return source.events_digest(bytes(found[0]).hex(), sidechains)


def results_after(session: Session, session_id: str, end: int, calls: Sequence[str]) -> dict[str, int]:
    """Return ordinals of the results of `calls` after an ordinal, by call id; sidechains are left out."""
    rows = session.execute(
        text(
            f"SELECT call_id, ordinal FROM event WHERE session_id = :s AND {COMMITTED} AND ordinal > :e "
            "AND kind = 'tool_result' AND call_id <> '' "
            "AND call_id IN (SELECT unnest(CAST(:calls AS VARCHAR[])))"
        ),
        {"s": session_id, "e": end, "calls": list(calls)},
    ).all()
    sidechains = sidechains_of(session, session_id) if rows else {}
    return {row[0]: row[1] for row in rows if row[1] not in sidechains}


def opening(store: Store, session_id: str) -> str:
    """Return a session's opening, whole: its objective, which a reader cuts to the available space."""
    with store.reading() as session:
        return read_opening(session, session_id)


def read_opening(session: Session, session_id: str) -> str:
    """Like `opening`, with an open session."""
    rows = session.execute(
        text(
            f"SELECT ordinal FROM event WHERE session_id = :s AND {COMMITTED} AND kind IN ('user', 'plan') "
            f"AND ordinal NOT IN (SELECT ordinal FROM ({SIDECHAINS}) WHERE lane <> '') "
            "ORDER BY ordinal LIMIT :n"
        ),
        {"s": session_id, "e": None, "n": _MOST_GREETINGS},
    ).fetchall()
    return opening_message(read_events(session, session_id, row[0], row[0])[0].text for row in rows)


def compactions(store: Store, session_id: str) -> tuple[NativeCompaction, ...]:
    """Return the native compactions of a session, in the order of their ranges."""
    with store.reading() as session:
        return native_compactions.read(session, session_id)
