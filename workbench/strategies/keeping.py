"""The storage interface of a strategy that runs message by message: its state, its events, its drafts.

A run talks only to a `RunRepository`, so it never knows a store; a service implements the protocol with one.
A run's state is self-contained JSON data: with it and its keeper a run continues in another process.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, Literal, Protocol

from gates.artifact import Artifact
from gates.report import GateReport
from gates.snapshot.builder import Checker
from gates.snapshot.cadence import CadenceLimits
from gates.source import EventKind, ToolAction
from workbench.errors import Refused
from workbench.facts.spans import shorten
from workbench.strategies.base import Candidate, DraftRequest

Draft = Callable[[DraftRequest], Candidate]
"""Makes a candidate of a range, as `Strategy.draft` does; one whose `offline` is true waits for nobody."""


@dataclass(frozen=True, slots=True)
class RunEvent:
    """One event of a run, in the order in which it happened."""

    kind: EventKind
    text: str
    call_id: str = ""
    """For tool calls and their results."""
    tool: str = ""
    """Name of the tool."""
    failed: bool | None = None
    """For results only."""
    arguments: Any = field(default=None, compare=False)
    """For calls only: the arguments, as JSON data; todo lists, edited paths and commands are read from them.

    Without arguments they are read from the text: JSON, or what follows the tool's name.
    """
    action: ToolAction | None = field(default=None, compare=False)
    """The tool's action, if its name does not say it."""
    target: str = field(default="", compare=False)
    """The command line, path or query, if name and arguments do not say it."""
    tokens: int | None = field(default=None, compare=False)
    """As the model's usage reports it; None: estimated from the text."""

    def __post_init__(self) -> None:
        """Write a call's arguments into its text where that says nothing but the tool: claims quote it."""
        is_bare = self.kind is EventKind.TOOL_CALL and self.text in ("", self.tool)
        if is_bare and isinstance(self.arguments, dict | list):
            try:
                stated = json.dumps(self.arguments, ensure_ascii=False)
            except (TypeError, ValueError, RecursionError):
                return  # refused where it is logged
            object.__setattr__(self, "text", f"{self.tool} {stated}".lstrip())

    def words(self) -> tuple[str, ...]:
        """Return the values that distinguish it from another event at the same position."""
        called = self.kind in (EventKind.TOOL_CALL, EventKind.TOOL_RESULT)
        return (self.kind.value, self.text, *((self.tool, self.call_id) if called else ()))


@dataclass(frozen=True, slots=True)
class SavedRun:
    """The state of a run after one of its cycles."""

    run_id: str
    strategy: str
    sequence: int
    """1 for the first state; each saved state is one higher."""
    state: dict[str, Any]
    changes: bool = False
    """Whether `state` is only the changes since the previous one.

    They have the form `{"set": {key: value}, "append": {key: [more]}}`.
    """


def folded(state: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Return a whole state after changes."""
    after = {**state, **changes["set"]}
    for key, more in changes["append"].items():
        after[key] = [*state[key], *more]
    return after


class SnapshotFailed(Refused):
    """SYSTEM_ERROR: a snapshot fails its checks twice; no pointer moved, the diagnostic is recorded (SN6)."""

    code = "system_error"

    def __init__(self, message: str, hint: str, snapshot: dict[str, Any]) -> None:
        super().__init__(message, hint)
        self.snapshot = snapshot


@dataclass(frozen=True, slots=True)
class Proposal:
    """A compaction that a run drafted and that was stored and scored; it makes nothing active."""

    artifact_id: str
    session_id: str
    start: int
    end: int
    artifact: Artifact
    report: GateReport

    @property
    def name(self) -> str:
        """The id to type to look at it."""
        return self.artifact_id[:12]

    @property
    def only_not_smaller(self) -> bool:
        """Whether its only fault is that it is not smaller than what it was drafted from.

        Few words cannot be restated in fewer without loss, so no repair makes it acceptable.
        """
        missed = [m.name for m in self.report.gates["E"].measures if m.decides and m.passed is not True]
        return self.report.blocking == ("E",) and missed == ["compression_ratio"]

    @property
    def way_on(self) -> str:
        """How a person can accept it."""
        name = self.name
        if self.only_not_smaller:  # it never passes the boundary, so a person can only approve it
            return f"`workbench review approve {name} --reason R` lets it into the run"
        if self.report.blocking:
            return f"repair it (`workbench repair {name}`, or edit it in the app) and accept what that makes"
        if self.report.to_confirm:
            named = " ".join(f"--confirm {gate}" for gate in self.report.to_confirm)
            return f"`workbench accept {name} {named}`, once that was looked at"
        return f"`workbench accept {name}`"


@dataclass(frozen=True, slots=True)
class Decision:
    """The outcome of a proposal.

    `accepted`: a person made it, or an artifact repaired or edited from it, active. `rejected`: a person
    rejected it. `unreviewed`: nobody decided in time and the run's policy says to go on with it.

    A proposal whose only fault is that it is not smaller than its source never passes the boundary, so that
    the session's own context keeps the words: `approved`, a person approved it for the run; `unaccepted`, the
    policy wanted it accepted and the run goes on with it, since every gate of its content passed.
    """

    outcome: Literal["accepted", "rejected", "unreviewed", "approved", "unaccepted"]
    artifact: Artifact
    """The artifact that applies: the proposal's, or the one accepted in its place."""
    actor: str = ""
    reason: str = ""


class AcceptanceRefused(Refused):
    """The boundary refused a proposal that the run's policy wanted accepted; nothing changed.

    The hint says how to accept it. Then make the same call again: the run continues with the accepted draft.
    A run resumed with `ReviewPolicy(without_decision="apply")` continues with the draft as it is.
    """

    code = "acceptance_refused"

    def __init__(self, message: str, hint: str, proposal: Proposal) -> None:
        super().__init__(message, hint)
        self.proposal = proposal


class OtherwiseRecorded(Refused):
    """The keeper has other words at a position of the run than those given; nothing changed.

    The record stays, because it may have been drafted and reviewed: the words given are from a regenerated
    call, or from a second process that continued from an older state.
    """

    code = "recorded_otherwise"

    def __init__(self, run_id: str, position: int, there: RunEvent | None, given: RunEvent | None) -> None:
        stated = f"is recorded as {_quoted(there)}, and is given as {_quoted(given)}"
        super().__init__(
            f"event {position} of run {run_id} {stated}",
            "make the call with what is recorded (`Historian.unfinished` has it), then go on; "
            "if two processes use the run, resume it in one of them; or choose another run id",
        )
        self.position = position
        self.recorded = there


def check_recorded(
    run_id: str, position: int, there: Sequence[RunEvent], given: Sequence[RunEvent], *, whole: bool
) -> None:
    """Compare what a keeper has from `position` on with what is given for the same place.

    Args:
        run_id: the run.
        position: of the first event of both.
        there: the recorded events.
        given: the expected events.
        whole: whether all of `given` must be recorded by now.

    Raises:
        OtherwiseRecorded: they differ, or more is recorded than given.
    """
    for number, (has, wanted) in enumerate(zip_longest(there, given)):
        if has is None and not whole:
            return
        if has is None or wanted is None or has.words() != wanted.words():
            raise OtherwiseRecorded(run_id, position + number, has, wanted)


def _quoted(event: RunEvent | None) -> str:
    return "nothing" if event is None else f"{event.kind.value} {shorten(event.text, 60)!r}"


class RunRepository(Protocol):
    """Keeps runs."""

    def load(self, run_id: str) -> SavedRun | None:
        """Return the newest state of a run, whole; None for one that was never saved."""

    def save(self, run: SavedRun) -> None:
        """Save a state, or its changes since the previous one.

        Raises:
            store.errors.RunMoved: another process saved a state with that sequence.
        """

    def record(self, run_id: str, position: int, events: Sequence[RunEvent]) -> str:
        """Record events of a run, the first at its `position` (0-based); return its session id.

        An event's ordinal in the session is its position in the run. Events recorded before are not added
        again; `position` may not leave a gap. The run ends with the last event given.

        Raises:
            OtherwiseRecorded: other events are recorded there, or more of them.
        """

    def recorded(self, run_id: str, position: int) -> Sequence[RunEvent]:
        """Return the events of a run from its `position` on; none for a run that was never recorded."""

    def propose(self, run_id: str, start: int, end: int, draft: Draft) -> Proposal:
        """Draft recorded events `start..end`, store the artifact and score it.

        Raises:
            gates.errors.ArtifactError: the draft does not parse.
        """

    def decided(self, proposal: Proposal) -> Decision | None:
        """Return a person's decision about the proposal so far; None without one."""

    def accept(self, proposal: Proposal, actor: str, reason: str, confirm: tuple[str, ...] = ()) -> Decision:
        """Make the proposal active through the boundary; gates of `confirm` may have nothing to judge.

        Raises:
            AcceptanceRefused: the gates or another move prevent it; nothing changed.
            SnapshotFailed: the snapshot fails its checks twice; nothing changed.
        """


class SnapshotKeeper(RunRepository, Protocol):
    """Keeps runs that make snapshots; `checker` checks a snapshot's invariants, None: all of them."""

    def accept(
        self,
        proposal: Proposal,
        actor: str,
        reason: str,
        confirm: tuple[str, ...] = (),
        checker: Checker | None = None,
    ) -> Decision:
        """As `RunRepository.accept`; the snapshot is checked before anything becomes active."""

    def snapshot_of(
        self, run_id: str, proposal: Proposal, decision: Decision, checker: Checker | None = None
    ) -> dict[str, Any]:
        """Return the snapshot of a decided compaction: its move's, or one that is appended for it now.

        It belongs to the session: everybody who opens the store finds it under the same id. Objective, done
        definition, manifests and counts are those of the run's newest state. The same call again appends
        none.

        Raises:
            SnapshotFailed: it fails its checks twice; none was appended.
        """

    def thresholds(self) -> CadenceLimits:
        """Return both triggers, by the keeper's policy."""

    def latest_snapshot(self, run_id: str) -> dict[str, Any] | None:
        """Return the newest snapshot of a run's session."""
