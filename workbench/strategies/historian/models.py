"""The historian's inputs and outputs, typed at the boundary (S3, input and output contracts).

Every model is frozen and refuses fields that the contract does not name. No field is a text for the user:
that is the reply's task, not the historian's.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from workbench.strategies.lapses import Lapse

Count = Annotated[int, Field(ge=0)]


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class RouterOutput(_Model):
    """The router's reading of the user's message."""

    goal: str
    complexity: str = ""
    agent: str = ""


class ThinkOutput(_Model):
    """The decision about a turn, with the data that its row of the clarification table stores."""

    decision: Literal["plan_direct", "propose", "clarify", "understand"]
    steps: tuple[str, ...] = ()
    proposal_message: str | None = None
    clarification_questions: tuple[str, ...] = ()
    disambiguation_questions: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _complete(self) -> ThinkOutput:
        needed = {
            "propose": self.proposal_message,
            "clarify": self.clarification_questions,
            "understand": self.disambiguation_questions,
        }
        if self.decision in needed and not needed[self.decision]:
            raise ValueError(f"decision {self.decision} needs its proposal or its questions")
        return self


class StepResult(_Model):
    """The result of one step."""

    step: Count
    status: Literal["success", "error", "skipped"]
    tool: str = ""
    saved: dict[str, Count] = {}
    """Number of artifacts of each type that the step saved."""
    query: str | None = None
    """The query pattern of a step that looked something up."""
    error: str | None = None


class GeneratedArtifact(_Model):
    """One full artifact of a generate step."""

    type: str
    label: str = ""
    content: str = ""


class StepMetadata(_Model):
    """The full artifacts of one generate step."""

    step: Count
    artifacts: tuple[GeneratedArtifact, ...] = ()


class EntityRef(_Model):
    """An entity as the ledger names it."""

    id: str
    type: str
    label: str


class TurnEntity(EntityRef):
    """An entity that this turn created, updated or deleted."""

    action: Literal["created", "updated", "deleted"]

    def ref(self) -> EntityRef:
        """Return the entity as the ledger names it."""
        return EntityRef(id=self.id, type=self.type, label=self.label)


class ContextEntity(EntityRef):
    """An entity of the context with its tier; the curator sets every tier but `active`."""

    tier: str
    turn: Count
    """The turn in which it was added."""


class EntityContext(_Model):
    """The tiered entity context, which the curator maintains."""

    current_turn: Count = 0
    entities: tuple[ContextEntity, ...] = ()


class SessionConstraints(_Model):
    """Data that a session accumulates: stated constraints, and query patterns that worked."""

    constraints: tuple[str, ...] = ()
    query_patterns: tuple[str, ...] = ()


LAST_CHECK = "The last check "
"""Words before the outcome of a check in a narrative."""
LAST_COMMIT = "The last commit says "
"""Words before the subject of a commit in a narrative."""


class Turn(_Model):
    """One turn in full; `summary` is set beside a reply over the threshold."""

    number: Count
    user_message: str
    assistant_message: str
    summary: str | None = None
    approved_plan: str | None = Field(default=None, exclude_if=lambda title: title is None)
    """Title of the plan that was approved in the turn; a turn without one is stored without the field."""
    changed: tuple[str, ...] = Field(default=(), exclude_if=lambda paths: not paths)
    """The file of each change by a tool in the turn; a turn without any is stored without the field."""

    last_check: Literal["passed", "failed"] | None = Field(default=None, exclude_if=lambda done: done is None)
    """Outcome of the last check, in the last turn; a turn without one is stored without the field."""

    last_commit: str | None = Field(default=None, exclude_if=lambda subject: subject is None)
    """Subject of the last commit, in the last turn; a turn without one is stored without the field."""

    decided: tuple[str, ...] | None = Field(default=None, exclude_if=lambda texts: texts is None)
    """What the user decided in the turn and still holds; None if unknown, then stored without the field."""

    def stated(self) -> str:
        """Return the summary, or the reply if there is none."""
        return self.summary or self.assistant_message

    def texts(self) -> tuple[str, ...]:
        """Return all that was said in the turn, the plan's title, the changes, the check and the commit."""
        plan = () if self.approved_plan is None else (self.approved_plan,)
        changed = ("Changed files.",) if self.changed else ()
        checked = () if self.last_check is None else (f"{LAST_CHECK}{self.last_check}.",)
        committed = () if self.last_commit is None else (f'{LAST_COMMIT}"{self.last_commit}".',)
        return (
            self.user_message,
            *(self.decided or ()),
            *plan,
            *changed,
            *checked,
            *committed,
            self.assistant_message,
        )


class PendingProposal(_Model):
    """A proposal that waits for a yes or no."""

    decision: Literal["propose"] = "propose"
    proposal_message: str
    goal: str


class PendingClarification(_Model):
    """Questions that wait for an answer."""

    decision: Literal["clarify"] = "clarify"
    clarification_questions: tuple[str, ...]
    goal: str


class PendingDisambiguation(_Model):
    """Questions about which of several things was meant."""

    decision: Literal["understand"] = "understand"
    disambiguation_questions: tuple[str, ...]


Pending = Annotated[
    PendingProposal | PendingClarification | PendingDisambiguation, Field(discriminator="decision")
]


class Conversation(_Model):
    """The newest turns in full, a narrative of the older ones, and the open question to the user."""

    recent_turns: tuple[Turn, ...] = ()
    history_summary: str = ""
    pending_clarification: Pending | None = None


class SummarizeOutput(_Model):
    """The structured audit ledger of one turn, for machines: every key of the contract and no other."""

    turn_summary: str
    entities_created: tuple[EntityRef, ...] = ()
    entities_updated: tuple[EntityRef, ...] = ()
    entities_deleted: tuple[EntityRef, ...] = ()
    artifacts_generated: dict[str, Count] = {}
    artifacts_saved: dict[str, Count] = {}
    errors: tuple[str, ...] = ()
    next_step_suggestion: str | None = None


class SummarizeInput(_Model):
    """Everything that the historian receives after a reply."""

    final_response: str
    user_message: str
    router_output: RouterOutput
    think_output: ThinkOutput
    step_results: tuple[StepResult, ...] = ()
    step_metadata: tuple[StepMetadata, ...] = ()
    turn_entities: tuple[TurnEntity, ...] = ()
    conversation: Conversation = Conversation()
    entity_context: EntityContext = EntityContext()
    session_constraints: SessionConstraints = SessionConstraints()


class SummarizeUpdate(_Model):
    """Everything that the historian updates."""

    conversation: Conversation
    summarize_output: SummarizeOutput
    entity_context: EntityContext
    session_constraints: SessionConstraints
    current_turn: Count


class LedgerEntry(_Model):
    """The ledger of one turn in a run."""

    turn: Count
    output: SummarizeOutput
    lapses: tuple[Lapse, ...] = ()
    """Rules that the model broke in that turn."""


class HistorianState(_Model):
    """The state that a run of the historian keeps between turns."""

    conversation: Conversation = Conversation()
    entity_context: EntityContext = EntityContext()
    session_constraints: SessionConstraints = SessionConstraints()
    current_turn: Count = 0
    ledger: tuple[LedgerEntry, ...] = ()
    recorded: Count = 0
    """Number of events of the run that its keeper has."""
