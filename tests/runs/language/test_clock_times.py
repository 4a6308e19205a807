"""Times of day in figures and in words, and figures that are not times."""

from __future__ import annotations

import pytest

from workbench.runs.conflicts.disagreement import disagree
from workbench.runs.language.clock_times import clock_times
from workbench.runs.ranking.questions import wanted
from workbench.runs.ranking.scoring import PassageScorer, RankedPassage


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("open from 8:30 to 17.45", {510, 345}),
        ("a quarter to nine", {525}),
        ("at half past ten", {630}),
        ("at 8 pm, or ten o'clock", {480, 600}),
        ("The last guest leaves by eleven.", {660}),
        ("from two until four.", {120, 240}),
        ("led by eleven people", set()),
        ("a bowl is 4.50 euros", set()),
        ("we paid 1.50 each, and it is let for 2.30", set()),
        ("2.40 metres of rope, version 1.10.2", set()),
    ],
)
def test_times_of_day(text: str, minutes: set[int]) -> None:
    """As minutes on a clock of twelve hours."""
    assert clock_times(text) == minutes


def test_a_time_in_words_answers_and_may_be_another_one() -> None:
    """A question for a time is answered by it, and two of them are a conflict."""
    question = "When must the last guests leave the hut?"
    one, other = "The last guest leaves the hut by eleven.", "The last guests leave the hut at half past ten."
    assert wanted(question).met(one)
    scorer = PassageScorer(question, {})
    assert disagree(scorer, question, RankedPassage(one), RankedPassage(other)) == "other times"
    assert not disagree(scorer, question, RankedPassage(one), RankedPassage(one))
