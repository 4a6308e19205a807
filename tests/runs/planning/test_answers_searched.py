"""What a person answered is searched for by itself, beside the question that it completes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runs.build import ANSWERED, NOWHERE, env_of, folder_of, ledger_of, run_over
from workbench.errors import UsageError
from workbench.runs.planning.offline_agent import RuleAgent
from workbench.runs.records.shapes import ManifestBody
from workbench.services.runs.agent_runs import answer, start
from workbench.services.runs.shown_run import RunRequest

ASKED = "What is this about? Name the subject."


def test_an_answer_is_a_search_of_its_own(tmp_path: Path) -> None:
    """Its words are the query of a step, and the answer rests on what was found."""
    env = env_of(tmp_path)
    shown = start(env, RunRequest("What does it cost?", (str(folder_of(tmp_path)),), settings={"ask": True}))
    assert shown.state.status == "WAITING"
    made = answer(env, shown.record.run_id, "The soup in the canteen")
    manifests = ledger_of(env).manifests(shown.record.run_id)
    searched = {ManifestBody.model_validate_json(each.body).retrieval_query for each in manifests}
    assert "The soup in the canteen" in searched
    assert made.output is not None and "4 euros" in made.output.answer


@pytest.mark.parametrize(
    ("objective", "said", "parts"),
    [
        ("What does it cost?", "The soup", ["What does it cost, The soup", "The soup"]),
        ("?", "The soup", []),
        ("What does it cost?", "Yes, it is.", []),
    ],
)
def test_only_an_answer_with_a_subject_to_a_question_with_words(
    objective: str, said: str, parts: list[str]
) -> None:
    """An answer to a bare mark is the whole query already, and one that names nothing finds nothing."""
    made = RuleAgent().intent(objective, [(ASKED, said)])
    assert [part.rstrip("?") for part in made.sub_queries] == [part.rstrip("?") for part in parts]


def test_nobody_is_asked_unless_the_run_may_ask(tmp_path: Path) -> None:
    """The output says what the objective lacks; one without words is refused before it begins."""
    env, sources = env_of(tmp_path), (str(folder_of(tmp_path)),)
    shown = start(env, RunRequest("Why did it?", sources))
    assert shown.state.status == "DONE" and shown.output is not None
    assert any("names no subject" in each for each in shown.output.uncertainty)
    with pytest.raises(UsageError, match="the objective has no words"):
        start(env, RunRequest(" ... ?", sources))


@pytest.mark.parametrize(("objective", "found"), [(ANSWERED, True), (NOWHERE, False)])
def test_the_plan_to_write_says_whether_anything_answers(tmp_path: Path, objective: str, found: bool) -> None:
    """A search that found nothing is not called enough."""
    env, shown = run_over(tmp_path, objective)
    plans = [each for each in ledger_of(env).events(shown.record.run_id) if "SYNTHESIZE" in each.body]
    assert any("what was found answers" in each.body for each in plans) is found
    assert any("nothing answers directly, and" in each.body for each in plans) is not found
