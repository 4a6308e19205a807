"""A rule outlasts its turn, and a promise to follow a request is not what the request asked for."""

from __future__ import annotations

import pytest

from tests.facts.session import Script
from workbench.facts.reading import commitments
from workbench.facts.sentences.lasting import lasts, only_acknowledges
from workbench.facts.sentences.stated import states_fact


@pytest.mark.parametrize(
    "text",
    [
        "Rent nothing without calling me first.",
        "I'd like you to weigh the parcel before you stamp it.",
        "Check with us before you touch the schema.",
        "Retries should stay below 7.",
        "The margin should be 12 percent.",
        "I love maps more than lists.",
        "Whenever you add a page, add it to the index.",
        "Send no letters without my approval.",
    ],
)
def test_a_condition_a_limit_or_a_taste_lasts(text: str) -> None:
    """They hold for whatever comes later."""
    assert lasts(text)


@pytest.mark.parametrize(
    "text",
    [
        "Write a poem about the sea.",
        "Check the list before I print it.",
        "Draft a reply to Olga without the swearing.",
        "Move the comma before the quote.",
        "The letter should be friendlier.",
    ],
)
def test_a_request_for_one_action_does_not_last(text: str) -> None:
    """A word such as `before` or `without` may belong to the action itself."""
    assert not lasts(text)


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("and when the boiler leaks, phone Bo, but not at night", True),
        ("If Olga is away, write to Bo; only Bo may open it.", True),
        ("We wash the towels first, then the sheets.", True),
        ("You may keep the key for a week.", True),
        ("I detest exclamation marks, use full stops.", True),
        ("If you find a minute, phone Bo.", False),
        ("I hate this, write full stops.", False),
        ("We try the other recipe first.", False),
        ("If the boiler leaks, phone whom?", False),
    ],
)
def test_habits_cases_permissions_and_tastes_are_stated(text: str, stands: bool) -> None:
    """What may come again, is done as a rule, or is liked; not what is tried or asked now."""
    assert states_fact(text) is stands


@pytest.mark.parametrize(
    ("request_", "reply"),
    [
        ("Sign the notes as Bo.", "Got it."),
        ("Sign the notes as Bo.", "Sure, the notes as Bo."),
        ("Sign the notes as Bo.", "Okay. I'll sign them that way."),
        ("Clip the hedge low.", "Noted, a low hedge and nothing else."),
        ("Clip the hedge low.", "Alright!"),
    ],
)
def test_a_promise_delivers_nothing(request_: str, reply: str) -> None:
    """An acknowledgement may repeat the request."""
    assert only_acknowledges(reply, request_)


@pytest.mark.parametrize(
    "reply",
    [
        "Hedge care in two lines:\n- cut in June\n- water well",
        "Sure. The hedge wants cutting in June.",
        "Done.",
        "I clipped it to one metre.",
        "OK: June.",
        "",
    ],
)
def test_an_answer_that_delivers_is_no_acknowledgement(reply: str) -> None:
    """Something new stands in it, or it reports what was done."""
    assert not only_acknowledges(reply, "Tell me when to clip the hedge.")


@pytest.mark.parametrize(
    ("request_", "reply", "status"),
    [
        ("Ask me before you water the cactus.", "Fine.", "in_force"),
        ("Ask me before you water the cactus.", "The cactus is on the sill, dry as ever.", "in_force"),
        ("Write the labels in Welsh.", "Understood.", "in_force"),
        ("Mail the parcel to Bo.", "I mailed the parcel to Bo.", "done"),
        ("Write a label for the cactus.", "Cactus, from Oaxaca, keep dry.", "done"),
    ],
)
def test_only_a_request_that_was_answered_ends(request_: str, reply: str, status: str) -> None:
    """The user goes on to something else in each case."""
    script = Script()
    script.user(request_)
    script.agent(reply)
    script.user("Next: how tall do ferns grow?")
    script.agent("Two metres.")
    assert {each.text: each.status for each in commitments(script.events, 0)}[request_] == status
