"""A model that searches astray: the supervisor ends it, and the output has what all steps found."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.runs.build import ANSWERED, env_of, folder_of, ledger_of
from tests.runs.planning.test_modelled import PLANS, Scripted, answers
from workbench.models.base import Deadline, ModelAnswer, ModelTrouble, Prompt, Tick, Usage
from workbench.runs.agent import StepView
from workbench.runs.answering.quoting import _left_out
from workbench.runs.planning.model_answers import LabelsAnswer, Unfit, read_answer
from workbench.runs.planning.modelled import JsonAsker, ModelAgent
from workbench.runs.planning.offline_agent import RuleAgent
from workbench.runs.prompts.request_texts import intent_prompt
from workbench.services.runs import agent_runs as service
from workbench.services.runs.agent_runs import start
from workbench.services.runs.shown_run import RunRequest, RunShown

_TOOLS = {"chunk_id": None, "start": None, "end": None, "question": None}
_THINGS = "kettle ladder siren lantern meadow gravel copper council parish volunteer cable roof".split()
_DAYS = "from 5 January to 2 February"


def astray(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, obeys: bool, steps: int = 60) -> RunShown:
    """Return a run whose model always searches for something new and useless, if it may."""
    folder = folder_of(tmp_path)
    for number in range(120):
        thing, other = _THINGS[number % 12], _THINGS[(number // 12 + 5) % 12]
        words = f"The {thing} beside the {other} was painted again, as entry {number} says.\n"
        (folder / f"note-{number:03}.txt").write_text(words, encoding="utf-8")
    numbers = count()
    searched: list[int] = []

    def labels(text: str) -> Any:
        """Label every passage as beside the question, and the later ones as nearer."""
        passages = re.split(r"(?m)^Passage \d+$", text)[1:]
        scores = [0.3 if searched and _DAYS not in each else 0.2 for each in passages]
        return {"labels": [{"passage": n, "label": "CONTEXT", "score": s} for n, s in enumerate(scores, 1)]}

    def plan(text: str) -> Any:
        if obeys and "The action of this step is " in text:
            name = text.partition("The action of this step is ")[2].partition(".")[0]
            return PLANS[name]
        at = next(numbers)
        searched.append(at)
        query = f"{_THINGS[at % 12]} painted as entry {at} says"
        calls = [{"name": "search", "arguments": {**_TOOLS, "query": query}}]
        return {
            "action_type": "SEARCH", "rationale": "further", "expected_output_artifacts": [],
            "stop_condition": "found", "tool_calls": calls,
        }  # fmt: skip

    def nothing(_text: str) -> Any:
        return {"answer": "Nothing was found.", "claims": [], "conflicts": [], "uncertainty": []}

    model = Scripted(answers(plan=plan, labels=labels, synthesis=nothing))
    monkeypatch.setattr(service, "agent_of", lambda *_: ModelAgent(model))
    return start(
        env_of(tmp_path), RunRequest(ANSWERED, (str(folder),), settings={"steps": steps, "selected": 16})
    )


def test_a_run_that_ends_early_quotes_what_all_its_steps_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first step selected the passage that answers; later ones selected dozens that the model prefers."""
    shown = astray(tmp_path, monkeypatch, obeys=False)
    made = shown.output
    assert len(shown.state.best) > 24
    assert (
        made is not None and made.ended == "stopped" and "SEARCH is not allowed now" in str(made.uncertainty)
    )
    assert _DAYS in made.answer
    assert any(claim.status == "verified" and _DAYS in claim.text for claim in made.claims)


def test_stalls_that_go_on_are_met_again_and_then_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Retrieval is widened again once that expired; then the answer is forced, long before the budget."""
    shown = astray(tmp_path, monkeypatch, obeys=True)
    rows = ledger_of(env_of(tmp_path)).overrides(shown.record.run_id)
    assert [(row.kind, row.step, row.trigger_name) for row in rows] == [
        ("widen_retrieval", 2, "stall"),
        ("widen_retrieval", 4, "stall"),
        ("force_action", 6, "stall"),
        ("force_action", 9, "stall"),
    ]
    taken = [each.partition(" ")[0] for each in shown.state.signatures]
    assert taken == ["SEARCH"] * 6 + ["SYNTHESIZE"] + ["SEARCH"] * 2 + ["STOP"]
    assert shown.state.status == "DONE"


def test_a_question_that_fails_wholly_leaves_its_cost(tmp_path: Path) -> None:
    """What the service counted of its tries is an event, and is no longer left."""
    del tmp_path

    class Broken(Scripted):
        """A model whose service counts tokens and then breaks off."""

        def answer(
            self, prompt: Prompt, run: Deadline | None = None, tick: Tick | None = None
        ) -> ModelAnswer:
            del prompt, run, tick
            trouble = ModelTrouble("it broke off")
            trouble.failed = (Usage(70, 0, 0, 30),)
            raise trouble

    asker = JsonAsker(Broken({}), lambda a, b, c: (a + b + c) / 100)
    asker.money_left, asker.tokens_left = 100.0, 10_000.0
    with pytest.raises(ModelTrouble):
        asker.ask(intent_prompt(ANSWERED, (), ""), purpose="intent", problem="")
    assert [each.spent.tokens for each in asker.take_asked()] == [100]
    assert (asker.money_left, asker.tokens_left) == (99.0, 9_900.0)


def test_an_empty_object_is_told_what_it_lacks() -> None:
    """It is an object, so the model learns which key is missing."""
    with pytest.raises(Unfit, match="labels: is missing"):
        read_answer("{}", LabelsAnswer)
    with pytest.raises(Unfit, match="no JSON object"):
        read_answer("nothing", LabelsAnswer)


def test_an_answer_to_a_bare_question_mark_is_the_whole_query() -> None:
    """No comma stands before it."""
    made = RuleAgent().intent("?", [("What is this about?", "How tall is the mast?")])
    assert made.stand_alone_query == "How tall is the mast?"


def test_questions_beyond_the_room_are_counted() -> None:
    """The list ends with how many it leaves out."""
    asked = [f"How many {thing} boxes stand behind door number {n} of the long hall?" for n, thing in
             enumerate(_THINGS * 2)]  # fmt: skip
    intent = RuleAgent().intent(" ".join(asked), [])
    (stated,) = _left_out(cast("StepView", SimpleNamespace(intent=intent)))
    assert len(stated) <= 600
    assert stated.endswith(f" and {18 - stated.count('?')} more")
