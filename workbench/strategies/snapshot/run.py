"""A run with snapshots in one's own loop: log its steps, and a snapshot is made when one is due.

Each compaction is drafted over the events since the last, kept and judged by the keeper, reviewed as
the policy says, and becomes a snapshot only when every invariant holds. A snapshot that fails is made
once more of the same inputs; when it fails again the run stops with SYSTEM_ERROR and its diagnostic.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from gates.artifact import Artifact
from gates.canonical import text_digest
from gates.language.similarity import subsumes
from gates.report import GateReport
from gates.snapshot.builder import ActiveArtifact, Checker, SnapshotInput, build_snapshot, diagnostic
from gates.snapshot.cadence import Thresholds
from gates.snapshot.invariants import check
from gates.source import EventKind, SourceLink, chunks_of
from workbench.errors import Refused
from workbench.facts.directives import directives
from workbench.strategies.arguments import BadArgument, check_text
from workbench.strategies.base import Candidate, DraftRequest
from workbench.strategies.keeping import Decision, Draft, Proposal, RunEvent, RunKeeper, SavedRun
from workbench.strategies.reviewing import ReviewPolicy, await_decision
from workbench.strategies.snapshot.draft import SnapshotStrategy
from workbench.strategies.snapshot.notes import check_evidence, items_of
from workbench.strategies.snapshot.state import Compacted, Logged, Note, SnapshotRunState
from workbench.strategies.snapshot.tally import LOOP_WINDOW
from workbench.strategies.snapshot.tuning import TuningReport, tuning_report

__all__ = ["RunStopped", "SnapshotMade", "SnapshotRun", "Thresholds"]

NAME = "snapshot"
NO_EVIDENCE = "NO_EVIDENCE"
"""Name of the log entry of a step that found nothing to rest a claim on."""


class RunStopped(Refused):
    """The run stopped with SYSTEM_ERROR; nothing proceeds from it (S0, stop semantics)."""

    code = "system_error"


@dataclass(frozen=True, slots=True)
class SnapshotMade:
    """One compaction that was done."""

    trigger: str
    """`EVENT_THRESHOLD`, `N_STEP_FALLBACK`, or `ASKED`."""
    snapshot: dict[str, Any]
    """Snapshot JSON v1, valid."""
    narrative: str
    """Its narrative Markdown."""
    proposal: Proposal
    decision: Decision


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class SnapshotRun:
    """One run.

    Args:
        run_id: names the run in its keeper.
        keeper: keeps events, drafts and states, such as `workbench.services.run_repository.StoreKeeper`.
        objective: what the run is for; never changes once it began.
        done_definition: when it is done; never changes either.
        thresholds: both triggers; the contract's where none are given.
        review: how a compaction is reviewed before it applies.
        draft: makes the structured delta of a range; extractive, without a model, where none is given.
        checker: the invariants.
        now: the time as ISO 8601 in UTC.

    Raises:
        BadArgument: id or objective is no text, or the done definition neither a text nor a dict.
        Refused: the keeper has a run of that id of another strategy, or with another objective.
    """

    def __init__(  # noqa: PLR0913 (each is one thing that a run is made of)
        self,
        run_id: str,
        keeper: RunKeeper,
        objective: str,
        done_definition: dict[str, Any] | str = "",
        *,
        thresholds: Thresholds | None = None,
        review: ReviewPolicy | None = None,
        draft: Draft | None = None,
        checker: Checker = check,
        now: Callable[[], str] = _now,
    ) -> None:
        check_text("run_id", run_id)
        check_text("objective", objective)
        if not isinstance(done_definition, dict):
            check_text("done_definition", done_definition)
        self.run_id = run_id
        self.thresholds = thresholds or Thresholds()
        self._keeper = keeper
        self._review = review or ReviewPolicy()
        self._draft = draft or SnapshotStrategy().draft
        self._checker = checker
        self._now = now
        self._sequence = 0
        self._state = SnapshotRunState(objective=objective, done_definition=done_definition)
        self._take_up(self._state)

    @property
    def state(self) -> SnapshotRunState:
        """The state after the last call."""
        return self._state

    def log(self, name: str, *events: RunEvent) -> None:
        """One entry of the event log, with what was said, called or returned in it.

        `PLAN_DONE`, `ACT_DONE` and `OBSERVE_DONE` are counted; any other name is verbose.

        Raises:
            BadArgument: the name is no text, or an event is no `RunEvent` with a text.
            RunStopped: the run stopped before.
        """
        own = self._running()
        check_text("name", name)
        _check_events(events)
        calls = [text_digest(f"{e.tool}\n{e.text}")[:16] for e in events if e.kind is EventKind.TOOL_CALL]
        said = [e.text for e in events if e.kind is EventKind.USER]
        tally = own.tally.model_copy(
            update={
                "stalls": own.tally.stalls + (name == NO_EVIDENCE),
                "forgotten": own.tally.forgotten + sum(self._again(text) for text in said),
            }
        )
        cadence = own.cadence.after_event(name)
        self._keep(
            logged=(*own.logged, *map(Logged.of, events)),
            counted_events=cadence.counted_events,
            step_calls=(*own.step_calls, *calls),
            tally=tally,
        )

    def note(self, note: Note) -> None:
        """A claim, conflict, failure or question that the run states; it is in the next draft.

        A conflict without words for each of its sides is told as an open question.

        Raises:
            BadArgument: it is no `Note`.
            EvidenceMissing: it quotes what no event says that was logged so far.
            RunStopped: the run stopped before.
        """
        own = self._running()
        if not isinstance(note, Note):
            raise BadArgument(f"no note but {type(note).__name__}", "give a workbench.strategies.Note")
        check_evidence(note, self._said)
        self._keep(notes=(*own.notes, note))

    def end_step(self, manifest_id: str | None = None) -> SnapshotMade | None:
        """End a step, with the id of its context manifest; the snapshot that was due, if one was.

        Raises:
            BadArgument: the manifest's id is no text.
            RunStopped: the run stopped before, or its snapshot failed twice now.
            DraftRejected, NoDecision, AcceptanceRefused: the compaction was not let through; it stays due.
            OtherwiseRecorded: another driver went on with the run.
            store.errors.StoreError: the keeper could not keep.
        """
        own = self._running()
        check_text("manifest_id", "" if manifest_id is None else manifest_id)
        looped = any(call in before for before in own.recent_calls for call in own.step_calls)
        tally = own.tally.model_copy(
            update={"steps": own.tally.steps + 1, "looping_steps": own.tally.looping_steps + looped}
        )
        self._keep(
            steps=own.steps + 1,
            recent_calls=(*own.recent_calls, own.step_calls)[-LOOP_WINDOW:],
            step_calls=(),
            manifest_ids=(*own.manifest_ids, manifest_id) if manifest_id else own.manifest_ids,
            tally=tally,
        )
        trigger = self._state.cadence.due(self.thresholds)
        return self._compact(trigger) if trigger is not None and self._state.logged else None

    def compact(self) -> SnapshotMade:
        """A snapshot now, whether one is due or not.

        Raises:
            Refused: nothing was logged since the last one.
            RunStopped, DraftRejected, NoDecision, AcceptanceRefused, OtherwiseRecorded: as `end_step`.
        """
        own = self._running()
        if not own.logged:
            raise Refused("nothing was logged since the last snapshot", "log a step first")
        return self._compact(own.cadence.due(self.thresholds) or "ASKED")

    def tuning_report(self) -> TuningReport:
        """What would justify other thresholds."""
        return tuning_report(self._state, self.thresholds)

    def _compact(self, trigger: str) -> SnapshotMade:
        from workbench.templates import narrative

        own, seen = self._state, list[str]()
        draft = _noting(self._draft, own, seen)
        end = own.compacted + len(own.logged)
        self._keeper.record(self.run_id, own.compacted, [each.event() for each in own.logged])
        proposal = self._keeper.propose(self.run_id, own.compacted, end - 1, draft)
        decision = await_decision(self._keeper, proposal, self._review)
        report = _slim(proposal.report)
        compacted = Compacted(artifact=decision.artifact, report=report)
        judged = {item.item_id for item in proposal.artifact.items}
        fresh = {link.evidence_id: link for link in _sound(decision.artifact, report, judged)}
        self._keep(ledger={**own.ledger, **fresh})
        snapshot = build_snapshot(
            _input(self.run_id, self._state, self._now(), proposal, compacted, tuple(seen)), self._checker
        )
        if snapshot["validation"]["status"] != "PASS":
            self._stop(snapshot)
        tally = own.tally
        record = decision.artifact.generation_record
        self._keep(
            snapshot=snapshot,
            active=(*own.active, compacted),
            compacted=end,
            logged=(),
            counted_events=0,
            steps=0,
            notes=(),
            manifest_ids=(),
            tally=tally.model_copy(
                update={
                    "compactions": tally.compactions + 1,
                    "tokens": _plus(tally.tokens, _total(record.counts())),
                    "elapsed_ms": _plus(tally.elapsed_ms, record.elapsed_ms),
                }
            ),
        )
        return SnapshotMade(trigger, snapshot, narrative(snapshot), proposal, decision)

    def _said(self, position: int) -> str | None:
        """The text of an event of the run, or None before it is logged."""
        own = self._state
        if position >= own.compacted:
            logged = own.logged[position - own.compacted : position - own.compacted + 1]
            return logged[0].text if logged else None
        return self._keeper.recorded(self.run_id, position)[0].text

    def _stop(self, snapshot: dict[str, Any]) -> None:
        told = f"SYSTEM_ERROR: the snapshot fails its checks twice: {diagnostic(snapshot)}"
        self._keep(status="SYSTEM_ERROR", diagnostic=told, failed_snapshot=snapshot)
        raise RunStopped(told, "the run's state holds the failed snapshot; nothing proceeds from it")

    def _running(self) -> SnapshotRunState:
        if self._state.status != "RUNNING":
            raise RunStopped(self._state.diagnostic, "start another run; this one does not go on")
        return self._state

    def _again(self, text: str) -> bool:
        """Whether a human's message says again what the snapshot holds as decided."""
        claims = self._state.snapshot["state"]["claims"] if self._state.snapshot else ()
        held = [c["statement"] for c in claims if c.get("kind") in ("constraint", "decision")]
        said = [found.text for found in directives(text)]
        return any(subsumes(new, old) or subsumes(old, new) for new in said for old in held)

    def _keep(self, **changes: object) -> None:
        state = self._state.model_copy(update=changes)
        if state == self._state:
            return
        body = state.model_dump(mode="json")
        self._keeper.save(SavedRun(self.run_id, NAME, self._sequence + 1, body))
        self._state, self._sequence = state, self._sequence + 1

    def _take_up(self, given: SnapshotRunState) -> None:
        """Go on from the newest state that the keeper has, if it has one."""
        saved = self._keeper.load(self.run_id)
        if saved is None:
            return
        if saved.strategy != NAME:
            raise Refused(f"run {self.run_id} is one of {saved.strategy}", "choose another run id")
        state = SnapshotRunState.model_validate(saved.state)
        if (state.objective, state.done_definition) != (given.objective, given.done_definition):
            raise Refused(
                f"run {self.run_id} has another objective or done definition, which never change",
                "give those that it began with, or choose another run id",
            )
        self._state, self._sequence = state, saved.sequence


def _check_events(events: Sequence[RunEvent]) -> None:
    for event in events:
        if not isinstance(event, RunEvent):
            raise BadArgument(f"no event but {type(event).__name__}", "give workbench.strategies.RunEvent")
        for field in ("text", "call_id", "tool"):
            check_text(f"the event's {field}", getattr(event, field))


def _noting(base: Draft, own: SnapshotRunState, seen: list[str]) -> Draft:
    """The draft with what the run stated itself; the chunks that it read are put into `seen`."""

    def draft(request: DraftRequest) -> Candidate:
        session_id, events = request.source.session_id, request.seen()
        for event in events[request.source.start :]:
            seen.extend(c.chunk_id for c in chunks_of(session_id, event.ordinal, event.text))
        made = base(request)
        stated = items_of(own.notes, session_id, events)
        items = [*made.payload["items"], *(item.model_dump(mode="json") for item in stated)]
        return Candidate({**made.payload, "items": items}, made.record)

    return draft


def _input(
    run_id: str,
    own: SnapshotRunState,
    created_at: str,
    proposal: Proposal,
    compacted: Compacted,
    seen: tuple[str, ...],
) -> SnapshotInput:
    every = (*own.active, compacted)
    previous = own.snapshot
    return SnapshotInput(
        session_id=proposal.session_id,
        run_id=run_id,
        sequence=(previous["sequence"] if previous else 0) + 1,
        created_at=created_at,
        objective=own.objective,
        policy_version=proposal.report.policy_version,
        done_definition=own.done_definition,
        previous=previous,
        active=tuple(ActiveArtifact(e.artifact, e.artifact.artifact_id, e.report) for e in every),
        ledger=frozenset(own.ledger),
        source_ids=(proposal.session_id,),
        chunk_ids_seen=seen,
        steps=own.steps,
        counted_events=own.counted_events,
        manifest_ids=own.manifest_ids,
        filters={"strategy": compacted.artifact.strategy},
    )


def _slim(report: GateReport) -> GateReport:
    """The report as far as a snapshot asks it: verdicts and the items that findings name."""
    gates = {
        name: result.model_copy(
            update={"findings": tuple(f.model_copy(update={"evidence": ()}) for f in result.findings)}
        )
        for name, result in report.gates.items()
    }
    return report.model_copy(update={"gates": gates, "retention": ()})


def _sound(artifact: Artifact, report: GateReport, judged: Collection[str]) -> Sequence[SourceLink]:
    """The links of items that were judged and that no finding of gate B or D names: what the ledger takes."""
    named = {f.item_id for gate in ("B", "D") for f in report.gates[gate].findings}
    sound = [item for item in artifact.items if item.item_id in judged and item.item_id not in named]
    return [link for item in sound for link in item.links]


def _total(counts: tuple[int | None, ...]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None


def _plus(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other
