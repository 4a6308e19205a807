"""Imports one transcript: its events, its native compactions and its bytes (ST3, ST4).

Nothing here judges or renumbers: a stored event stays as it was first read, and an import that fails or is
killed leaves nothing that counts.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from pathlib import Path
from typing import Any

import orjson
from sqlmodel import Session

from gates import source
from gates.source import SourceEvent
from store.database import connect
from store.database.writer_thread import BatchWriter
from store.engine import Store
from store.errors import EmptySession, SessionMismatch
from store.journal import journal
from store.records import native_compactions
from store.records.event_writer import EventWriter, Known, known_of
from store.records.import_shapes import Header, Totals
from store.records.sessions import compactions as compactions_of
from store.records.sessions import facts
from store.records.transcript_pieces import FileKeeper, StoredFile, TailKeeper
from store.records.transcripts import last_pieces
from store.tables import ImportRow, SessionRow
from store.values import Appended

_AHEAD_CHARACTERS = 6_000_000
"""Most characters of a transcript that are read before its store is open."""


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
    """Import one transcript: its events, its native compactions as artifacts, and its bytes (ST3, ST4).

    `events` is iterated once, in bounded batches; `totals` (of the same reading, complete after that) has
    ignored records, skipped lines and the compactions found. Nothing counts before the last step, which is
    one transaction. For a Reading r: `append(store, r.header, r.events(), totals=r.totals,
    source_name=path.name, transcript=path, now=now)`. A `FileKeeper` that the caller entered may have read
    the transcript's bytes already; a `TailKeeper` adds to the stored ones. A copy that contains only some of
    the session's events and nothing new is not stored: the longer one stays the session's transcript.
    `as_new` imports a file without shared events as its own session.

    Raises:
        SessionMismatch: the stored session of this id shares no event with the file; see `as_new`.
        EmptySession: the transcript contains no event.
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
                    writer.settle()  # until then the writing thread owns the session
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
    """Return the session that a file belongs to, and its stored facts.

    A separate session if `as_new` needs it.
    """
    session_id = source.session_id(header.format, header.native_id, head[0])
    known = known_of(session, session_id)
    if as_new and known.events and not any(event.native_id in known.ordinals for event in head):
        session_id = source.session_id(header.format, "", head[0])
        known = known_of(session, session_id)
    return session_id, known


def _keeping(
    transcript: Path | FileKeeper | TailKeeper,
) -> AbstractContextManager[FileKeeper | TailKeeper]:
    """Return a context that keeps the transcript's bytes; a keeper that the caller opened stays open."""
    return FileKeeper(transcript) if isinstance(transcript, Path) else nullcontext(transcript)


def _is_older(known: Known, writer: EventWriter, transcript: Path | FileKeeper | TailKeeper) -> bool:
    """Return whether a whole file was read that lacks events of the session and adds none."""
    whole = not isinstance(transcript, TailKeeper)
    return whole and not writer.added and writer.shared < known.events


def _unchanged(
    store: Store, session: Session, session_id: str, writer: EventWriter, totals: Totals
) -> Appended:
    """Return the result of importing an older copy of the session, which changes nothing."""
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
        compactions=compactions_of(store, session_id),
        skipped=tuple((each.line, each.reason) for each in totals.skipped),
        older=writer.shared,
    )


def _beginning(stream: Iterator[SourceEvent], early: connect.Ahead) -> list[SourceEvent]:
    """Return the first events, read while the file is being opened."""
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
