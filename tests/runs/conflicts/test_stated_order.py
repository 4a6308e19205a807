"""Which of two events came first, as a text states it."""

from __future__ import annotations

import pytest

from workbench.runs.conflicts.stated_order import came_first, two_events

ASKED = "What was finished first at the mill, the new wheel or the stone floor?"


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("First the wheel was hung, then the floor was laid.", 1),
        ("The stone floor was laid first.", -1),
        ("Only after the wheel was turning did we lay the floor.", 1),
        ("Once the floor was dry, the wheel was hung.", -1),
        ("The wheel was hung before the floor was laid.", 1),
        ("The floor had been laid already.", -1),
        ("There is no floor yet.", 1),
        ("The wheel and the floor are new.", 0),
        ("The first wheel rotted.", 0),
        ("It was a wet spring.", 0),
    ],
)
def test_an_order_is_read(text: str, order: int) -> None:
    """By `first`, by what came after what, by what was there already or not yet."""
    events = two_events(ASKED)
    assert events is not None
    assert came_first(events, text) == order


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        (ASKED, True),
        ("Was the wheel hung before the floor was laid?", True),
        ("Who was the first miller?", False),
        ("Is the wheel of oak or of elm?", False),
    ],
)
def test_a_question_for_an_order_names_two_events(question: str, asks: bool) -> None:
    """Any other question asks for none."""
    assert (two_events(question) is not None) is asks
