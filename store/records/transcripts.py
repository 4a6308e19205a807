"""The bytes of stored transcripts: read whole or piece by piece, and appended to."""

from __future__ import annotations

from collections.abc import Iterator

import orjson
from sqlalchemy import text
from sqlmodel import Session

from store.engine import Store
from store.errors import NotFound, StoreUnreadable
from store.records import blobs
from store.records.transcript_pieces import TailKeeper


def transcript(store: Store, session_id: str) -> bytes:
    """Return the exact bytes of the transcript imported last. Raises NotFound."""
    return b"".join(pieces(store, session_id))


def pieces(store: Store, session_id: str) -> Iterator[bytes]:
    """Yield the bytes piece by piece, so that a long transcript is never whole in memory. Raises NotFound."""
    with store.reading() as session:
        names = last_pieces(session, session_id)
    if names is None:
        raise NotFound(f"no session {session_id}", "`workbench sessions` lists them")
    for name in names:
        yield blobs.get(store, name)


def tail_keeper(store: Store, session_id: str, tail: bytes) -> TailKeeper:
    """Return a keeper that adds lines to a session's transcript, or begins it, without reading all of it."""
    with store.reading() as session:
        names, size = _last_import(session, session_id) or ([], 0)
        last = blobs.get(store, names[-1]) if names else b""
    return TailKeeper(size, names, last, tail)


def last_pieces(session: Session, session_id: str) -> list[str] | None:
    """Return the names of the pieces of the transcript imported last, in order, or None without a session."""
    found = _last_import(session, session_id)
    return None if found is None else found[0]


def _last_import(session: Session, session_id: str) -> tuple[list[str], int] | None:
    """Return the pieces of the transcript imported last, and its size in bytes."""
    row = session.execute(
        text(
            "SELECT pieces, transcript_bytes FROM import_record WHERE session_id = :s "
            "ORDER BY sequence DESC LIMIT 1"
        ),
        {"s": session_id},
    ).first()
    try:
        return None if row is None else (list(orjson.loads(row[0])), int(row[1]))
    except ValueError as error:
        raise StoreUnreadable(
            f"the transcript of {session_id} is damaged", "`workbench verify` says what else is damaged"
        ) from error
