"""Disagreement between sources about the same thing: numbers, dates, versions, persons, negations."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runs.build import env_of
from workbench.runs.conflicts.dated_sides import dated
from workbench.runs.conflicts.disagreement import disagree, rival
from workbench.runs.language.terms import asked_stems
from workbench.runs.ranking.scoring import PassageScorer, RankedPassage
from workbench.services.runs.agent_runs import start
from workbench.services.runs.shown_run import RunRequest

WHO, WHAT, POND = "Who looks after the barn?", "What of the old gate?", "What of the pond?"
IDA, GATE = "The barn is looked after by Ida Holm.", "The old mill gate is locked at night."
BOSS, OPENED = "Who is the manager?", "When was the footbridge opened?"
SHARE, LOST = "What share of the bee colonies died in winter?", "Winter took 23 per cent of the bee colonies."
WATER = "How much water may good honey hold?"
PASS = "What does a season pass cost?"
WELL, BIKES = "The chimney is cleaned every four years.", "Mountain bikes are welcome on the Grauhorn path."
BRIDGE = "The footbridge hangs over the river from two cables and was opened on 3 June 2023."
POSTFIX, FISH = "The mail server runs Postfix 3.4.1 now.", "The mill pond holds 40 fish."


@pytest.mark.parametrize(
    ("question", "one", "other", "difference"),
    [
        ("Which version?", "The mail server runs 4.0 now.", "The mail server runs 3.2 now.", "versions"),
        ("What runs there?", POSTFIX, "The mail server runs Postfix 3.8.0 now.", "versions"),
        (WHO, IDA, "Tom Reyes looks after the barn.", "names"),
        (WHO, IDA, "Ida Holm looks after the barn.", ""),
        (WHO, IDA, "Tom Reyes paints the mill.", ""),
        (WHAT, GATE, "The old mill gate is not locked at night.", "denies"),
        (WHAT, GATE, "The new barn door is not painted.", ""),
        (POND, FISH, "The mill pond holds 70 fish.", "figures"),
        (SHARE, LOST, "A tenth winter took 31 per cent of the bee colonies.", "figures"),
        (
            WATER,
            "Good honey holds at most 18 per cent of water.",
            "Good honey holds no more than 21% of water.",
            "figures",
        ),
        (POND, FISH, "The mill pond has been dug by 70 men.", ""),
        (PASS, "A season pass costs 78 crowns.", "Season pass: 84 crowns.", "figures"),
        (PASS, "A season pass costs 78 rupees.", "Season pass: 84 rupees. Dogs: 5 rupees.", "figures"),
        (PASS, "A season pass costs 78 crowns.", "Season pass: 78 crowns. Day pass: 9 crowns.", ""),
        (PASS, "A season pass costs 78 crowns.", "The season pass opens a gate, which was free.", ""),
        (PASS, "A season pass costs 78 crowns.", "The season pass, which is free, opens a gate.", "nothing"),
        (PASS, "A season pass costs 78 crowns.", "Child pass: 4 crowns. Dogs: 1 crown.", ""),
        (BOSS, "Manager: Ida Holm.", "We welcome our new manager, Tom Reyes.", "names"),
        (BOSS, "Manager: Ida Holm.", "Our manager, Ida Holm, paints.", ""),
        (BOSS, "Manager: Ida Holm.", "The treasurer, Tom Reyes, paints.", ""),
        ("How often is the chimney cleaned?", WELL, "The chimney is cleaned every two years.", "how often"),
        ("How often is the chimney cleaned?", WELL, "The chimney is cleaned once every four years.", ""),
        ("From what age may one row?", "Rowing is from age 10.", "Rowing is allowed from age 12.", "ages"),
        (OPENED, BRIDGE, "The hanging bridge over the river was opened on 10 June 2023, in snow.", "dates"),
        (OPENED, BRIDGE, "The mill by the river was opened on 10 June 2023.", ""),
        ("May bikes use the path?", BIKES, "The path to the Grauhorn is closed to bicycles.", "allows"),
        ("May bikes use the path?", BIKES, "The path to the Grauhorn is closed to lorries in snow.", ""),
        (
            "How long is the fair?",
            "The fair of 2021 took three days.",
            "The fair of 2022 took five days.",
            "",
        ),
    ],
)
def test_words_that_say_otherwise(question: str, one: str, other: str, difference: str) -> None:
    """They disagree only about the same thing."""
    found = rival(question, RankedPassage(one), RankedPassage(other))
    assert difference in found and bool(difference) is bool(found)


@pytest.mark.parametrize(
    ("question", "one", "other", "difference"),
    [
        (
            "How long ahead must a class book?",
            RankedPassage("Groups book at least five days ahead, so that guides can be told.", "Groups"),
            RankedPassage("Parties get the group discount if they book at least two weeks ahead.", "Coaches"),
            "length of time",
        ),
        (
            "How soon is money paid back after a cancelled concert?",
            RankedPassage(
                "You get the price back within seven days, or may come to any later concert.", "Refunds"
            ),
            RankedPassage(
                "Everything you paid, within fourteen days, or a seat at a later concert.", "Refunds"
            ),
            "length of time",
        ),
        (
            "When does the museum open?",
            RankedPassage("The museum opens at 9:00.", "Museum"),
            RankedPassage("The bakery opens at 7:00.", "Bakery"),
            "",
        ),
    ],
)
def test_two_values_of_one_attribute_in_other_words(
    question: str, one: RankedPassage, other: RankedPassage, difference: str
) -> None:
    """The words two sentences share show what a value belongs to; other subjects do not conflict."""
    found = rival(question, one, other)
    assert difference in found if difference else not found


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        (
            "How fast is the Heron?",
            RankedPassage("- Grey Gull and Heron: waves 3 metres at the buoy, wind 45 knots.", "Limits"),
            RankedPassage("Service speed is 14 knots.", "Grey Gull: a ship's particulars"),
        ),
        (
            "How fast is the Heron?",
            RankedPassage("- Grey Gull and Heron: waves 3 metres at Sound buoy, wind 45 knots.", "Limits"),
            RankedPassage("In fog the speed is not above 8 knots inside the Sound.", "Fog"),
        ),
        (
            "How much is paid for a lorry that had to stay?",
            RankedPassage("If a chilled lorry is left behind, we pay 320 pounds.", "Contract"),
            RankedPassage("Hazardous goods pay a surcharge of 45 pounds a vehicle.", "Freight rates"),
        ),
        (
            "How many people died in the fire?",
            RankedPassage("Electric vehicle fires: the course holds twelve people.", "Training"),
            RankedPassage("She will take twelve cars and eighty people and run on batteries.", "News"),
        ),
        (
            "How many visitors came?",
            RankedPassage("In 2023 the library had 6,120 visitors and lent 28,400 books.", "Report"),
            RankedPassage("In 2022 the library had 5,480 visitors and lent 25,900 books.", "Report"),
        ),
        (
            "How long are things kept?",
            RankedPassage("Be at the pier fifteen minutes before departure.", "Guide"),
            RankedPassage("The ship sails on only 61 days a year.", "Sale"),
        ),
    ],
)
def test_two_values_of_one_unit_are_not_of_one_thing(
    question: str, one: RankedPassage, other: RankedPassage
) -> None:
    """Common headings, kinds of things and units are not enough, nor is the same thing in another year."""
    assert not rival(question, one, other)


def test_figures_of_other_years_are_no_conflict() -> None:
    """Both cover as much of the question; figures of one year conflict."""
    question = "How many visitors came?"
    scorer = PassageScorer(question, dict.fromkeys(asked_stems(question), 1.0))
    one, other = (
        RankedPassage(f"In {year} there came {n} visitors.") for year, n in ((2023, 60), (2022, 54))
    )
    again = RankedPassage("In 2023 there came 58 visitors.")
    assert not disagree(scorer, question, one, other)
    assert "60 against 58" in disagree(scorer, question, one, again)


def test_how_long_before_is_compared_with_its_like() -> None:
    """Another lead time is a conflict; the thing's own duration is not."""
    asked, one = "How far ahead is the hall booked?", "The hall is booked two weeks ahead."
    assert "length of time" in rival(asked, RankedPassage(one), RankedPassage("Book the hall a month ahead."))
    assert not rival(asked, RankedPassage(one), RankedPassage("The hall is booked for three days."))


def test_a_side_that_says_what_changed_is_marked() -> None:
    """The two may concern different times."""
    now, before = "The hall holds 80.", "The hall formerly held 60."
    assert dated("other figures", now, before) == "other figures; one side says that it changed"
    assert dated("other figures", now, now) == "other figures"


def test_a_row_of_a_table_is_read_under_its_columns() -> None:
    """Its bare number has the unit that they name."""
    row = RankedPassage("replacing a lost card,6", "prices > what, euros")
    passage = RankedPassage("A lost card costs 4 euros to replace.", "Cards")
    assert "other figures (4 against 6 euros)" in rival("How much does a lost card cost?", passage, row)


def test_a_source_that_answers_in_other_words_than_asked_is_found(tmp_path: Path) -> None:
    """The search uses the words of the answer, and both sides are cited."""
    folder = tmp_path / "sources"
    folder.mkdir()
    filler = "\n\n".join(f"The pupils of class {n} may pay what they like." for n in range(30))
    (folder / "a.md").write_text(f"# Shop\n\nA replaced mooring badge costs 4 euros.\n\n{filler}\n")
    (folder / "b.md").write_text("# Office\n\nFor 9 euros the mooring badge is replaced.\n")
    shown = start(env_of(tmp_path), RunRequest("How much does a replaced badge cost?", (str(folder),)))
    assert shown.output is not None
    (conflict,) = shown.output.conflicts
    assert [conflict.side_a[0].location, conflict.side_b[0].location] == ["a.md", "b.md"]


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("The shop shuts at 6 pm instead of 7 pm on Fridays.", "The shop shuts at 7 pm on Fridays.", True),
        ("The shop shuts at 6 pm rather than 7 pm on Fridays.", "The shop shuts at 7 pm on Fridays.", True),
        ("The shop shuts at 6 pm instead of 7 pm on Fridays.", "The shop shuts at 6 pm on Fridays.", False),
    ],
)
def test_a_time_that_was_replaced_is_no_time_in_common(one: str, other: str, *, apart: bool) -> None:
    """Only the new one of two times is stated; the other source may still have the old one."""
    question = "At what time does the shop shut on Fridays?"
    scorer = PassageScorer(question, dict.fromkeys(asked_stems(question), 1.0))
    stated = disagree(scorer, question, RankedPassage(one), RankedPassage(other))
    assert bool(stated) is apart
    assert not apart or "changed" in dated("other times", "Shut at 6 instead of 7.", "Shut at 7.")
