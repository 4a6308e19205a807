"""Compares the columns used for lookups and sorting with the content covered by a digest.

Some columns have no such content: an event's turn and tokens, the counts of a native compaction, a title, a
number or a time. Only the journal covers those (`store.verify.journal`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson
from sqlalchemy import text
from sqlmodel import Session, SQLModel, select

from gates.artifact import Artifact
from gates.canonical import short_id
from gates.errors import GateError
from gates.render import without_links
from gates.report import GateReport
from store.errors import StoreError
from store.records import artifacts
from store.tables import ArtifactRow, EditRow, LinkedRow, NativeCompactionRow, ReviewRow
from store.values import StoreProblem

_ALTERED = "a column was altered after it was written; the record is found or shown as what it is not"


def of_artifact(row: SQLModel, artifact: Artifact) -> dict[str, Any]:
    """Return the column values of an artifact or native compaction, from the artifact's content."""
    source = artifact.source
    return {
        "session_id": source.session_id,
        "source_start": source.source_start,
        "source_end": source.source_end,
    } | (
        {"origin": artifact.origin.value, "strategy": artifact.strategy}
        if isinstance(row, ArtifactRow)
        else {"kept": orjson.dumps(source.kept).decode(), "opaque": artifact.opaque}
    )


def of_report(report: GateReport) -> dict[str, Any]:
    """Return a report's column values from its content."""
    return {
        "artifact_id": report.artifact_id or "",
        "session_id": report.session_id or "",
        "input_digest": report.input_digest,
        "policy_version": report.policy_version,
        "evaluator_version": report.evaluator_version,
        "replaceable": report.replaceable,
    }


def of_snapshot(body: dict[str, Any], *, moved: bool) -> dict[str, Any]:
    """Return a snapshot's column values from its content; one made by a move has the move as its head.

    A run's snapshot has the run's id; its session is the one that the run reads.
    """
    recorded = {
        "session_id": body["state"]["source_coverage"]["source_ids_seen"][0],
        "sequence": body["sequence"],
        "created_at": body["created_at"],
    }
    return (
        {**recorded, "pointer_id": body["retrieval_diagnostics"]["head"]["pointer_id"]} if moved else recorded
    )


def columns(record: str, name: str, row: SQLModel, recorded: dict[str, Any]) -> Iterator[StoreProblem]:
    """Yield a problem for each column of a row that differs from its content."""
    for column, value in recorded.items():
        stored = getattr(row, column)
        if stored != value:
            yield StoreProblem(
                record, name, f"its {column} is {stored!r}, its content says {value!r}", _ALTERED
            )


def check_natives(session: Session) -> Iterator[StoreProblem]:
    """Check that range, kept events and opacity of native compactions match their artifacts."""
    for row in session.exec(select(NativeCompactionRow)).all():
        name = f"{row.session_id}:{row.artifact_id}"
        owner = session.get(ArtifactRow, row.artifact_id)
        if owner is None:
            continue  # named as a lost reference already
        try:
            recorded = of_artifact(row, artifacts.artifact_of(owner.body, owner.artifact_id))
        except (StoreError, GateError, ValueError):
            continue  # named as an artifact already
        yield from columns("compaction", name, row, recorded)


def check_links(session: Session) -> Iterator[StoreProblem]:
    """Check that linked views consist of their artifacts and links only."""
    for row in session.exec(select(LinkedRow)).all():
        try:
            linked = artifacts.artifact_of(row.body, row.artifact_id)
        except (StoreError, GateError, ValueError) as error:
            yield StoreProblem("links", row.artifact_id, f"cannot be read: {type(error).__name__}", _ALTERED)
            continue
        owner = session.get(ArtifactRow, row.artifact_id)
        if owner is None:
            continue  # named as a lost reference already
        try:
            artifact = artifacts.artifact_of(owner.body, owner.artifact_id)
        except (StoreError, GateError, ValueError):
            continue  # named as an artifact already
        if without_links(linked).artifact_id != without_links(artifact).artifact_id:
            yield StoreProblem("links", row.artifact_id, "without its links it is another artifact", _ALTERED)


def check_reviews(session: Session) -> Iterator[StoreProblem]:
    """Check that review ids derive from session, place, action, target, actor and time."""
    for row in session.exec(select(ReviewRow)).all():
        parts = (row.session_id, row.sequence, row.action, row.target, row.actor, row.created_at)
        if short_id("rev", *parts) != row.review_id:
            yield StoreProblem("review", row.review_id, "its id does not derive from what it says", _ALTERED)
        if row.artifact_id is not None and row.artifact_id != row.bound_to:
            yield StoreProblem("review", row.review_id, f"it is bound to {row.bound_to}", _ALTERED)


def check_edits(session: Session) -> Iterator[StoreProblem]:
    """Check that ids of edit-log entries derive from log, place, action and time."""
    for row in session.exec(select(EditRow)).all():
        parts = (row.artifact_id, row.actor, row.sequence, row.action, row.created_at)
        if short_id("edt", *parts) != row.edit_id:
            yield StoreProblem("edit", row.edit_id, "its id does not derive from what it says", _ALTERED)


def check_totals(session: Session) -> Iterator[StoreProblem]:
    """Check that each import's events, turns, steps and tokens are those of the events up to its last one."""
    found = session.execute(
        text(
            "SELECT i.import_id, "
            "[i.events, i.turns, i.steps, i.tokens], "
            "[count(*), max(e.turn), max(e.step), sum(e.tokens)::BIGINT] "
            "FROM import_record i JOIN import_record o ON o.session_id = i.session_id "
            "JOIN event e ON e.import_id = o.import_id AND e.ordinal < i.events "
            "GROUP BY ALL ORDER BY 1"
        )
    )
    for name, value, counted in found:
        if list(value) != list(counted):
            yield StoreProblem(
                "import",
                name,
                f"its events, turns, steps and tokens are {list(value)}, its events add up to "
                f"{list(counted)}",
                _ALTERED,
            )
