"""Appends the steps of an agent run and reads them back: one transaction per phase, typed events dense.

The caller states the number of the event; of two drivers of one run the later is refused. Every row is
entered in the run's journal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, astuple, fields
from typing import Any, TypeVar

from sqlalchemy import text
from sqlmodel import Session, SQLModel, col, select

from store.database.bulk_insert import insert_few
from store.engine import Store
from store.errors import NotFound, RunMoved
from store.journal import journal
from store.records.lookup import LEAST_PREFIX
from store.records.near_ids import did_you_mean_id
from store.run_tables import (
    ClaimEvidenceRow,
    ContextManifestRow,
    FailedQueryRow,
    OutputRow,
    ProcessedSourceRow,
    RerankCacheRow,
    RunClaimRow,
    RunEventRow,
    RunRow,
    StrategicOverrideRow,
)
from store.run_values import (
    ClaimEvidence,
    ContextManifest,
    FailedQuery,
    Output,
    ProcessedSource,
    Reranking,
    RunClaim,
    RunPart,
    RunRecord,
    RunStatus,
    StrategicOverride,
    TypedEvent,
)

_ROWS: dict[type[Any], type[SQLModel]] = {
    RunRecord: RunRow,
    TypedEvent: RunEventRow,
    ProcessedSource: ProcessedSourceRow,
    FailedQuery: FailedQueryRow,
    RunClaim: RunClaimRow,
    ClaimEvidence: ClaimEvidenceRow,
    ContextManifest: ContextManifestRow,
    Output: OutputRow,
    StrategicOverride: StrategicOverrideRow,
}
MOST_EVENT_BYTES = 64 * 1024
"""Limit of an event's body; longer data is stored elsewhere and referred to (seed 002, "do not touch")."""
_STATUSES = "SELECT run_id, session_id, objective, status, step, created_at FROM runs"

V = TypeVar("V")


class EventTooLarge(ValueError):
    """An event's body is 64 KB or more: a fault of the program; nothing was written."""


def append(store: Store, run_id: str, parts: Sequence[RunPart]) -> None:
    """Append all parts or none.

    Raises:
        RunMoved: an event of `parts` does not follow the run's newest.
        EventTooLarge: an event's body is 64 KB or more.
    """
    for part in parts:
        if isinstance(part, TypedEvent) and len(part.body.encode()) >= MOST_EVENT_BYTES:
            raise EventTooLarge(f"event {part.kind} of run {run_id} holds {len(part.body):,} characters")
    with store.writing() as session:
        last = session.execute(
            text("SELECT coalesce(max(sequence), 0) FROM run_event WHERE run_id = :r"), {"r": run_id}
        ).scalar_one()
        read = list[tuple[Any, ...]]()
        for part in parts:
            if isinstance(part, TypedEvent):
                last += 1
                if part.sequence != last:
                    raise RunMoved(
                        f"run {run_id} is at event {last - 1}, so event {part.sequence} does not follow",
                        "another process drives this run; `workbench run resume` goes on from where it is",
                    )
            if isinstance(part, Reranking):
                _keep_reranking(session, part)
                continue
            row = _ROWS[type(part)](**asdict(part))
            if isinstance(part, ProcessedSource):
                read.append(astuple(part))
            else:
                session.add(row)
            journal.note(session, run_id, row)
        insert_few(session, ProcessedSourceRow, read)


def record(store: Store, run_id: str) -> RunRecord:
    """Return a run by its full id. Raises NotFound."""
    found = _all(store, RunRecord, run_id)
    if not found:
        raise NotFound(f"no run is named {run_id}", "`workbench run list` lists the runs")
    return found[0]


def resolve(store: Store, id_or_prefix: str) -> str:
    """Return the full id of the one run named by an id, a prefix of it or its session's id.

    Raises:
        NotFound: it names none, or several.
    """
    with store.reading() as session:
        rows = session.execute(
            text(
                "SELECT run_id FROM run WHERE starts_with(run_id, :p) OR starts_with(session_id, :p) "
                "ORDER BY run_id = :p DESC, 1 LIMIT 6"
            ),
            {"p": id_or_prefix},
        )
        found = list(rows.scalars())
        near = "" if found else did_you_mean_id(id_or_prefix, _ids(session))
    if id_or_prefix in found:
        return id_or_prefix
    if len(found) == 1 and len(id_or_prefix) >= LEAST_PREFIX:
        return str(found[0])
    problem = (
        f"{id_or_prefix} names more than one run" if len(found) > 1 else f"no run is named {id_or_prefix}"
    )
    hint = "`workbench run list` lists the runs; six characters of an id will do"
    raise NotFound(problem, hint, near=near)


def _ids(session: Session) -> Iterator[str]:
    """Yield the ids of all runs, and of their sessions."""
    for row in session.execute(text("SELECT run_id, session_id FROM run")):
        yield from row


def listing(store: Store) -> tuple[RunStatus, ...]:
    """Return every run, the newest first."""
    with store.reading() as session:
        rows = session.execute(text(f"{_STATUSES} ORDER BY created_at DESC, run_id")).all()
    return tuple(RunStatus(*row) for row in rows)


def events(store: Store, run_id: str, after: int = 0) -> tuple[TypedEvent, ...]:
    """Return the typed events of a run after number `after`, in order."""
    query = select(RunEventRow).where(RunEventRow.run_id == run_id, col(RunEventRow.sequence) > after)
    with store.reading() as session:
        rows = session.exec(query.order_by(col(RunEventRow.sequence))).all()
    return tuple(_value(TypedEvent, row) for row in rows)


def processed(store: Store, run_id: str) -> tuple[ProcessedSource, ...]:
    """Return the outcome of each location that a run was given."""
    return _all(store, ProcessedSource, run_id)


def failed_queries(store: Store, run_id: str) -> tuple[FailedQuery, ...]:
    """Return the queries without direct evidence."""
    return _all(store, FailedQuery, run_id)


def claims(store: Store, run_id: str) -> tuple[RunClaim, ...]:
    """Return the claims of a run."""
    return _all(store, RunClaim, run_id)


def evidence(store: Store, run_id: str) -> tuple[ClaimEvidence, ...]:
    """Return the evidence of a run's claims."""
    return _all(store, ClaimEvidence, run_id)


def manifests(store: Store, run_id: str) -> tuple[ContextManifest, ...]:
    """Return the context manifests of a run."""
    return _all(store, ContextManifest, run_id)


def manifest(store: Store, manifest_id: str) -> ContextManifest:
    """Return one manifest. Raises NotFound."""
    with store.reading() as session:
        row = session.get(ContextManifestRow, manifest_id)
    if row is None:
        raise NotFound(f"there is no manifest {manifest_id}", "`workbench run status RUN` names the steps")
    return _value(ContextManifest, row)


def outputs(store: Store, run_id: str) -> tuple[Output, ...]:
    """Return the outputs of a run; the last counts."""
    return _all(store, Output, run_id)


def overrides(store: Store, run_id: str) -> tuple[StrategicOverride, ...]:
    """Return every override that the supervisor set, including expired ones."""
    return _all(store, StrategicOverride, run_id)


def cached(store: Store, key: str) -> str | None:
    """Return a stored reranking by its key, or None."""
    with store.reading() as session:
        return session.execute(text("SELECT body FROM rerank_cache WHERE key = :k"), {"k": key}).scalar()


def _keep_reranking(session: Session, part: Reranking) -> None:
    there = session.execute(text("SELECT 1 FROM rerank_cache WHERE key = :k"), {"k": part.key}).first()
    if there is None:
        session.add(RerankCacheRow(key=part.key, body=part.body))
        session.flush()


_ORDER = {
    RunRecord: "run_id",
    ContextManifest: "step",
    ClaimEvidence: "claim_id, number",
}


def _all(store: Store, kind: type[V], run_id: str) -> tuple[V, ...]:
    """Return every row of a run in a table, in the order of writing."""
    row = _ROWS[kind]
    query = select(row).where(text("run_id = :r").bindparams(r=run_id))
    with store.reading() as session:
        rows = session.exec(query.order_by(text(_ORDER.get(kind, "sequence")))).all()
    return tuple(_value(kind, each) for each in rows)


def _value(kind: type[V], row: SQLModel) -> V:
    return kind(*(getattr(row, each.name) for each in fields(kind)))  # type: ignore[arg-type]
