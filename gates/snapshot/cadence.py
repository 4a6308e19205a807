"""When a snapshot is due: after counted terminal events, else after steps (S0 "Compaction trigger"; SN5).

Only PLAN_DONE, ACT_DONE and OBSERVE_DONE are counted; every other log entry is verbose and never moves a
counter. Both counters restart at each compaction. This module compacts nothing itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from gates.errors import PolicyError
from gates.source import EventKind, SourceEvent

EVENT_THRESHOLD = 18
"""Counted events from which a compaction is due (S0, MVP default)."""
N_STEP_FALLBACK = 8
"""Steps from which a compaction is due, whatever the counted events (S0, MVP default)."""

INTERRUPTED = "[Request interrupted by user"
"""Beginning of a harness message that reports an interrupted step."""


class StepEvent(StrEnum):
    """The terminal events of a step: the only ones that are counted."""

    PLAN_DONE = "PLAN_DONE"
    ACT_DONE = "ACT_DONE"
    OBSERVE_DONE = "OBSERVE_DONE"


COUNTED = frozenset(event.value for event in StepEvent)


@dataclass(frozen=True, slots=True)
class CadenceLimits:
    """Both limits, in counted events and in steps.

    Raises:
        PolicyError: a limit is not a positive number.
    """

    event_threshold: int = EVENT_THRESHOLD
    n_step_fallback: int = N_STEP_FALLBACK

    def __post_init__(self) -> None:
        if self.event_threshold < 1 or self.n_step_fallback < 1:
            raise PolicyError("a snapshot trigger is below 1", "give counts of events and of steps from 1 up")


@dataclass(frozen=True, slots=True)
class Cadence:
    """Both counters since the last compaction."""

    counted_events: int = 0
    steps: int = 0

    def after_event(self, name: str) -> Cadence:
        """Return the counters after one entry of the event log, by its name.

        A verbose one changes nothing.
        """
        return replace(self, counted_events=self.counted_events + 1) if name in COUNTED else self

    def due(self, thresholds: CadenceLimits) -> str | None:
        """Return the trigger that fires, `EVENT_THRESHOLD` before `N_STEP_FALLBACK`; None if neither does."""
        if self.counted_events >= thresholds.event_threshold:
            return "EVENT_THRESHOLD"
        return "N_STEP_FALLBACK" if self.steps >= thresholds.n_step_fallback else None


@dataclass(slots=True)
class CadenceStep:
    """One step of a transcript: a model message with its tool calls and their results."""

    number: int
    last: int
    """Ordinal of its last event."""
    calls: int = 0
    results: int = 0
    interrupted: bool = False

    @property
    def counted(self) -> int:
        """Number of the step's terminal events."""
        return len(terminal_events(self))


def terminal_events(step: CadenceStep) -> tuple[StepEvent, ...]:
    """Return a step's terminal events: none if it was interrupted, no OBSERVE_DONE if a result is missing."""
    if step.interrupted:
        return ()
    if step.results < step.calls:
        return StepEvent.PLAN_DONE, StepEvent.ACT_DONE
    return tuple(StepEvent)


_MESSAGE = (EventKind.ASSISTANT, EventKind.THINKING, EventKind.TOOL_CALL)
_OF_STEP = (*_MESSAGE, EventKind.TOOL_RESULT)


def steps_of(events: Iterable[SourceEvent]) -> Iterator[CadenceStep]:
    """Yield the steps of a timeline in order, in one pass, without sidechains; equal numbers are one step.

    A step is interrupted if the harness reports so right after it, or if a result is missing although the
    session went on.
    """
    current: CadenceStep | None = None
    for event in events:
        if event.sidechain is not None:
            continue
        if event.kind not in _OF_STEP:
            if current is not None and event.kind is EventKind.META and event.text.startswith(INTERRUPTED):
                current.interrupted = True
            continue
        if current is None or event.step != current.number:
            if current is not None:
                current.interrupted |= current.results < current.calls
                yield current
            current = CadenceStep(event.step, event.ordinal)
        current.last = event.ordinal
        current.calls += event.kind is EventKind.TOOL_CALL
        current.results += event.kind is EventKind.TOOL_RESULT
    if current is not None:
        yield current
