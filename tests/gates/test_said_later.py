"""A number that the human gave after the passage that has another one is not called another number."""

from __future__ import annotations

import pytest

from gates.contradiction.ranking import SHORT_SOURCE
from tests.gates.test_session_claims import claim, found

NUMBER_RULES = {"number_differs", "num_rival", "num_replaced", "num_unlinked"}
LEASE = (
    "user: The kiosk rents 12 chairs. Each guest pays 9 pounds. The lamp hangs 40 cm above the till.",
    "assistant: Noted, 12 chairs.",
    "user: {later}",
    "assistant: Noted.",
)


def _rules(text: str, later: str) -> set[str]:
    lines = tuple(line.format(later=later) for line in LEASE)
    return {rule for _severity, rule in found(lines, claim(text))} & NUMBER_RULES


@pytest.mark.parametrize(
    ("text", "later"),
    [
        ("Each guest pays 11 pounds.", "it got dearer: 11 per head"),
        ("The kiosk rents 30 chairs.", "they only had 30 chairs left, in one lot"),
        ("The lamp hangs 55 cm above the till.", "I hit my head, so make it 55"),
        ("Each guest pays 11 pounds.", "11 pounds, says Ines"),
        ("Each guest pays 11 pounds.", "cheap and cosy for 11 pounds"),
    ],
)
def test_a_later_number_of_the_human_may_be_the_new_one(text: str, later: str) -> None:
    """In a short message it may replace the earlier statement's number."""
    assert _rules(text, later) == set()


@pytest.mark.parametrize(
    ("text", "later"),
    [
        ("Each guest pays 11 pounds.", "the door is 11 metres wide"),
        ("Each guest pays 11 pounds.", "what time is it?"),
        ("Each guest pays 11 pounds.", "cheap cosy rooms for 11 pounds"),
    ],
)
def test_a_number_of_something_else_is_not(text: str, later: str) -> None:
    """One with another unit, none at all, one in a clause with more than two words of its own."""
    lines = tuple(line.format(later=later) for line in LEASE)
    assert {rule for _s, rule in found(lines, claim(text))} & (NUMBER_RULES | {"num_absent", "num_conflict"})


def test_what_was_said_before_is_not_the_new_one() -> None:
    """The later passage has the other number."""
    lines = ("user: the bill of May was 11 pounds", "assistant: Paid.", *LEASE[:2])
    assert {rule for _severity, rule in found(lines, claim("Each guest pays 11 pounds."))} & NUMBER_RULES


def test_a_long_source_is_read_as_before() -> None:
    """In a long source a later number proves nothing."""
    lines = tuple(line.format(later="it got dearer: 11 per head") for line in LEASE)
    filled = (*lines, *("assistant: The floor is swept." for _ in range(SHORT_SOURCE)))
    assert {rule for _s, rule in found(filled, claim("Each guest pays 11 pounds."))} & NUMBER_RULES
