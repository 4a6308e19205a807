"""The points of a timeline at which a snapshot is due: S0's two triggers, without texts (SN5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gates.snapshot.cadence import INTERRUPTED, Cadence, CadenceLimits, CadenceStep
from workbench.strategies.triggers import EventFacts, TriggerMark

NAME = "snapshot"

_NOTES = frozenset((len(f"{INTERRUPTED}]"), len(f"{INTERRUPTED} for tool use]")))
"""Lengths of the agent's notes on an interrupted step, which identify them without their text."""
_MESSAGE = frozenset(("assistant", "thinking", "tool_call"))


class SnapshotTriggers:
    """The triggers of `snapshot`; both counters start again at each firing."""

    strategy = NAME

    def __init__(self, thresholds: CadenceLimits | None = None) -> None:
        self._thresholds = thresholds or CadenceLimits()
        self._cadence = Cadence()
        self._step: CadenceStep | None = None
        self._turn = 0
        self._first = 0
        """First event since the last firing."""

    def feed(self, events: Sequence[EventFacts]) -> Iterator[TriggerMark]:
        """Yield a mark for each firing in the next events; a step ends where the next begins."""
        for event in events:
            kind = event[1]
            if kind in _MESSAGE or kind == "tool_result":
                step = self._step
                if step is None or event[3] != step.number:
                    if step is not None:
                        step.interrupted |= step.results < step.calls
                        yield from self._ended(step)
                    step = self._step = CadenceStep(event[3], event[0])
                step.last, self._turn = event[0], event[2]
                step.calls += kind == "tool_call"
                step.results += kind == "tool_result"
            elif kind == "meta" and self._step is not None and event[5] in _NOTES:
                self._step.interrupted = True

    def close(self) -> Iterator[TriggerMark]:
        """Yield the mark of the last step, which ends with the session, if it fires."""
        if self._step is not None:
            yield from self._ended(self._step)

    def _ended(self, step: CadenceStep) -> Iterator[TriggerMark]:
        now = Cadence(self._cadence.counted_events + step.counted, self._cadence.steps + 1)
        rule = now.due(self._thresholds)
        self._cadence = Cadence() if rule else now
        if rule is not None:
            limit = self._thresholds.event_threshold
            over = f"{now.counted_events} counted events in {now.steps} steps"
            why = (
                f"{over} reach the threshold of {limit}"
                if rule == "EVENT_THRESHOLD"
                else f"{over}: the fallback of {self._thresholds.n_step_fallback} steps"
            )
            yield TriggerMark(NAME, rule, step.last, self._turn, self._first, step.last, why)
            self._first = step.last + 1
