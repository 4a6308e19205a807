"""A run with snapshots for your own loop: log its steps, and a snapshot is made when one is due.

Each compaction is drafted over the events since the last one, stored and scored by the keeper, reviewed as
the policy says, and becomes a snapshot of the keeper's session only when every invariant holds. A snapshot
that fails is made once more from the same inputs; when it fails again, the run stops with SYSTEM_ERROR and
its diagnostic, and nothing is accepted.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from typing import Any

from gates.canonical import text_digest
from gates.snapshot.builder import Checker
from gates.snapshot.cadence import CadenceLimits
from gates.snapshot.invariants import check
from gates.source import EventKind
from workbench.errors import Refused
from workbench.strategies.arguments import BadArgument, check_count, check_text
from workbench.strategies.keeping import Decision, Draft, Proposal, RunEvent, SnapshotFailed, SnapshotKeeper
from workbench.strategies.lapses import Lapse
from workbench.strategies.reviewing import ReviewPolicy, await_decision
from workbench.strategies.snapshot.answer import CompactionDraft, asker_of
from workbench.strategies.snapshot.draft import SnapshotStrategy
from workbench.strategies.snapshot.notes import check_evidence
from workbench.strategies.snapshot.state import Logged, Note, SnapshotRunState, TuningTally
from workbench.strategies.snapshot.tally import LOOP_WINDOW, restates_claim
from workbench.strategies.snapshot.tuning import TuningReport, report_of
from workbench.strategies.state_log import StateLog

__all__ = ["CadenceLimits", "RunStopped", "SnapshotMade", "SnapshotRun"]

NAME = "snapshot"
NO_EVIDENCE = "NO_EVIDENCE"
"""Name of the log entry of a step that found no evidence for a claim."""


class RunStopped(Refused):
    """The run stopped with SYSTEM_ERROR and does not go on (S0, stop semantics)."""

    code = "system_error"


@dataclass(frozen=True, slots=True)
class SnapshotMade:
    """A compaction that was completed."""

    trigger: str
    """`EVENT_THRESHOLD`, `N_STEP_FALLBACK`, or `ASKED`."""
    snapshot: dict[str, Any]
    """Valid Snapshot JSON v1 of the session, as `show`, `diff` and `history` find it."""
    proposal: Proposal
    decision: Decision
    lapse: Lapse | None = None
    """Why the model's answers could not be used, when the extractive delta is used instead."""

    @property
    def narrative(self) -> str:
        """The snapshot's narrative, as Markdown; it is rendered each time that it is asked for."""
        from workbench.templates import narrative

        return narrative(self.snapshot)


class SnapshotRun:
    """One run.

    Args:
        run_id: names the run in its keeper.
        keeper: keeps events, drafts and states, such as `workbench.services.runs.run_repository.StoreKeeper`.
        objective: the purpose of the run; it never changes after the start.
        done_definition: when the run is done; it never changes either.
        thresholds: both triggers; by default those of the keeper's policy.
        review: how a compaction is reviewed before it applies.
        draft: makes the structured delta of a range; extractive by default, or when it fails (see `lapses`).
        checker: checks the invariants.

    Raises:
        BadArgument: id or objective is not text, or the done definition is neither a text nor a dict.
        Refused: the keeper has a run with this id of another strategy, or with another objective.
    """

    def __init__(
        self,
        run_id: str,
        keeper: SnapshotKeeper,
        objective: str,
        done_definition: dict[str, Any] | str = "",
        *,
        thresholds: CadenceLimits | None = None,
        review: ReviewPolicy | None = None,
        draft: Draft | None = None,
        checker: Checker = check,
    ) -> None:
        check_text("run_id", run_id)
        check_text("objective", objective)
        if not isinstance(done_definition, dict):
            check_text("done_definition", done_definition)
        self.run_id = run_id
        self.thresholds = thresholds or keeper.thresholds()
        self._keeper = keeper
        self._review = review or ReviewPolicy()
        self._draft = draft or SnapshotStrategy().draft
        self._checker = checker
        self._log = StateLog(keeper, run_id, NAME)
        self._state = SnapshotRunState(objective=objective, done_definition=done_definition)
        self._snapshot: dict[str, Any] | None = None
        self._take_up(self._state)

    @property
    def state(self) -> SnapshotRunState:
        """The state after the last call."""
        return self._state

    @property
    def snapshot(self) -> dict[str, Any] | None:
        """The run's newest snapshot as Snapshot JSON v1; None before the first."""
        return self._snapshot

    @property
    def asker(self) -> object:
        """The asker of a draft that asks a model, else None."""
        return asker_of(self._draft)

    @property
    def lapses(self) -> tuple[Lapse, ...]:
        """Every draft for which a model gave no usable answer, with what is used instead."""
        return self._state.lapses

    @property
    def due(self) -> str | None:
        """The trigger of a snapshot that is due but not made yet, as after a kill; None if none is."""
        own = self._state
        return own.cadence.due(self.thresholds) if own.status == "RUNNING" and own.logged else None

    def saved_together(self) -> AbstractContextManager[None]:
        """Return a context that saves what is logged in it as one state: at its end, or for a snapshot.

        Outside, each call is saved before it returns, a transaction each. A kill inside loses what was logged
        there, so that a step is recorded whole or not at all; an error loses nothing.
        """
        return self._log.together()

    def log(self, name: str, *events: RunEvent) -> None:
        """Append one entry to the event log, with the messages, calls and results that belong to it.

        `PLAN_DONE`, `ACT_DONE` and `OBSERVE_DONE` are counted; any other name is verbose.

        Raises:
            BadArgument: the name is not text, or an event is no `RunEvent` with a text.
            RunStopped: the run stopped before.
        """
        own = self._running()
        check_text("name", name)
        _check_events(events)
        calls = [text_digest(f"{e.tool}\n{e.text}")[:16] for e in events if e.kind is EventKind.TOOL_CALL]
        cadence = own.cadence.after_event(name)
        self._keep(
            logged=(*own.logged, *map(Logged.of, events)),
            counted_events=cadence.counted_events,
            step_calls=(*own.step_calls, *calls),
            tally=_counted(own.tally, name, events, self._snapshot),
        )

    def note(self, note: Note) -> None:
        """Add a claim, conflict, failure or question of the run to the next draft.

        A conflict without words for each of its sides becomes an open question.

        Raises:
            BadArgument: it is no `Note`.
            EvidenceMissing: it quotes words that are in no event logged so far.
            RunStopped: the run stopped before.
        """
        own = self._running()
        _check_note(note)
        check_evidence(note, self._event_text)
        self._keep(notes=(*own.notes, note))

    def end_step(self, manifest_id: str | None = None) -> SnapshotMade | None:
        """End a step, with the id of its context manifest; return the snapshot that was due, if one was.

        Raises:
            BadArgument: the manifest's id is not text.
            RunStopped: the run stopped before, or its snapshot has now failed twice.
            CompactionRejected, NoDecision, AcceptanceRefused: the compaction was not accepted. Then, and when
                a model does not answer or its question is stopped, the step is over and the compaction stays
                due: `compact` makes it.
            OtherwiseRecorded: another process continued the run.
            store.errors.StoreError: the keeper could not save.
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
        trigger = self.due
        return self._compact(trigger) if trigger is not None else None

    def compact(self) -> SnapshotMade:
        """Make a snapshot now, whether one is due or not.

        Raises:
            Refused: nothing was logged since the last one.
            RunStopped, CompactionRejected, NoDecision, AcceptanceRefused, OtherwiseRecorded: as `end_step`.
        """
        own = self._running()
        if not own.logged:
            raise Refused("nothing was logged since the last snapshot", "log a step first")
        return self._compact(own.cadence.due(self.thresholds) or "ASKED")

    def tuning_report(self) -> TuningReport:
        """Return the figures that would justify other thresholds."""
        return report_of(self._state.tally, self._snapshot, self.thresholds)

    def _compact(self, trigger: str) -> SnapshotMade:
        self._log.flush()  # a snapshot names what the newest saved state says
        own = self._state
        draft = CompactionDraft(self._draft, own)
        end = own.compacted + len(own.logged)
        self._keeper.record(self.run_id, own.compacted, [each.event() for each in own.logged])
        proposal = self._keeper.propose(self.run_id, own.compacted, end - 1, draft)
        self._keep(answer=draft.answer)
        try:
            accept = partial(self._keeper.accept, checker=self._checker)
            decision = await_decision(self._keeper, proposal, self._review, accept=accept)
            snapshot = self._keeper.snapshot_of(self.run_id, proposal, decision, self._checker)
        except SnapshotFailed as error:
            raise self._stop(error) from error
        self._snapshot = snapshot
        tally, record = own.tally, decision.artifact.generation_record
        self._keep(
            whole=True,
            snapshot_id=snapshot["snapshot_id"],
            compacted=end,
            logged=(),
            counted_events=0,
            steps=0,
            notes=(),
            manifest_ids=(),
            answer=None,
            lapses=(*own.lapses, *draft.lapses),
            tally=tally.model_copy(
                update={
                    "compactions": tally.compactions + 1,
                    "tokens": _plus(tally.tokens, _total(record.counts())),
                    "elapsed_ms": _plus(tally.elapsed_ms, record.elapsed_ms),
                }
            ),
        )
        return SnapshotMade(trigger, snapshot, proposal, decision, *draft.lapses)

    def _event_text(self, position: int) -> str | None:
        """Return the text of an event of the run, or None before it is logged."""
        own = self._state
        if position >= own.compacted:
            logged = own.logged[position - own.compacted : position - own.compacted + 1]
            return logged[0].text if logged else None
        return self._keeper.recorded(self.run_id, position)[0].text

    def _stop(self, error: SnapshotFailed) -> RunStopped:
        self._keep(status="SYSTEM_ERROR", diagnostic=error.message, failed_snapshot=error.snapshot)
        return RunStopped(error.message, "the run's state has the failed snapshot; the run cannot continue")

    def _running(self) -> SnapshotRunState:
        if self._state.status != "RUNNING":
            raise RunStopped(self._state.diagnostic, "start another run; this one cannot continue")
        return self._state

    def _keep(self, *, whole: bool = False, **changes: object) -> None:
        state = self._state.model_copy(update=changes)
        if state == self._state:
            return
        self._log.save(state.model_dump(mode="json"), whole=whole)
        self._state = state

    def _take_up(self, given: SnapshotRunState) -> None:
        """Continue from the newest state that the keeper has, if it has one."""
        saved = self._log.load()
        if saved is None:
            return
        state = SnapshotRunState.of(saved)
        if (state.objective, state.done_definition) != (given.objective, given.done_definition):
            raise Refused(
                f"run {self.run_id} has another objective or done definition, which never change",
                "give the original ones, or choose another run id",
            )
        self._state = state
        self._snapshot = self._keeper.latest_snapshot(self.run_id) if state.compacted else None


def _check_note(note: object) -> None:
    if not isinstance(note, Note):
        raise BadArgument(
            f"a note must be a Note, not {type(note).__name__}", "give a workbench.strategies.Note"
        )


def _check_events(events: Sequence[RunEvent]) -> None:
    for event in events:
        if not isinstance(event, RunEvent):
            raise BadArgument(
                f"an event must be a RunEvent, not {type(event).__name__}",
                "give workbench.strategies.RunEvent",
            )
        for field in ("text", "call_id", "tool"):
            check_text(f"the event's {field}", getattr(event, field))
        check_text("the event's target", event.target)
        if event.tokens is not None:
            check_count("the event's tokens", event.tokens, 0)
        try:
            json.dumps(event.arguments)
        except (TypeError, ValueError, RecursionError) as error:
            wording = f"the event's arguments must be JSON data: {error}"
            raise BadArgument(wording, "give a dict of texts, numbers, lists and dicts, or none") from None


def _counted(
    tally: TuningTally, name: str, events: Sequence[RunEvent], snapshot: dict[str, Any] | None
) -> TuningTally:
    """Return the counts after a log entry with these events."""
    texts = [e.text for e in events if e.kind is EventKind.USER]
    update = {
        "stalls": tally.stalls + (name == NO_EVIDENCE),
        "tokens": _plus(tally.tokens, sum(map(_tokens, events))),
        "forgotten": tally.forgotten + sum(restates_claim(text, snapshot) for text in texts),
    }
    return tally.model_copy(update=update)


def _tokens(event: RunEvent) -> int:
    """Return the tokens of an event: as reported, else estimated at four UTF-8 bytes each."""
    return event.tokens if event.tokens is not None else -(-len(event.text.encode()) // 4)


def _total(counts: tuple[int | None, ...]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None


def _plus(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other
