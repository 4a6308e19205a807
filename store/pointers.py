"""The boundary: the only place where the active artifacts change (ST5 to ST9).

It takes no report from its caller: it reads artifact, events, capture and reviews, scores them itself with no
lock held (`store.boundary.acceptance`), and inserts one row only if neither they nor the head have changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson
from sqlalchemy import func, text
from sqlmodel import Session, col, select

from store.boundary import move_rules
from store.engine import Store
from store.errors import NotActive, NotFound, PointerMoved, RollbackBlocked, StoreUnreadable
from store.pointer_table import PointerRow
from store.tables import table_of
from store.values import Move, Pointer, RunFrame

if TYPE_CHECKING:
    from gates.policy import Policy
    from gates.snapshot.builder import Checker


def accept_compaction(  # noqa: PLR0913 (the contract's signature)
    store: Store,
    artifact_id: str,
    source_session_id: str,
    source_start: int,
    source_end: int,
    *,
    expect: str | None,
    actor: str,
    reason: str | None = None,
    confirm: tuple[str, ...] = (),
    now: str,
    policy: Policy,
    done_definition: str | None = None,
    frame: RunFrame | None = None,
    checker: Checker | None = None,
) -> Move:
    """Make an artifact active in place of its range.

    `expect` is the head's pointer id that the reviewer saw (None: no move yet). `confirm` names gates that
    may be NOT_APPLICABLE. `policy` may only tighten the store's own. The current capture of the range must be
    in the store (`captures.put`). `done_definition` counts only for a session's first snapshot. `frame` is
    the context of the run that owns the session. `checker` checks the snapshot's invariants (None: all)
    before anything is written; failures are recorded (`store.boundary.diagnostics`).

    Raises:
        MoveRefused: one of its subclasses; nothing changed.
        NotFound: artifact or session is not in the store.
    """
    from gates.snapshot.invariants import check
    from store.boundary import acceptance, diagnostics, next_snapshot
    from store.records import derived, reports, runs, snapshots

    where = (source_session_id, source_start, source_end)
    acceptance.check_policy(policy)
    with store.reading() as session:
        chain = move_rules.Chain(source_session_id, _check_head(session, source_session_id, expect))
        active = _active(session, source_session_id)
        seen = acceptance.read_inputs(store, session, artifact_id, where, active, frame)
        of_run = runs.recorded_by_run(session, source_session_id)
    judged = acceptance.judge(seen, policy)
    confirmed = acceptance.check_verdict(judged.report, policy, confirm, of_run=of_run)
    draft = move_rules.acceptance(
        seen.artifact,
        artifact_id,
        displaced=seen.displaced,
        confirmed=confirmed,
        policy_version=policy.version,
        report_id=reports.report_id(judged.report),
        actor=actor,
        reason=reason,
        now=now,
    )
    pointer = move_rules.chained(chain, draft)
    change = acceptance.change_of(seen, judged, pointer, policy, done_definition)
    with diagnostics.recorded(store, source_session_id, pointer):
        snapshot = next_snapshot.next_snapshot(seen.background, change, checker or check)
    with store.writing(merge=False) as session:
        _check_head(session, source_session_id, expect)
        snapshots.check_latest(session, source_session_id, seen.background.previous)
        acceptance.check_unchanged(session, seen, judged.index.events_digest)
        acceptance.write(session, seen, judged, pointer)
        _write(session, pointer, snapshot, seen.background.previous)
    derived.keep(store, judged.index)
    return Move(pointer, snapshot["snapshot_id"], pointer.report_id)


def rollback_compaction(
    store: Store, artifact_id: str, *, expect: str | None, actor: str, reason: str | None = None, now: str
) -> Move:
    """Undo the acceptance of an active artifact: its range is verbatim, or what it displaced is active.

    Raises:
        NotActive, RollbackBlocked, PointerMoved: nothing changed.
        NotFound: the artifact is not in the store.
    """
    from store.boundary import diagnostics, next_snapshot
    from store.records import artifacts, snapshots

    with store.reading() as session:
        session_id = artifacts.session_of(session, artifact_id)
        chain = move_rules.Chain(session_id, _check_head(session, session_id, expect))
        active = _active(session, session_id)
        undone = next((move for move in active if move.artifact_id == artifact_id), None)
        if undone is None:
            raise _not_active(session, session_id, artifact_id, active)
        active_pointers = tuple(move for move in active if move is not undone)
        restored = tuple(_acceptance(session, session_id, each) for each in undone.displaced)
        (gone,) = next_snapshot.active_artifacts(session, [undone])
        left = (*active_pointers, *restored)
        newest = snapshots.read_latest(session, session_id)
        background = next_snapshot.read_background(session, newest, left, gone.artifact, accepts=False)
    draft = move_rules.undoing(undone, actor=actor, reason=reason, now=now)
    pointer = move_rules.chained(chain, draft)
    with diagnostics.recorded(store, session_id, pointer):
        snapshot = next_snapshot.next_snapshot(background, next_snapshot.change_by(pointer, retracted=gone))
    with store.writing(merge=False) as session:
        _check_head(session, session_id, expect)
        snapshots.check_latest(session, session_id, background.previous)
        _write(session, pointer, snapshot, background.previous)
    return Move(pointer, snapshot["snapshot_id"], pointer.report_id)


def head(store: Store, session_id: str) -> Pointer | None:
    """Return the newest move of a session, or None before the first."""
    with store.reading() as session:
        return _head(session, session_id)


def history(store: Store, session_id: str | None = None) -> tuple[Pointer, ...]:
    """Return all moves (of one session), newest first.

    A clock set back does not reorder a session's moves.
    """
    if session_id is not None:
        query = select(PointerRow).where(PointerRow.session_id == session_id)
        query = query.order_by(col(PointerRow.sequence).desc())
    else:
        latest = func.max(PointerRow.created_at).over(
            partition_by=col(PointerRow.session_id), order_by=col(PointerRow.sequence)
        )
        query = select(PointerRow).order_by(
            latest.desc(), col(PointerRow.session_id), col(PointerRow.sequence).desc()
        )
    with store.reading() as session:
        return tuple(map(_value, session.exec(query)))


def readable(session: Session) -> tuple[tuple[Pointer, ...], tuple[str, ...]]:
    """Return all moves that can be read, and the ids of the damaged ones; for `store.verify.verify`."""
    moves_read, damaged = [], []
    for row in session.exec(select(PointerRow)):
        try:
            moves_read.append(_value(row))
        except StoreUnreadable:
            damaged.append(row.pointer_id)
    return tuple(moves_read), tuple(damaged)


def get(store: Store, pointer_id: str) -> Pointer:
    """Return one move by its full id. Raises NotFound."""
    with store.reading() as session:
        row = session.get(PointerRow, pointer_id)
    if row is None:
        raise NotFound(f"no pointer {pointer_id}", "`workbench history` lists them")
    return _value(row)


def active(store: Store, session_id: str, *, as_of: str | None = None) -> tuple[Pointer, ...]:
    """Return the acceptances in force, now or at the pointer `as_of`, by range start.

    Raises:
        NotFound: `as_of` is no pointer of this session.
    """
    with store.reading() as session:
        until = None
        if as_of is not None:
            row = session.get(PointerRow, as_of)
            if row is None or row.session_id != session_id:
                raise NotFound(
                    f"no pointer {as_of} of session {session_id}", "`workbench history` lists them"
                )
            until = row.sequence
        return _active(session, session_id, until)


def _check_head(session: Session, session_id: str, expect: str | None) -> Pointer | None:
    found = _head(session, session_id)
    actual = found.pointer_id if found else None
    if actual != expect:
        raise PointerMoved(expect, actual)
    return found


def _write(
    session: Session, pointer: Pointer, snapshot: dict[str, Any], previous: dict[str, Any] | None
) -> None:
    from store.journal import journal
    from store.records import snapshots

    row = PointerRow(
        **{name: getattr(pointer, name) for name in _PLAIN},
        displaced=orjson.dumps(pointer.displaced).decode(),
        confirmed=orjson.dumps(pointer.confirmed).decode(),
    )
    session.add(row)
    session.flush()
    journal.note(session, pointer.session_id, row)
    snapshots.insert(session, pointer.session_id, pointer.pointer_id, snapshot, previous)


_PLAIN = tuple(name for name in Pointer.__dataclass_fields__ if name not in ("displaced", "confirmed"))


def _value(row: PointerRow) -> Pointer:
    plain = {name: getattr(row, name) for name in _PLAIN}
    try:
        displaced, confirmed = (tuple(orjson.loads(each)) for each in (row.displaced, row.confirmed))
    except (TypeError, ValueError) as error:
        raise StoreUnreadable(
            f"move {row.pointer_id} is damaged", "`workbench verify` says what else is damaged"
        ) from error
    return Pointer(**plain, displaced=displaced, confirmed=confirmed)


def _head(session: Session, session_id: str) -> Pointer | None:
    newest = select(func.max(PointerRow.sequence)).where(PointerRow.session_id == session_id)
    query = select(PointerRow).where(
        PointerRow.session_id == session_id, PointerRow.sequence == newest.scalar_subquery()
    )
    row = session.exec(query).first()
    return None if row is None else _value(row)


_ACTIVE = """
WITH touched AS (
    SELECT artifact_id, sequence, action = 'accept' AS live FROM pointer
    WHERE session_id = :s AND (CAST(:n AS BIGINT) IS NULL OR sequence <= :n)
    UNION ALL
    SELECT unnest(from_json(displaced, '["VARCHAR"]')), sequence, action = 'rollback' FROM pointer
    WHERE session_id = :s AND displaced <> '[]' AND (CAST(:n AS BIGINT) IS NULL OR sequence <= :n)
), live AS (
    SELECT artifact_id FROM touched GROUP BY artifact_id HAVING arg_max(live, sequence)
)
SELECT {columns} FROM pointer
WHERE session_id = :s AND action = 'accept' AND (CAST(:n AS BIGINT) IS NULL OR sequence <= :n)
AND artifact_id IN (SELECT artifact_id FROM live)
QUALIFY row_number() OVER (PARTITION BY artifact_id ORDER BY sequence DESC) = 1
""".replace("{columns}", ", ".join(column.name for column in table_of(PointerRow).columns))
"""The last move that touched an artifact decides whether it is active.

That is its own acceptance, or the rollback of the one that had displaced it. The database folds this over all
moves in one pass.
"""


def _active(session: Session, session_id: str, until: int | None = None) -> tuple[Pointer, ...]:
    accepted = text(_ACTIVE).columns(*table_of(PointerRow).columns)
    rows = session.execute(select(PointerRow).from_statement(accepted), {"s": session_id, "n": until})
    return tuple(sorted(map(_value, rows.scalars()), key=lambda move: move.source_start))


def _acceptance(session: Session, session_id: str, artifact_id: str) -> Pointer:
    """Return the newest acceptance of an artifact."""
    query = (
        select(PointerRow)
        .where(
            PointerRow.session_id == session_id,
            PointerRow.artifact_id == artifact_id,
            PointerRow.action == "accept",
        )
        .order_by(col(PointerRow.sequence).desc())
        .limit(1)
    )
    return _value(session.exec(query).one())


def _not_active(
    session: Session, session_id: str, artifact_id: str, active: tuple[Pointer, ...]
) -> NotActive | RollbackBlocked:
    """Return the reason why an artifact cannot be rolled back: not active, or displaced by an active one."""
    query = select(PointerRow).where(PointerRow.session_id == session_id)
    every = sorted(map(_value, session.exec(query)), key=lambda move: move.sequence)
    blocker = move_rules.live_displacer(artifact_id, every, {move.artifact_id for move in active})
    if blocker is None:
        return NotActive(
            f"{artifact_id} is not active", f"`workbench history {session_id[:12]}` shows what is"
        )
    return RollbackBlocked(
        f"{artifact_id} was displaced by {blocker}, which is active",
        f"roll back {blocker} first; that makes {artifact_id} active again",
        blocker=blocker,
    )
