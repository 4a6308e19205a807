"""Values that exclude one another: places, causes, materials, days; and quantities in other units."""

from __future__ import annotations

import pytest

from workbench.runs.conflicts.disagreement import answered_otherwise, disagree, rival
from workbench.runs.conflicts.exclusive_values import other_members
from workbench.runs.language.terms import asked_stems
from workbench.runs.ranking.scoring import PassageScorer, RankedPassage

WHERE, WHY, OF = "Where are the sails stored?", "What destroyed the hay?", "What is the wall made of?"
DAY = "On which day is the choir practice?"


@pytest.mark.parametrize(
    ("question", "one", "other", "difference"),
    [
        (WHERE, "The sails are stored in the loft.", "The sails hang in the old net shed.", "places"),
        (WHERE, "The sails are in the loft of the barn.", "The sails are in the barn.", ""),
        (WHERE, "The sails lie in the boat house.", "The sails lie in the ice house.", "places"),
        (WHERE, "The sails are stored with care.", "The sails are in the barn.", ""),
        (WHY, "Fire took the hay.", "The hay was lost to the flood, no fire came near it.", "causes"),
        (WHY, "Fire took the hay.", "The hay was lost to fire after the storm.", ""),
        (OF, "The wall is of brick.", "The wall is of timber, never of brick.", "materials"),
        (OF, "The wall is of brick and timber.", "The wall is of timber.", ""),
        (DAY, "The choir practises on Tuesday.", "Choir practice: Thursday at six.", "days"),
        (DAY, "The choir practises on Tuesday and Friday.", "Choir practice: Thursday.", ""),
        ("Who built the wall?", "The wall is of brick.", "The wall is of timber.", ""),
    ],
)
def test_members_of_one_kind(question: str, one: str, other: str, difference: str) -> None:
    """Other members are reported; negated or shared ones, and those of another kind, are not."""
    found = other_members(question, one, other)
    assert difference in found if difference else not found


def _scorer(question: str) -> PassageScorer:
    return PassageScorer(question, dict.fromkeys(asked_stems(question), 1.0))


def test_two_answers_need_less_in_common() -> None:
    """Both concern what is asked; a passage about something else disagrees with nothing."""
    one = RankedPassage("The sails are stored in the loft.")
    other, barn = RankedPassage("The sails hang in the net shed."), RankedPassage("The goat is in the barn.")
    assert answered_otherwise(_scorer(WHERE), WHERE, one, other, both=False) == "other places"
    assert not answered_otherwise(_scorer(WHERE), WHERE, one, barn, both=False)
    asked = "How long does the cider rest in the cask?"
    long, short = RankedPassage("The cider rests eight months."), RankedPassage("Cider: it rests a year.")
    assert "length of time" in answered_otherwise(_scorer(asked), asked, long, short, both=True)
    assert not answered_otherwise(_scorer(asked), asked, long, short, both=False)


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        ("The press takes 2.5 tonnes of apples.", "The press takes 4,000 kg of apples.", True),
        ("The press takes 2.5 tonnes of apples.", "The press takes 2,500 kg of apples.", False),
    ],
)
def test_another_unit_is_no_other_figure(one: str, other: str, differ: bool) -> None:
    """Quantities are compared as values."""
    found = rival("How heavy a load does the press take?", RankedPassage(one), RankedPassage(other))
    assert bool(found) is differ


def test_what_names_no_day_holds_for_every_day() -> None:
    """`Open` without a day contradicts `shut` on the day in question."""
    question = "Is the mill shop open on Sundays in winter?"
    one = RankedPassage("The mill shop is open seven days a week, the whole year round.")
    other = RankedPassage("From November until March the mill shop is shut on Sundays.")
    assert "allows" in disagree(_scorer(question), question, one, other)
    assert not disagree(_scorer(question), question, one, RankedPassage("The mill shop is shut on Mondays."))


def test_what_did_not_go_was_cancelled() -> None:
    """A heading that asks names the subject of its answer; how many days is a length of time."""
    question = "Within how many days do guests get their money back when a concert is called off?"
    one = RankedPassage(
        "If we cancel, you get the price back within seven days, or come to a later one.", "Refunds"
    )
    other = RankedPassage(
        "Everything you paid, within fourteen days, or a seat at a later concert.",
        "Refunds > My concert did not take place. What do I get?",
    )
    assert "length of time" in rival(question, one, other)
