"""Names are recognised in every alphabet that has capitals."""

from __future__ import annotations

import re

import pytest

from workbench.runs.conflicts.other_names import other_persons
from workbench.runs.language.name_shapes import FULL_NAME, NAME_WORD
from workbench.runs.ranking.questions import wanted
from workbench.runs.ranking.scoring import PassageScorer

_NAMES = (
    "Åsa Lindqvist", "Émile Roux", "Łukasz Żak", "Ægir Þórsson", "Σοφία Παππά", "Ольга Чехова",
    "Արամ Մանուկյան", "Nora O'Brien", "Ewan McLeod", "Jan van Dijk", "E\u0301mile Roux",
)  # fmt: skip


@pytest.mark.parametrize("name", _NAMES)
def test_names_of_several_alphabets(name: str) -> None:
    assert re.fullmatch(FULL_NAME, name)
    assert wanted("Who is the tower keeper?").met(f"The tower keeper is {name}.")
    assert wanted("Who tends the lamp?").met(f"The lamp: in the care of the keeper, named {name}.")


@pytest.mark.parametrize("text", ["the keeper", "åsa", "NATO", "ünder", "12"])
def test_other_words_are_no_names(text: str) -> None:
    assert not re.fullmatch(NAME_WORD, text)


def test_a_name_in_a_question_is_one_whatever_its_first_letter() -> None:
    assert PassageScorer("Where does Émile live?", {}).names


def test_two_persons_with_such_names_are_two() -> None:
    one = "The tower keeper since the spring is Åsa Lindqvist."
    assert other_persons("Who keeps it?", one, "The tower keeper since the spring is Östen Ek.")
    assert not other_persons("Who keeps it?", one, one)
