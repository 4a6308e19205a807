"""Units in the words for a difference."""

from __future__ import annotations

from workbench.runs.conflicts.other_figures import other_figures
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
