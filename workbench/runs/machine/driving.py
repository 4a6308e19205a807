"""Take a run's phases one after the other, the store open for a second at a time.

Opening the store costs more than most phases. It is closed while somebody else may have to be waited for, so
that nobody waits for the store as long.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Protocol

from workbench.runs.records import state as phases
from workbench.runs.records.ledger import Ledger
from workbench.runs.records.state import RunState

STRETCH_SECONDS = 1.0
"""How long the store stays open for one process while nobody else is asked."""
_ASKING = (phases.COMPILE, phases.PLAN, phases.ACT)


class Advancing(Protocol):
    """A run that takes its phases."""

    state: RunState

    def advance(self) -> RunState:
        """One phase."""

    def follow(self) -> None:
        """Have the run's session hold what happened so far."""


def drive(
    machine: Advancing,
    ledger: Ledger,
    ticks: Callable[[], float],
    on_phase: Callable[[RunState], None] | None,
    *,
    outside: bool,
) -> None:
    """Advance until the run ends or waits for a person; its session mostly holds all of it then.

    Args:
        machine: the run.
        ledger: what keeps it.
        ticks: seconds on a clock that only moves forward.
        on_phase: called after each phase.
        outside: whether a model or a service is asked when a step is compiled, planned and taken.
    """
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
                machine.follow()  # while it is open


def _asks(state: RunState, outside: bool) -> bool:
    """Whether the next phase may wait for somebody else."""
    return state.phase == phases.SOURCES or (outside and state.phase in _ASKING)
