"""Reads snapshots; they are appended by moves, and by runs that apply a draft without an acceptance."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, text
from sqlmodel import Session, col, select

from store.engine import Store
from store.errors import InputsChanged, NotFound
from store.journal import journal
from store.records import snapshot_bodies
from store.tables import SnapshotRow
from store.values import ListedSnapshot, StoredSnapshot


def get(store: Store, snapshot_id: str) -> StoredSnapshot:
    """Return one snapshot by its full id. Raises NotFound."""
    with store.reading() as session:
        row = session.get(SnapshotRow, snapshot_id)
        if row is None:
            raise NotFound(
                f"no snapshot {snapshot_id}", "`workbench history SESSION` lists the moves that made them"
            )
        return _value(session, row)


def latest(store: Store, session_id: str) -> StoredSnapshot | None:
    """Return the newest snapshot of a session."""
    with store.reading() as session:
        return read_latest(session, session_id)


def read_latest(session: Session, session_id: str) -> StoredSnapshot | None:
    """Like `latest`, with an open session."""
    newest = select(func.max(SnapshotRow.sequence)).where(SnapshotRow.session_id == session_id)
    query = select(SnapshotRow).where(
        SnapshotRow.session_id == session_id, col(SnapshotRow.sequence) == newest.scalar_subquery()
    )
    row = session.exec(query).first()
    return None if row is None else _value(session, row)


def check_latest(session: Session, session_id: str, seen: dict[str, Any] | None) -> None:
    """Refuse a move if the newest snapshot is no longer the one that it was based on.

    Raises:
        InputsChanged: a run or another move appended one in between.
    """
    found = session.execute(
        text("SELECT snapshot_id FROM snapshot WHERE session_id = :s ORDER BY sequence DESC LIMIT 1"),
        {"s": session_id},
    ).scalar()
    if found != (seen["snapshot_id"] if seen else None):
        raise InputsChanged(
            "a snapshot was added while this one was made", "repeat the move if it is still right"
        )


def of_move(store: Store, pointer_id: str) -> StoredSnapshot:
    """Return the snapshot that a move appended. Raises NotFound."""
    with store.reading() as session:
        row = session.exec(select(SnapshotRow).where(SnapshotRow.pointer_id == pointer_id)).first()
        if row is None:
            raise NotFound(f"move {pointer_id} has no snapshot", "`workbench verify` says what is damaged")
        return _value(session, row)


def listing(store: Store, session_id: str) -> tuple[tuple[str, int, str], ...]:
    """Return `(snapshot_id, sequence, created_at)` of a session's snapshots, oldest first."""
    return tuple((each[0], each[1], each[2]) for each in _listed(store, session_id))


def by_move(store: Store, session_id: str) -> dict[str, str]:
    """Return the snapshot id of every move of a session, by the move's id."""
    return {each[3]: each[0] for each in _listed(store, session_id) if each[3]}


def without_move(store: Store, session_id: str) -> tuple[ListedSnapshot, ...]:
    """Return the snapshots that follow no move, oldest first: those of drafts that a run applied."""
    return tuple(
        ListedSnapshot(each[0], session_id, each[1], each[2])
        for each in _listed(store, session_id)
        if not each[3]
    )


def _listed(store: Store, session_id: str) -> list[tuple[str, int, str, str]]:
    with store.reading() as session:
        rows = session.execute(
            text(
                "SELECT snapshot_id, sequence, created_at, pointer_id FROM snapshot "
                "WHERE session_id = :s ORDER BY sequence"
            ),
            {"s": session_id},
        ).all()
    return [(row[0], row[1], row[2], row[3]) for row in rows]


def insert(
    session: Session, session_id: str, pointer_id: str, body: dict[str, Any], previous: dict[str, Any] | None
) -> None:
    """Append a snapshot inside the transaction of the move that it follows (empty id: no move).

    `previous` is the newest one so far, as `check_latest` has confirmed in this transaction.
    """
    row = SnapshotRow(
        snapshot_id=body["snapshot_id"],
        session_id=session_id,
        sequence=body["sequence"],
        pointer_id=pointer_id,
        body=snapshot_bodies.packed(body, previous),
        created_at=body["created_at"],
    )
    session.add(row)
    session.flush()
    journal.note(session, session_id, row)


def _value(session: Session, row: SnapshotRow) -> StoredSnapshot:
    body = snapshot_bodies.read(session, row)
    return StoredSnapshot(row.snapshot_id, row.session_id, row.sequence, row.pointer_id, row.created_at, body)
