"""Stores gate reports as they were made."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from pydantic import ValidationError
from sqlalchemy import text
from sqlmodel import Session, col, select

from gates.canonical import digest, short_id
from gates.report import GateReport
from store.engine import Store
from store.errors import NotFound, StoreUnreadable
from store.journal import journal
from store.records.blobs import json_bytes, pack
from store.records.parsed_bodies import ParsedBodies
from store.tables import ReportRow
from store.values import StoredReport


def put(store: Store, report: GateReport, *, now: str) -> StoredReport:
    """Store a report; an equal one adds nothing. Raises NotFound if its artifact is not stored."""
    with store.writing() as session:
        return insert(session, report, now=now)


def insert(session: Session, report: GateReport, *, now: str) -> StoredReport:
    """Like `put`, inside an open transaction of this package."""
    report = report.stored
    artifact_id, session_id = report.artifact_id or "", report.session_id or ""
    name = report_id(report)
    last, there = session.execute(
        text(
            "SELECT max(sequence), coalesce(bool_or(report_id = :r), false) FROM report "
            "WHERE artifact_id = :a"
        ),
        {"a": artifact_id, "r": name},
    ).one()
    if there:
        return read(session, name)
    if not session.execute(text("SELECT 1 FROM artifact WHERE artifact_id = :a"), {"a": artifact_id}).first():
        raise NotFound(
            f"no artifact {artifact_id or 'that did not parse'}", "keep the artifact before its report"
        )
    row = ReportRow(
        report_id=name,
        artifact_id=artifact_id,
        session_id=session_id,
        sequence=(last or 0) + 1,
        input_digest=report.input_digest,
        policy_version=report.policy_version,
        evaluator_version=report.evaluator_version,
        replaceable=report.replaceable,
        body=pack(_body(report)),
        created_at=now,
    )
    session.add(row)
    session.flush()
    journal.note(session, session_id, row)
    return StoredReport(name, artifact_id, session_id, report, now)


def report_id(report: GateReport) -> str:
    """Return the report's id, derived from all of it that is stored."""
    return id_of_body(report.artifact_id, _body(report))


def _body(report: GateReport) -> dict[str, Any]:
    body = report.to_json()
    del body["unlisted"]
    return body


def id_of_body(artifact_id: str | None, body: dict[str, Any]) -> str:
    """Return the id of a report with this JSON body, which may have an older version of the shape."""
    return short_id("rep", artifact_id or "", digest(body))


def get(store: Store, report_id: str) -> StoredReport:
    """Return one report by its full id. Raises NotFound."""
    with store.reading() as session:
        return read(session, report_id)


def read(session: Session, name: str) -> StoredReport:
    """Like `get`, with an open session."""
    row = session.get(ReportRow, name)
    if row is None:
        raise NotFound(f"no report {name}", "`workbench show ARTIFACT` names the report of an artifact")
    return _value(row)


def read_many(session: Session, names: Collection[str]) -> dict[str, GateReport]:
    """Return reports by their ids. Raises NotFound if one is not in the store."""
    if not names:
        return {}
    query = select(ReportRow).where(col(ReportRow.report_id).in_(names))
    found = {row.report_id: _value(row).report for row in session.exec(query)}
    missing = [name for name in names if name not in found]
    if missing:
        raise NotFound(f"no report {missing[0]}", "`workbench verify` says what else is missing")
    return found


def latest(store: Store, artifact_id: str) -> StoredReport | None:
    """Return the report of an artifact that was stored last."""
    with store.reading() as session:
        return read_latest(session, artifact_id)


def read_latest(session: Session, artifact_id: str) -> StoredReport | None:
    """Like `latest`, with an open session."""
    query = (
        select(ReportRow)
        .where(ReportRow.artifact_id == artifact_id)
        .order_by(col(ReportRow.sequence).desc())
        .limit(1)
    )
    row = session.exec(query).first()
    return None if row is None else _value(row)


def read_latest_of(session: Session, artifacts: Collection[str]) -> dict[str, GateReport]:
    """Return the newest reports of artifacts, by artifact; those never judged are left out."""
    if not artifacts:
        return {}
    query = (
        "SELECT artifact_id, report_id, body FROM report "
        "WHERE artifact_id IN (SELECT unnest(CAST(:ids AS VARCHAR[]))) ORDER BY sequence"
    )
    rows = session.execute(text(query), {"ids": list(artifacts)}).all()
    newest = {artifact: (name, body) for artifact, name, body in rows}
    return {artifact: _report(name, body) for artifact, (name, body) in newest.items()}


def find(store: Store, artifact_id: str, input_digest: str) -> StoredReport | None:
    """Return the report of exactly these inputs, so that nothing is judged twice."""
    query = select(ReportRow).where(
        ReportRow.artifact_id == artifact_id, ReportRow.input_digest == input_digest
    )
    with store.reading() as session:
        row = session.exec(query).first()
    return None if row is None else _value(row)


_PARSED = ParsedBodies(lambda body: GateReport.model_validate_json(json_bytes(body)))


def _value(row: ReportRow) -> StoredReport:
    report = _report(row.report_id, row.body)
    return StoredReport(row.report_id, row.artifact_id, row.session_id, report, row.created_at)


def _report(name: str, body: bytes) -> GateReport:
    try:
        return _PARSED.of(body)
    except ValidationError as error:
        raise StoreUnreadable(f"report {name} is damaged", "restore the store from a backup") from error
