"""The typed events of a run: one model a kind, each body below 64 KB, with pointers where text is long."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from workbench.runs.records.shapes import (
    MOST_CLAIMS,
    MOST_CONFLICTS,
    MOST_UNCERTAIN,
    Intent,
    Label,
    Model,
    Override,
    Plan,
)

MOST_TEXT = 12_000
"""Most characters of a text in an event."""


class Spent(Model):
    """What a phase cost."""

    tokens: int = 0
    """Of prompts and answers, as reported or estimated at four bytes each."""
    money: float = 0.0
    """US dollars, where the model's price is known."""
    seconds: float = 0.0


class NamedPassage(Model):
    """A passage as an event names it."""

    chunk_id: str
    label: Label
    score: float


class RunStarted(Model):
    """The run and its sources were named."""

    sources: tuple[str, ...]


class SourcesRead(Model):
    """Some sources were read; the last event of this kind says that it was all."""

    read: int
    skipped: int
    failed: int
    chunks: int
    complete: bool


class CompileDone(Model):
    """The context of a step is complete; its manifest is kept."""

    manifest_id: str
    intent: Intent
    query: str
    candidates: int
    selected: tuple[NamedPassage, ...]
    max_score: float
    no_direct_evidence: bool
    fallback: bool
    tokens: int
    warning: str = ""
    """What a person should know of how passages were found."""
    spent: Spent = Spent()


class ModelAsked(Model):
    """One request to a model, and what makes it again: `workbench.runs.compiling.requests` does."""

    purpose: Literal["intent", "labels", "plan", "synthesis"]
    request_hash: str
    """SHA-256 of instructions, text, schema and most tokens."""
    problem: str = ""
    """Why the answer before it was refused; it says so."""
    query: str = ""
    """Labels: the question."""
    passages: tuple[str, ...] = ()
    """Labels: the passages in order."""
    allowed: tuple[str, ...] = ()
    """Plan: the actions that were left."""
    spent: Spent = Spent()


class NoEvidence(Model):
    """A query found no direct evidence, with wider filters either."""

    query: str
    max_score: float
    category: Literal["NO_EVIDENCE"] = "NO_EVIDENCE"


class PlanDone(Model):
    """A plan that parsed."""

    plan: Plan
    attempts: Literal[1, 2]
    problem: str = ""
    """Why the first attempt did not parse."""
    spent: Spent = Spent()


class PassageQuote(Model):
    """Words of a passage: half-open code points of its source's text."""

    chunk_id: str
    start: int
    end: int


class DraftClaim(Model):
    """A claim of a synthesis; without quotations it stays a candidate."""

    text: str
    quotes: tuple[PassageQuote, ...] = ()
    near: bool = False
    """Whether its words are only the nearest to a question that nothing answers: it stays a candidate."""


class DraftConflict(Model):
    """Two sources that disagree."""

    text: str
    side_a: Annotated[tuple[PassageQuote, ...], Field(min_length=1)]
    side_b: Annotated[tuple[PassageQuote, ...], Field(min_length=1)]


class AnsweredQuestion(Model):
    """One of several questions of an objective, with the places of the claims that answer it."""

    question: str
    claims: tuple[int, ...] = ()
    """From 0, among those of the synthesis; empty: nothing answers it."""


class Synthesis(Model):
    """What SYNTHESIZE made."""

    answer: Annotated[str, Field(max_length=MOST_TEXT)]
    claims: Annotated[tuple[DraftClaim, ...], Field(max_length=MOST_CLAIMS)] = ()
    conflicts: Annotated[tuple[DraftConflict, ...], Field(max_length=MOST_CONFLICTS)] = ()
    uncertainty: Annotated[tuple[str, ...], Field(max_length=MOST_UNCERTAIN + 1)] = ()
    """What is not known; one more than a model may state, for what is left out of what it stated."""
    own_words: bool = False
    """Whether answer and claims are in words of a model, which those they quote must bear out."""
    questions: tuple[AnsweredQuestion, ...] = ()
    """Those of the objective, where it asks several and it is known what answers which."""


class PlanRefused(Model):
    """The second plan too was of an action that is not allowed now: the run ends with what is known."""

    action_type: str
    reason: str


class ActRefused(Model):
    """What a model said twice to take the action does not parse: the run ends with what is known."""

    reason: str


class ActDone(Model):
    """The step's action was taken."""

    action_type: str
    signature: str
    """The action with its arguments; the same again is a loop."""
    found: tuple[NamedPassage, ...] = ()
    """SEARCH: the best passages."""
    slice: PassageQuote | None = None
    """FETCH_SLICE: what was fetched."""
    synthesis: Synthesis | None = None
    claim_ids: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    """Why each of these claims is not verified; empty for one that is."""
    spent: Spent = Spent()


class PersonAsked(Model):
    """The run waits for a person."""

    question: str


class PersonAnswered(Model):
    """A person answered."""

    text: Annotated[str, Field(min_length=1, max_length=MOST_TEXT)]
    actor: str


class OverrideSet(Model):
    """The supervisor set a typed constraint."""

    override_id: str
    override: Override
    trigger: Literal["loop", "stall", "budget"]
    ttl_steps: int


class OverrideExpired(Model):
    """A constraint is no longer active."""

    override_id: str


class BudgetSpent(Model):
    """A budget ended the run's steps."""

    name: Literal["steps", "tokens", "seconds", "money"]
    most: float
    used: float
    ahead: float = 0.0
    """The most that the next question may have cost, where that was more than was left."""


class ObserveDone(Model):
    """The step's result was taken in."""

    summary: str
    new_chunks: int
    """Passages that no step before had selected or found."""
    next: Literal["STEP", "EGRESS"]
    spent: Spent = Spent()


class CheckpointDone(Model):
    """A compaction of the run became a snapshot."""

    snapshot_id: str
    artifact_id: str
    trigger: str
    outcome: str
    narrative: str
    summary: dict[str, int]
    """Claims, conflicts, failures and events that the snapshot holds."""


class EgressDone(Model):
    """The output is kept."""

    ended: str
    output: int
    claims: int
    verified: int


class RunFailed(Model):
    """The run cannot go on."""

    phase: str
    reason: str


class SystemErrorEvent(Model):
    """A snapshot failed its checks twice (SN6)."""

    reason: str


class RunCancelled(Model):
    """A person ended the run."""

    actor: str
    reason: str


KINDS: dict[str, type[Model]] = {
    "RUN_STARTED": RunStarted,
    "SOURCES_READ": SourcesRead,
    "MODEL_ASKED": ModelAsked,
    "COMPILE_DONE": CompileDone,
    "NO_EVIDENCE": NoEvidence,
    "PLAN_DONE": PlanDone,
    "PLAN_REFUSED": PlanRefused,
    "ACT_REFUSED": ActRefused,
    "ACT_DONE": ActDone,
    "ASKED": PersonAsked,
    "ANSWERED": PersonAnswered,
    "OVERRIDE_SET": OverrideSet,
    "OVERRIDE_EXPIRED": OverrideExpired,
    "BUDGET_SPENT": BudgetSpent,
    "OBSERVE_DONE": ObserveDone,
    "CHECKPOINT_DONE": CheckpointDone,
    "EGRESS_DONE": EgressDone,
    "RUN_FAILED": RunFailed,
    "SYSTEM_ERROR": SystemErrorEvent,
    "RUN_CANCELLED": RunCancelled,
}
"""Name of a kind to the model of its body."""
NAMES = {model: name for name, model in KINDS.items()}
