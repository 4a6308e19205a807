"""Units in the words for a difference."""

from __future__ import annotations

import pytest

from workbench.runs.conflicts.other_figures import other_figures, other_number
from workbench.runs.conflicts.unit_words import unit_worded
from workbench.runs.ranking.scoring import RankedPassage


def test_figures_above_one_have_their_unit_in_the_plural() -> None:
    """Of measures, of money and of what is counted."""
    pairs = (
        (
            "How high is the tower?",
            "The tower is 31 metres high.",
            "The tower is 29 metres high.",
            "29 metres)",
        ),
        ("How high is the tower?", "The tower is 31 feet high.", "The tower is 29 feet high.", "29 feet)"),
        ("How much does a rug cost?", "A rug costs 40 pounds.", "A rug costs £38.", "38 pounds)"),
        ("How many looms are there?", "There are 12 looms.", "There are 14 looms.", "14 looms)"),
    )
    for question, one, other, ends in pairs:
        assert other_figures(question, RankedPassage(one), RankedPassage(other)).endswith(ends)


def test_one_and_unknown_units_stay() -> None:
    """And so do words without a unit."""
    assert unit_worded("other figures (2 against 1 metre)") == "other figures (2 against 1 metre)"
    assert unit_worded("other figures (2 against 3 %)") == "other figures (2 against 3 %)"
    assert unit_worded("other dates") == "other dates"


@pytest.mark.parametrize(
    ("one", "other", "stated"),
    [
        ("£86,000", "£112,500", "£86,000 against £112,500"),
        ("about 8.5 %", "about 11%", "8.5 % against 11%"),
        ("1250000 nails", "1,750,000 nails", "1250000 against 1,750,000"),
    ],
)
def test_a_figure_is_shown_as_it_is_written(one: str, other: str, stated: str) -> None:
    """With its sign, and never rounded."""
    texts = [f"The roof fund of the mill holds {each} after the sale." for each in (one, other)]
    assert other_number("What about the mill's roof?", *texts) == f"other figures ({stated})"
