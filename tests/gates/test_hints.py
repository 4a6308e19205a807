"""The warnings of gate D on prose, and the forms in which a source bears a claim out."""

from __future__ import annotations

import pytest

from gates.contradiction.opposites import opposites
from gates.evaluate import Evaluator
from gates.language.numerals import rounds_to, spoken_values, value_supported
from gates.language.synonyms import synonyms
from gates.language.tokens import stem_of
from gates.source import EventKind, SourceEvent
from tests.gates.build import ALL, artifact_of, index_of, item
from tests.gates.test_session_claims import claim, found

SOURCE = (
    "Ada and Grace met on Fri in Lisbon to plan the harvest festival. "
    "Sales of cheese increased strongly in the second quarter. "
    "Grace will repair the wooden stage before the festival. "
    "The budget of the festival is twelve thousand euros. "
    "The World Health Council supports the festival. "
    "The mayor cannot pay for the festival. "
    "Ada rented room 4 beside the harbour."
)


def rules(text: str) -> set[str]:
    """The rules that find something in one claim about the source."""
    events = (SourceEvent(0, EventKind.USER, SOURCE, "n0", tokens=60),)
    made = artifact_of(item(text), origin="imported").model_copy(
        update={"source": artifact_of().source.model_copy(update={"source_end": 0})}
    )
    report = Evaluator(index_of(events), None, ALL).evaluate(made)
    return {finding.rule for finding in report.gates["D"].findings}


@pytest.mark.parametrize(
    ("claim", "rule"),
    [
        ("Ada and Grace met in Madrid to plan the harvest festival.", "name_unseen"),
        ("Sales of cheese decreased strongly in the second quarter.", "opposite_word"),
        ("The Council does not support the harvest festival of Lisbon.", "negation_added"),
        ("Grace repaired the wooden stage before the festival.", "plan_told_done"),
        ("The budget of the festival is 19,500 euros.", "num_absent"),
        ("The harvest festival in Lisbon has 19,500 guests.", "num_absent"),
        ("The mayor can pay for the festival of Grace.", "negation_dropped"),
        ("Grace and Ada rented room 7 with stage 3 beside the harbour.", "num_replaced"),
        ("Penguins migrated across frozen continents yesterday morning.", "unsupported"),
    ],
)
def test_a_changed_claim_is_warned_of_by_the_rule_meant_for_it(claim: str, rule: str) -> None:
    """Each rule finds what it names."""
    assert rule in rules(claim)


@pytest.mark.parametrize(
    "claim",
    [
        "Ada and Grace met on Friday in Lisbon to plan the harvest festival.",
        "Sales of cheese rose strongly in the second quarter.",
        "Grace will repair the wooden stage before the festival.",
        "The budget of the festival is 12,000 euros.",
        "The WHC supports the festival of Ada and Grace.",
        "The mayor cannot pay for the festival of Grace.",
        "Ada rented room 4 for the festival.",
        "Ada met Grace, not the mayor, on Fri in Lisbon.",
    ],
)
def test_another_form_of_the_same_fact_is_no_finding(claim: str) -> None:
    """Abbreviated days, synonyms, numbers in words and initials equal the source's form."""
    assert rules(claim) == set()


def test_numbers_in_words_have_their_values() -> None:
    """Compounds and scales are parsed as spoken."""
    assert 25.0 in spoken_values("it costs twenty five euros")
    assert 12.5 in spoken_values("about twelve fifty")
    assert 8.2e6 in spoken_values("8.2 million dollars")
    assert 130.0 in spoken_values("one hundred and thirty")


def test_a_rounding_shows_two_digits_or_more() -> None:
    """460,000 is a rounding of 459,512; 1,000 is another number than 999."""
    assert rounds_to(459_512, 460_000)
    assert not rounds_to(999, 1000)
    assert value_supported(8.2, {8_200_000.0})
    assert not value_supported(51, {50.0})
    assert value_supported(50, {53.0}, "about", {53.0})


def test_no_word_is_both_a_synonym_and_an_opposite_of_increase() -> None:
    """A word's synonyms and its opposites are disjoint."""
    stem = stem_of("increase")
    assert not synonyms(stem) & opposites(stem)
    assert stem_of("unpopular") in opposites(stem_of("popular"))


CHAT = """Ann: are you coming to the party tomorrow?
Bob: Not tomorrow. I am ill.
Ann: i dont have a driver then.
Bob: I should be home around six, if nothing happens.
Ann: why don't we draw the banner on paper?"""


@pytest.mark.parametrize(
    "claim",
    [
        "Bob is not coming to the party tomorrow because he is ill.",
        "Ann doesn't have a driver.",
        "Bob will be home around six.",
        "Ann and Bob draw the banner on paper.",
    ],
)
def test_chat_denies_in_its_own_ways(claim: str) -> None:
    """A short reply, a lost apostrophe, a condition and a proposal are read as what they are."""
    events = tuple(
        SourceEvent(n, EventKind.USER, line, f"n{n}", tokens=9) for n, line in enumerate(("Hello.", CHAT))
    )
    made = artifact_of(item(claim), origin="imported").model_copy(
        update={"source": artifact_of().source.model_copy(update={"source_end": 1})}
    )
    found = Evaluator(index_of(events), None, ALL).evaluate(made).gates["D"].findings
    assert {f.rule for f in found} & {"negation_added", "negation_dropped", "polarity_conflict"} == set()


@pytest.mark.parametrize(
    ("lines", "warned"),
    [
        (("edit: shed/hinge.svg — a new hinge", "result: the hinge fits the door"), False),
        ((), True),
    ],
)
def test_a_plan_that_something_followed_may_be_carried_out(lines: tuple[str, ...], warned: bool) -> None:
    """The action behind the plan is what counts, also where the claim is read beside it."""
    talk = ("user: the hinge of the door squeaks", "assistant: I'll replace the hinge of that door.", *lines)
    rules = {rule for _severity, rule in found(talk, claim("The hinge of the squeaking door was replaced."))}
    assert ("plan_told_done" in rules) is warned
