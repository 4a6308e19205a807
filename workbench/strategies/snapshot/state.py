"""The data that a snapshot run keeps between steps, as self-contained JSON."""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SerializerFunctionWrapHandler, model_serializer

from gates.snapshot.cadence import Cadence
from gates.source import EventKind, ToolAction
from workbench.strategies.keeping import RunEvent
from workbench.strategies.lapses import Lapse

Count = Annotated[int, Field(ge=0)]


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Evidence(_Model):
    """Words of the run: the position of an event and a quotation from it."""

    position: Count
    quote: Annotated[str, Field(min_length=1)]


class Note(_Model):
    """A statement of the run itself, such as a decision or open work, with its evidence.

    A conflict needs both sides, each with its own words (S0, two-sided citation); without them it becomes an
    open question.
    """

    kind: Literal["claim", "decision", "constraint", "open_work", "conflict", "failure", "open_question"]
    text: Annotated[str, Field(min_length=1)]
    evidence: tuple[Evidence, ...] = ()
    """For a conflict: the first side."""
    other_side: tuple[Evidence, ...] = ()
    """For a conflict only: the second side."""
    category: str = ""
    where: str = ""
    why: str = ""
    status: Literal["open", "done"] | None = None
    """For open work; `open` by default."""


class Logged(_Model):
    """An event of the run that its keeper does not have yet."""

    kind: EventKind
    text: str
    call_id: str = ""
    tool: str = ""
    failed: bool | None = None
    arguments: Any = None
    action: ToolAction | None = None
    target: str = ""
    tokens: Count | None = None

    @model_serializer(mode="wrap")
    def _short(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out what is not set: an event is saved with every step until it is compacted."""
        every = handler(self).items()
        return {name: value for name, value in every if name == "text" or value not in (None, "")}

    @classmethod
    def of(cls, event: RunEvent) -> Logged:
        """Return the event as part of the run's state."""
        return cls(**{field.name: getattr(event, field.name) for field in fields(RunEvent)})

    def event(self) -> RunEvent:
        """Return the event in the form that the keeper takes."""
        return RunEvent(**{field.name: getattr(self, field.name) for field in fields(RunEvent)})


class TuningTally(_Model):
    """The counts of the tuning report."""

    steps: Count = 0
    looping_steps: Count = 0
    """Steps with a call that one of the steps just before also made."""
    forgotten: Count = 0
    """Messages in which the user had to repeat something that the snapshot contains."""
    stalls: Count = 0
    """Number of NO_EVIDENCE events."""
    compactions: Count = 0
    tokens: Count | None = 0
    """Tokens of the logged events and of every generation; None when one did not report them."""
    elapsed_ms: Count | None = 0


class KeptAnswer(_Model):
    """A model's answer for a compaction that is not done: a retry uses it and does not ask again."""

    start: Count
    end: Count
    """The first and last event that it was asked about, inclusive."""
    maker: str
    """Model and instructions; a draft with others asks again."""
    payload: dict[str, Any]
    record: dict[str, Any]
    """What the answer cost: tokens and time."""
    lapse: Lapse | None = None


class SnapshotRunState(_Model):
    """The state of a run after a step."""

    objective: str
    done_definition: dict[str, Any] | str
    compacted: Count = 0
    """Number of events that snapshots cover, all of which the keeper has."""
    logged: tuple[Logged, ...] = ()
    """The events since the last snapshot."""
    counted_events: Count = 0
    steps: Count = 0
    """Like `counted_events`, counted since the last compaction."""
    notes: tuple[Note, ...] = ()
    """Notes added since the last compaction."""
    manifest_ids: tuple[str, ...] = ()
    """Context manifests of the steps since the last compaction."""
    snapshot_id: str | None = None
    """The run's newest snapshot that passed; the run's session contains it."""
    status: Literal["RUNNING", "SYSTEM_ERROR"] = "RUNNING"
    diagnostic: str = ""
    """Why the run stopped."""
    failed_snapshot: dict[str, Any] | None = None
    recent_calls: tuple[tuple[str, ...], ...] = ()
    """Digests of the calls of the last steps, oldest first."""
    step_calls: tuple[str, ...] = ()
    tally: TuningTally = TuningTally()
    lapses: tuple[Lapse, ...] = ()
    answer: KeptAnswer | None = None

    @classmethod
    def of(cls, saved: dict[str, Any]) -> SnapshotRunState:
        """Parse a saved state; fields that earlier versions saved and the session now has are left out."""
        gone = ("ledger", "active", "snapshot")
        return cls.model_validate({key: value for key, value in saved.items() if key not in gone})

    @property
    def cadence(self) -> Cadence:
        """Both counters."""
        return Cadence(self.counted_events, self.steps)
