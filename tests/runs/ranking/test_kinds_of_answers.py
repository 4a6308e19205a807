"""An answer has something of the kind that its question asks for."""

from __future__ import annotations

import pytest

from workbench.runs.ranking.questions import wanted


@pytest.mark.parametrize(
    ("question", "text", "met"),
    [
        ("Where is the spare rope kept?", "The spare rope is kept behind the stove.", True),
        ("Where is the spare rope kept?", "Ask Mira for the spare rope.", True),
        ("Where is the spare rope kept?", "The spare rope is upstairs.", True),
        ("Where is the spare rope kept?", "The spare rope is kept dry.", False),
        ("Where is the spare rope kept?", "The spare rope is replaced in the spring.", False),
        ("Where was the hall rug woven?", "The rug for the hall was woven in 1990.", False),
        ("How old is the weaver Jan Polk?", "Jan Polk came in 1991.", False),
        ("How old is the weaver Jan Polk?", "Jan Polk was born in 1961.", True),
        ("How old is the loom?", "The loom is 80 years old.", True),
        ("How much money did the fair bring in?", "The fair brought in more than the last three.", False),
        ("How much money did the fair bring in?", "The fair brought in 340 crowns.", True),
        ("Which dyeing firm supplies the wool?", "The wool is supplied dyed.", False),
        ("Which dyeing firm supplies the wool?", "3. **Wool.** The wool is supplied dyed.", False),
        ("Which dyeing firm supplies the wool?", "The wool comes dyed from Harrow Brothers.", True),
    ],
)
def test_an_answer_is_of_the_kind_that_is_asked_for(question: str, text: str, met: bool) -> None:
    """A place or a name, an age and not any year, money and not any number."""
    assert wanted(question).met(text) is met
