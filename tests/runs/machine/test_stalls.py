"""When the supervisor of a run meets a stall: each number just below and just at its constant."""

from __future__ import annotations

from workbench.runs.machine.supervisor import interventions
from workbench.runs.records.events import ActDone
from workbench.runs.records.shapes import ForceAction, Intent
from workbench.runs.records.state import RunState
from workbench.runs.settings import RunSettings


def _kinds(stalled: int, *, questions: int = 0, wrote: int = 0) -> list[str]:
    """Return the kinds of constraints set after so many steps without evidence, and an answer before them."""
    parts = tuple(f"Question {number}?" for number in range(questions))
    state = RunState(step=stalled + wrote, stalls=list(range(1, stalled + wrote + 1)))
    state.intent = Intent(stand_alone_query="What?", intent="find", sub_queries=parts)
    state.signatures = ["SYNTHESIZE {}"] * wrote + [f"SEARCH {number}" for number in range(stalled)]
    return [each.override.kind for each in interventions(state, RunSettings(steps=100), "SEARCH 1", 1)]


def test_two_steps_without_evidence_widen() -> None:
    """Two, not one."""
    assert _kinds(1) == []
    assert _kinds(2) == ["widen_retrieval"]


def test_six_steps_without_evidence_force_the_answer() -> None:
    """Six, not five; each question of the objective gives one more."""
    assert _kinds(5) == ["widen_retrieval"]
    assert _kinds(6) == ["force_action"]
    assert _kinds(9, questions=4) == ["widen_retrieval"]
    assert _kinds(10, questions=4) == ["force_action"]


def test_a_stall_after_the_answer_ends_the_run() -> None:
    """The steps before the answer do not count."""
    state = RunState(step=3, stalls=[1, 2, 3], signatures=["SYNTHESIZE {}", "SEARCH 1", "SEARCH 2"])
    state.synthesis = ActDone(action_type="SYNTHESIZE", signature="SYNTHESIZE {}")
    (made,) = interventions(state, RunSettings(steps=100), "SEARCH 2", 1)
    assert isinstance(made.override, ForceAction) and made.override.action_type == "STOP"
    state.step = 2
    assert interventions(state, RunSettings(steps=100), "SEARCH 1", 1) == []
