"""An answer has something of the kind that its question asks for."""

from __future__ import annotations

import pytest

from workbench.runs.ranking.questions import wanted


@pytest.mark.parametrize(
    ("question", "text", "met"),
    [
        ("How old is the weaver Jan Polk?", "Jan Polk came in 1991.", False),
        ("How old is the weaver Jan Polk?", "Jan Polk was born in 1961.", True),
        ("How old is the loom?", "The loom is 80 years old.", True),
        ("How much money did the fair bring in?", "The fair brought in more than the last three.", False),
        ("How much money did the fair bring in?", "The fair brought in 340 crowns.", True),
        ("When does the fair open?", "We decided on separate markets, as we may do.", False),
        ("When does the fair open?", "The fair opens in Sept. or on 2 Mar, no later.", True),
        ("When does the fair open?", "In May.", True),
        ("Which dyeing firm supplies the wool?", "The wool is supplied dyed.", False),
        ("Which dyeing firm supplies the wool?", "3. **Wool.** The wool is supplied dyed.", False),
        ("Which dyeing firm supplies the wool?", "The wool comes dyed from Harrow Brothers.", True),
    ],
)
def test_an_answer_is_of_the_kind_that_is_asked_for(question: str, text: str, met: bool) -> None:
    """An age and not any year, money and not any number."""
    assert wanted(question).met(text) is met


@pytest.mark.parametrize(
    ("text", "met"),
    [
        ("Wool was 900 crowns dearer than last year.", False),
        ("We paid 900 crowns more than last year.", False),
        ("We paid 5,200 crowns for wool, 900 crowns more than last year.", True),
        ("Wool was 5,200 crowns or more.", True),
    ],
)
def test_a_difference_is_no_amount(text: str, met: bool) -> None:
    """It says by how much one exceeds another, and answers only a question for that."""
    assert wanted("How much was spent on wool?").met(text) is met
    assert wanted("By how much did the price of wool rise?").met(text)
