"""Removes a session for good: writes a store without it and puts that in the old one's place.

A tombstone of the session remains: the head of its journal, the number of its records, who removed it and
why. The new store is verified before it replaces the old file; a failure before that changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlmodel import Session, SQLModel

from store import schema
from store.boundary import diagnostics
from store.database.bulk_insert import insert_few
from store.database.session import raw_connection
from store.engine import REPLACED, Store
from store.errors import StoreUnreadable
from store.event_sql import COUNTING
from store.journal import entries as vouching
from store.journal import journal
from store.lifecycle import copy_file
from store.lifecycle.open import open_store
from store.records import sessions
from store.run_tables import (
    OWNED,
    ChunkRow,
    ChunkTermRow,
    EmbeddingRow,
    RerankCacheRow,
    SourceArtifactRow,
    StemRow,
)
from store.tables import (
    BlobRow,
    EventRow,
    JournalRow,
    LaneRow,
    LinkedRow,
    RunStateRow,
    SchemaStepRow,
    TombstoneRow,
    table_of,
)
from store.values import HistoryHead
from store.verify import verify

_COUNTED = ("event", "artifact", "review", "pointer", "snapshot")
_COMMITTED = f"session_id <> $s AND {COUNTING}"
_NATIVE = "(SELECT native_id FROM session WHERE session_id = $s)"
_READ = (  # the source artifacts that another run has read
    "artifact_id IN (SELECT p.artifact_id FROM processed_source p JOIN run r ON r.run_id = p.run_id "
    "WHERE r.session_id <> $s)"
)
_NUMBERS = f"number IN (SELECT number FROM chunk WHERE {_READ})"
_KEPT_BLOBS = (
    "hash IN (SELECT unnest(CAST(pieces AS VARCHAR[])) FROM import_record WHERE session_id <> $s "
    "UNION SELECT blob FROM event WHERE blob IS NOT NULL AND session_id <> $s "
    f"UNION SELECT content_hash FROM source_artifact WHERE {_READ} "
    f"UNION SELECT text_hash FROM source_artifact WHERE {_READ})"
)
_DIAGNOSTICS = f"'{diagnostics.PREFIX}' || $s"
_WHERE: dict[type[SQLModel], str] = {
    BlobRow: _KEPT_BLOBS,
    EventRow: _COMMITTED,
    LaneRow: _COMMITTED,
    LinkedRow: "artifact_id NOT IN (SELECT artifact_id FROM artifact WHERE session_id = $s)",
    RunStateRow: f"run_id <> {_NATIVE} AND run_id <> {_DIAGNOSTICS}",
    JournalRow: f"session_id <> $s AND session_id <> {_NATIVE} AND session_id <> {_DIAGNOSTICS}",
    TombstoneRow: "true OR session_id = $s",
    **dict.fromkeys(OWNED, "run_id NOT IN (SELECT run_id FROM run WHERE session_id = $s)"),
    SourceArtifactRow: _READ,
    ChunkRow: _READ,
    ChunkTermRow: _NUMBERS,
    StemRow: f"term IN (SELECT term FROM chunk_term WHERE {_NUMBERS})",
    EmbeddingRow: _NUMBERS,
    RerankCacheRow: "$s IS NULL",  # derived from what was read; made again on demand
}
"""Conditions of the rows that stay; of other tables, those of other sessions.

Rows left by killed imports are removed too.
"""


@dataclass(frozen=True, slots=True)
class Purged:
    """The removed session: the end of its journal, and its numbers of rows."""

    head: HistoryHead
    removed: dict[str, int]
    """Number of rows by table."""
    beside: tuple[Path, ...]
    """Files next to the store that are copies of it, and may still contain the session."""


def counts(store: Store, session_id: str) -> dict[str, int]:
    """Return the number of rows of a session, by table. Raises NotFound."""
    with store.reading() as session:
        sessions.facts(session, session_id)
        return _counts(session, session_id)


def purge(store: Store, session_id: str, *, actor: str, reason: str, now: str) -> Purged:
    """Replace the store by one without that session.

    Raises:
        NotFound: the session is not in the store.
        StoreUnreadable: there is no room, or the rest does not verify; nothing changed.
    """
    with copy_file.held(store) as session, copy_file.workplace(store.path) as folder:
        facts = sessions.facts(session, session_id)
        head = journal.newest(session, session_id)
        removed = _counts(session, session_id)
        last_move = session.execute(
            text("SELECT hash FROM pointer WHERE session_id = :s ORDER BY sequence DESC LIMIT 1"),
            {"s": session_id},
        ).scalar()
        if head is None:
            raise StoreUnreadable(f"session {session_id} has no journal", "`workbench verify` says more")
        made = open_store(folder / store.path.name)
        _copy_rest(session, made.path, session_id)
        grave = TombstoneRow(
            session_id=session_id,
            head_sequence=head.sequence,
            head=head.hash,
            moves=removed["pointer"],
            last_move=last_move,
            events=facts.events,
            artifacts=removed["artifact"],
            actor=actor,
            reason=reason,
            created_at=now,
        )
        _bury(made, grave, head)
        problems = verify.verify(made).problems
        if problems:
            first = f"{problems[0].record} {problems[0].id}: {problems[0].problem}"
            raise StoreUnreadable(
                f"what would be left does not verify, nothing changed: {first}",
                "`workbench verify` says more",
            )
        with copy_file.held(made):
            pass  # its log is merged into the file, which alone replaces the old one
        with made.path.open("rb") as file:
            copy_file.sync(file.fileno())
        session.info[REPLACED] = True
        made.path.rename(store.path)
        copy_file.sync_folder(store.path.parent)
    return Purged(head, removed, _copies(store.path))


def _counts(session: Session, session_id: str) -> dict[str, int]:
    return {
        table: int(
            session.execute(
                text(f"SELECT count(*) FROM {table} WHERE session_id = :s"), {"s": session_id}
            ).scalar_one()
        )
        for table in _COUNTED
    }


def _copy_rest(session: Session, made: Path, session_id: str) -> None:
    """Copy every row that stays into an empty store."""
    connection = raw_connection(session)
    quoted = str(made).replace("'", "''")
    connection.execute(f"ATTACH '{quoted}' AS without")
    for row in schema.tables():
        if row is SchemaStepRow:
            continue
        name, where = table_of(row).name, _WHERE.get(row, "session_id <> $s")
        parameters: dict[str, Any] = {"s": session_id}
        connection.execute(f'INSERT INTO without."{name}" SELECT * FROM "{name}" WHERE {where}', parameters)
    connection.execute("COMMIT")
    connection.execute("DETACH without")
    connection.execute("BEGIN TRANSACTION")


def _bury(made: Store, grave: TombstoneRow, head: HistoryHead) -> None:
    """Write the tombstone and its journal entry, chained to the old head; enter earlier ones again."""
    with made.writing() as session:
        session.add(grave)
        session.flush()
        found = vouching.records(raw_connection(session), (TombstoneRow,))
        entries = [e for name, e in found if name == grave.session_id and e.record == "tombstone"]
        insert_few(
            session, JournalRow, list(journal.chain(grave.session_id, entries, head.sequence, head.hash))
        )


def _copies(path: Path) -> tuple[Path, ...]:
    return tuple(sorted(each for each in path.parent.glob(f"{path.name}.*") if each.is_file()))
