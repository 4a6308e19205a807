"""A run of steps over a store, with a clock of its own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gates.artifact import parse
from gates.evaluate import evaluate
from gates.report import GateReport
from gates.search.index import SourceIndex
from gates.snapshot.builder import ActiveArtifact, Checker, SnapshotInput, build_snapshot, diagnostic
from gates.snapshot.cadence import CadenceLimits
from gates.snapshot.invariants import check
from gates.source import EventKind, SourceEvent, SourceRange, chunks_of
from tests.facts.session import SESSION
from workbench.capture import capture_range
from workbench.services.runs.run_events import tool_of
from workbench.services.runs.run_repository import StoreKeeper
from workbench.strategies import DraftRequest, RunEvent, SavedRun, SnapshotMade, SnapshotRun
from workbench.strategies.keeping import (
    Decision,
    Draft,
    Proposal,
    SnapshotFailed,
    SnapshotKeeper,
    check_recorded,
    folded,
)

OBJECTIVE = "Move the exporter"
DONE = {"tests": "pass"}


class InMemory:
    """A keeper without a store: the same shapes and gates, without decisions."""

    def __init__(self) -> None:
        self.saved: dict[str, list[SavedRun]] = {}
        self.events: dict[str, list[SourceEvent]] = {}
        self.active: dict[str, list[tuple[Proposal, GateReport]]] = {}
        self.snapshots: dict[str, list[dict[str, Any]]] = {}

    def load(self, run_id: str) -> SavedRun | None:
        return self.saved[run_id][-1] if run_id in self.saved else None

    def save(self, run: SavedRun) -> None:
        states = self.saved.setdefault(run.run_id, [])
        assert run.sequence == len(states) + 1
        body = json.loads(json.dumps(run.state))
        whole = folded(states[-1].state, body) if run.changes else body
        states.append(SavedRun(run.run_id, run.strategy, run.sequence, whole))

    def record(self, run_id: str, position: int, events: Sequence[RunEvent]) -> str:
        known = self.events.setdefault(run_id, [])
        check_recorded(run_id, position, self.recorded(run_id, position), events, whole=False)
        for event in events[len(known) - position :]:
            tool, _ = tool_of(event)
            made = SourceEvent(
                len(known), event.kind, event.text, f"n{len(known)}", tokens=len(event.text) // 4, tool=tool
            )
            known.append(made)
        return SESSION

    def recorded(self, run_id: str, position: int) -> list[RunEvent]:
        there = self.events.get(run_id, [])[position:]
        return [
            RunEvent(e.kind, e.text, e.tool.call_id, e.tool.name) if e.tool else RunEvent(e.kind, e.text)
            for e in there
        ]

    def propose(self, run_id: str, start: int, end: int, draft: Draft) -> Proposal:
        events, source = self.events[run_id], SourceRange(SESSION, start, end)
        candidate = draft(DraftRequest(source, events))
        record = candidate.record.model_copy(update={"elapsed_ms": 7})
        artifact = parse({**candidate.payload, "generation_record": record.model_dump(mode="json")})
        index = SourceIndex.build(source, events, scope_complete=True)
        report = evaluate(artifact, index, capture_range(SESSION, events, start, end))
        return Proposal(artifact.artifact_id, SESSION, start, end, artifact, report)

    def decided(self, proposal: Proposal) -> None:  # noqa: ARG002 - one shape
        return None

    def accept(
        self,
        proposal: Proposal,
        actor: str,
        reason: str,
        confirm: tuple[str, ...] = (),  # noqa: ARG002 - one shape
        checker: Checker | None = None,  # noqa: ARG002 - one shape
    ) -> Decision:
        return Decision("accepted", proposal.artifact, actor, reason)

    def snapshot_of(
        self, run_id: str, proposal: Proposal, decision: Decision, checker: Checker | None = None
    ) -> dict[str, Any]:
        state, made = self.saved[run_id][-1].state, self.snapshots.setdefault(run_id, [])
        active = [*self.active.get(run_id, ()), (proposal, proposal.report)]
        every = [ActiveArtifact(each.artifact, each.artifact_id, report) for each, report in active]
        ledger = {link.evidence_id for each in every for item in each.artifact.items for link in item.links}
        events = self.events[run_id][proposal.start : proposal.end + 1]
        previous = made[-1] if made else None
        snapshot = build_snapshot(
            SnapshotInput(
                session_id=SESSION,
                run_id=run_id,
                sequence=len(made) + 1,
                created_at=f"2026-05-04T10:00:{len(made):02d}Z",
                objective=state["objective"],
                policy_version=proposal.report.policy_version,
                done_definition=state["done_definition"],
                previous=previous,
                active=tuple(every),
                ledger=ledger,
                source_ids=(SESSION,),
                chunk_ids_seen=tuple(
                    c.chunk_id for e in events for c in chunks_of(SESSION, e.ordinal, e.text)
                ),
                steps=state["steps"],
                counted_events=state["counted_events"],
                manifest_ids=tuple(state["manifest_ids"]),
                filters={"strategy": decision.artifact.strategy},
            ),
            checker or check,
        )
        if snapshot["validation"]["status"] != "PASS":
            raise SnapshotFailed(f"SYSTEM_ERROR: {diagnostic(snapshot)}", "", snapshot)
        self.active[run_id] = active
        made.append(snapshot)
        return snapshot

    def thresholds(self) -> CadenceLimits:
        return CadenceLimits()

    def latest_snapshot(self, run_id: str) -> dict[str, Any] | None:
        return self.snapshots[run_id][-1] if run_id in self.snapshots else None


def keeper(folder: Path) -> StoreKeeper:
    """A keeper over a store of its own."""
    return StoreKeeper.open(str(folder / "agent.duckdb"), actor="mia")


def run_over(keeper: SnapshotKeeper, run_id: str = "exporter", **changes: Any) -> SnapshotRun:
    """A run of the one objective."""
    return SnapshotRun(run_id, keeper, OBJECTIVE, DONE, **changes)


def step(run: SnapshotRun, number: int, *, verbose: int = 0, call: str = "") -> SnapshotMade | None:
    """Log one whole step: plan, file read and result."""
    name = f"part{number}.csv"
    if number == 1:
        run.log("USER", RunEvent(EventKind.USER, "Never touch the invoices table. Use batches of 40 rows."))
    run.log("PLAN_DONE", RunEvent(EventKind.ASSISTANT, f"The file {name} holds batch number {number}."))
    for _ in range(verbose):
        run.log("TOKEN_STREAMED")
    called = f"read {call or name}"
    run.log("ACT_DONE", RunEvent(EventKind.TOOL_CALL, called, f"c{number}", "read"))
    rows = "one row of the export with the name of a customer\n" * 20
    run.log("OBSERVE_DONE", RunEvent(EventKind.TOOL_RESULT, rows, f"c{number}", "read", failed=False))
    return run.end_step(f"man_{number}")


def steps(run: SnapshotRun, first: int, last: int, **more: Any) -> SnapshotMade | None:
    """Several steps; what the last of them made."""
    made = None
    for number in range(first, last + 1):
        made = step(run, number, **more)
    return made
