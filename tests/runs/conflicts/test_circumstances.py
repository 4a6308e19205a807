"""Sources about different circumstances do not contradict each other; those about the same ones do."""

from __future__ import annotations

import pytest

from workbench.runs.conflicts.circumstances import elsewhen, within
from workbench.runs.conflicts.disagreement import disagree, rival
from workbench.runs.conflicts.narrowing import narrowed
from workbench.runs.ranking.scoring import PassageScorer, RankedPassage


def difference(question: str, one: str, other: str) -> str:
    """Return what two texts without headings disagree about, in either order."""
    scorer, first, second = PassageScorer(question, {}), RankedPassage(one), RankedPassage(other)
    return (
        disagree(scorer, question, first, second)
        or rival(question, first, second)
        or rival(question, second, first)
    )


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        (
            "How many people live in the village?",
            "The village has 412 inhabitants.",
            "About 460 residents live in the village all year.",
        ),
        (
            "What does an adult ticket for the tower cost?",
            "A ticket for the tower costs 8 euros, and 5 euros for children.",
            "Tickets for the tower: 9 euros for adults, 5 euros for children.",
        ),
        (
            "When does the library close on Fridays?",
            "On Fridays the library closes at 18:00, on Saturdays at 13:00.",
            "The library closes at 17:00 on Fridays.",
        ),
        (
            "May dogs enter the garden?",
            "Dogs must stay outside the garden.",
            "Dogs on a lead are welcome in the garden.",
        ),
        (
            "Who founded the choir?",
            "The choir was founded by Ada Brun in 1950.",
            "Founded in 1950 by the baker Jon Vik, the choir has thirty singers.",
        ),
        (
            "Until when is the cellar open?",
            "The board keeps the cellar open until 22:00.",
            "Quiet hours are from 22:00 to 7:00. The cellar is open until 20:00.",
        ),
    ],
)
def test_other_values_of_the_same_are_reported(question: str, one: str, other: str) -> None:
    """The counted group and other text beside it do not matter."""
    assert difference(question, one, other)


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        (
            "When does the library close on Fridays?",
            "On Fridays the library closes at 18:00.",
            "The library closes at 13:00 on Saturdays.",
        ),
        (
            "How many bees are in a hive?",
            "A hive holds 40,000 bees in summer.",
            "In winter a hive holds 10,000 bees.",
        ),
        (
            "How long does the trip take?",
            "The trip takes 40 minutes.",
            "Tickets for the trip can be returned within two days.",
        ),
        (
            "How many guests does the hut sleep?",
            "The hut sleeps 40 guests.",
            "In 2021 the hut had 3,100 guests.",
        ),
    ],
)
def test_values_of_something_else_are_not(question: str, one: str, other: str) -> None:
    """They concern another season or day, or are too far apart to concern one thing."""
    assert not difference(question, one, other)


def test_circumstances_of_one_kind_part_two_texts() -> None:
    """Only if neither names those of the other, or one names only others than the question."""
    assert elsewhen("What is the fare?", "In winter it is 3 euros.", "The summer fare is 4 euros.")
    assert elsewhen("What is the fare in winter?", "It is 3 euros.", "In summer it is 4 euros.")
    assert not elsewhen("What is the fare?", "In winter it is 3 euros.", "It is 4 euros.")
    assert not elsewhen("What is the fare?", "3 euros in winter, 4 in summer.", "In summer it is 5 euros.")


def test_a_text_is_read_for_the_circumstances_of_the_question() -> None:
    """The clauses that name them are read if a text has several, else the whole text."""
    assert within("What do children pay?", "Adults pay 8 euros, children 3 euros.") == "children 3 euros"
    assert (
        within("What do children pay?", "Children pay 3 euros, in cash.") == "Children pay 3 euros, in cash."
    )
    assert within("What is paid?", "Adults pay 8 euros, children 3 euros.").startswith("Adults")


def test_sentences_that_say_less_of_the_question_are_left_out() -> None:
    """A passage that does not mention the question stays as it is."""
    scorer = PassageScorer("When does the library close?", {})
    passage = RankedPassage("The cafe opens at 8:00. The library closes at 17:00.", "Hours")
    assert narrowed(scorer, passage) == RankedPassage("The library closes at 17:00.", "Hours")
    other = RankedPassage("Bread is baked daily. Milk is sour.", "Hours")
    assert narrowed(scorer, other) == other
