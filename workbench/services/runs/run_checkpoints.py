"""The session and the snapshots of an agent run: a `SnapshotRun` in its loop.

Typed events are converted to the same session events each time, and those that the session has already are
skipped. A killed run therefore records every event exactly once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from gates.policy import SnapshotSettings
from gates.snapshot.cadence import CadenceLimits
from gates.source import EventKind, ToolAction
from store.records import runs
from store.run_values import RunRecord, TypedEvent
from store.values import StoredRun
from workbench.errors import Refused
from workbench.escaping import one_line
from workbench.runs.machine.step_machine import CheckpointFailed
from workbench.runs.records import events as kinds
from workbench.runs.records.shapes import Plan
from workbench.runs.records.state import CHECKPOINT, RunState, parsed
from workbench.services.runs.run_ledger import StoreLedger
from workbench.services.runs.run_repository import StoreKeeper
from workbench.strategies import Evidence, Note, ReviewPolicy, RunEvent, RunStopped, SnapshotMade, SnapshotRun
from workbench.strategies.keeping import Draft, Proposal, SavedRun
from workbench.strategies.reviewing import CompactionRejected, NoDecision

_MOST_NARRATIVE = 12_000


@dataclass(frozen=True)
class _SessionAddition:
    """The session events of one typed event."""

    name: str
    """Name for `SnapshotRun.log`."""
    events: tuple[RunEvent, ...]
    manifest_id: str = ""
    ends_step: bool = False
    synthesis: kinds.Synthesis | None = None
    """The synthesis that was written, without a model's unverified claims."""


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
        )
        self._logged = self._run.state.compacted + len(self._run.state.logged)
        self._steps = self._run.state.tally.steps
        self._additions: list[_SessionAddition] = []
        self._noted = 0
        """Number of session events up to the last synthesis that is noted."""
        self._taken = 0
        """Number of typed events that are converted."""
        self._manifest = ""
        self._lists = due is not None
        """Whether the session has an event of each checkpoint; those of older runs have none."""
        self._asked: list[_SessionAddition] = []
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
            if addition.synthesis is not None and position > max(self._noted, self._run.state.compacted):
                self._noted = position
                self._note(addition.synthesis, addition.events[-1].text, position - 1)
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
            addition = _addition_of(event, body, self._record, self._manifest, self._ledger)
            if isinstance(body, kinds.ModelAsked) and addition is not None:
                self._asked.append(addition)
                continue
            if isinstance(body, kinds.RunFailed):
                self._additions += self._asked
            self._asked.clear()
            if addition is not None and (self._lists or not isinstance(body, kinds.CheckpointDone)):
                self._additions.append(addition)
        self._taken = len(events)

    def _note(self, made: kinds.Synthesis, text: str, position: int) -> None:
        """Add notes of the claims and conflicts of a synthesis, unless they exist already."""
        for note in _notes(made, text, position, self._ledger):
            if note not in self._run.state.notes:
                self._run.note(note)

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


def _notes(made: kinds.Synthesis, text: str, position: int, ledger: StoreLedger) -> Iterator[Note]:
    """Yield the notes of a synthesis, each quoting words of the session's event."""
    words_at = _quoted_words(made, ledger)

    def evidence(quotes: Sequence[kinds.PassageQuote]) -> tuple[Evidence, ...]:
        found_words = (words_at.get(_place(quote), "") for quote in quotes)
        return tuple(Evidence(position=position, quote=w) for w in found_words if w.strip() and w in text)

    for claim in made.claims:
        found = evidence(claim.quotes)
        if found:
            yield Note(kind="claim", text=claim.text, evidence=found)
    for conflict in made.conflicts:
        first, second = evidence(conflict.side_a), evidence(conflict.side_b)
        if first and second:
            yield Note(kind="conflict", text=conflict.text, evidence=first, other_side=second)
    for each in made.uncertainty:
        addition = (Evidence(position=position, quote=each),) if each in text else ()
        yield Note(kind="open_question", text=each, evidence=addition)


def _quoted_words(made: kinds.Synthesis, ledger: StoreLedger) -> dict[tuple[str, int, int], str]:
    """Return the words of every quotation of a synthesis, by place."""
    quotes = [quote for claim in made.claims for quote in claim.quotes]
    for conflict in made.conflicts:
        quotes += [*conflict.side_a, *conflict.side_b]
    return _words(quotes, ledger)


def _words(quotes: Sequence[kinds.PassageQuote], ledger: StoreLedger) -> dict[tuple[str, int, int], str]:
    """Return the words of quotations whose passages exist, by place; reads the store once."""
    if not quotes:
        return {}
    with ledger.reading():
        chunks = ledger.chunks(list(dict.fromkeys(quote.chunk_id for quote in quotes)))
        artifacts = {name: chunk.artifact_id for name, chunk in chunks.items()}
        texts = ledger.texts(list(dict.fromkeys(artifacts.values())))
    there = [quote for quote in quotes if quote.chunk_id in artifacts]
    return {_place(q): texts[artifacts[q.chunk_id]][q.start : q.end] for q in there}


def _place(quote: kinds.PassageQuote) -> tuple[str, int, int]:
    return quote.chunk_id, quote.start, quote.end


def _addition_of(
    event: TypedEvent, body: object, record: RunRecord, manifest_id: str, ledger: StoreLedger
) -> _SessionAddition | None:
    """Return what an event adds to the session; None if a reader of the session does not need it."""
    call = f"step-{event.step}"
    if isinstance(body, kinds.RunStarted):
        done = f"\nDone when: {record.done_definition}" if record.done_definition else ""
        return _SessionAddition("RUN_STARTED", (RunEvent(EventKind.USER, record.objective + done),))
    if isinstance(body, kinds.SourcesRead):
        text = (
            f"{body.read} sources read, {body.skipped} skipped, {body.failed} failed, {body.chunks} passages"
        )
        return _SessionAddition("SOURCES_READ", (RunEvent(EventKind.META, f"SOURCES: {text}"),))
    if isinstance(body, kinds.CompileDone):
        text = (
            f"COMPILE step {event.step}: {one_line(body.query)}\n{body.candidates} candidates, "
            f"{len(body.selected)} selected, best score {body.max_score:.3f}, {body.tokens} tokens, "
            f"manifest {body.manifest_id}"
        )
        text += f"\nWARNING: {one_line(body.warning)}" if body.warning else ""
        return _SessionAddition("COMPILE_DONE", (RunEvent(EventKind.META, text),))
    if isinstance(body, kinds.NoEvidence):
        text = f"NO_EVIDENCE: {one_line(body.query)} (best score {body.max_score:.3f})"
        return _SessionAddition("NO_EVIDENCE", (RunEvent(EventKind.META, text),))
    if isinstance(body, kinds.PlanDone):
        return _SessionAddition("PLAN_DONE", tuple(_planned(body.plan, call)))
    if isinstance(body, kinds.ActDone):
        return _acted(body, call, ledger)
    if isinstance(body, kinds.ObserveDone):
        text = f"OBSERVE step {event.step}: {body.summary}"
        return _SessionAddition(
            "OBSERVE_DONE", (RunEvent(EventKind.META, text),), manifest_id, ends_step=True
        )
    return _other(body)


def _planned(plan: Plan, call: str) -> Iterator[RunEvent]:
    # its words are the machine's own: nobody decided, asked or proposed them
    yield RunEvent(EventKind.META, f"PLAN {plan.action_type}: {plan.rationale}")
    for each in plan.tool_calls:
        arguments = " ".join(f"{name}={one_line(str(value))}" for name, value in each.arguments.items())
        yield RunEvent(
            EventKind.TOOL_CALL, f"{each.name} {arguments}".strip(), call, each.name,
            arguments=each.arguments, action=ToolAction.SEARCH if each.name == "search" else ToolAction.READ,
        )  # fmt: skip


def _acted(body: kinds.ActDone, call: str, ledger: StoreLedger) -> _SessionAddition:
    tool = {"SEARCH": "search", "FETCH_SLICE": "fetch_slice", "SYNTHESIZE": "synthesize"}.get(
        body.action_type
    )
    if body.action_type == "ASK_HUMAN":
        tool = "ask_human"
    if tool is None:
        return _SessionAddition("ACT_DONE", (RunEvent(EventKind.META, f"ACT {body.action_type}"),))
    text = _result(body, ledger)
    result = RunEvent(EventKind.TOOL_RESULT, text, call, tool, failed=False)
    return _SessionAddition("ACT_DONE", (result,), synthesis=_verified(body))


def _verified(body: kinds.ActDone) -> kinds.Synthesis | None:
    """Return a synthesis without claims of a model that no passage supports, so that no snapshot has them."""
    made = body.synthesis
    if made is None or not made.own_words:
        return made
    claims = [c for c, why in zip(made.claims, body.reasons, strict=False) if not why]
    return made.model_copy(update={"claims": tuple(claims)})


def _result(body: kinds.ActDone, ledger: StoreLedger) -> str:
    if body.synthesis is not None:
        return _synthesis_text(body.synthesis, body.reasons, ledger)
    if body.slice is not None:
        words = _words([body.slice], ledger).get(_place(body.slice), "")
        return f"{body.slice.chunk_id} {body.slice.start}..{body.slice.end}\n{words}"
    if body.action_type == "ASK_HUMAN":
        return "a person is asked"
    lines = [f"{each.label} {each.score:.3f} {each.chunk_id}" for each in body.found]
    return "\n".join(lines) or "no passage"


def _synthesis_text(made: kinds.Synthesis, reasons: Sequence[str], ledger: StoreLedger) -> str:
    """Return the answer with the words that its claims rest on, so that the session has its own evidence."""
    words_at = _quoted_words(made, ledger)
    lines = [f"Answer: {made.answer}"]
    for number, claim in enumerate(made.claims):
        why = reasons[number] if made.own_words and number < len(reasons) else ""
        stated = f"{claim.text} (not verified: {why})" if why else claim.text
        places = map(_place, claim.quotes)
        lines += [f"- {stated}", *(f"  {words_at[place]}" for place in places if place in words_at)]
    for conflict in made.conflicts:
        places = map(_place, (*conflict.side_a, *conflict.side_b))
        lines += [
            f"- Conflict: {conflict.text}",
            *(f"  {words_at[place]}" for place in places if place in words_at),
        ]
    lines += [f"- Uncertain: {each}" for each in made.uncertainty]
    return "\n".join(lines)


def _over_words(over: kinds.BudgetSpent) -> str:
    ahead = f", and the next question may have cost {over.ahead:g}" if over.ahead else ""
    return f"BUDGET of {over.name} is spent: {over.used:g} of {over.most:g}{ahead}"


def _made_words(body: kinds.CheckpointDone) -> str:
    counts = ", ".join(f"{count} {name}" for name, count in body.summary.items())
    return f"CHECKPOINT ({body.trigger}, {body.outcome}): snapshot {body.snapshot_id}, {counts}"


def _asked_words(body: kinds.ModelAsked) -> str:
    again = f", again because {one_line(body.problem)}" if body.problem else ""
    return f"MODEL_ASKED {body.purpose}: {body.spent.tokens:,} tokens{again}"


def _other(body: object) -> _SessionAddition | None:
    if isinstance(body, kinds.PersonAnswered):
        return _SessionAddition("ANSWERED", (RunEvent(EventKind.USER, body.text),))
    stated: dict[type, Callable[[Any], str]] = {
        kinds.PersonAsked: lambda b: f"ASK_HUMAN: {b.question}",
        kinds.OverrideSet: lambda b: f"OVERRIDE {b.override.kind} ({b.trigger}, {b.ttl_steps} steps)",
        kinds.OverrideExpired: lambda b: f"OVERRIDE expired: {b.override_id}",
        kinds.PlanRefused: lambda b: f"PLAN refused: {b.reason}",
        kinds.ActRefused: lambda b: f"ACT refused: {b.reason}",
        kinds.BudgetSpent: _over_words,
        kinds.CheckpointDone: _made_words,
        kinds.ModelAsked: _asked_words,
        kinds.EgressDone: lambda b: f"EGRESS: {b.ended}, {b.verified} of {b.claims} claims verified",
        kinds.RunFailed: lambda b: f"FAILED in {b.phase}: {b.reason}",
        kinds.RunCancelled: lambda b: f"CANCELLED by {b.actor}: {b.reason}",
    }
    for kind, words in stated.items():
        if isinstance(body, kind):
            return _SessionAddition(kinds.NAMES[kind], (RunEvent(EventKind.META, words(body)),))
    return None
