"""Pairs for when the supervisor of a run meets a stall."""

from __future__ import annotations

from tests.constants.holding import holds
from workbench.runs.machine.supervisor import interventions
from workbench.runs.records.shapes import Intent
from workbench.runs.records.state import RunState
from workbench.runs.settings import RunSettings

MACHINE = "workbench.runs.machine.supervisor"


def _kinds(stalled: int, *, questions: int = 0, wrote: int = 0) -> list[str]:
    """Return the kinds of constraints set after so many steps without evidence, and an answer before them."""
    parts = tuple(f"Question {number}?" for number in range(questions))
    state = RunState(step=stalled + wrote, stalls=list(range(1, stalled + wrote + 1)))
    state.intent = Intent(stand_alone_query="What?", intent="find", sub_queries=parts)
    state.signatures = ["SYNTHESIZE {}"] * wrote + [f"SEARCH {number}" for number in range(stalled)]
    return [each.override.kind for each in interventions(state, RunSettings(steps=100), "SEARCH 1", 1)]


@holds(f"{MACHINE}:STALL")
def two_steps_without_evidence_widen() -> None:
    """Two, not one."""
    assert _kinds(1) == []
    assert _kinds(2) == ["widen_retrieval"]


@holds(f"{MACHINE}:PATIENCE")
def six_steps_without_evidence_force_the_answer() -> None:
    """Six, not five; each question of the objective gives one more."""
    assert _kinds(5) == ["widen_retrieval"]
    assert _kinds(6) == ["force_action"]
    assert _kinds(9, questions=4) == ["widen_retrieval"]
    assert _kinds(10, questions=4) == ["force_action"]
