"""Whether words give a reason, or say who did something."""

from __future__ import annotations

from dataclasses import replace

import pytest

from store.run_values import PassageChunk
from workbench.runs.conflicts.slot_fillers import filled_otherwise
from workbench.runs.language.phrases import meant
from workbench.runs.language.reason_clauses import heads_reason
from workbench.runs.language.terms import asked_stems
from workbench.runs.ranking.question_subject import focus_of, head_of
from workbench.runs.ranking.questions import wanted
from workbench.runs.ranking.scoring import DIRECT_AT, PassageScorer, RankedPassage
from workbench.runs.retrieval.retrieve import explained_by

WHY = "Why did Ida want to move the looms to the attic?"


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("Ida proposed to move the looms to the attic.", False),  # the aim of the question itself
        ("Ida proposed to move the looms to free the hall.", True),
        ("Ida has wanted the attic since March 2021.", False),
        ("Ida wanted the attic, since the hall was damp.", True),
        ("The Spider, as we call Ida, wants the attic as well.", False),
        ("Ida wants the attic as the hall is damp.", True),
        ("Ida moved the looms, as her sister said.", False),
        ("So far nobody has moved the looms.", False),
        ("The hall was damp, so Ida moved the looms.", True),
        ("Ida wants the attic because it is dry.", True),
        ("The boiler was not at fault.", False),
        ("Since the fire of 2019 Ida keeps two buckets at the looms.", False),
        ("Ever since its opening in May, Ida has used the attic.", False),
        ("Since the fire, Ida has used the attic.", False),
        ("Since the hall leaked, Ida wants the attic.", True),
    ],
)
def test_a_reason_is_more_than_a_word_that_may_mark_one(text: str, given: bool) -> None:
    """A time, a name and the question's own aim are none."""
    assert wanted(WHY).met(text) is given


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The shutters were painted green.", False),
        ("The shutters have not been newly painted.", False),
        ("The shutters were painted green by two neighbours.", True),
        ("We painted the shutters green.", True),
        ("Hanna painted them.", True),
    ],
)
def test_a_passive_without_a_doer_names_nobody(text: str, told: bool) -> None:
    """Whatever was done."""
    assert wanted("Who painted the shutters?").met(text) is told


def test_the_name_of_a_thing_is_no_person() -> None:
    """A band's song or a firm has a name like any other."""
    assert wanted("What is the name of the choir's first song?").kind == "name"
    assert wanted("What is the name of the weaver?").kind == "person"


def differ(question: str, one: str, other: str) -> str:
    """What two texts fill the question's slot with."""
    return filled_otherwise(question, wanted(question).kind, RankedPassage(one), RankedPassage(other))


def test_reasons_in_clauses_are_compared() -> None:
    """Two clauses without a word in common are two causes; two that share one may be the same."""
    why = "Why did the loom stop?"
    belt, power = "It stopped because the belt had snapped.", "It stopped, since there was no power."
    assert differ(why, belt, "The loom stopped as its motor had burned out.") == "other causes"
    assert differ(why, belt, "The loom stopped as its belt was torn.") == ""
    assert differ(why, belt, power) == ""  # `there` begins no clause that is read


def test_who_did_not_do_it_is_no_doer() -> None:
    """All members and those who lead them are not the same."""
    who = "Who sold the dye house?"
    assembly = "It was the assembly, not the board, that sold the dye house."
    assert differ(who, assembly, "The board sold the dye house in spring.") == "other names"
    assert differ(who, assembly, "The assembly sold the dye house.") == ""


def test_a_column_of_costs_is_money() -> None:
    """`860 out` in a row is what was paid."""
    assert wanted("What did we pay for the hire of the bus?").met("bus hire item; 860 out")
    assert not wanted("What did we pay for the hire of the bus?").met("bus hire item; 860 pages")


def test_phrases_of_questions_are_read_like_those_of_sources() -> None:
    """Whoever acts on their own acts alone; on its own ground a thing only stands."""
    assert "silenc" in meant("The sirens were off the air.") & set(asked_stems("Why did they fall silent?"))
    assert "alon" in asked_stems("May a pupil weave on their own?")
    assert "alon" not in meant("The mill stands on its own ground.")


def test_a_first_thing_is_named_by_the_thing() -> None:
    """Not by whatever else is first."""
    assert head_of("Where was its first workshop?") == focus_of("Where was its first workshop?") == "workshop"
    assert head_of("Where was the first fair held?") == "fair"
    assert not head_of("Where was the first town hall?")


def test_a_heading_may_announce_the_reason() -> None:
    """What is under it is then a reason in any words, for what the first paragraph of its section tells."""
    question = "Why did the Gull stop at the weir?"
    above = "Weir > The Gull stopped at the weir for an hour. > Weir > Cause"
    scorer = PassageScorer(question, {})
    (best, *_) = scorer.windows(RankedPassage("## Cause\n\nA shear pin broke.", above))
    assert best.answers
    assert scorer.rated(RankedPassage("A shear pin broke.", above)) >= DIRECT_AT
    assert scorer.rated(RankedPassage("A shear pin broke.", above.replace("Cause", "Work"))) < DIRECT_AT
    assert all(heads_reason(f"Weir > {each}") for each in ("Cause", "2. Root cause", "Why it stopped"))
    assert not any(heads_reason(each) for each in ("Cause > Work", "Because", "", "Effects"))


def test_a_cause_is_read_with_what_it_explains() -> None:
    """The section above the heading, not an earlier one of the same page."""
    told = "# Log\n\nNotes.\n\n## Weir\n\nThe Gull stopped.\n\nNobody was hurt.\n\n"
    body = f"{told}### Cause\n\nA pin broke."
    chunk = PassageChunk("c", "a", 2, 2, len(told), len(body), None, "Log > Weir > Cause", "", 5)
    assert explained_by(body, chunk) == "The Gull stopped."
    flood = "# Log\n\nA mill.\n\n## The flood\n\nEels.\n\n"
    beside = replace(chunk, span_start=len(flood), heading="Log > Reasons")
    assert explained_by(f"{flood}## Reasons\n\nRain.", beside) == "A mill. > The flood"
    assert explained_by(body, replace(chunk, heading="Log > Weir > Work")) == ""


def test_why_a_thing_failed_is_not_why_another_did() -> None:
    """A reason answers only if its passage or headings name the thing."""
    scorer = PassageScorer("Why did the winch fail?", {})
    broke = "The mixer is broken, the belt slipped because its spring had rusted."
    assert not scorer.windows(RankedPassage(broke))[0].answers
    assert scorer.windows(RankedPassage(broke.replace("mixer", "winch")))[0].answers
    assert scorer.windows(RankedPassage(broke, "The failed winch"))[0].answers
