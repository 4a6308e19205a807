"""Two passages answer one question about the same subject if both contain the same words of the question."""

from __future__ import annotations

import pytest

from workbench.runs.conflicts.asked_alike import asked_alike, of_another
from workbench.runs.conflicts.disagreement import rival
from workbench.runs.ranking.questions import wanted
from workbench.runs.ranking.scoring import RankedPassage

HOLDS = RankedPassage("Each vat holds 3,000 litres.", "Fermentation")


@pytest.mark.parametrize(
    ("question", "one", "other", "why"),
    [
        ("How many litres does a vat hold?", HOLDS.text,
         "There are nine vats, each for 2,500 litres.", "3000 against 2500"),
        (
            "What does a bed in the old schoolhouse cost?",
            "A bed in the old schoolhouse costs 6 euros a night.",
            "A bed in the old schoolhouse is free for pickers.",
            "one costs nothing, the other has a price",
        ),
        (
            "How far in advance must a group book?",
            "Groups have to book three weeks in advance.",
            "Groups should book at least two weeks ahead.",
            "length of time",
        ),
        ("How many apples does the press handle?", "The press handles 1,800 kilograms of apples an hour.",
         "The press can take 2,300 kilograms of apples an hour.", "1800 against 2300"),
        ("What was the profit in 2023?", "The profit for 2023 was 9,100 euros after the audit.",
         "The treasurer reports a profit of 12,400 euros for 2023.", "9100 against 12400"),
        ("What is the hourly pay of a picker?", "Pickers are paid 13.20 euros an hour.",
         "Guides are paid 22 euros per tour.", ""),
        ("What does a tour cost?", "A tour costs 8 euros.", "A tour costs 8 euros.", ""),
    ],
)  # fmt: skip
def test_another_value_of_what_is_asked(question: str, one: str, other: str, why: str) -> None:
    """It conflicts for the same subject and not for another."""
    found = rival(question, RankedPassage(one), RankedPassage(other))
    assert why in found if why else not found


def test_what_one_says_nothing_of_keeps_them_apart() -> None:
    """The question has a word that only one of them contains."""
    question = "How much is a sweet cider at the fair?"
    fair = RankedPassage("A sweet cider is 4 euros at the fair.")
    assert asked_alike(question, fair, RankedPassage("Sweet cider: 5 euros.", "At the fair"))
    assert not asked_alike(question, fair, RankedPassage("Sweet cider: 5 euros."))


@pytest.mark.parametrize(("other", "another"), [("Bright lamps cost 3 euros.", True),
                                                ("Bright red lamps cost 3 euros.", False)])  # fmt: skip
def test_most_of_what_an_answer_says_of_the_question(other: str, another: bool) -> None:
    """One of three words may be lacking, two may not."""
    answer = RankedPassage("Bright red lamps of the harbour cost 9 euros.")
    question = "What do the bright red harbour lamps cost?"
    passage = RankedPassage(other)
    assert of_another(question, answer, passage) is another


@pytest.mark.parametrize(
    ("question", "text", "met"),
    [
        ("How tall is the press hall?", "The well behind the press hall is 38 metres deep.", False),
        ("How deep is the well?", "The well behind the press hall is 38 metres deep.", True),
        ("How tall is the chimney?", "Its chimney was 31 metres high.", True),
        ("How long is the ramp?", "The ramp has 12 metres.", True),
        ("Who lights the lamp?", "The lamp is lit by Rolf.", True),
        ("Who lights the lamp?", "The lamp is lit by hand.", False),
        ("Who is the porter?", "named Ash; porter role; day shift", True),
    ],
)
def test_what_is_asked_for_is_filled_by_its_kind(question: str, text: str, met: bool) -> None:
    """A figure in another dimension does not answer; an agent may follow `by`."""
    assert wanted(question).met(text) is met


def test_what_names_no_time_or_person_holds_for_any_but_an_upper_step_is_no_step() -> None:
    """A price that does not name adults is theirs too; a thing distinguished by a word is another one."""
    question = "What does an adult ticket cost?"
    assert not of_another(
        question, RankedPassage("Tickets for an adult: 9 euros."), RankedPassage("A ticket is 8.")
    )
    question = "How high is the upper step?"
    assert of_another(
        question, RankedPassage("The upper step is 9 metres high."), RankedPassage("A step is 8 high.")
    )
