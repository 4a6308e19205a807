"""The journal: one chain per session that contains every record with a digest of its complete row.

A record is noted when it is written and journalled when its transaction commits. Each entry's hash includes
the previous one, so the newest entry, the session's head, covers every record ever stored for it. Events,
sidechains and evidence are journalled in groups: those of one import or one move. The journal cannot detect
somebody who recomputes the whole chain; a head stored elsewhere can.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import text
from sqlmodel import Session, SQLModel

from gates.canonical import digest, text_digest
from store.database.bulk_insert import insert_few
from store.database.session import before_commit
from store.engine import Store
from store.journal.row_digests import row_digest
from store.tables import JournalRow, table_of
from store.values import HistoryHead

_PENDING = "journal"


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """A journalled record: its table, its key in the table, and the digest of its row or rows."""

    record: str
    key: str
    digest: str


def chain_start(session_id: str) -> str:
    """Return the hash to which a session's first entry is chained."""
    return text_digest(f"journal/1:{session_id}")


def chained(previous: str, session_id: str, sequence: int, entry: JournalEntry) -> str:
    """Return an entry's hash, over the previous hash, its place and its content."""
    return digest(["journal/1", previous, session_id, sequence, entry.record, entry.key, entry.digest])


def note(session: Session, session_id: str, row: SQLModel) -> None:
    """Note a row, to be journalled when this transaction commits."""
    table = table_of(type(row))
    values = {column.name: getattr(row, column.name) for column in table.columns}
    key = ":".join(str(values[column.name]) for column in table.primary_key.columns)
    note_group(session, session_id, JournalEntry(table.name, key, row_digest(table.name, values)))


def note_group(session: Session, session_id: str, entry: JournalEntry) -> None:
    """Like `note`, for rows journalled as a group."""
    session.info.setdefault(_PENDING, []).append((session_id, entry))
    before_commit(session, write)


def write(session: Session) -> None:
    """Write the noted entries in their transaction; called once, before it commits."""
    pending: list[tuple[str, JournalEntry]] = session.info.pop(_PENDING, [])
    rows: list[tuple[str | int, ...]] = []
    for session_id in dict.fromkeys(name for name, _ in pending):
        last = newest(session, session_id)
        entries = [entry for name, entry in pending if name == session_id]
        rows += chain(session_id, entries, last.sequence if last else 0, last.hash if last else None)
    insert_few(session, JournalRow, rows)


def chain(
    session_id: str, entries: Sequence[JournalEntry], sequence: int = 0, previous: str | None = None
) -> Iterator[tuple[str | int, ...]]:
    """Return journal rows for entries after number `sequence`, whose hash is `previous`."""
    last = previous or chain_start(session_id)
    for number, entry in enumerate(entries, sequence + 1):
        last = chained(last, session_id, number, entry)
        yield session_id, number, entry.record, entry.key, entry.digest, last


def newest(session: Session, session_id: str) -> HistoryHead | None:
    """Return the head of a session; None if nothing is journalled."""
    row = session.execute(
        text("SELECT sequence, hash FROM journal WHERE session_id = :s ORDER BY sequence DESC LIMIT 1"),
        {"s": session_id},
    ).first()
    return None if row is None else HistoryHead(session_id, row[0], row[1])


def heads(store: Store) -> tuple[HistoryHead, ...]:
    """Return the head of every session, ordered by session id."""
    with store.reading() as session:
        return read_heads(session)


def read_heads(session: Session) -> tuple[HistoryHead, ...]:
    """Like `heads`, with an open session."""
    rows = session.execute(
        text("SELECT session_id, max(sequence), arg_max(hash, sequence) FROM journal GROUP BY 1 ORDER BY 1")
    )
    return tuple(HistoryHead(*row) for row in rows)
