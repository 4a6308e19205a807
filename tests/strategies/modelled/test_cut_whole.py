"""Answers that ended at their limit although their JSON is whole, and offline drafts after a failure."""

from __future__ import annotations

import json

import pytest

from gates.artifact import GenerationRecord
from gates.source import SourceRange
from tests.facts.session import SESSION, Script
from tests.models.answers import item, items
from tests.strategies.modelled.scripted import USAGE, asker
from workbench.models.base import ModelAnswer
from workbench.strategies.base import (
    PAGE,
    Candidate,
    DraftRequest,
    by_model,
    instead_of,
    is_without_model,
    no_model,
)
from workbench.strategies.historian.models import Turn
from workbench.strategies.lapses import drafted
from workbench.strategies.memory.state import ChatMessage
from workbench.strategies.modelled.asking import CUT_WHOLE, WrongForm
from workbench.strategies.modelled.historian import HistorianDrafter, ModelHistory
from workbench.strategies.modelled.items import ItemDrafter
from workbench.strategies.modelled.memory import ModelSummarizer
from workbench.strategies.modelled.problems import AnswerProblem

RULE = "Never prune the quince before March."
NARRATIVE = "The user never wants the quince pruned before March. The agent keeps to that."


def request() -> DraftRequest:
    made = Script()
    made.user(RULE)
    made.agent("I keep to that.")
    return DraftRequest(SourceRange(SESSION, 0, 1, frozenset()), tuple(made.events))


def turns() -> DraftRequest:
    made = Script()
    for word in ("quince", "medlar", "plum", "damson", "pear"):
        made.user(f"Never prune the {word} before March.")
        made.agent(f"I keep to that with the {word}.")
    return DraftRequest(SourceRange(SESSION, 0, 9, frozenset()), tuple(made.events))


def test_a_statement_that_is_given_twice_is_kept_once() -> None:
    """Other quotations of the same message do not make it another statement; another kind does."""
    given = [item("constraint", RULE, (0, RULE)), item("constraint", RULE, (0, RULE[:-1]))]
    own, _, _ = asker(items(*given, item("claim", RULE, (0, RULE))))
    made = ItemDrafter("intentional", own).draft(request()).payload["items"]
    assert sorted(each["kind"] for each in made) == ["claim", "constraint"]


def test_an_answer_that_is_whole_but_was_cut_is_used_and_noted() -> None:
    """A service may stop right at the end of an object: more items may be missing."""
    text = items(item("constraint", RULE, (0, RULE)))
    own, model, said = asker(ModelAnswer(text, USAGE, cut=True), ModelAnswer(items(), USAGE, cut=True))
    drafter = ItemDrafter("intentional", own)
    assert len(drafter.draft(request()).payload["items"]) == 1
    assert said.count(CUT_WHOLE) == 1
    drafter.revise([AnswerProblem("C", "a rule is lost", passages=((0, RULE),))])
    assert len(model.asked) == 2
    assert said.count(CUT_WHOLE) == 2


def test_a_cut_history_and_a_cut_memory_are_noted() -> None:
    """Narratives, summaries of replies and a conversation's memory, in a draft and in a run of one's own."""
    told = json.dumps({"summaries": [], "narrative": NARRATIVE})
    own, _, said = asker(ModelAnswer(told, USAGE, cut=True))
    drafter = HistorianDrafter(own)
    drafter.draft(turns())
    drafter.revise([AnswerProblem("historian", "the narrative is too long")])
    assert said.count(CUT_WHOLE) == 2
    own, _, said = asker(ModelAnswer(told, USAGE, cut=True))
    older = [Turn(number=1, user_message=RULE, assistant_message="I keep to that.")]
    assert ModelHistory(own).compress_turns(older, "") == NARRATIVE
    assert said.count(CUT_WHOLE) == 1
    own, _, said = asker(ModelAnswer(items(item("constraint", RULE, (0, RULE))), USAGE, cut=True))
    assert RULE in ModelSummarizer(own).summarize_memory("", [ChatMessage(role="user", text=RULE)])
    assert said.count(CUT_WHOLE) == 1


def test_a_whole_answer_that_ended_by_itself_is_not_noted() -> None:
    """Nothing is missing then."""
    own, _, said = asker(items(item("constraint", RULE, (0, RULE))))
    drafter = ItemDrafter("intentional", own)
    drafter.draft(request())
    assert CUT_WHOLE not in said


def test_a_history_of_which_no_text_can_be_used_is_no_draft_of_the_model() -> None:
    """It is asked for once more, with what was wrong; one text that can be used is enough."""
    empty, good = (json.dumps({"summaries": [], "narrative": text}) for text in ("", NARRATIVE))
    own, model, _ = asker(empty, empty)
    with pytest.raises(WrongForm, match=r"twice against the rules of the strategy: .*narrative") as caught:
        HistorianDrafter(own).draft(turns())
    assert caught.value.record == own.record()
    own, model, _ = asker(empty, good)
    assert HistorianDrafter(own).draft(turns()).payload["narrative"]
    assert "two_or_three_sentences" in model.asked[1].text


def test_an_offline_draft_after_a_model_names_the_model() -> None:
    """The same words after another model are another draft, whose own cost gate E counts."""
    one, other = (instead_of(PAGE, by_model("draft/9", named)) for named in ("openai:a", "openai:b"))
    assert one != other
    assert is_without_model(one)
    assert not is_without_model(by_model("draft/9", "openai:a"))


def test_the_offline_draft_of_a_run_is_told_from_one_that_cost_nothing() -> None:
    """A run's draft after two unusable answers has its cost and a version of its own."""
    spent = GenerationRecord(
        model="openai:a",
        input_tokens=5,
        cache_read_tokens=0,
        cache_creation_tokens=0,
        output_tokens=7,
        elapsed_ms=3,
        provenance="reported",
    )
    plain = Candidate({"prompt_version": "page/9", "items": []}, no_model())

    def fails(_request: DraftRequest) -> Candidate:
        error = WrongForm("openai:a answered twice in a wrong form", "choose another model")
        error.record = spent
        raise error

    made, lapse = drafted(fails, lambda _request: plain, request())
    assert lapse is not None
    assert made.record == spent
    assert made.payload["prompt_version"] == "page/9 after openai:a"
