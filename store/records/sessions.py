"""Append imported events and read them back.

Nothing here judges or renumbers: a stored event stays as it was first seen.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import text
from sqlmodel import Session

from gates import source
from gates.language.opening import opening_message
from gates.source import SourceEvent
from store.database import connect
from store.database.writer_thread import BatchWriter
from store.engine import Store
from store.errors import EmptySession, NotFound, SessionMismatch
from store.event_sql import COMMITTED, SIDECHAINS
from store.journal import journal
from store.quick_look import NEWEST_FIRST, ONE_SESSION, SESSIONS
from store.records import blobs, native_compactions
from store.records.codec import EVENT_COLUMNS, event_of
from store.records.event_writer import EventWriter, Known, known_of, sidechains_of
from store.records.import_shapes import Header, Totals
from store.records.transcript_pieces import FileKeeper, StoredFile, TailKeeper
from store.records.transcripts import last_pieces
from store.tables import ImportRow, SessionRow
from store.values import Appended, NativeCompaction, PagedEvent, StoredSession

_MOST_GREETINGS = 50
"""How many messages of a human are looked through for one that is more than a greeting."""
_AHEAD_CHARACTERS = 6_000_000
"""Most text that is read of a transcript before its store is open."""


def append(
    store: Store,
    header: Header,
    events: Iterable[SourceEvent],
    *,
    totals: Totals,
    source_name: str,
    transcript: Path | FileKeeper | TailKeeper,
    now: str,
    as_new: bool = False,
) -> Appended:
    """Keep one transcript: its events, its native compactions as artifacts, and its bytes (ST3, ST4).

    `events` is iterated once, in bounded batches; `totals` (the reading's own, complete after that) gives
    noise, skipped lines and the compactions found. Nothing of it counts before the last step, which is one
    transaction. For a Reading r:
    `append(store, r.header, r.events(), totals=r.totals, source_name=path.name, transcript=path, now=now)`.
    The transcript's bytes may be read already, by a `FileKeeper` that the caller entered; a `TailKeeper` adds
    to those that are kept. A copy that holds only some of the session's events and nothing new is left out:
    the longer one stays the session's transcript.

    Raises:
        SessionMismatch: the stored session of this id shares no event with the file; `as_new` keeps it apart.
        EmptySession: the transcript holds no event.
        OSError: the transcript cannot be read.
    """
    stream = iter(events)
    with connect.Ahead(store.path) as early:
        head = _beginning(stream, early)
        if not head:
            raise _empty(source_name)
        with store.writing(bulk=True) as session:
            early.close()
            session_id, known = _stored(session, header, head, as_new)
            import_id = "imp_" + secrets.token_hex(10)
            there = set(last_pieces(session, session_id) or ())
            with _keeping(transcript) as keeper, BatchWriter() as batches:
                keeper.pass_over(there)
                writer = EventWriter(session, session_id, import_id, known, batches, keeper.ready)
                writer.take(chain(head, stream))
                if known.events and not writer.shared:
                    raise _mismatch(source_name, session_id)
                writer.flush()
                if _is_older(known, writer, transcript):
                    writer.settle()  # the session is the writing thread's until then
                    return _unchanged(store, session, session_id, writer, totals)
                found = native_compactions.prepare(session_id, totals.compactions, writer.position)
                writer.settle()
                kept = keeper.finish(session)
            if not known.sequence:
                _begin(session, session_id, header, now)
            compactions = native_compactions.keep(session, session_id, found, now)
            skipped = (*((each.line, each.reason) for each in totals.skipped), *found.unplaced)
            record = _record(header, totals, source_name, now, known, writer, skipped, kept)
            _keep_row(session, ImportRow(import_id=import_id, session_id=session_id, **record))
            for entry in writer.vouched():
                journal.note_group(session, session_id, entry)
    return Appended(
        session_id=session_id,
        created=not known.sequence,
        events=writer.next,
        events_added=writer.added,
        turns=writer.turns,
        noise=totals.noise,
        rewritten=totals.rewritten + writer.rewritten,
        lanes_changed=writer.lanes_changed,
        scope_complete=header.scope_complete,
        compactions=compactions,
        skipped=skipped,
    )


def _stored(session: Session, header: Header, head: Sequence[SourceEvent], as_new: bool) -> tuple[str, Known]:
    """The session that a file belongs to, and what is known of it; of its own where that is asked for."""
    session_id = source.session_id(header.format, header.native_id, head[0])
    known = known_of(session, session_id)
    if as_new and known.events and not any(event.native_id in known.ordinals for event in head):
        session_id = source.session_id(header.format, "", head[0])
        known = known_of(session, session_id)
    return session_id, known


def _keeping(
    transcript: Path | FileKeeper | TailKeeper,
) -> AbstractContextManager[FileKeeper | TailKeeper]:
    """The transcript's bytes while they are kept; what the caller opened stays open."""
    return FileKeeper(transcript) if isinstance(transcript, Path) else nullcontext(transcript)


def _is_older(known: Known, writer: EventWriter, transcript: Path | FileKeeper | TailKeeper) -> bool:
    """Whether a whole file was read that lacks events of the session and brings none."""
    whole = not isinstance(transcript, TailKeeper)
    return whole and not writer.added and writer.shared < known.events


def _unchanged(
    store: Store, session: Session, session_id: str, writer: EventWriter, totals: Totals
) -> Appended:
    """What an import did that found an older copy of the session: nothing."""
    current = facts(session, session_id)
    return Appended(
        session_id=session_id,
        created=False,
        events=current.events,
        events_added=0,
        turns=current.turns,
        noise=current.noise,
        rewritten=writer.rewritten,
        lanes_changed=0,
        scope_complete=current.scope_complete,
        compactions=compactions(store, session_id),
        skipped=tuple((each.line, each.reason) for each in totals.skipped),
        older=writer.shared,
    )


def _beginning(stream: Iterator[SourceEvent], early: connect.Ahead) -> list[SourceEvent]:
    """The first events, read while the file is being opened."""
    head: list[SourceEvent] = []
    size = 0
    for event in stream:
        head.append(event)
        size += len(event.text)
        if early.ready() or size >= _AHEAD_CHARACTERS:
            break
    return head


def _empty(source_name: str) -> EmptySession:
    return EmptySession(f"{source_name} holds no event", "choose a transcript that holds a message")


def _mismatch(source_name: str, session_id: str) -> SessionMismatch:
    return SessionMismatch(
        f"{source_name} shares no event with the stored session {session_id} of its id",
        "it may be another conversation: --as-new keeps it as a session of its own",
    )


def _begin(session: Session, session_id: str, header: Header, now: str) -> None:
    row = SessionRow(session_id=session_id, format=header.format, native_id=header.native_id, created_at=now)
    _keep_row(session, row)


def _keep_row(session: Session, row: SessionRow | ImportRow) -> None:
    session.add(row)
    journal.note(session, row.session_id, row)


def _record(
    header: Header,
    totals: Totals,
    source_name: str,
    now: str,
    known: Known,
    writer: EventWriter,
    skipped: tuple[tuple[int, str], ...],
    kept: StoredFile,
) -> dict[str, Any]:
    return {
        "sequence": known.sequence + 1,
        "source_name": source_name,
        "title": header.title,
        "scope_complete": header.scope_complete,
        "bytes_per_token": header.bytes_per_token,
        "noise": totals.noise,
        "rewritten": totals.rewritten + writer.rewritten,
        "skipped": orjson.dumps(skipped).decode(),
        "events": writer.next,
        "events_added": writer.added,
        "turns": writer.turns,
        "steps": writer.steps,
        "tokens": writer.tokens,
        "chain": writer.chain,
        "first_timestamp": writer.first_timestamp,
        "last_timestamp": writer.last_timestamp,
        "transcript_bytes": kept.size,
        "transcript_hash": kept.hash,
        "pieces": orjson.dumps(kept.pieces).decode(),
        "created_at": now,
    }


def get(store: Store, session_id: str) -> StoredSession:
    """One session by its full id. Raises NotFound."""
    with store.reading() as session:
        return facts(session, session_id)


def facts(session: Session, session_id: str) -> StoredSession:
    """Like `get`, with an open session."""
    row = session.execute(text(ONE_SESSION), {"s": session_id}).first()
    if row is None:
        raise NotFound(f"no session {session_id}", "`workbench sessions` lists them")
    return StoredSession(*row)


def extent(session: Session, session_id: str) -> tuple[int, bool]:
    """Number of events and whether the scope is complete, without counting anything else. Raises NotFound."""
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
    """All sessions, the one imported last first."""
    with store.reading() as session:
        rows = session.execute(text(SESSIONS + NEWEST_FIRST)).all()
    return tuple(StoredSession(*row) for row in rows)


def load_events(
    store: Store, session_id: str, start: int = 0, end: int | None = None
) -> tuple[SourceEvent, ...]:
    """Events `start..end` (inclusive; None: to the last), whole texts, with their latest sidechains.

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
    """The texts that lie in blobs, by the ordinals of their events."""
    long = {row[0]: row[15] for row in rows if row[15] is not None}
    bodies = blobs.fetch(session, long.values())
    return {ordinal: bodies[name].decode("utf-8", "surrogatepass") for ordinal, name in long.items()}


def load_some(store: Store, session_id: str, ordinals: Sequence[int]) -> tuple[SourceEvent, ...]:
    """Events by their ordinals, ascending, with their latest sidechains; those not there are left out."""
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
    """At most `count` events from ordinal `start`, texts cut to `preview` code points (2,000 at most)."""
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
    """`gates.source.events_digest` of the stored events 0..end. Raises NotFound beyond the last event."""
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
    """Ordinals of what tools answered to `calls` after an ordinal, by call id; sidechains are left out."""
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
    """What a session opened with, whole: its objective, which a reader cuts to the space that it has."""
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
    """The native compactions of a session, in the order of their ranges."""
    with store.reading() as session:
        return native_compactions.read(session, session_id)
