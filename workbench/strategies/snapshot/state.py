"""What a snapshot run keeps between steps, as JSON data complete in itself."""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from gates.snapshot.cadence import Cadence
from gates.source import EventKind, ToolAction
from workbench.strategies.keeping import RunEvent
from workbench.strategies.lapses import Lapse

Count = Annotated[int, Field(ge=0)]


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Evidence(_Model):
    """Words of the run: the position of an event and a quotation that stands in it."""

    position: Count
    quote: Annotated[str, Field(min_length=1)]


class Note(_Model):
    """What the run itself states, such as a decision or open work, with its evidence.

    A conflict needs both sides, each with words of its own (S0, two-sided citation); without them it is
    stated as an open question.
    """

    kind: Literal["claim", "decision", "constraint", "open_work", "conflict", "failure", "open_question"]
    text: Annotated[str, Field(min_length=1)]
    evidence: tuple[Evidence, ...] = ()
    """Of conflicts: the first side."""
    other_side: tuple[Evidence, ...] = ()
    """Of conflicts alone."""
    category: str = ""
    where: str = ""
    why: str = ""
    status: Literal["open", "done"] | None = None
    """Of open work: `open` where nothing else is stated."""


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

    @classmethod
    def of(cls, event: RunEvent) -> Logged:
        """The same as state."""
        return cls(**{field.name: getattr(event, field.name) for field in fields(RunEvent)})

    def event(self) -> RunEvent:
        """The same as the keeper takes it."""
        return RunEvent(**{field.name: getattr(self, field.name) for field in fields(RunEvent)})


class TuningTally(_Model):
    """What the tuning report counts."""

    steps: Count = 0
    looping_steps: Count = 0
    """Steps that made a call which one of the steps just before had made."""
    forgotten: Count = 0
    """Messages in which the user had to say again what the snapshot holds."""
    stalls: Count = 0
    """NO_EVIDENCE events."""
    compactions: Count = 0
    tokens: Count | None = 0
    """Of what was logged, and of every generation; None when one did not tell."""
    elapsed_ms: Count | None = 0


class KeptAnswer(_Model):
    """What a model answered for a compaction that is not done: a retry takes it and asks no more."""

    start: Count
    end: Count
    """The events that it was asked about, inclusive."""
    maker: str
    """Model and instructions; another draft asks anew."""
    payload: dict[str, Any]
    record: dict[str, Any]
    """What it cost."""
    lapse: Lapse | None = None


class SnapshotRunState(_Model):
    """The state of a run after a step."""

    objective: str
    done_definition: dict[str, Any] | str
    compacted: Count = 0
    """Events that snapshots cover, all of which the keeper has."""
    logged: tuple[Logged, ...] = ()
    """The events since."""
    counted_events: Count = 0
    steps: Count = 0
    """Both since the last compaction."""
    notes: tuple[Note, ...] = ()
    """Stated since the last compaction."""
    manifest_ids: tuple[str, ...] = ()
    """Context manifests of the steps since the last compaction."""
    snapshot_id: str | None = None
    """The run's newest snapshot that passed; it stands in the run's session."""
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
        """A saved state; what earlier versions kept besides is the session's now and left out."""
        gone = ("ledger", "active", "snapshot")
        return cls.model_validate({key: value for key, value in saved.items() if key not in gone})

    @property
    def cadence(self) -> Cadence:
        """Both counters."""
        return Cadence(self.counted_events, self.steps)
