"""Gather what the next snapshot of a session is made of, and build it (SN1, SN2, SN6).

It reads inside an open operation and builds with no lock held. It decides nothing: claims come out
of the active artifacts and their reports, `gates.snapshot.builder` makes and checks them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

from sqlmodel import Session

from gates.artifact import Artifact
from gates.capture import CapturedItem
from gates.report import GateReport
from gates.snapshot.builder import (
    ActiveArtifact,
    HeadPointer,
    SnapshotInput,
    build_snapshot,
    diagnostic,
    objective_of,
)
from gates.source import SourceEvent, chunks_of
from store.errors import SnapshotInvalid
from store.records import artifacts, evidence, native_compactions, reports, sessions, snapshots
from store.records import event_progress as progress
from store.values import Pointer


@dataclass(frozen=True, slots=True)
class Background:
    """What stays as it was in the session whose next snapshot is to be made."""

    session_id: str
    previous: dict[str, Any] | None
    objective: str
    standing: tuple[ActiveArtifact, ...]
    """Active before the move and after it."""
    ledger: frozenset[str]
    """Evidence of the standing artifacts, and of the one that moves, that is in the ledger."""
    progress: tuple[int, int]
    """Steps and counted events (SN5) since the last event that is compacted once the move is made."""


def read_background(
    session: Session, session_id: str, standing: Iterable[Pointer], moving: Artifact, *, accepts: bool
) -> Background:
    """Gather it for a move of `moving`, after which `standing` are active: with it if the move accepts it."""
    previous = snapshots.read_latest(session, session_id)
    kept = active_artifacts(session, standing)
    links = {link.evidence_id for each in kept for item in each.artifact.items for link in item.links}
    links |= {link.evidence_id for item in moving.items for link in item.links}
    said = "" if previous else sessions.first_human(session, session_id)
    compacted = [each.artifact.source.source_end for each in kept]
    compacted += [moving.source.source_end] if accepts else []
    return Background(
        session_id=session_id,
        previous=previous.body if previous else None,
        objective=previous.body["objective"] if previous else objective_of(said),
        standing=kept,
        ledger=evidence.read_known(session, links),
        progress=progress.since(
            session, session_id, max([native_compactions.last_end(session, session_id), *compacted])
        ),
    )


def active_artifacts(session: Session, moves: Iterable[Pointer]) -> tuple[ActiveArtifact, ...]:
    """The artifacts of acceptances as they were judged then, with their links and reports."""
    every = tuple(moves)
    made = artifacts.read_as_judged(session, [move.artifact_id for move in every])
    judged = reports.read_many(session, [move.report_id for move in every])
    return tuple(
        ActiveArtifact(made[move.artifact_id], move.artifact_id, judged[move.report_id], move.pointer_id)
        for move in every
    )


@dataclass(frozen=True, slots=True)
class Change:
    """What a move adds to or takes from the background."""

    pointer: Pointer
    accepted: ActiveArtifact | None = None
    retracted: ActiveArtifact | None = None
    written: frozenset[str] = frozenset()
    """Evidence ids that this move writes to the ledger."""
    chunk_ids: tuple[str, ...] = ()
    budgets: Mapping[str, int] | None = None
    """None: as in the previous snapshot."""
    filters: Mapping[str, str] | None = None
    done_definition: str | None = None


def next_snapshot(background: Background, change: Change) -> dict[str, Any]:
    """The snapshot after a move, validated.

    Raises:
        SnapshotInvalid: it fails its invariants, also when made once more (SN6).
    """
    previous = background.previous or {}
    old = previous.get("retrieval_diagnostics", {})
    moved = (change.accepted,) if change.accepted else ()
    active = sorted((*background.standing, *moved), key=lambda each: each.artifact.source.source_start)
    steps, counted = background.progress
    snapshot = build_snapshot(
        SnapshotInput(
            session_id=background.session_id,
            sequence=change.pointer.sequence,
            created_at=change.pointer.created_at,
            objective=background.objective,
            policy_version=change.pointer.policy_version,
            done_definition=previous.get("done_definition", change.done_definition or ""),
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
            head=HeadPointer(change.pointer.pointer_id, change.pointer.hash),
            filters=change.filters if change.filters is not None else {},
        )
    )
    if snapshot["validation"]["status"] != "PASS":
        failed = [each["name"] for each in snapshot["validation"]["checks"] if each["status"] == "FAIL"]
        raise SnapshotInvalid(
            f"SYSTEM_ERROR: the snapshot of this move fails its checks twice: {diagnostic(snapshot)}",
            "nothing changed; the artifact or the stored history is at fault, `workbench verify` tells which",
            failed=tuple(failed),
        )
    return snapshot


def chunk_ids(session_id: str, events: Sequence[SourceEvent]) -> tuple[str, ...]:
    """The chunks of events, in order."""
    return tuple(
        chunk.chunk_id for event in events for chunk in chunks_of(session_id, event.ordinal, event.text)
    )


def _not_included(active: Iterable[ActiveArtifact]) -> tuple[CapturedItem, ...]:
    """Captured items that no active artifact retains."""
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
