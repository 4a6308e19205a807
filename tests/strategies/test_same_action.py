"""Open work without a source gives way to the user's words for the same action, and to no others."""

from __future__ import annotations

import pytest

from gates.artifact import Item, ItemKind
from gates.capture import CapturedItem, make_capture
from gates.search.linking import SpanSearch
from tests.facts.session import Script
from tests.strategies.source import Source, whole
from workbench.strategies.own_words import actions, in_own_words, within

PHASES = (
    "Please repair the tide table in these steps.\n"
    "4. SURVEY: before changing the harbour, create a sketch of the moorings and verify the tides. "
    "4.1 Look at existing mooring checks in the harbour.\n"
    "7.3 Run existing mooring checks of the changed harbour so that nothing has sunk."
)


def harbour() -> Source:
    """A request in steps, then talk about other things."""
    script = Script()
    script.user(PHASES)
    for number in range(12):
        script.agent(f"Buoy {number} has a lamp, a bell and a chain of nine metres.")
        script.user(f"and buoy {number + 1}, does it have a bell?")
    return whole(script)


@pytest.mark.parametrize(
    ("text", "verbs"),
    [
        (
            "SURVEY: before changing the harbour, create a sketch of it. 4.1 Look at the moorings",
            {"create", "look"},
        ),
        ("7.3 Run the checks of the harbour", {"check"}),
        ("can you please verify the tides?", {"check"}),
        ("The lamp flickers and the bell is silent", set()),
    ],
)
def test_the_action_is_the_verb_of_a_clause(text: str, verbs: set[str]) -> None:
    """Labels and numbers come before it, and all checks are one action."""
    assert actions(text) == verbs


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "Run existing checks, verify no sinkage",
            "7.3 Run existing mooring checks of the changed harbour so that nothing has sunk.",
        ),
        ("Delete existing mooring checks in the harbour", None),
    ],
)
def test_open_work_gives_way_to_the_same_action_only(text: str, words: str | None) -> None:
    """A near sentence that asks for another action is no replacement."""
    source = harbour()
    search = SpanSearch(source.index())
    found = in_own_words(Item(kind=ItemKind.OPEN_WORK, text=text, status="open"), search, source.capture)
    assert (found and found.text) == words


def test_what_was_carried_out_replaces_no_open_work() -> None:
    """The words that ask for it are over."""
    source = harbour()
    search = SpanSearch(source.index())
    work = Item(kind=ItemKind.OPEN_WORK, text="Run existing checks, verify no sinkage", status="open")
    found = in_own_words(work, search, source.capture)
    assert found is not None
    over = CapturedItem(
        item_id="cap_over",
        kind="open_work",
        text=found.text,
        status="done",
        origin="phrase",
        evidence=found.links,
    )
    assert in_own_words(work, search, make_capture("test/1", (over,))) is None


def test_words_inside_longer_ones_are_said_already() -> None:
    """Whatever the spaces and capitals."""
    assert within("The lamp  flickers", ["the lamp flickers. Mend it"])
    assert not within("The lamp is out", ["the lamp flickers. Mend it"])
