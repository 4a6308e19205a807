"""Read the snapshots; only a move appends one."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, text
from sqlmodel import Session, col, select

from store.engine import Store
from store.errors import NotFound
from store.journal import journal
from store.records.blobs import pack, unpack
from store.tables import SnapshotRow
from store.values import StoredSnapshot


def get(store: Store, snapshot_id: str) -> StoredSnapshot:
    """One snapshot by its full id. Raises NotFound."""
    with store.reading() as session:
        row = session.get(SnapshotRow, snapshot_id)
    if row is None:
        raise NotFound(
            f"no snapshot {snapshot_id}", "`workbench history SESSION` lists the moves that made them"
        )
    return _value(row)


def at(store: Store, session_id: str, sequence: int) -> StoredSnapshot:
    """The snapshot of a session's move number `sequence` (from 1). Raises NotFound."""
    wanted = select(SnapshotRow).where(SnapshotRow.session_id == session_id, SnapshotRow.sequence == sequence)
    with store.reading() as session:
        row = session.exec(wanted).first()
    if row is None:
        raise NotFound(
            f"session {session_id} has no snapshot {sequence}", "`workbench history SESSION` lists its moves"
        )
    return _value(row)


def latest(store: Store, session_id: str) -> StoredSnapshot | None:
    """The newest snapshot of a session."""
    with store.reading() as session:
        return read_latest(session, session_id)


def read_latest(session: Session, session_id: str) -> StoredSnapshot | None:
    """The same, inside an open operation of this package."""
    newest = select(func.max(SnapshotRow.sequence)).where(SnapshotRow.session_id == session_id)
    wanted = select(SnapshotRow).where(
        SnapshotRow.session_id == session_id, col(SnapshotRow.sequence) == newest.scalar_subquery()
    )
    row = session.exec(wanted).first()
    return None if row is None else _value(row)


def listing(store: Store, session_id: str) -> tuple[tuple[str, int, str], ...]:
    """`(snapshot_id, sequence, created_at)` of a session's snapshots, oldest first."""
    with store.reading() as session:
        rows = session.execute(
            text(
                "SELECT snapshot_id, sequence, created_at FROM snapshot "
                "WHERE session_id = :s ORDER BY sequence"
            ),
            {"s": session_id},
        ).all()
    return tuple((row[0], row[1], row[2]) for row in rows)


def insert(session: Session, session_id: str, pointer_id: str, body: dict[str, Any]) -> None:
    """Append a snapshot inside the transaction of the move that it follows."""
    row = SnapshotRow(
        snapshot_id=body["snapshot_id"],
        session_id=session_id,
        sequence=body["sequence"],
        pointer_id=pointer_id,
        body=pack(body),
        created_at=body["created_at"],
    )
    session.add(row)
    session.flush()
    journal.note(session, session_id, row)


def _value(row: SnapshotRow) -> StoredSnapshot:
    return StoredSnapshot(
        row.snapshot_id, row.session_id, row.sequence, row.pointer_id, row.created_at, unpack(row.body)
    )
