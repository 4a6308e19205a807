"""Words about another thing than the question's are no further answer and no side of a conflict."""

from __future__ import annotations

import pytest

from workbench.runs.conflicts.other_things import of_another_thing


@pytest.mark.parametrize(
    ("question", "text", "other"),
    [
        ("Who teaches dyeing on Fridays?", "Monday,18:00,dyeing,Per Kolm", True),
        ("Who teaches dyeing on Fridays?", "Friday,18:00,dyeing,Ida Blom", False),
        ("Who teaches dyeing on Fridays?", "Dyeing is taught by Ida Blom.", False),
        ("Which loom stands in Hall C?", "hall: Hall D, loom: Jacquard", True),
        ("Which loom stands in Hall C?", "Halls C and D: hall C has the Jacquard.", False),
        ("When does the train leave from platform 4?", "From platform 2 it leaves at 9:10.", True),
        ("What happened in March 2020?", "In March 2021 it rained.", False),  # dates are compared elsewhere
        ("Who is in Market 5?", "Market 7 is let to a baker.", True),  # as `Hall 5` and `Hall 7` are
        ("How wide is the gate?", "Before that there was a hatch, 2 metres wide.", True),
        ("How wide was the old gate?", "Before that there was a hatch, 2 metres wide.", False),
        ("What is the workshop fee?", "The fee for the parking place is 40 crowns.", True),
        ("What is the workshop fee?", "The fee for the workshop is 40 crowns.", False),
        ("What is the workshop fee?", "The fee for the year is 40 crowns.", False),
        ("What is the workshop fee?", "The fee is 40 crowns.", False),
        ("Who built the north pier?", "The railing was rebuilt by the firm Moss & Sons.", True),
        ("Who built the north pier?", "It is long. The railing was painted in 1990 by Jon Berg.", True),
        ("Who built the north pier?", "The pier was built by the firm Moss & Sons.", False),
        ("Who built the north pier?", "The old jetty was built by the firm Moss & Sons.", False),
        ("Who built the north pier?", "It was built by the firm Moss & Sons.", False),
        ("Who built the north pier?", "The whole structure was built by Moss & Sons.", False),
        ("Who built the north pier?", "The railing was made by Jon Berg. Ida Falk built the rest.", False),
        ("Who founded Ash Lane school?", "The gymnasium was built in 1931 by Ida Falk.", True),
        ("Who is the builder of the pier?", "The railing was rebuilt by the firm Moss.", False),
    ],
)
def test_another_value_of_a_telling_word_is_another_thing(question: str, text: str, other: bool) -> None:
    """Weekdays, labelled places, forerunners and things of something else."""
    assert of_another_thing(question, text) is other
