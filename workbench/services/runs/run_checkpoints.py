"""The session and the snapshots of an agent run: a `SnapshotRun` in its loop.

Typed events are converted to the same session events each time, and those that the session has already are
skipped. A killed run therefore records every event exactly once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from gates.policy import SnapshotSettings
from gates.snapshot.cadence import CadenceLimits
from store.records import runs
from store.run_values import RunRecord, TypedEvent
from store.values import StoredRun
from workbench.errors import Refused
from workbench.runs.machine.step_machine import CheckpointFailed
from workbench.runs.records import events as kinds
from workbench.runs.records.state import CHECKPOINT, RunState, parsed
from workbench.services.runs.run_ledger import StoreLedger
from workbench.services.runs.run_repository import StoreKeeper
from workbench.services.runs.session_additions import SessionAddition, addition_of
from workbench.services.runs.step_notes import (
    checkpoint_draft,
    failure_note,
    found_notes,
    next_note,
    search_note,
    slice_notes,
)
from workbench.services.runs.synthesis_notes import passage_place, passage_words, synthesis_notes
from workbench.strategies import Note, ReviewPolicy, RunEvent, RunStopped, SnapshotMade, SnapshotRun
from workbench.strategies.keeping import Draft, Proposal, SavedRun
from workbench.strategies.reviewing import CompactionRejected, NoDecision

_MOST_NARRATIVE = 12_000


@dataclass(frozen=True)
class BatchingKeeper(StoreKeeper):
    """A keeper that buffers states until the store needs them: one transaction per step."""

    waiting: list[SavedRun] = field(default_factory=list, compare=False)

    def save(self, run: SavedRun) -> None:
        """Buffer a state."""
        self.waiting.append(run)

    def flush(self) -> None:
        """Store the buffered states."""
        now = self.env.now()
        states = [StoredRun(r.run_id, r.strategy, r.sequence, r.state, now) for r in self.waiting]
        runs.put_several(self.store, states, [r.changes for r in self.waiting])
        self.waiting.clear()

    def propose(self, run_id: str, start: int, end: int, draft: Draft) -> Proposal:
        """Store the run's state, then draft, store and judge."""
        self.flush()
        return super().propose(run_id, start, end, draft)


class RunCheckpoints:
    """The session and the snapshots of one run.

    Args:
        keeper: stores sessions, drafts and snapshots.
        ledger: stores the run.
        record: the run.
        due: when a snapshot is due; None: as the keeper's policy says.
    """

    def __init__(
        self,
        keeper: BatchingKeeper,
        ledger: StoreLedger,
        record: RunRecord,
        due: SnapshotSettings | None = None,
    ) -> None:
        self._keeper = keeper
        self._ledger = ledger
        self._record = record
        self._run = SnapshotRun(
            record.run_id,
            keeper,
            record.objective,
            record.done_definition,
            thresholds=CadenceLimits(due.event_threshold, due.n_step_fallback) if due else None,
            review=ReviewPolicy(),
            draft=checkpoint_draft,
        )
        self._logged = self._run.state.compacted + len(self._run.state.logged)
        self._steps = self._run.state.tally.steps
        self._additions: list[SessionAddition] = []
        self._noted = 0
        """Number of session events up to the last one of which notes are made."""
        self._call: tuple[int, RunEvent] | None = None
        """Position and event of the last planned call."""
        self._acted: kinds.ActDone | None = None
        self._answered = False
        """Whether an answer was written."""
        self._taken = 0
        """Number of typed events that are converted."""
        self._manifest = ""
        self._lists = due is not None
        """Whether the session has an event of each checkpoint; those of older runs have none."""
        self._asked: list[SessionAddition] = []
        """Requests to a model since the last completed phase; a session has those of a failed one."""
        self._recorded = self._run.state.compacted
        """Number of events that the session is known to have."""
        self._taken_up = False
        """Whether unfinished work of an earlier process was looked for."""

    def follow(self, events: Sequence[TypedEvent], state: RunState) -> kinds.CheckpointDone | None:
        """Record new events in the session; return a snapshot that no event names yet, or None.

        Raises:
            CheckpointFailed: a snapshot failed its checks twice.
        """
        self._project(events)
        made = None
        position = ended = 0
        for addition in self._additions:
            position += len(addition.events)
            ended += addition.ends_step
            if position > self._logged and addition.events:
                self._run.log(addition.name, *addition.events)
                self._logged = position
            self._answered = self._answered or addition.synthesis is not None
            if isinstance(addition.body, kinds.PlanDone):
                self._call = position - 1, addition.events[-1]
            elif isinstance(addition.body, kinds.ActDone):
                self._acted = addition.body
            if addition.events and position > max(self._noted, self._run.state.compacted):
                self._noted = position
                self._note(addition, position - 1)
            if addition.ends_step and ended > self._steps:
                made = self._checkpoint(partial(self._run.end_step, addition.manifest_id or None)) or made
                self._steps = ended
        if made is None and not self._taken_up and state.phase == CHECKPOINT and self._run.due is not None:
            made = self._checkpoint(self._run.compact)  # the step was ended, and then the process was
        self._taken_up = True
        self._keeper.flush()
        self._record_session()
        return made or self._unnamed(state)

    def _project(self, events: Sequence[TypedEvent]) -> None:
        for event in events[self._taken :]:
            body = parsed(event)
            if isinstance(body, kinds.CompileDone):
                self._manifest = body.manifest_id
            addition = addition_of(event, body, self._record, self._manifest, self._ledger)
            if isinstance(body, kinds.ModelAsked) and addition is not None:
                self._asked.append(addition)
                continue
            if isinstance(body, kinds.RunFailed):
                self._additions += self._asked
            self._asked.clear()
            if addition is not None and (self._lists or not isinstance(body, kinds.CheckpointDone)):
                self._additions.append(addition)
        self._taken = len(events)

    def _note(self, addition: SessionAddition, position: int) -> None:
        """Add notes of what one typed event states, unless they exist already.

        `position` is that of the last session event of it.
        """
        for note in self._notes_of(addition, position):
            if note not in self._run.state.notes:
                self._run.note(note)

    def _notes_of(self, addition: SessionAddition, position: int) -> Iterator[Note]:
        event, body = addition.events[-1], addition.body
        if isinstance(body, kinds.NoEvidence):
            yield failure_note(body, event, position)
        elif addition.synthesis is not None:
            yield from synthesis_notes(addition.synthesis, event.text, position, self._ledger)
        elif isinstance(body, kinds.ActDone) and body.slice is not None:
            words = passage_words([body.slice], self._ledger).get(passage_place(body.slice), "")
            yield from slice_notes(words, position)
        elif isinstance(body, kinds.ActDone) and body.found:
            stored = self._run.state.logged[position - self._run.state.compacted]
            yield from found_notes(stored.text, position)
        elif isinstance(body, kinds.ObserveDone):
            acted = self._acted
            if self._call is not None and acted is not None and acted.action_type == "SEARCH":
                yield search_note(self._call, acted, (position, event))
        elif isinstance(body, kinds.CompileDone) and not self._answered and not self._says_next:
            yield next_note(body, event, position)

    @property
    def _says_next(self) -> bool:
        """Whether a note of the next checkpoint says already what is next."""
        return any(note.kind == "open_work" for note in self._run.state.notes)

    def _checkpoint(self, compact: Callable[[], SnapshotMade | None]) -> kinds.CheckpointDone | None:
        """Make a call that may compact.

        Return the checkpoint, or None if none was due or it was not accepted.
        """
        try:
            made = compact()
        except RunStopped as error:
            raise CheckpointFailed(error.message) from error
        except (CompactionRejected, NoDecision):
            return None  # it stays due; the run goes on without it
        except Refused:
            return None
        if made is None:
            return None
        return self._done(made.snapshot, made.trigger, made.decision.outcome, made.proposal.artifact_id)

    def _unnamed(self, state: RunState) -> kinds.CheckpointDone | None:
        """Return the run's newest snapshot if a kill prevented the event that names it."""
        own = self._run.state
        if own.snapshot_id is None or own.snapshot_id == state.snapshot_id or self._run.snapshot is None:
            return None
        if self._run.snapshot["snapshot_id"] == state.snapshot_id:
            return None
        return self._done(self._run.snapshot, "RECOVERED", "unreviewed", "")

    def _done(
        self, snapshot: dict[str, object], trigger: str, outcome: str, artifact_id: str
    ) -> kinds.CheckpointDone:
        from workbench.templates import narrative

        state = snapshot["state"]
        assert isinstance(state, dict)  # Snapshot JSON v1
        counted = {name: len(state.get(name, ())) for name in ("claims", "conflicts", "failures")}
        stated = narrative(snapshot)
        return kinds.CheckpointDone(
            snapshot_id=str(snapshot["snapshot_id"]),
            artifact_id=artifact_id,
            trigger=trigger,
            outcome=outcome,
            narrative=stated[:_MOST_NARRATIVE],
            summary={**counted, "events": self._run.state.compacted},
        )

    def _record_session(self) -> None:
        """Record the logged events in the session, whether a snapshot was due or not."""
        own = self._run.state
        first = max(self._recorded - own.compacted, 0)
        waiting = [each.event() for each in own.logged[first:]]
        if waiting:
            self._keeper.record(self._record.run_id, own.compacted + first, waiting)
        self._recorded = own.compacted + len(own.logged)
