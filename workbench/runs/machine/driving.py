"""Execute a run's phases one after the other, with the store open for a second at a time.

Opening the store costs more than most phases. It is closed while a model, a service or a source is waited
for, so that no other process waits for the store meanwhile. After each snapshot, while this process has it
closed, what many short writes left in it is merged.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Protocol

from workbench.runs.records import state as phases
from workbench.runs.records.ledger import Ledger
from workbench.runs.records.state import RunState

STRETCH_SECONDS = 1.0
"""Seconds that the store stays open for one process, if no model or service is asked."""
_ASKING = (phases.COMPILE, phases.PLAN, phases.ACT)


class Advancing(Protocol):
    """A run that can execute its phases."""

    state: RunState

    def advance(self) -> RunState:
        """Execute one phase."""

    def follow(self) -> None:
        """Add what happened so far to the run's session."""


def drive(
    machine: Advancing,
    ledger: Ledger,
    ticks: Callable[[], float],
    on_phase: Callable[[RunState], None] | None,
    *,
    outside: bool,
) -> None:
    """Advance until the run ends or waits for a person; its session is then mostly up to date.

    Args:
        machine: the run.
        ledger: stores it.
        ticks: seconds on a clock that only moves forward.
        on_phase: called after each phase.
        outside: whether COMPILE, PLAN and ACT ask a model or a service.
    """
    settled = machine.state.snapshot_id
    while machine.state.status == phases.RUNNING:
        asks = _asks(machine.state, outside)
        with nullcontext() if asks else ledger.kept_open():
            began = ticks()
            while machine.state.status == phases.RUNNING:
                machine.advance()
                if on_phase is not None:
                    on_phase(machine.state)
                if _asks(machine.state, outside) or asks or ticks() - began >= STRETCH_SECONDS:
                    break
            if not asks and machine.state.status != phases.RUNNING:
                machine.follow()  # while the store is open
        ended = machine.state.status != phases.RUNNING and settled is not None
        if ended or machine.state.snapshot_id != settled:
            settled = machine.state.snapshot_id
            ledger.settle()


def _asks(state: RunState, outside: bool) -> bool:
    """Return whether the next phase may wait for a model, a service or a source."""
    return state.phase == phases.SOURCES or (outside and state.phase in _ASKING)
