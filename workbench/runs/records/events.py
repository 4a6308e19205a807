"""The typed events of a run: one model for each kind, bodies below 64 KB, pointers for long text."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from workbench.models.prices import CURRENCY, amount
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
"""Maximum characters of a text in an event."""


class Spent(Model):
    """The cost of a phase."""

    tokens: int = 0
    """Tokens of prompts and answers, as reported, or estimated at four bytes each."""
    money: float = 0.0
    """US dollars, if the model's price is known."""
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
    """Some sources were read; `complete` in the last event of this kind."""

    read: int
    skipped: int
    failed: int
    chunks: int
    complete: bool


class CompileDone(Model):
    """The context of a step is complete; its manifest is stored."""

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
    """A warning about how passages were found."""
    spent: Spent = Spent()


class ModelAsked(Model):
    """One model request, with the data that rebuilds it (`workbench.runs.compiling.requests`)."""

    purpose: Literal["intent", "labels", "plan", "synthesis"]
    request_hash: str
    """SHA-256 of instructions, text, schema and maximum tokens."""
    problem: str = ""
    """Why the previous answer was refused, as this request states; empty: it is the first attempt."""
    query: str = ""
    """Labels: the question."""
    passages: tuple[str, ...] = ()
    """Labels: the passages in order."""
    allowed: tuple[str, ...] = ()
    """Plan: the allowed actions."""
    model: str = ""
    """Provider and name of the model that was asked."""
    reported_model: str = ""
    """The model that answered, as its service reports it; empty if it does not."""
    spent: Spent = Spent()


class NoEvidence(Model):
    """A query found no direct evidence, even with wider filters."""

    query: str
    max_score: float
    category: Literal["NO_EVIDENCE"] = "NO_EVIDENCE"


class PlanDone(Model):
    """A plan that parsed."""

    plan: Plan
    attempts: Literal[1, 2]
    problem: str = ""
    """Why the first attempt was refused."""
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
    """Whether it only quotes the words nearest to a question that nothing answers: it stays a candidate."""


class DraftConflict(Model):
    """Two sources that disagree."""

    text: str
    side_a: Annotated[tuple[PassageQuote, ...], Field(min_length=1)]
    side_b: Annotated[tuple[PassageQuote, ...], Field(min_length=1)]


class AnsweredQuestion(Model):
    """One of several questions of an objective, with the indices of the claims that answer it."""

    question: str
    claims: tuple[int, ...] = ()
    """Indices, from 0, into the claims of the synthesis; empty: nothing answers it."""


class Synthesis(Model):
    """The result of SYNTHESIZE."""

    answer: Annotated[str, Field(max_length=MOST_TEXT)]
    claims: Annotated[tuple[DraftClaim, ...], Field(max_length=MOST_CLAIMS)] = ()
    conflicts: Annotated[tuple[DraftConflict, ...], Field(max_length=MOST_CONFLICTS)] = ()
    uncertainty: Annotated[tuple[str, ...], Field(max_length=MOST_UNCERTAIN + 1)] = ()
    """What is not known: one entry more than a model may return, for what was left out of its answer."""
    own_words: bool = False
    """Whether answer and claims are in a model's own words, which their quotations must support."""
    questions: tuple[AnsweredQuestion, ...] = ()
    """The questions of an objective that has several, if it is known what answers which."""
    by_rank: bool = False
    """Whether each answer is of a thing that its question describes by a rank.

    Which thing that is was found when it was written, after the evidence of the step was judged.
    """


class PlanRefused(Model):
    """The second plan too had an action that is not allowed: the run ends with what is known."""

    action_type: str
    reason: str


class ActRefused(Model):
    """A model's answers for the action did not parse twice: the run ends with what is known."""

    reason: str


class ActDone(Model):
    """The step's action was taken."""

    action_type: str
    signature: str
    """The action with its arguments; a repeated one is a loop."""
    found: tuple[NamedPassage, ...] = ()
    """SEARCH: the best passages."""
    slice: PassageQuote | None = None
    """FETCH_SLICE: the fetched span."""
    synthesis: Synthesis | None = None
    claim_ids: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    """Why each of these claims is not verified; empty for a verified one."""
    warning: str = ""
    """A warning about how passages were found."""
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
    """A spent budget ended the run's steps."""

    name: Literal["steps", "tokens", "seconds", "money"]
    most: float
    used: float
    currency: str = CURRENCY
    """That of money."""
    ahead: float = 0.0
    """The maximum cost of the next question, or the size of the next prompt, if it was more than was left."""

    @property
    def sentence(self) -> str:
        """A sentence that explains which budget ended the run."""
        unit = self.currency if self.name == "money" else self.name
        most, used, ahead = (
            amount(each) if self.name == "money" else f"{each:,g}"
            for each in (self.most, self.used, self.ahead)
        )
        if self.ahead:
            does = "question may have cost" if self.name == "money" else "prompt may have taken"
            spent = f"and {used} of its budget of {most} {unit} was spent"
            return f"The run ended because the next {does} {ahead} {unit}, {spent}."
        over = f": {used} of {most} {unit}" if self.used > self.most else ""
        return f"The run ended because its budget of {self.name} was spent{over}."


class ObserveDone(Model):
    """The step's result was evaluated."""

    summary: str
    new_chunks: int
    """Passages that no earlier step selected or found."""
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
    """Numbers of claims, conflicts, failures and events in the snapshot."""


class EgressDone(Model):
    """The output is stored."""

    ended: str
    output: int
    claims: int
    verified: int


class RunFailed(Model):
    """The run cannot continue."""

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
"""Models of event bodies by the name of the kind."""
NAMES = {model: name for name, model in KINDS.items()}
