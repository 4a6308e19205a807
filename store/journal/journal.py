"""The journal: one chain a session in which every record of it is entered, with a digest of its whole row.

A record is noted where it is written and entered when its transaction commits; nothing is entered alone.
An entry's hash is over the one before it, so the newest entry, the session's head, vouches for every record
that was ever kept of it. Events, sidechains and evidence are entered as groups: those of one import, of one
move. It proves nothing against somebody who recomputes the whole chain; a head kept elsewhere does.
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
    """What is entered: the record's table, its key within it, and the digest of its row or rows."""

    record: str
    key: str
    digest: str


def chain_start(session_id: str) -> str:
    """What the first entry of a session is chained to."""
    return text_digest(f"journal/1:{session_id}")


def chained(previous: str, session_id: str, sequence: int, entry: JournalEntry) -> str:
    """Hash of an entry: over the one before it, its place and its content."""
    return digest(["journal/1", previous, session_id, sequence, entry.record, entry.key, entry.digest])


def note(session: Session, session_id: str, row: SQLModel) -> None:
    """Have a row entered in its session's journal when this transaction commits."""
    table = table_of(type(row))
    values = {column.name: getattr(row, column.name) for column in table.columns}
    key = ":".join(str(values[column.name]) for column in table.primary_key.columns)
    note_group(session, session_id, JournalEntry(table.name, key, row_digest(table.name, values)))


def note_group(session: Session, session_id: str, entry: JournalEntry) -> None:
    """The same for rows that are vouched for together."""
    session.info.setdefault(_PENDING, []).append((session_id, entry))
    before_commit(session, write)


def write(session: Session) -> None:
    """Enter what was noted, inside the transaction that wrote it; called once, before it commits."""
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
    """Rows of the journal for entries that follow entry number `sequence`, whose hash is `previous`."""
    last = previous or chain_start(session_id)
    for number, entry in enumerate(entries, sequence + 1):
        last = chained(last, session_id, number, entry)
        yield session_id, number, entry.record, entry.key, entry.digest, last


def newest(session: Session, session_id: str) -> HistoryHead | None:
    """The head of a session; None: nothing was entered."""
    row = session.execute(
        text("SELECT sequence, hash FROM journal WHERE session_id = :s ORDER BY sequence DESC LIMIT 1"),
        {"s": session_id},
    ).first()
    return None if row is None else HistoryHead(session_id, row[0], row[1])


def heads(store: Store) -> tuple[HistoryHead, ...]:
    """The head of every session, by session id."""
    with store.reading() as session:
        return read_heads(session)


def read_heads(session: Session) -> tuple[HistoryHead, ...]:
    """Like `heads`, with an open session."""
    rows = session.execute(
        text("SELECT session_id, max(sequence), arg_max(hash, sequence) FROM journal GROUP BY 1 ORDER BY 1")
    )
    return tuple(HistoryHead(*row) for row in rows)
