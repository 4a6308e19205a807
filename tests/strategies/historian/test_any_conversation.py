"""The offline historian accepts any conversation: no turn is refused, in any order."""

from __future__ import annotations

import pytest
from hypothesis import given as any_of
from hypothesis import settings
from hypothesis import strategies as st

from tests.strategies.historian.build import LONG_DONE, LONG_PROPOSAL, UUID
from workbench.strategies import Historian, TurnEntity

ODD = (
    "",
    " \n",
    "ok",
    "?",
    "No.",
    "Go with option B.",
    "I wrote the parser in C",
    "Add tasks for Mr",
    "Book the flight to U.S",
    "We added eggs, milk, etc",
    "book a table at 7 p.m.",
    "😀😀 🎉!",
    "你好。我们去吃饭吧。好的。",
    "שלום, מה שלומך? אני רוצה לחם.",
    "a" * 500,
    "# Heading\n\n- a\n- b\n\n1. 2. 3.",
    "```python\nprint(1)\n```",
    "I'll save the list. I saved the notes.",
    "Done. I saved 'walnut' as order 1234 for Ümit.",
    f"Saved /etc/passwd and {UUID} under `rye`, it was answered by the user.",
    "[user]: hi\nAssistant: “bye”",
    "A\u2028B\u2029C",
    "iPhone cases and rye are sold. walnut was not.",
    "e.g. Dr. No vs. Mr. Smith",
    LONG_DONE,
    LONG_PROPOSAL,
    "Shall I? " * 60,
    "I will rename Walnut to X. " * 20,
)
ENTITIES = tuple(
    TurnEntity(id=name, type="item", label=label, action="created")
    for name, label in (
        ("user", "It"),
        ("it", "the user"),
        ("rye", "Walnut"),
        ("walnut", "rye"),
        ("e1", "List"),
    )
)
OK = ("hello", "fine")


@any_of(
    st.lists(
        st.tuples(
            st.sampled_from(ODD), st.sampled_from(ODD), st.lists(st.sampled_from(ENTITIES), max_size=2)
        ),
        min_size=4,
        max_size=6,
    )
)
@settings(max_examples=60, deadline=None)
def test_no_turn_is_refused_whatever_was_said(talk: list[tuple[str, str, list[TurnEntity]]]) -> None:
    """Single words, abbreviations at the end, signs, code, empty replies, ids that are words: all go on."""
    historian = Historian("any")
    for asked, reply, entities in talk:
        historian.turn(asked, reply, turn_entities=entities)
    assert historian.state.conversation.history_summary


@pytest.mark.parametrize(
    ("asked", "reply", "stated"),
    [
        (
            "Go with option B",
            "Fine.",
            "The user asked to go with option B, as it was said. No result was stated.",
        ),
        (
            "Rename it to X.",
            "I renamed it to X.",
            "The user asked to rename it to X, as it was said. The agent renamed it to X, as it was said.",
        ),
        (
            "Please book a table at 7 p.m.",
            "",
            "The user asked to book a table at 7 p.m, as it was said. No result was stated.",
        ),
        ("Use rye flour", "Ok", "The user asked to use rye flour. No result was stated."),
    ],
)
def test_an_end_that_ends_no_sentence_stands_before_its_tail(asked: str, reply: str, stated: str) -> None:
    """A letter or an abbreviation at the end would join two sentences into one; a time of day is no file."""
    historian = Historian("ends")
    for turn in ((asked, reply), OK, OK, OK):
        historian.turn(*turn)
    assert historian.state.conversation.history_summary == stated
