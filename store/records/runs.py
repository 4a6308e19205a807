"""Keep the states of strategies' runs: append-only, the newest counts, each with the digest of its content.

A state is JSON data that only its strategy reads. Of two writers of one run the later is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import text
from sqlmodel import Session, col, select

from gates.canonical import digest
from store.engine import Store
from store.errors import RunMoved, StoreError
from store.journal import journal
from store.records.blobs import pack, unpack
from store.tables import RunStateRow
from store.values import Problem, StoredRun

_ALTERED = "the state was altered after it was written; the run cannot be taken up from it"


def put(store: Store, run_id: str, strategy: str, sequence: int, state: dict[str, Any], *, now: str) -> None:
    """Append the state of a run after its cycle `sequence` (the first is 1).

    Raises:
        RunMoved: the run's newest state is not the one before; somebody else drives it too.
    """
    with store.writing() as session:
        last = session.execute(
            text("SELECT coalesce(max(sequence), 0) FROM run_state WHERE run_id = :r"), {"r": run_id}
        ).scalar_one()
        if sequence != last + 1:
            raise RunMoved(
                f"run {run_id} is at state {last}, so state {sequence} does not follow",
                "take the run up again from the store; one process at a time drives it",
            )
        row = RunStateRow(
            run_id=run_id,
            sequence=sequence,
            strategy=strategy,
            digest=digest(["run-state/1", run_id, strategy, sequence, state]),
            body=pack(state),
            created_at=now,
        )
        session.add(row)
        journal.note(session, run_id, row)


def latest(store: Store, run_id: str) -> StoredRun | None:
    """The newest state of a run; None where nothing was kept of it."""
    wanted = (
        select(RunStateRow).where(RunStateRow.run_id == run_id).order_by(col(RunStateRow.sequence).desc())
    )
    with store.reading() as session:
        row = session.exec(wanted.limit(1)).first()
    if row is None:
        return None
    return StoredRun(row.run_id, row.strategy, row.sequence, unpack(row.body), row.created_at)


def check_states(session: Session) -> Iterator[Problem]:
    """Every state has the digest of its content, and no state of a run is missing."""
    before: tuple[str, int] = ("", 0)
    ordered = select(RunStateRow).order_by(col(RunStateRow.run_id), col(RunStateRow.sequence))
    for row in session.exec(ordered):
        expected = before[1] + 1 if before[0] == row.run_id else 1
        name = f"{row.run_id}@{row.sequence}"
        if row.sequence != expected:
            yield Problem("run", name, f"state {expected} is not there", _ALTERED)
        try:
            said = digest(["run-state/1", row.run_id, row.strategy, row.sequence, unpack(row.body)])
        except (StoreError, ValueError):
            said = ""
        if said != row.digest:
            yield Problem("run", name, "its digest is not that of its content", _ALTERED)
        before = (row.run_id, row.sequence)
