"""A review that is pasted without a word about it decides nothing; one that is to be followed does."""

from __future__ import annotations

import pytest

from tests.facts.session import SESSION, Script
from workbench.capture import capture_range

NITS = "Nit: rename `fetch` to `load`.\nNit: use a set instead of the list in the loader."
PLACES = "1. src/load.py:12 Use a set instead of the list.\n2. src/save.py:40 Do not swallow the exception."


def counted(message: str) -> list[str]:
    """Return the items captured as sure from one message."""
    script = Script()
    script.user(message)
    return [item.text for item in capture_range(SESSION, script.events, 0, 0).items]


@pytest.mark.parametrize("review", [NITS, PLACES])
def test_a_review_alone_is_no_ones_decision(review: str) -> None:
    """A review is recognized by its severities or file positions, also beside a question."""
    assert counted(review) == []
    assert counted(f"What do you think of this?\n\n{review}") == []


@pytest.mark.parametrize("review", [NITS, PLACES])
@pytest.mark.parametrize("wish", ["Please address these:", "Can you fix all of the points below?"])
def test_a_review_that_is_to_be_followed_is_read(review: str, wish: str) -> None:
    """The user's wish makes it theirs."""
    assert any("set instead" in text for text in counted(f"{wish}\n\n{review}"))


def test_one_line_with_a_place_is_the_users_own() -> None:
    """A single line with a position is the user's own request."""
    assert counted("src/load.py:12 Use a set instead of the list.")


@pytest.mark.parametrize(
    "lead", ["The rules I sent", "The list we noted yesterday", "The following was said"]
)
def test_what_the_human_wrote_is_the_humans_own(lead: str) -> None:
    """Rules after such a lead count; those attributed to another person are only shown."""
    rules = "Never touch the ledger. Always use the oak shelf. Never dim the lamps."
    assert any("oak shelf" in text for text in counted(f"{lead}: {rules}"))
    assert not any("oak shelf" in text for text in counted(f"My neighbour wrote: {rules}"))
