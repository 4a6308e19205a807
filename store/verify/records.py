"""Checks stored records against their digests; one check per kind of record, each yields problems.

Reads only. Each problem is worded so that a reviewer can act on it.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import orjson
from pydantic import ValidationError
from sqlalchemy import text
from sqlmodel import Session, select

from gates.capture import parse_capture
from gates.errors import GateError
from gates.report import GateReport
from gates.snapshot.model import derive_snapshot_id
from gates.source import (
    SourceEvent,
    chain_start,
    chunk_bounds,
    chunk_id,
    evidence_id,
    extend_chain,
    parse_chunk_id,
)
from gates.source import session_id as derive_session_id
from store.errors import StoreError
from store.event_sql import COMMITTED
from store.records import artifacts, blobs, reports, sessions, snapshot_bodies
from store.records.event_writer import PREVIEW_CHARACTERS
from store.records.transcript_pieces import pieces_hash
from store.tables import ArtifactRow, CaptureRow, EvidenceRow, ImportRow, ReportRow, SessionRow, SnapshotRow
from store.values import StoreProblem
from store.verify import columns

_STEP = 2_000

_ALTERED = "it was altered after it was written; nothing that rests on it can be trusted"
_LOST = "it was removed, or never written; what names it cannot be followed"


def check_blobs(session: Session) -> Iterator[StoreProblem]:
    """Check that every blob has the hash that is its name."""
    names = list(session.execute(text("SELECT hash FROM blob ORDER BY hash")).scalars())
    for name in names:
        try:
            body = blobs.fetch(session, [name])[name]
        except StoreError as error:
            yield StoreProblem("blob", name, error.message, _ALTERED)
            continue
        if hashlib.sha256(body).hexdigest() != name:
            yield StoreProblem("blob", name, "its content does not have the hash that names it", _ALTERED)


@dataclass(frozen=True, slots=True)
class _Stored:
    """Columns of an event that derive from its content and the preceding events."""

    digest: str
    chain: str
    characters: int
    call_id: str | None
    preview: str | None
    """Only if the full text is in a blob."""


def check_session(session: Session, session_id: str) -> Iterator[StoreProblem]:
    """Check events (dense, with valid digests and chain).

    Check that transcripts and evidence are complete.
    """
    records = session.exec(select(ImportRow).where(ImportRow.session_id == session_id)).all()
    reached = {record.events: record for record in records}
    evidence = defaultdict(list)
    for row in session.exec(select(EvidenceRow).where(EvidenceRow.session_id == session_id)):
        evidence[row.ordinal].append(row)
    total = max(reached, default=0)
    chain = chain_start(session_id)
    for start in range(0, total, _STEP):
        end = min(start + _STEP, total) - 1
        stored = _digests(session, session_id, start, end)
        try:
            events = sessions.read_events(session, session_id, start, end)
        except (StoreError, KeyError, ValueError) as error:
            yield StoreProblem("event", f"{session_id}:{start}..{end}", f"cannot be read: {error}", _ALTERED)
            return
        if [event.ordinal for event in events] != list(range(start, end + 1)):
            yield StoreProblem("event", f"{session_id}:{start}..{end}", "ordinals are not dense", _LOST)
            return
        for event in events:
            yield from _check_event(session_id, event, stored[event.ordinal], chain)
            chain = stored[event.ordinal].chain
            for row in evidence.pop(event.ordinal, ()):
                yield from _check_evidence(session_id, row, event)
            record = reached.get(event.ordinal + 1)
            if record is not None and record.chain != chain:
                yield StoreProblem(
                    "import", record.import_id, "its chain does not end as its events do", _ALTERED
                )
    for row in (row for rows in evidence.values() for row in rows):
        yield StoreProblem(
            "evidence", row.evidence_id, f"points at event {row.ordinal}, which is not there", _LOST
        )
    for record in records:
        yield from _check_transcript(session, record)
    yield from _check_session_id(session, session_id)


def _digests(session: Session, session_id: str, start: int, end: int) -> dict[int, _Stored]:
    rows = session.execute(
        text(
            "SELECT ordinal, digest, chain, characters, call_id, "
            f"CASE WHEN blob IS NOT NULL THEN text END FROM event WHERE session_id = :s AND {COMMITTED} "
            "AND ordinal BETWEEN :a AND :b"
        ),
        {"s": session_id, "a": start, "b": end},
    )
    return {row[0]: _Stored(bytes(row[1]).hex(), bytes(row[2]).hex(), *row[3:]) for row in rows}


def _check_event(
    session_id: str, event: SourceEvent, stored: _Stored, previous: str
) -> Iterator[StoreProblem]:
    name = f"{session_id}:{event.ordinal}"
    if event.digest() != stored.digest:
        yield StoreProblem("event", name, "its content does not have its digest", _ALTERED)
    if (
        len(event.text) != stored.characters
        or (event.tool.call_id if event.tool else None) != stored.call_id
        or (stored.preview is not None and stored.preview != event.text[:PREVIEW_CHARACTERS])
    ):
        yield StoreProblem("event", name, "its length, call or preview is not that of its content", _ALTERED)
    if extend_chain(previous, stored.digest) != stored.chain:
        yield StoreProblem(
            "event",
            name,
            "its chain digest does not follow from the event before",
            "an event was inserted, removed or altered here; reports on later ranges cannot be trusted",
        )


def _check_evidence(session_id: str, row: EvidenceRow, event: SourceEvent) -> Iterator[StoreProblem]:
    wanted = evidence_id(session_id, row.chunk_id, row.span_start, row.span_end, row.quote_hash)
    if wanted != row.evidence_id:
        yield StoreProblem(
            "evidence", row.evidence_id, "its id does not derive from what it points at", _ALTERED
        )
        return
    parsed = parse_chunk_id(row.chunk_id)
    bounds = chunk_bounds(event.text)
    if (
        parsed is None
        or parsed[1] != event.ordinal
        or parsed[2] >= len(bounds)
        or chunk_id(session_id, parsed[1], parsed[2]) != row.chunk_id
    ):
        yield StoreProblem("evidence", row.evidence_id, "its chunk is not there", _LOST)
        return
    begin = bounds[parsed[2]][0]
    words = event.text[begin + row.span_start : begin + row.span_end]
    if (
        words != row.quote
        or hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest() != row.quote_hash
    ):
        yield StoreProblem("evidence", row.evidence_id, "its words are not those of the event", _ALTERED)


def _check_session_id(session: Session, session_id: str) -> Iterator[StoreProblem]:
    row = session.get(SessionRow, session_id)
    first = sessions.read_events(session, session_id, 0, 0)
    if row is None or not first:
        return  # named elsewhere
    # A transcript that was kept apart is known by its first event although it has an id of its own.
    if session_id not in {derive_session_id(row.format, known, first[0]) for known in (row.native_id, "")}:
        yield StoreProblem(
            "session", session_id, "its id does not derive from its format and native id", _ALTERED
        )


def _check_transcript(session: Session, record: ImportRow) -> Iterator[StoreProblem]:
    try:
        names = orjson.loads(record.pieces)
    except ValueError:
        yield StoreProblem(
            "import", record.import_id, "the list of its transcript's pieces cannot be read", _ALTERED
        )
        return
    there = blobs.known(session, names)
    missing = next((name for name in names if name not in there), None)
    if missing is not None:
        yield StoreProblem(
            "import", record.import_id, f"piece {missing} of its transcript is not there", _LOST
        )
    elif record.transcript_hash != pieces_hash(names) and not _is_whole(session, names, record):
        yield StoreProblem("import", record.import_id, "its transcript does not have its hash", _ALTERED)


def _is_whole(session: Session, names: Sequence[str], record: ImportRow) -> bool:
    """Return whether the hash covers all bytes at once, as in older imports."""
    whole = hashlib.sha256()
    for name in names:
        try:
            whole.update(blobs.fetch(session, [name])[name])
        except StoreError:
            return True  # named as a blob already
    return whole.hexdigest() == record.transcript_hash


def check_artifacts(session: Session) -> Iterator[StoreProblem]:
    """Check that every artifact parses, and that its id and columns match its content."""
    for name in _names(session, "artifact"):
        row = session.get(ArtifactRow, name)
        if row is None:
            continue
        yield from _guarded("artifact", name, partial(_artifact, row))
        session.expunge(row)


def check_reports(session: Session) -> Iterator[StoreProblem]:
    """Check that every report parses, and that its id and columns match its content."""
    for name in _names(session, "report"):
        row = session.get(ReportRow, name)
        if row is None:
            continue
        yield from _guarded("report", name, partial(_report, row))
        session.expunge(row)


def check_captures(session: Session) -> Iterator[StoreProblem]:
    """Check the digest and version of every capture."""
    for row in session.exec(select(CaptureRow)):
        name = f"{row.session_id}:{row.source_start}..{row.source_end}"

        yield from _guarded("capture", name, partial(_capture, row, name))


def check_snapshots(session: Session, hashes: Mapping[str, str]) -> Iterator[StoreProblem]:
    """Check each snapshot's id and columns, and that its verified claims are based on the ledger.

    `hashes` maps move ids to hashes: a snapshot names the hash of the move that it follows.
    """
    ledger = set(_names(session, "evidence"))
    for name in _names(session, "snapshot"):
        row = session.get(SnapshotRow, name)
        if row is None:
            continue
        try:
            body = snapshot_bodies.read(session, row)
            same = derive_snapshot_id(body) == body["snapshot_id"] == name
            yield from columns.columns(
                "snapshot", name, row, columns.of_snapshot(body, moved=bool(row.pointer_id))
            )
            head = body["retrieval_diagnostics"]["head"] or {"pointer_id": "", "hash": ""}
            anchor = head["hash"]
            missing = _outside_ledger(body, ledger)
        except (StoreError, LookupError, TypeError, ValueError) as error:
            yield StoreProblem("snapshot", name, f"cannot be read: {error}", _ALTERED)
            continue
        if not same:
            yield StoreProblem("snapshot", name, "its id does not derive from its content", _ALTERED)
        if hashes.get(row.pointer_id or head["pointer_id"], anchor) != anchor:
            yield StoreProblem(
                "snapshot", name, f"it follows a move with the hash {anchor}, not this one", _ALTERED
            )
        if missing:
            yield StoreProblem(
                "snapshot", name, f"evidence {missing} of a verified claim is not in the ledger", _LOST
            )
        session.expunge(row)


def _outside_ledger(body: dict[str, Any], ledger: set[str]) -> str | None:
    for claim in body["state"]["claims"]:
        if claim["status"] == "verified":
            for pointer in claim["evidence_refs"]:
                if pointer["evidence_id"] not in ledger:
                    return str(pointer["evidence_id"])
    return None


def _artifact(row: ArtifactRow) -> Iterator[StoreProblem]:
    artifact = artifacts.artifact_of(row.body, row.artifact_id)
    if artifact.artifact_id != row.artifact_id:
        yield _underived("artifact", row.artifact_id)
    yield from columns.columns("artifact", row.artifact_id, row, columns.of_artifact(row, artifact))


def _report(row: ReportRow) -> Iterator[StoreProblem]:
    body = blobs.json_bytes(row.body)
    report = GateReport.model_validate_json(body)
    if reports.id_of_body(report.artifact_id, orjson.loads(body)) != row.report_id:
        yield _underived("report", row.report_id)
    yield from columns.columns("report", row.report_id, row, columns.of_report(report))


def _capture(row: CaptureRow, name: str) -> Iterator[StoreProblem]:
    capture = parse_capture(blobs.unpack(row.body))
    if capture.digest != row.digest:
        yield _underived("capture", name)
    yield from columns.columns("capture", name, row, {"capture_version": capture.capture_version})


def _underived(record: str, name: str) -> StoreProblem:
    return StoreProblem(record, name, "its id or digest does not derive from its content", _ALTERED)


def _guarded(record: str, name: str, check: Callable[[], Iterator[StoreProblem]]) -> Iterator[StoreProblem]:
    try:
        yield from check()
    except (StoreError, GateError, ValidationError, ValueError) as error:
        yield StoreProblem(record, name, f"cannot be read: {type(error).__name__}", _ALTERED)


def _names(session: Session, table: str) -> list[str]:
    return list(session.execute(text(f"SELECT {table}_id FROM {table} ORDER BY 1")).scalars())
