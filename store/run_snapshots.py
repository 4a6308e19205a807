"""Appends the snapshot of a draft that a run applies without an acceptance: no move, but the same chain.

The snapshots of the run and those of moves form one sequence of one session. Nothing becomes active by it,
and the snapshot's selection names no move for the draft.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gates.artifact import Artifact
from gates.policy import Policy
from gates.report import GateReport
from gates.snapshot.builder import ActiveArtifact, Checker, HeadPointer
from gates.snapshot.invariants import check
from gates.source import SourceLink
from store import pointers
from store.boundary import diagnostics, next_snapshot
from store.boundary.next_snapshot import Background, SnapshotChange
from store.engine import Store
from store.errors import NotFound, SnapshotInvalid
from store.records import artifacts, captures, evidence, reports, sessions, snapshots
from store.values import RunFrame, StoredSnapshot


@dataclass(frozen=True, slots=True)
class _Seen:
    background: Background
    change: SnapshotChange
    fresh: tuple[SourceLink, ...]


def apply_draft(
    store: Store,
    artifact_id: str,
    frame: RunFrame,
    *,
    policy: Policy,
    actor: str,
    now: str,
    checker: Checker = check,
) -> dict[str, Any]:
    """Append and return the snapshot of a run that applies a stored and judged artifact; repeating adds none.

    Its claims are verified by its report and the ledger, like those of an acceptance.

    Raises:
        NotFound: the artifact is not in the store, or was never judged.
        SnapshotInvalid: the snapshot fails its checks twice; only the diagnostic was written.
        InputsChanged: another snapshot was added in between.
    """
    stored = artifacts.get(store, artifact_id)
    with store.reading():
        newest = snapshots.latest(store, stored.session_id)
        if newest is not None and artifact_id in next_snapshot.applied_ids(newest.body):
            return newest.body
        seen = _read(store, artifact_id, frame, policy, now, newest)
    try:
        snapshot = next_snapshot.next_snapshot(seen.background, seen.change, checker)
    except SnapshotInvalid as error:
        diagnostics.record_refusal(
            store,
            error,
            session_id=stored.session_id,
            action="apply",
            artifact_id=artifact_id,
            actor=actor,
            now=now,
        )
        raise
    with store.writing(merge=False) as session:
        snapshots.check_latest(session, stored.session_id, seen.background.previous)
        evidence.insert(session, stored.session_id, snapshot["snapshot_id"], seen.fresh)
        snapshots.insert(session, stored.session_id, "", snapshot, seen.background.previous)
    return snapshot


def _read(
    store: Store, artifact_id: str, frame: RunFrame, policy: Policy, now: str, newest: StoredSnapshot | None
) -> _Seen:
    with store.reading() as session:
        artifact = artifacts.read_as_judged(session, [artifact_id])[artifact_id]
        source = artifact.source
        kept = reports.read_latest(session, artifact_id)
        if kept is None:
            raise NotFound(
                f"artifact {artifact_id} was never judged", f"`workbench score {artifact_id[:12]}` judges it"
            )
        active = pointers.active(store, source.session_id)
        background = next_snapshot.read_background(
            session, newest, active, artifact, accepts=True, frame=frame
        )
        events = sessions.read_events(session, source.session_id, source.source_start, source.source_end)
        digest = sessions.digest_at(session, source.session_id, source.source_end)
        where = (source.session_id, source.source_start, source.source_end)
        captured = captures.read_of(session, where, digest)
        head = pointers.head(store, source.session_id)
    links = {link.evidence_id: link for link in _sound(artifact, kept.report)}
    tokens = sum(event.tokens for event in events if event.sidechain is None)
    change = SnapshotChange(
        now,
        kept.report.policy_version,
        HeadPointer(head.pointer_id, head.hash) if head is not None else None,
        accepted=ActiveArtifact(artifact, artifact_id, kept.report),
        written=frozenset(links),
        chunk_ids=next_snapshot.chunk_ids(source.session_id, events),
        budgets=next_snapshot.budgets_of(artifact, policy, tokens),
        filters=next_snapshot.filters_of(
            artifact, captured.capture.capture_version if captured else "none", events
        ),
    )
    fresh = tuple(link for name, link in sorted(links.items()) if name not in background.ledger)
    return _Seen(background, change, fresh)


def _sound(artifact: Artifact, report: GateReport) -> Iterator[SourceLink]:
    """Yield the links of items without a finding of gate B or D, which the ledger accepts."""
    findings = [each for gate in ("B", "D") for each in report.gates[gate].findings]
    named = {each.item_id for each in findings if each.item_id}
    for item in artifact.items:
        if item.item_id not in named:
            yield from item.links
