"""The step machine: COMPILE, PLAN, ACT, OBSERVE, (CHECKPOINT), EGRESS, one persisted phase at a time.

`advance` executes exactly one phase: it reads what was persisted, executes the phase, and appends its typed
events and records in one transaction. Phases pass state only through the store, so a run that was killed
anywhere continues from its newest event and does nothing twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Protocol

from store.run_values import FailedQuery, RunPart, TypedEvent
from workbench.models.base import ModelTrouble
from workbench.runs.agent import Agent, AgentFailed, StepView, TooDear
from workbench.runs.compiling.compiler import Compiled, Compiler, by_rules, compiled
from workbench.runs.compiling.step_views import Views
from workbench.runs.machine.acting import Acting
from workbench.runs.machine.driving import drive
from workbench.runs.machine.egress import Egress
from workbench.runs.machine.observing import observed, over_before_asking, over_by_next
from workbench.runs.machine.relabelling import Relabelling
from workbench.runs.machine.supervisor import allowed
from workbench.runs.planning.plan_attempts import planned
from workbench.runs.records import events as kinds
from workbench.runs.records import state as phases
from workbench.runs.records.ledger import Ledger
from workbench.runs.records.shapes import Model
from workbench.runs.records.state import RunState, fold
from workbench.runs.retrieval.nearness import Nearness
from workbench.runs.retrieval.retrieve import Retriever
from workbench.runs.settings import RunSettings
from workbench.runs.sources.source_reading import SourceReading


class Checkpoints(Protocol):
    """Maintains the run's session and makes its snapshots; see `SnapshotRun`."""

    def follow(self, events: Sequence[TypedEvent], state: RunState) -> kinds.CheckpointDone | None:
        """Add the events so far, exactly once each; return a compaction that is not recorded yet.

        Raises:
            CheckpointFailed: a snapshot failed its checks twice.
        """


class CheckpointFailed(Exception):
    """A snapshot failed its checks twice; the run ends with SYSTEM_ERROR."""


class Machine:
    """Drives one run.

    Args:
        ledger: stores it.
        run_id: id of the run.
        settings: its budgets.
        agent: decides.
        checkpoints: maintains its session; None: it has none.
        reading: reads its sources.
        now: returns the time as ISO-8601.
        ticks: seconds on a clock that only moves forward.
        nearness: returns the vectors of queries; None: character n-grams.
    """

    def __init__(  # noqa: PLR0913 - the parts of a run
        self,
        ledger: Ledger,
        run_id: str,
        settings: RunSettings,
        agent: Agent,
        checkpoints: Checkpoints | None,
        reading: SourceReading,
        *,
        now: Callable[[], str],
        ticks: Callable[[], float],
        nearness: Nearness | None = None,
    ) -> None:
        self._ledger = ledger
        self._settings = settings
        self._agent = agent
        self._checkpoints = checkpoints
        self._reading = reading
        self._now = now
        self._ticks = ticks
        self._record = ledger.record(run_id)
        self._retriever = Retriever(ledger, run_id, settings, agent.reranker, nearness)
        self._views = Views(ledger, self._record, settings, self._retriever, reads_prompt=agent.reads_prompt)
        self._compiler = Compiler(ledger, self._record, settings, self._retriever, agent)
        self._outside = agent.reads_prompt or self._retriever.nearness.asks
        self._labels = Relabelling(agent)
        self._acting = Acting(ledger, self._retriever, agent)
        self._egress = Egress(ledger, self._record)
        self._events = list(ledger.events(run_id))
        self.state = fold(self._events)

    def run(self, on_phase: Callable[[RunState], None] | None = None) -> RunState:
        """Advance until the run ends or waits for a person."""
        drive(self, self._ledger, self._ticks, on_phase, outside=self._outside)
        self._follow()
        return self.state

    def advance(self) -> RunState:
        """Execute one phase."""
        self._began = self._ticks()
        taken = {
            phases.SOURCES: self._sources,
            phases.COMPILE: self._compile,
            phases.PLAN: self._plan,
            phases.ACT: self._act,
            phases.OBSERVE: self._observe,
            phases.CHECKPOINT: self._checkpoint,
            phases.EGRESS: self._leave,
        }
        if self.state.status == phases.RUNNING:
            phase = self.state.phase
            over = over_before_asking(self.state, self._settings) if self._agent.reads_prompt else None
            self._agent.money_left = self._settings.money - self.state.spent.money
            self._agent.tokens_left = self._settings.tokens - self.state.spent.tokens
            try:
                taking = taken[phase] if over is None else partial(self._append, phase, over)
                self._labels.take(taking, by_rules=phase == phases.EGRESS)  # nothing is asked for the output
            except AgentFailed as error:
                reason = str(error)[:4_000]
                refused = kinds.ActRefused(reason=reason)  # what was found is quoted, so nothing is lost
                self._append(
                    phase, refused if phase == phases.ACT else kinds.RunFailed(phase=phase, reason=reason)
                )
            except TooDear as error:
                self._append(phase, self._too_dear(error))
            except ModelTrouble:
                self._append(phase)  # earlier answers are paid, although the phase is repeated
                raise
        return self.state

    def follow(self) -> None:
        """Add what happened so far to the run's session, so that it is listed from the beginning."""
        self._follow()

    def answer(self, text: str, actor: str) -> None:
        """Record a person's answer; the next `advance` continues the run."""
        self._append(phases.ACT, kinds.PersonAnswered(text=text, actor=actor))

    def cancel(self, actor: str, reason: str) -> None:
        """End the run."""
        self._append(self.state.phase, kinds.RunCancelled(actor=actor, reason=reason))
        self._follow()

    def _sources(self) -> None:
        self._reading.prepare()
        with self._ledger.kept_open() if self._reading.all_prepared else nullcontext():
            rows, body = self._reading.next(self._now())
            bodies: list[Model] = [body]
            if body.complete and not self._reading.readable:
                bodies.append(kinds.RunFailed(phase=phases.SOURCES, reason=self._reading.why_nothing()))
            self._append(phases.SOURCES, *bodies, parts=rows)

    def _compile(self) -> None:
        step = self.state.step + 1
        over: list[Model] = []
        try:
            with self._looking():
                made = self._compiler.compile(self.state, step, self._now())
        except TooDear as error:
            if self.state.manifest_id:
                raise
            over = [self._too_dear(error)]
            # nothing was searched for yet: the rules search, and their findings are quoted
            made = by_rules(self._ledger, self._record, self._settings, self._retriever.nearness).compile(
                self.state, step, self._now()
            )
        made = self._labels.warned(made)
        parts: list[RunPart] = [made.manifest, *self._take_reranked()]
        bodies: list[Model] = []
        if made.detail.no_direct_evidence:
            number = self.state.failed_queries + 1
            parts.append(_without_evidence(made, number, step, self._now()))
            bodies.append(kinds.NoEvidence(query=made.body.retrieval_query, max_score=made.detail.max_score))
        prompt = 0 if self._agent.reads_prompt else made.prompt.budget.used
        if prompt > self._agent.tokens_left:  # the prompt is not used, but what was found is quoted
            over, prompt = [self._too_dear(TooDear(prompt, "tokens"))], 0
        spent = self._spent(prompt)
        bodies.append(compiled(made, spent))
        self._append(phases.COMPILE, *bodies, *over, parts=parts, step=step)

    def _too_dear(self, error: TooDear) -> kinds.BudgetSpent:
        left = self._agent.money_left if error.name == "money" else self._agent.tokens_left
        return over_by_next(self._settings, left, error)

    def _plan(self) -> None:
        """Ask for a plan, at most twice; if neither parses, end the run with the reason.

        A plan with an action that is not allowed ends it too, but with what is known.
        """
        body = planned(self._agent, self._view())
        if isinstance(body, kinds.PlanDone):
            body = body.model_copy(update={"spent": self._spent()})
        self._append(phases.PLAN, body)

    def _act(self) -> None:
        view = self._view()
        plan = self.state.plan
        if plan is None:  # not reached: ACT follows PLAN_DONE
            raise RuntimeError("no plan")
        with self._looking():
            body, parts, question = self._acting.act(plan, view, self._record.run_id, self._now())
        more = (kinds.PersonAsked(question=question),) if question else ()
        done = body.model_copy(update={"spent": self._spent(), "warning": self._labels.warning})
        self._append(phases.ACT, done, *more, parts=[*parts, *self._take_reranked()])

    def _observe(self) -> None:
        bodies, done, parts = observed(self.state, self._settings, self._record.run_id, self._now())
        done = done.model_copy(update={"spent": self._spent()})
        self._append(phases.OBSERVE, *bodies, done, parts=parts)

    def _checkpoint(self) -> None:
        """Update the session; if no checkpoint is due, continue without an event."""
        if not self._follow():
            return
        if self.state.phase == phases.CHECKPOINT:
            self.state.phase = phases.EGRESS if self.state.next == "EGRESS" else phases.COMPILE

    def _follow(self) -> bool:
        """Update the session and return whether the run continues."""
        if self._checkpoints is None:
            return True
        try:
            made = self._checkpoints.follow(self._events, self.state)
        except CheckpointFailed as error:
            if self.state.phase != phases.ENDED:
                self._append(phases.CHECKPOINT, kinds.SystemErrorEvent(reason=str(error)[:4_000]))
            return False
        if made is not None and self.state.phase != phases.ENDED:
            going = self.state.phase
            self._append(phases.CHECKPOINT, made)
            self.state.phase = going
        return True

    def _leave(self) -> None:
        with self._ledger.reading():
            view = self._views.at_end(self.state, self._acting.beside)
            parts, body = self._egress.leave(self.state, view, self._now())
        self._append(phases.EGRESS, body, parts=parts)

    def _view(self) -> StepView:
        with self._ledger.reading():
            return self._views.view(self.state, allowed(self.state, self.state.step))

    def _looking(self) -> AbstractContextManager[object]:
        """Share one view of the store; if a service may be asked meanwhile, do not hold the store open."""
        return nullcontext() if self._outside else self._ledger.reading()

    def _take_reranked(self) -> list[RunPart]:
        kept: list[RunPart] = list(self._retriever.fresh)
        self._retriever.fresh.clear()
        return kept

    def _spent(self, tokens: int = 0) -> kinds.Spent:
        """Return the cost of a phase without its model requests, whose cost is in their own events."""
        seconds = max(0.0, self._ticks() - self._began)
        tokens += self._retriever.nearness.take_tokens()
        return kinds.Spent(tokens=tokens, seconds=round(seconds, 3))

    def _append(
        self, phase: str, *bodies: Model, parts: Sequence[RunPart] = (), step: int | None = None
    ) -> None:
        """Persist events and records in one transaction, model requests first; then fold the events."""
        at = self.state.step if step is None else step
        asking = self.state.step + (phase == phases.COMPILE)
        now = self._now()
        bodied = [*((asking, each) for each in self._agent.take_asked()), *((at, each) for each in bodies)]
        if not bodied and not parts:
            return
        made = [
            TypedEvent(
                self._record.run_id, self.state.sequence + number, at_step, phase, kinds.NAMES[type(body)],
                body.model_dump_json(), now,
            )
            for number, (at_step, body) in enumerate(bodied, 1)
        ]  # fmt: skip
        self._ledger.append(self._record.run_id, [*made, *parts])
        self._events += made
        fold(made, self.state)


def _without_evidence(made: Compiled, number: int, step: int, now: str) -> FailedQuery:
    """Return the record of a query that found no direct evidence."""
    body = made.body
    score = f"{made.detail.max_score:.6f}"
    return FailedQuery(body.run_id, number, step, body.retrieval_query, "NO_EVIDENCE", score, now)
