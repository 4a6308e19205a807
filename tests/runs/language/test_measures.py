"""Measures, dates and lengths of time in a text: a pair on each side of every rule."""

from __future__ import annotations

import pytest

from workbench.runs.conflicts.disagreement import disagree
from workbench.runs.conflicts.other_figures import other_figures
from workbench.runs.language.measures import ages, apart, dates, has_measure, intervals, lengths_in_units
from workbench.runs.language.terms import asked_stems
from workbench.runs.ranking.questions import action_of, wanted
from workbench.runs.ranking.scoring import PassageScorer, RankedPassage


def lengths(text: str, *, ahead: bool | None = None) -> set[float]:
    """Return the lengths of time in a text, in seconds."""
    return {seconds for seconds, _ in lengths_in_units(text, ahead=ahead)}


@pytest.mark.parametrize(
    ("kind", "yes", "no"),
    [
        ("speed", "It goes at 12 knots.", "It has 12 wheels."),
        ("distance", "The well is 30 metres away.", "The well is 30 years old."),
        ("weight", "A cow of 600 kg.", "A cow of six years."),
        ("heat", "It boils at 90 degrees.", "It boils in 90 seconds."),
        ("frequency", "The roof is mended twice a year.", "The roof was mended in 1990."),
    ],
)
def test_a_figure_in_a_unit_of_the_kind_is_seen(kind: str, yes: str, no: str) -> None:
    """A figure in any other unit is not of the kind."""
    assert (has_measure(kind, yes), has_measure(kind, no)) == (True, False)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How fast does the tram go?", "speed"),
        ("How deep is the well?", "distance"),
        ("How long is the bridge?", "distance"),
        ("How long is the journey?", "duration"),
        ("How heavy is a bell?", "weight"),
        ("How often are the bells rung?", "frequency"),
        ("By how much did rents rise?", "change"),
        ("How old is the bell?", "age"),
        ("How far ahead is the bell booked?", "duration"),
        ("How long in advance must one ring?", "duration"),
        ("How early should a group write?", "duration"),
        ("How much notice does the mill want?", "duration"),
        ("How far is the mill?", "distance"),
    ],
)
def test_what_measure_a_question_wants(question: str, kind: str) -> None:
    """The words of the question decide."""
    assert wanted(question).kind == kind


def test_how_long_before_something_is_told_from_how_long() -> None:
    """What each day or year takes is no length of time at all."""
    day = 86_400.0
    assert lengths("It is kept for nine days.") == {9 * day} == lengths("For nine days.", ahead=False)
    assert lengths("Book nine days ahead.", ahead=True) == {9 * day}
    assert lengths("Book nine days ahead.", ahead=False) == set()
    assert lengths("Come two days before the fair, for six days.", ahead=False) == {6 * day}
    for rate in ("She sails on 61 days a year.", "It rings six hours per day.", "We drill every two weeks."):
        assert lengths(rate) == set()
        assert not wanted("How long does it take?").met(rate)
    assert wanted("How long does it take?").met("It takes 61 days.")


def test_a_past_date_is_no_day_of_the_week() -> None:
    """A date states when something was done."""
    want = wanted("When was the barn opened?")
    assert want.met("It opened on 3 June 1950.") and not want.met("The barn is used on Mondays.")


def test_the_action_that_a_question_asks_about() -> None:
    """Another action is no match, however many other words are equal."""
    assert action_of("Which firm painted the barn?") == asked_stems("painted")[0]
    assert action_of("What colour is the barn?") == ""

    def score(text: str) -> float:
        return PassageScorer("When was the red barn at Aldby painted?", {}).score(RankedPassage(text))

    assert score("The red barn at Aldby was painted in 1950.") > 1.3 * score(
        "The red barn at Aldby stood in 1950."
    )


def test_dates_are_apart_only_where_a_part_differs() -> None:
    """A part that one date lacks differs from nothing; a season contains its months."""
    ((june,), (autumn,)) = dates("in June 1950"), dates("in autumn 1950")
    assert dates("on 3 June 1950") == {(1950, 6, 3)} == dates("1950-06-03")
    assert dates("You may go.") == set() and dates("by May 1950") == {(1950, 5, None)}
    assert apart(june, autumn) and not apart(june, (1950, None, None))
    assert not apart((1950, 10, None), autumn) and apart((1950, 8, None), autumn)
    assert not apart((1950, 1, None), (1950, 16, None)) and apart((1950, 3, None), (1950, 16, None))


def test_lengths_of_time_are_compared_whatever_their_unit() -> None:
    """A fortnight is fourteen days."""
    assert lengths("within fourteen days") == lengths("two weeks later") == lengths("in a fortnight")


@pytest.mark.parametrize(
    ("question", "one", "other", "differ"),
    [
        ("When was the mill built?", "The mill was built in 1921.", "The mill was built in 1930.", True),
        ("When was the mill built?", "The mill was built in 1921.", "The mill was built in May 1921.", False),
        ("How long does the visa take?", "The visa takes 7 days.", "The visa takes a week.", False),
        ("How long does the visa take?", "The visa takes 7 days.", "The visa takes two weeks.", True),
        ("How fast is the tram?", "The tram goes 30 km/h.", "The tram goes 40 km/h.", True),
        (
            "Are goats allowed in the park?",
            "Goats are welcome in the park; cars are not.",
            "No goats are let into the park.",
            True,
        ),
        (
            "Are goats allowed in the park?",
            "Goats are welcome in the park; cars are not.",
            "Goats are allowed in the park.",
            False,
        ),
    ],
)
def test_sources_disagree_about_values_of_the_same_thing(
    question: str, one: str, other: str, differ: bool
) -> None:
    """Values of other things, and less detail, are no disagreement."""
    scorer = PassageScorer(question, dict.fromkeys(asked_stems(question), 1.0))
    assert bool(disagree(scorer, question, RankedPassage(one), RankedPassage(other))) is differ


def test_a_row_of_a_table_is_read_under_its_head() -> None:
    """The words of the head count for each row."""
    table = "| animal | legs |\n| --- | --- |\n| spider | 8 |\n| ant | 6 |"
    text = table
    (best, *_) = PassageScorer("How many legs has an ant?", {}).windows(RankedPassage(text))
    assert "6" in text[best.start : best.end]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("It is cleaned every two weeks.", 14),
        ("It is cleaned each day.", 1),
        ("It is cleaned twice a week.", 3.5),
        ("It is cleaned weekly.", 7),
        ("It is cleaned 4 times a day.", 0.25),
        ("It is cleaned on the first Monday of every quarter.", 91.3125),
        ("It is cleaned quarterly.", 91.3125),
    ],
)
def test_how_often_is_read_as_a_length_of_time(text: str, days: float) -> None:
    """The wording does not matter."""
    assert intervals(text) == {days * 86_400}


def test_a_length_of_time_alone_is_no_interval() -> None:
    """Nor is a clock an age."""
    assert intervals("It took two weeks.") == set()
    assert intervals("It chimes every quarter of an hour.") == {900}
    assert lengths("The rent goes from £42 to £48 a year, the wait is two years.") == {2 * 31_557_600}
    assert ages("Children under eight pay half, from 12 years the whole.") == {8, 12}
    assert ages("It rose from 6 euros, to 14:00.") == set()


@pytest.mark.parametrize(
    ("question", "one", "other", "differs"),
    [
        ("How many people were hurt?", "The fire hurt 0 people.", "The fire hurt 5 people.", True),
        ("How many people were hurt?", "The fire hurt no people.", "The fire hurt 5 people.", False),
        ("How many tests failed?", "In the run 0 tests failed.", "In the run 12 tests failed.", True),
        ("How many tests failed?", "In the run 0 tests failed.", "In that run 0 tests failed.", False),
        ("How cold was the lake?", "The lake was at 0 °C.", "The lake was at 12 °C.", True),
        ("How cold was the lake?", "The lake was at -4 °C.", "The lake was at 4 °C.", True),
        ("How cold was the lake?", "The lake was at −4 °C.", "The lake was at minus 4 °C.", False),
        ("How cold was the lake?", "The lake was at -4 degrees.", "It was 4 degrees below zero.", False),
        ("How warm was the lake?", "The lake was at 8-12 °C.", "The lake was at 12 °C.", False),
    ],
)
def test_zero_and_what_lies_below_it_are_figures(question: str, one: str, other: str, differs: bool) -> None:
    """None of something is another number than some of it, and a sign is part of a temperature."""
    difference = other_figures(question, RankedPassage(one), RankedPassage(other))
    assert bool(difference) is differs, difference
