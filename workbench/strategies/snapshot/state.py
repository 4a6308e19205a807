"""What a snapshot run keeps between steps, as JSON data complete in itself."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from gates.artifact import Artifact
from gates.report import GateReport
from gates.snapshot.cadence import Cadence
from gates.source import EventKind, SourceLink
from workbench.strategies.keeping import RunEvent

Count = Annotated[int, Field(ge=0)]


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Evidence(_Model):
    """Words of the run: the position of an event and a quotation that stands in it."""

    position: Count
    quote: Annotated[str, Field(min_length=1)]


class Note(_Model):
    """What the run itself states: a claim, a conflict, a failure or a question, with its evidence.

    A conflict needs both sides, each with words of its own (S0, two-sided citation); without them it is
    told as an open question.
    """

    kind: Literal["claim", "conflict", "failure", "open_question"]
    text: Annotated[str, Field(min_length=1)]
    evidence: tuple[Evidence, ...] = ()
    """Of conflicts: the first side."""
    other_side: tuple[Evidence, ...] = ()
    """Of conflicts alone."""
    category: str = ""
    where: str = ""
    why: str = ""


class Logged(_Model):
    """An event of the run that its keeper does not have yet."""

    kind: EventKind
    text: str
    call_id: str = ""
    tool: str = ""
    failed: bool | None = None

    @classmethod
    def of(cls, event: RunEvent) -> Logged:
        """The same as state."""
        return cls(
            kind=event.kind, text=event.text, call_id=event.call_id, tool=event.tool, failed=event.failed
        )

    def event(self) -> RunEvent:
        """The same as the keeper takes it."""
        return RunEvent(self.kind, self.text, self.call_id, self.tool, self.failed)


class Compacted(_Model):
    """An artifact that the run's snapshot rests on, with what judged it."""

    artifact: Artifact
    report: GateReport


class Tally(_Model):
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
    """Of every generation; None when one did not tell."""
    elapsed_ms: Count | None = 0


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
    ledger: dict[str, SourceLink] = {}
    """The evidence ledger: evidence id to its row."""
    active: tuple[Compacted, ...] = ()
    snapshot: dict[str, Any] | None = None
    """The latest snapshot that passed; earlier ones stand in the earlier states."""
    status: Literal["RUNNING", "SYSTEM_ERROR"] = "RUNNING"
    diagnostic: str = ""
    """Why the run stopped."""
    failed_snapshot: dict[str, Any] | None = None
    recent_calls: tuple[tuple[str, ...], ...] = ()
    """Digests of the calls of the last steps, oldest first."""
    step_calls: tuple[str, ...] = ()
    tally: Tally = Tally()

    @property
    def cadence(self) -> Cadence:
        """Both counters."""
        return Cadence(self.counted_events, self.steps)
