"""An answer that the supervisor forces rests on the passages of every query, not only of the last one."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.runs.build import env_of, ledger_of
from tests.runs.planning.test_modelled import PLANS, Scripted, answers
from tests.runs.served import plan
from workbench.runs.planning.modelled import ModelAgent
from workbench.services.runs import agent_runs as service
from workbench.services.runs import step_contexts
from workbench.services.runs.shown_run import RunRequest

THINGS = ("lantern", "anchor", "rudder", "capstan", "bollard")


def test_a_forced_answer_is_given_the_passages_of_all_queries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Within the budget of the prompt, which the manifest rebuilds to the byte."""
    folder, numbers = tmp_path / "pages", count()
    folder.mkdir()
    for thing in THINGS:
        text = f"# The {thing}\n\nThe {thing} was painted by {thing.title()} Smith and his sons.\n"
        (folder / f"{thing}.md").write_text(text, encoding="utf-8")

    def planned(text: str) -> Any:
        if "The action of this step is SYNTHESIZE" in text:
            return PLANS["SYNTHESIZE"]
        asked = f"Who painted the {THINGS[next(numbers)]}?"
        return "STOP" if "SYNTHESIZE wrote" in text else plan("SEARCH", "search", query=asked)

    def written(_text: str) -> Any:
        return {"answer": "", "conflicts": [], "uncertainty": [], "claims": []}

    model = Scripted(answers(plan=planned, synthesis=written))
    monkeypatch.setattr(service, "agent_of", lambda *_: ModelAgent(model, None))
    env = env_of(tmp_path)
    settings = {"steps": 5, "selected": 1}
    shown = service.start(env, RunRequest("Who painted what?", (str(folder),), settings=settings))
    assert any(each.trigger == "budget" for each in shown.state.overrides)
    text = next(p.text for p in model.prompts if p.schema is not None and p.schema.name == "synthesis")
    (step,) = (m.step for m in ledger_of(env).manifests(shown.record.run_id) if m.manifest_id and m.step == 4)
    prompt = step_contexts.manifest(env, f"{shown.record.run_id}:{step}").prompt
    assert prompt in text
    assert [each for each in THINGS[:3] if f"{each.title()} Smith" in prompt] == list(THINGS[:3])
