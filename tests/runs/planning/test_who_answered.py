"""The model that answered a run, as its service reports it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.runs.build import ledger_of
from tests.runs.served import asking, scripted
from workbench.cli.views.run import run_lines
from workbench.runs.records.events import ModelAsked
from workbench.runs.records.state import parsed
from workbench.services.runs.agent_runs import start
from workbench.services.runs.run_review import RunReview
from workbench.services.runs.step_contexts import requests
from workbench.tui.state.runs.run import overview_rows


@pytest.mark.parametrize(("answering", "told"), [("m-2025-01", True), ("", False)])
def test_another_model_than_the_one_asked_is_recorded_and_shown(
    tmp_path: Path, answering: str, told: bool
) -> None:
    """Each request names who was asked and who answered; the run names it once, if it is another one."""
    with asking(tmp_path, replace(scripted(), model=answering)) as (env, request, _service):
        shown = start(env, request)
    bodies = [parsed(event) for event in ledger_of(env).events(shown.record.run_id)]
    asked = {(b.model, b.reported_model) for b in bodies if isinstance(b, ModelAsked)}
    assert asked == {("openai:m", answering or "m")}
    text = "\n".join("".join(piece.text for piece in line) for line in run_lines(shown, 100))
    assert text.count("openai:m (answered by m-2025-01)") == told
    assert ("answered by" in text) is told
    named = {(each["model"], each["reported_model"]) for each in shown.to_json()["answered_by"]}
    assert named == asked
    rows = overview_rows(RunReview(shown, (), ()), 100)
    assert ("answered by m-2025-01" in "".join(each.text for each in rows)) is told
    again = requests(env, f"{shown.record.run_id}:1").to_json()["requests"]
    assert {each["currency"] for each in again} == {shown.settings.currency}
