"""The source of a look: the message that announces it."""

from __future__ import annotations

import pytest

from gates.search.announced import announced_looks
from gates.search.linking import SpanSearch, link_statement
from gates.source import EventKind, SourceEvent
from tests.gates.build import index_of, item

TEXTS = (
    "Let me look at the `_trim_ballast` function to see how it ends:",
    "The ballast is heavy, and _trim_ballast never returns.",
    "Now I need to check the harbour dues before the fleet sails.",
    "I renamed _trim_ballast.",
    "Thanks, that is all for the day. The weather was fine and the crew went home early.",
)
EVENTS = tuple(
    SourceEvent(number, EventKind.ASSISTANT, text, f"n{number}", tokens=9)
    for number, text in enumerate(TEXTS)
)


@pytest.mark.parametrize(
    ("stated", "where"),
    [
        ("Examine the _trim_ballast method implementation in detail", [0]),
        ("Need to analyze `_trim_ballast` for rounding edge cases", [0]),
        ("Checked the harbour dues", [2]),
        ("Removed the _trim_ballast method", []),
        ("Examine the _raise_mast method", []),
        ("Examined the crew and the weather", []),
    ],
)
def test_a_look_leads_to_its_announcement(stated: str, where: list[int]) -> None:
    """Only a statement that begins with a look, about what the agent announced to look at."""
    found = announced_looks(stated, SpanSearch(index_of(EVENTS)))
    assert [span.ordinal for span in found] == where


def test_pending_looks_are_linked() -> None:
    """What is to be examined has its source where the agent set out to examine it."""
    wanted = item("Examine the `_trim_ballast` function", kind="open_work", status="open")
    assert [link.ordinal for link in link_statement(SpanSearch(index_of(EVENTS)), wanted)] == [0]
