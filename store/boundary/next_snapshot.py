"""Collects the inputs of a session's next snapshot and builds it (SN1, SN2, SN6).

It reads inside an open operation and builds without a lock. It decides nothing: claims come from the active
artifacts and their reports, and `gates.snapshot.builder` builds and checks the snapshot.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

from sqlmodel import Session

from gates.artifact import Artifact
from gates.capture import CapturedItem
from gates.policy import Policy
from gates.report import GateReport
from gates.snapshot.builder import (
    ActiveArtifact,
    Checker,
    HeadPointer,
    SnapshotInput,
    build_snapshot,
    diagnostic,
    objective_line,
)
from gates.snapshot.invariants import FIRST_SEQUENCE, check
from gates.source import SourceEvent, chunks_of
from store.errors import SnapshotInvalid
from store.records import artifacts, evidence, native_compactions, reports, sessions
from store.records import event_progress as progress
from store.values import Pointer, RunFrame, StoredSnapshot


@dataclass(frozen=True, slots=True)
class Background:
    """The unchanged part of a session whose next snapshot is to be built."""

    session_id: str
    previous: dict[str, Any] | None
    objective: str
    active: tuple[ActiveArtifact, ...]
    """Artifacts active both before and after the move."""
    ledger: frozenset[str]
    """Ledger evidence of the active artifacts and of the moving one."""
    progress: tuple[int, int]
    """Steps and counted events (SN5) since the last event that is compacted after the move."""
    frame: RunFrame | None = None
    """The run's contribution, if the session belongs to a run."""


def read_background(
    session: Session,
    newest: StoredSnapshot | None,
    active: Iterable[Pointer],
    moving: Artifact,
    *,
    accepts: bool,
    frame: RunFrame | None = None,
) -> Background:
    """Read the background for a move of `moving`; `active` are the artifacts active after the move.

    `newest` is the session's newest snapshot (`snapshots.read_latest`). Drafts that a run applied without a
    move stay, unless an accepted range overlaps theirs.
    """
    session_id = moving.source.session_id
    previous = newest.body if newest is not None else None
    moves = tuple(active)
    taken = [(move.source_start, move.source_end) for move in moves]
    taken += [(moving.source.source_start, moving.source.source_end)]
    kept = (
        *active_artifacts(session, moves),
        *_applied(session, previous, taken),
    )
    links = {link.evidence_id for each in kept for item in each.artifact.items for link in item.links}
    links |= {link.evidence_id for item in moving.items for link in item.links}
    text = "" if previous else sessions.read_opening(session, session_id)
    compacted = [each.artifact.source.source_end for each in kept]
    compacted += [moving.source.source_end] if accepts else []
    return Background(
        session_id=session_id,
        previous=previous,
        objective=_objective(previous, frame, text),
        active=kept,
        ledger=evidence.read_known(session, links),
        progress=progress.since(
            session, session_id, max([native_compactions.last_end(session, session_id), *compacted])
        ),
        frame=frame,
    )


def _objective(previous: Mapping[str, Any] | None, frame: RunFrame | None, text: str) -> str:
    """Return the objective: fixed once in a snapshot, set by a run, or the opening request of an import."""
    if previous is not None:
        return str(previous["objective"])
    return frame.objective if frame is not None else objective_line(text)


def applied_ids(snapshot: Mapping[str, Any] | None) -> dict[str, tuple[int, int]]:
    """Return the artifacts applied without a move, with the first and last event of each."""
    selection = snapshot["retrieval_diagnostics"].get("selection") if snapshot else None
    found: dict[str, tuple[int, int]] = {}
    for run in (*selection["kept"], *selection["dropped"]) if selection else ():
        if run["pointer_id"] is None:
            name, start, end = run["artifact_id"], run["start"], run["end"]
            if name in found:
                start, end = min(start, found[name][0]), max(end, found[name][1])
            found[name] = start, end
    return found


def _applied(
    session: Session, snapshot: Mapping[str, Any] | None, taken: Iterable[tuple[int, int]]
) -> tuple[ActiveArtifact, ...]:
    ranges = tuple(taken)
    names = [
        name
        for name, (start, end) in applied_ids(snapshot).items()
        if not any(start <= last and first <= end for first, last in ranges)
    ]
    made = artifacts.read_as_judged(session, names)
    judged = reports.read_latest_of(session, names)
    return tuple(ActiveArtifact(made[name], name, judged.get(name)) for name in names)


def active_artifacts(session: Session, moves: Iterable[Pointer]) -> tuple[ActiveArtifact, ...]:
    """Return accepted artifacts as judged at the time, with their links and reports."""
    every = tuple(moves)
    made = artifacts.read_as_judged(session, [move.artifact_id for move in every])
    judged = reports.read_many(session, [move.report_id for move in every])
    return tuple(
        ActiveArtifact(made[move.artifact_id], move.artifact_id, judged[move.report_id], move.pointer_id)
        for move in every
    )


@dataclass(frozen=True, slots=True)
class SnapshotChange:
    """What a move, or a run that applies a draft, adds to or removes from the background."""

    created_at: str
    policy_version: str | None
    head: HeadPointer | None
    """The newest move, including this one."""
    accepted: ActiveArtifact | None = None
    retracted: ActiveArtifact | None = None
    written: frozenset[str] = frozenset()
    """Ids of the evidence that this move writes to the ledger."""
    chunk_ids: tuple[str, ...] = ()
    budgets: Mapping[str, int] | None = None
    """None to keep those of the previous snapshot."""
    filters: Mapping[str, str] | None = None
    done_definition: str | None = None


def change_by(pointer: Pointer, **more: Any) -> SnapshotChange:  # noqa: ANN401 (the fields of a Change)
    """Return the change made by a move."""
    head = HeadPointer(pointer.pointer_id, pointer.hash)
    return SnapshotChange(pointer.created_at, pointer.policy_version, head, **more)


def next_snapshot(background: Background, change: SnapshotChange, checker: Checker = check) -> dict[str, Any]:
    """Build the snapshot after a move or an applied draft; it is validated before anything is written.

    Raises:
        SnapshotInvalid: it fails its invariants, also on a second attempt (SN6).
    """
    previous, frame = background.previous or {}, background.frame
    old = previous.get("retrieval_diagnostics", {})
    moved = (change.accepted,) if change.accepted else ()
    active = sorted((*background.active, *moved), key=lambda each: each.artifact.source.source_start)
    steps, counted = background.progress
    if frame is not None and change.accepted is not None:
        steps = steps if frame.steps is None else frame.steps
        counted = counted if frame.counted_events is None else frame.counted_events
    done = frame.done_definition if frame is not None else change.done_definition or ""
    snapshot = build_snapshot(
        SnapshotInput(
            session_id=background.session_id,
            sequence=previous.get("sequence", FIRST_SEQUENCE - 1) + 1,
            created_at=change.created_at,
            objective=background.objective,
            policy_version=change.policy_version,
            done_definition=previous.get("done_definition", done),
            previous=background.previous,
            active=tuple(active),
            retracted=change.retracted,
            ledger=background.ledger | change.written,
            source_ids=(background.session_id,),
            chunk_ids_seen=change.chunk_ids,
            steps=steps,
            counted_events=counted,
            not_included=_not_included(active),
            budgets=change.budgets if change.budgets is not None else old.get("budgets") or {},
            head=change.head,
            filters=change.filters if change.filters is not None else {},
            run_id=frame.run_id if frame is not None else previous.get("run_id"),
            manifest_ids=frame.manifest_ids if frame is not None and change.accepted else (),
        ),
        checker,
    )
    if snapshot["validation"]["status"] != "PASS":
        failed = [each["name"] for each in snapshot["validation"]["checks"] if each["status"] == "FAIL"]
        raise SnapshotInvalid(
            f"SYSTEM_ERROR: the snapshot fails its checks twice: {diagnostic(snapshot)}",
            "nothing changed; the artifact or the stored history is at fault, `workbench verify` says which",
            failed=tuple(failed),
            snapshot=snapshot,
        )
    return snapshot


def budgets_of(artifact: Artifact, policy: Policy, source_tokens: int) -> dict[str, int]:
    """Return the limits under which an artifact was made, and the tokens of its range."""
    limits = policy.limits(artifact.generation_record.purpose)
    known = {"cap_tokens": limits.cap_tokens, "timeout_ms": limits.timeout_ms} if limits else {}
    return {**known, "source_tokens": source_tokens}


def filters_of(artifact: Artifact, capture_version: str, events: Iterable[SourceEvent]) -> dict[str, str]:
    """Return the versions that determined the selection from these events."""
    sidechains = sum(1 for event in events if event.sidechain)
    return {
        "strategy": artifact.strategy,
        "capture": capture_version,
        "lane_events_left_out": str(sidechains),
    }


def chunk_ids(session_id: str, events: Sequence[SourceEvent]) -> tuple[str, ...]:
    """Return the chunk ids of events, in order."""
    return tuple(
        chunk.chunk_id for event in events for chunk in chunks_of(session_id, event.ordinal, event.text)
    )


def _not_included(active: Iterable[ActiveArtifact]) -> tuple[CapturedItem, ...]:
    """Return captured items that no active artifact retains."""
    lost: dict[str, CapturedItem] = {}
    retained: set[str] = set()
    for verdict in (v for each in active for v in _verdicts(each.report)):
        if verdict.retained:
            retained.add(verdict.item_id)
            continue
        lost[verdict.item_id] = CapturedItem(
            item_id=verdict.item_id,
            kind=cast("Literal['decision', 'open_work']", verdict.kind),
            text=verdict.text,
            status="open" if verdict.kind == "open_work" else "in_force",
            origin="structural",
            evidence=verdict.evidence,
        )
    return tuple(item for name, item in lost.items() if name not in retained)


def _verdicts(report: GateReport | None) -> tuple[Any, ...]:
    return tuple(each for each in report.retention if each.counted) if report else ()
