"""Stores the states of strategies' runs: append-only, the newest counts, each with the digest of its content.

A state is JSON data that only its strategy reads. A row contains the whole state, or the changes since the
row before. Of two writers of one run the later is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import text
from sqlmodel import Session, col, select

from gates.canonical import digest
from store.engine import Store
from store.errors import RunMoved, StoreError, StoreUnreadable
from store.journal import journal
from store.records.blobs import pack, unpack
from store.tables import RunStateRow
from store.values import StoredRun, StoreProblem

_ALTERED = "the state was altered after it was written; the run cannot be resumed from it"
SESSION_FORMAT = "run"
"""Format of the sessions that runs record."""
_CHANGES = "run-changes/1"
"""Key under which a row contains `{"set": {...}, "append": {...}}` instead of a whole state."""
_ROWS = 64


def put(
    store: Store,
    run_id: str,
    strategy: str,
    sequence: int,
    state: dict[str, Any],
    *,
    now: str,
    changes: bool = False,
) -> None:
    """Append the state of a run after its cycle `sequence` (the first is 1).

    With `changes`, `state` is `{"set": {key: value}, "append": {key: [more]}}` relative to the state before.

    Raises:
        RunMoved: the run's newest state is not the one before; somebody else drives it too.
    """
    put_several(store, [StoredRun(run_id, strategy, sequence, state, now)], [changes])


def put_next(store: Store, run_id: str, strategy: str, state: dict[str, Any], *, now: str) -> None:
    """Append a state after the newest one, whichever that is by then; for rows that no run drives."""
    with store.writing() as session:
        _put(session, StoredRun(run_id, strategy, _last(session, run_id) + 1, state, now), changes=False)


def _last(session: Session, run_id: str) -> int:
    """Return the sequence of a run's newest state, or 0."""
    newest = "SELECT coalesce(max(sequence), 0) FROM run_state WHERE run_id = :r"
    return int(session.execute(text(newest), {"r": run_id}).scalar_one())


def _put(session: Session, state: StoredRun, changes: bool) -> None:
    body = {_CHANGES: state.state} if changes else state.state
    run_id, strategy, sequence = state.run_id, state.strategy, state.sequence
    row = RunStateRow(
        run_id=run_id,
        sequence=sequence,
        strategy=strategy,
        digest=digest(["run-state/1", run_id, strategy, sequence, body]),
        body=pack(body),
        created_at=state.created_at,
    )
    session.add(row)
    journal.note(session, run_id, row)


def put_several(store: Store, states: Sequence[StoredRun], changes: Sequence[bool]) -> None:
    """Append consecutive states of one run in one transaction; see `put`.

    Raises:
        RunMoved: the first does not follow the run's newest state.
    """
    if not states:
        return
    run_id = states[0].run_id
    with store.writing() as session:
        last = _last(session, run_id)
        for number, (each, change) in enumerate(zip(states, changes, strict=True), last + 1):
            if (each.run_id, each.sequence) != (run_id, number):
                raise RunMoved(
                    f"run {run_id} is at state {number - 1}, so state {each.sequence} does not follow",
                    "resume the run from the store; only one process at a time may drive it",
                )
            _put(session, each, change)


def latest(store: Store, run_id: str) -> StoredRun | None:
    """Return the newest state of a run, whole, or None if nothing of it is stored.

    Raises:
        StoreUnreadable: a row is damaged, or the whole state that changes refer to is missing.
    """
    rows: list[RunStateRow] = []
    bodies: list[dict[str, Any]] = []
    with store.reading() as session:
        while not bodies or _CHANGES in bodies[-1]:
            some = _before(session, run_id, rows[-1].sequence if rows else None)
            if not some and rows:
                raise StoreUnreadable(
                    f"the last whole state of run {run_id} is missing",
                    "`workbench verify` says what is damaged",
                )
            if not some:
                return None
            for row in some:
                rows.append(row)
                bodies.append(unpack(row.body))
                if _CHANGES not in bodies[-1]:
                    break
    newest = rows[0]
    return StoredRun(newest.run_id, newest.strategy, newest.sequence, _folded(bodies), newest.created_at)


def listing(store: Store, run_id: str) -> tuple[StoredRun, ...]:
    """Return every row of a run as it was written, oldest first; changes are not folded."""
    query = select(RunStateRow).where(RunStateRow.run_id == run_id).order_by(col(RunStateRow.sequence))
    with store.reading() as session:
        rows = session.exec(query).all()
    return tuple(StoredRun(r.run_id, r.strategy, r.sequence, unpack(r.body), r.created_at) for r in rows)


def _before(session: Session, run_id: str, sequence: int | None) -> list[RunStateRow]:
    """Return some rows before a sequence, the newest first."""
    query = select(RunStateRow).where(RunStateRow.run_id == run_id)
    if sequence is not None:
        query = query.where(col(RunStateRow.sequence) < sequence)
    return list(session.exec(query.order_by(col(RunStateRow.sequence).desc()).limit(_ROWS)))


def _folded(newest_first: list[dict[str, Any]]) -> dict[str, Any]:
    """Apply the changes to the whole state that they follow."""
    state = dict(newest_first[-1])
    for body in reversed(newest_first[:-1]):
        changes = body[_CHANGES]
        state |= changes["set"]
        for key, more in changes["append"].items():
            state[key] = [*state[key], *more]
    return state


def check_states(session: Session) -> Iterator[StoreProblem]:
    """Check that every state has the digest of its content, and that no state of a run is missing."""
    before: tuple[str, int] = ("", 0)
    ordered = select(RunStateRow).order_by(col(RunStateRow.run_id), col(RunStateRow.sequence))
    for row in session.exec(ordered):
        expected = before[1] + 1 if before[0] == row.run_id else 1
        name = f"{row.run_id}@{row.sequence}"
        if row.sequence != expected:
            yield StoreProblem("run", name, f"state {expected} is not there", _ALTERED)
        try:
            text = digest(["run-state/1", row.run_id, row.strategy, row.sequence, unpack(row.body)])
        except (StoreError, ValueError):
            text = ""
        if text != row.digest:
            yield StoreProblem("run", name, "its digest is not that of its content", _ALTERED)
        before = (row.run_id, row.sequence)


def recorded_by_run(session: Session, session_id: str) -> bool:
    """Return whether a session is recorded by a run, and is no transcript."""
    row = session.execute(
        text("SELECT format = :f FROM session WHERE session_id = :s"), {"f": SESSION_FORMAT, "s": session_id}
    ).first()
    return row is not None and bool(row[0])
