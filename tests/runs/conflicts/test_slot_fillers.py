"""Who did it, what was chosen and what was the cause, found by the words around it."""

from __future__ import annotations

import pytest

from workbench.runs.conflicts.slot_fillers import filled_otherwise, fillers
from workbench.runs.ranking.questions import wanted
from workbench.runs.ranking.scoring import RankedPassage

WHO = "Who decided to sell the mill?"
WHICH = "Which pump did the council pick for the well?"
WHY = "Why did the clock stop in May?"


@pytest.mark.parametrize(
    ("question", "text", "filler"),
    [
        (WHO, "The parish council decided it in March.", {"parish", "council"}),
        (WHO, "It was the miller's widow who decided to sell.", {"miller", "widow"}),
        (WHO, "It was decided by Ada Quill.", {"ada", "quill"}),
        (WHO, "The council decided the matter by a vote.", {"council"}),
        (WHICH, "The council chose the Merle 3.", {"merl", "3"}),
        (WHICH, "It settled on the Dunnock rather than the Merle 3.", {"dunnock"}),
        (WHY, "The cause was a broken spring, as the smith found.", {"broken", "spring"}),
        (WHY, "The clock stopped because of the frost.", {"frost"}),
    ],
)
def test_a_slot_is_found_by_its_words(question: str, text: str, filler: set[str]) -> None:
    """What fills it may be a name, an office or a thing."""
    assert set().union(*fillers(question, wanted(question).kind, RankedPassage(text))) == filler


@pytest.mark.parametrize(
    ("question", "one", "other", "stated"),
    [
        (WHO, "The council decided it.", "The mayor's office decided it.", "other names"),
        (WHO, "The parish council decided it.", "Our council decided that in May.", ""),
        (WHICH, "The council chose the Merle 3.", "The council opted for the Dunnock.", "other names"),
        (WHICH, "The council chose the Merle 3.", "The council had to choose between two pumps.", ""),
        (WHY, "It was because of the frost.", "The cause was a broken spring.", "other causes"),
        (WHY, "It was because of the frost.", "The smith mended it.", ""),
    ],
)
def test_two_fillers_without_a_word_in_common_disagree(
    question: str, one: str, other: str, stated: str
) -> None:
    """A text that does not fill the slot disagrees with none."""
    kind = wanted(question).kind
    assert filled_otherwise(question, kind, RankedPassage(one), RankedPassage(other)) == stated


@pytest.mark.parametrize("question", ["What does a sluice do?", "What could sluices hold?"])
def test_a_question_about_a_thing_has_no_doer(question: str) -> None:
    """Sentences that only mention the thing do not name two doers of it."""
    one, other = (
        RankedPassage("An eel that fears sluice work is rare."),
        RankedPassage("A pike may jam sluices."),
    )
    assert filled_otherwise(question, "", one, other) == ""
