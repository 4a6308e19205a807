"""A run of steps over a store, with a clock of its own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

from gates.artifact import parse
from gates.evaluate import evaluate
from gates.search.index import SourceIndex
from gates.source import EventKind, SourceEvent, SourceRange, ToolAction, ToolFact
from tests.facts.session import SESSION
from workbench.capture import capture_range
from workbench.services.run_repository import StoreKeeper
from workbench.strategies import DraftRequest, RunEvent, RunKeeper, SavedRun, SnapshotMade, SnapshotRun
from workbench.strategies.keeping import Decision, Draft, Proposal, check_recorded

OBJECTIVE = "Move the exporter"
DONE = {"tests": "pass"}


class InMemory:
    """A keeper without a store: the same shapes, judged by the same gates; nobody decides."""

    def __init__(self) -> None:
        self.saved: dict[str, list[SavedRun]] = {}
        self.events: dict[str, list[SourceEvent]] = {}

    def load(self, run_id: str) -> SavedRun | None:
        return self.saved[run_id][-1] if run_id in self.saved else None

    def save(self, run: SavedRun) -> None:
        states = self.saved.setdefault(run.run_id, [])
        assert run.sequence == len(states) + 1
        states.append(SavedRun(run.run_id, run.strategy, run.sequence, json.loads(json.dumps(run.state))))

    def record(self, run_id: str, position: int, events: Sequence[RunEvent]) -> str:
        known = self.events.setdefault(run_id, [])
        check_recorded(run_id, position, self.recorded(run_id, position), events, whole=False)
        for event in events[len(known) - position :]:
            called = event.kind in (EventKind.TOOL_CALL, EventKind.TOOL_RESULT)
            tool = (
                ToolFact(event.tool, event.call_id, ToolAction.OTHER, failed=event.failed) if called else None
            )
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
    ) -> Decision:
        return Decision("accepted", proposal.artifact, actor, reason)


def keeper(folder: Path) -> StoreKeeper:
    """A keeper over a store of its own."""
    return StoreKeeper.open(str(folder / "agent.duckdb"), actor="mia")


def run_over(keeper: RunKeeper, run_id: str = "exporter", **changes: Any) -> SnapshotRun:
    """A run that takes one second between two looks at the clock."""
    ticks = count()
    fields: dict[str, Any] = {"now": lambda: f"2026-05-04T10:00:{next(ticks):02d}Z", **changes}
    return SnapshotRun(run_id, keeper, OBJECTIVE, DONE, **fields)


def step(run: SnapshotRun, number: int, *, verbose: int = 0, call: str = "") -> SnapshotMade | None:
    """One whole step: the plan is said, a file is read, the result is told."""
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
