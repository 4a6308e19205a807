"""The state of a run, folded only from its typed events: a resumed run has what was persisted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import orjson

from store.run_values import TypedEvent
from workbench.runs.records import events as kinds
from workbench.runs.records.events import KINDS, Spent
from workbench.runs.records.shapes import Intent, Model, Override, Plan

RUNNING, WAITING, DONE, FAILED, CANCELLED = "RUNNING", "WAITING", "DONE", "FAILED", "CANCELLED"
SOURCES, COMPILE, PLAN, ACT, OBSERVE, CHECKPOINT, EGRESS, ENDED = (
    "SOURCES", "COMPILE", "PLAN", "ACT", "OBSERVE", "CHECKPOINT", "EGRESS", "ENDED"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SetOverride:
    """A constraint of the supervisor with the steps that it applies to."""

    override_id: str
    override: Override
    trigger: str
    step: int
    """The step at whose end it was set."""
    ttl_steps: int

    def active(self, step: int) -> bool:
        """Return whether it applies to a step."""
        return self.step < step <= self.step + self.ttl_steps


@dataclass
class RunState:
    """The state of a run."""

    sequence: int = 0
    """Number of the newest event."""
    status: str = RUNNING
    phase: str = SOURCES
    """The next phase."""
    step: int = 0
    intent: Intent | None = None
    query: str = ""
    """The query of the next COMPILE; empty: the intent's query."""
    searched: list[str] = field(default_factory=list)
    """Compiled queries, in order, once each."""
    fetched: dict[str, kinds.PassageQuote] = field(default_factory=dict)
    """Fetched slices by passage."""
    seen: set[str] = field(default_factory=set)
    """Passages that a step selected or found."""
    compiled: kinds.CompileDone | None = None
    plan: Plan | None = None
    acted: kinds.ActDone | None = None
    synthesis: kinds.ActDone | None = None
    """The newest SYNTHESIZE."""
    question: str = ""
    dialogue: list[tuple[str, str]] = field(default_factory=list)
    """Questions to a person with their answers."""
    answered: bool = False
    """Whether a person answered since the last COMPILE, so that the intent must be asked for again."""
    progress: list[str] = field(default_factory=list)
    """A sentence about each step."""
    answered_by: dict[tuple[str, str], None] = field(default_factory=dict)
    """Each model that was asked, with one that answered as its service reports it."""
    signatures: list[str] = field(default_factory=list)
    """The actions of the steps with their arguments."""
    fresh_chunks: list[int] = field(default_factory=list)
    """Number of passages that each step found for the first time."""
    stalls: list[int] = field(default_factory=list)
    """Numbers of the steps that found no evidence."""
    failed_queries: int = 0
    overrides: list[SetOverride] = field(default_factory=list)
    expired: set[str] = field(default_factory=set)
    best: dict[str, float] = field(default_factory=dict)
    """Best score of each passage selected so far."""
    best_of: dict[str, float] = field(default_factory=dict)
    """Best score of a selected passage for each question of the objective, and for the objective itself."""
    spent: Spent = field(default_factory=Spent)
    budget: kinds.BudgetSpent | None = None
    snapshot_id: str | None = None
    manifest_id: str = ""
    warnings: list[str] = field(default_factory=list)
    """Warnings about how passages were found, once each."""
    next: str = "STEP"
    stopped: str = ""
    """Why the run ended early with what was known: a refused plan or action."""
    reason: str = ""
    """Why it failed or was cancelled."""

    def active(self, step: int | None = None) -> list[SetOverride]:
        """Return the overrides that apply to a step (None: the current one), without those obeyed already."""
        now = self.step if step is None else step
        return [each for each in self.overrides if each.active(now) and each.override_id not in self.expired]

    def best_for(self, query: str) -> float:
        """Return the best score so far of a selected passage for the question that a query asks.

        The objective as a whole has evidence if each of its questions has, as no passage answers them all.
        """
        question = self.question_of(query)
        parts = self.intent.sub_queries if self.intent is not None and not question else ()
        each = min((self.best_of.get(part, 0.0) for part in parts), default=0.0)
        return max(each, self.best_of.get(question, 0.0))

    def question_of(self, query: str) -> str:
        """Return the one of several questions that a query asks; empty for the objective as a whole."""
        return query if self.intent is not None and query in self.intent.sub_queries else ""


def parsed(event: TypedEvent) -> Model:
    """Parse the body of an event."""
    return KINDS[event.kind].model_validate(orjson.loads(event.body))


def fold(events: Iterable[TypedEvent], state: RunState | None = None) -> RunState:
    """Return the state after events, from a given state or from the beginning."""
    state = state or RunState()
    for event in events:
        state.sequence = event.sequence
        if event.kind != "MODEL_ASKED":  # its step may not be compiled yet
            state.step = event.step
        _TAKE[event.kind](state, parsed(event))
    return state


def _spend(state: RunState, spent: Spent) -> None:
    now = state.spent
    state.spent = Spent(
        tokens=now.tokens + spent.tokens,
        money=round(now.money + spent.money, 6),
        seconds=round(now.seconds + spent.seconds, 3),
    )


def _warn(state: RunState, warning: str) -> None:
    if warning and warning not in state.warnings:
        state.warnings.append(warning)


def _started(state: RunState, _body: kinds.RunStarted) -> None:
    state.phase = SOURCES


def _sources(state: RunState, body: kinds.SourcesRead) -> None:
    state.phase = COMPILE if body.complete else SOURCES


def _compiled(state: RunState, body: kinds.CompileDone) -> None:
    state.compiled, state.intent, state.manifest_id = body, body.intent, body.manifest_id
    state.answered = False
    if body.query not in state.searched:
        state.searched.append(body.query)
    question = state.question_of(body.query)
    for given in body.selected:
        if given.label != "NOT":
            state.best[given.chunk_id] = max(given.score, state.best.get(given.chunk_id, 0.0))
            # A forced step also selects passages scored for other questions: none is above its own best.
            known = given.chunk_id in state.fetched
            score = given.score if known else min(given.score, body.max_score)
            state.best_of[question] = max(score, state.best_of.get(question, 0.0))
    _warn(state, body.warning)
    _spend(state, body.spent)
    state.query, state.phase = "", PLAN


def _model_asked(state: RunState, body: kinds.ModelAsked) -> None:
    _spend(state, body.spent)
    if body.reported_model:
        state.answered_by.setdefault((body.model, body.reported_model))


def _refused(state: RunState, body: kinds.PlanRefused | kinds.ActRefused) -> None:
    state.stopped, state.next, state.phase = body.reason, "EGRESS", EGRESS


def _no_evidence(state: RunState, _body: kinds.NoEvidence) -> None:
    state.failed_queries += 1
    if state.step not in state.stalls:
        state.stalls.append(state.step)


def _planned(state: RunState, body: kinds.PlanDone) -> None:
    state.plan, state.phase = body.plan, ACT
    _spend(state, body.spent)


def _acted(state: RunState, body: kinds.ActDone) -> None:
    state.acted, state.phase = body, OBSERVE
    state.signatures.append(body.signature)
    if body.action_type == "SEARCH" and state.plan is not None:
        state.query = str(state.plan.tool_calls[0].arguments["query"])
    if body.slice is not None:
        state.fetched[body.slice.chunk_id] = body.slice
    if body.synthesis is not None:
        state.synthesis = body
    _warn(state, body.warning)
    _spend(state, body.spent)


def _asked(state: RunState, body: kinds.PersonAsked) -> None:
    state.question, state.status = body.question, WAITING


def _answered(state: RunState, body: kinds.PersonAnswered) -> None:
    state.dialogue.append((state.question, body.text))
    state.answered = True
    state.question, state.status, state.phase = "", RUNNING, OBSERVE


def _observed(state: RunState, body: kinds.ObserveDone) -> None:
    state.progress.append(body.summary)
    state.fresh_chunks.append(body.new_chunks)
    if state.compiled is not None:
        state.seen |= {given.chunk_id for given in state.compiled.selected}
    if state.acted is not None:
        state.seen |= {given.chunk_id for given in state.acted.found}
    state.next, state.phase = body.next, CHECKPOINT
    _spend(state, body.spent)


def _override(state: RunState, body: kinds.OverrideSet) -> None:
    state.overrides.append(
        SetOverride(body.override_id, body.override, body.trigger, state.step, body.ttl_steps)
    )


def _expired(state: RunState, body: kinds.OverrideExpired) -> None:
    state.expired.add(body.override_id)


def _budget(state: RunState, body: kinds.BudgetSpent) -> None:
    state.budget, state.next, state.phase = body, "EGRESS", EGRESS


def _checkpoint(state: RunState, body: kinds.CheckpointDone) -> None:
    state.snapshot_id = body.snapshot_id


def _egress(state: RunState, _body: kinds.EgressDone) -> None:
    state.status, state.phase = DONE, ENDED


def _failed(state: RunState, body: kinds.RunFailed | kinds.SystemErrorEvent) -> None:
    state.status, state.phase, state.reason = FAILED, ENDED, body.reason


def _cancelled(state: RunState, body: kinds.RunCancelled) -> None:
    state.status, state.phase, state.reason = CANCELLED, ENDED, body.reason


_TAKE: dict[str, Callable[[RunState, Any], None]] = {
    "RUN_STARTED": _started,
    "SOURCES_READ": _sources,
    "MODEL_ASKED": _model_asked,
    "COMPILE_DONE": _compiled,
    "NO_EVIDENCE": _no_evidence,
    "PLAN_DONE": _planned,
    "PLAN_REFUSED": _refused,
    "ACT_REFUSED": _refused,
    "ACT_DONE": _acted,
    "ASKED": _asked,
    "ANSWERED": _answered,
    "OBSERVE_DONE": _observed,
    "OVERRIDE_SET": _override,
    "OVERRIDE_EXPIRED": _expired,
    "BUDGET_SPENT": _budget,
    "CHECKPOINT_DONE": _checkpoint,
    "EGRESS_DONE": _egress,
    "RUN_FAILED": _failed,
    "SYSTEM_ERROR": _failed,
    "RUN_CANCELLED": _cancelled,
}
