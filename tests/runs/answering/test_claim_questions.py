"""Which claims of a model answer which question of an objective."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.runs.served import LIT, RUNG, answered, claim, synthesis
from workbench.runs.answering.evidence import NEAREST
from workbench.runs.outputs.output_files import report
from workbench.runs.records.shapes import ResearchOutput

HULL = "Which ship beside the quay had her hull painted yellow by volunteers?"
STORM = "How many sailors drowned off the pier when the great storm sank the ferry?"
QUAY, PIER = "Who lit the lamp of the quay?", "Who lit the lamp of the pier?"


def _output(path: Path, *claims: Any, questions: tuple[str, ...] = (QUAY, PIER)) -> ResearchOutput:
    intent = {
        "stand_alone_query": " ".join(questions), "intent": "find", "sub_queries": list(questions),
        "unclear": "",
    }  # fmt: skip
    shown = answered(path, intent=intent, synthesis=synthesis("Somebody.", *claims))
    assert shown.output is not None, shown.state.reason
    return shown.output


def test_each_question_has_the_claims_that_answer_it(tmp_path: Path) -> None:
    """The result does not depend on the order of the claims."""
    made = _output(tmp_path, claim(RUNG, RUNG), claim(LIT, LIT))
    texts = {each.claim_id: each.text for each in made.claims}
    by_question = {each.question: [texts[name] for name in each.claim_ids] for each in made.questions}
    assert by_question == {QUAY: [LIT], PIER: [RUNG]}
    parts = report(made).partition(f"### {PIER}")
    assert "quay was lit by Ann" in parts[0] and "pier was lit by Rolf" in parts[2]


def test_a_question_without_a_verified_claim_has_none(tmp_path: Path) -> None:
    """A claim that no words support answers nothing."""
    made = _output(tmp_path, claim(LIT, LIT), claim("The lamp of the pier was lit by Olga.", RUNG))
    assert [len(each.claim_ids) for each in made.questions] == [1, 0]
    assert "*No direct evidence" in report(made).partition(f"### {PIER}")[2]


def test_a_claim_that_fits_no_question_leaves_them_open(tmp_path: Path) -> None:
    """It may answer one in other words, so no question is called unanswered."""
    made = _output(tmp_path, claim(LIT, LIT), questions=(HULL, STORM))
    assert made.questions == ()


@pytest.mark.parametrize("questions", [(), (QUAY,)])
def test_one_question_has_no_parts(tmp_path: Path, questions: tuple[str, ...]) -> None:
    """Its answer is one list."""
    intent = {"stand_alone_query": QUAY, "intent": "find", "sub_queries": list(questions), "unclear": ""}
    shown = answered(tmp_path, intent=intent)
    assert shown.output is not None and shown.output.questions == ()


NUMBER = "How many lamps were lit?"


@pytest.mark.parametrize(("question", "verified"), [(NUMBER, False), (QUAY, True)])
def test_a_supported_claim_about_something_else_is_no_answer(
    tmp_path: Path, question: str, verified: bool
) -> None:
    """Its words are in the source, but state no number."""
    intent = {"stand_alone_query": question, "intent": "find", "sub_queries": [], "unclear": ""}
    made = answered(tmp_path, intent=intent, synthesis=synthesis("Ann.", claim(LIT, LIT))).output
    assert made is not None
    assert [(each.status == "verified", each.reason) for each in made.claims] == [
        (verified, "" if verified else NEAREST)
    ]
    assert made.ended == ("answered" if verified else "uncertain")
