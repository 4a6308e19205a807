"""Choices by name, preferences, questions with an echo, and work that is taken back later."""

from __future__ import annotations

import pytest

from tests.facts.session import Script
from workbench.facts.directives.directed import is_vague
from workbench.facts.reading import bound, commitments
from workbench.facts.sentences.one_off import asks_nothing_else, asks_to_confirm, asks_to_know


@pytest.mark.parametrize("text", ["use Marmot", "let's go with Marmot.", "ok, pick the Marmot instead"])
def test_a_choice_by_name_says_enough(text: str) -> None:
    """One name is all that a choice needs."""
    assert not is_vague(text)


@pytest.mark.parametrize("text", ["use it", "go with that", "take this one"])
def test_a_choice_of_nothing_named_is_vague(text: str) -> None:
    """A pronoun chooses nothing that could be kept."""
    assert is_vague(text)


def test_a_choice_in_small_letters_needs_the_agents_question() -> None:
    """The agent must have named the thing in what it asked."""
    script = Script()
    script.user("We need a queue for the mails.")
    script.agent("Shall the queue be badger or heron?")
    script.user("go with heron")
    assert "go with heron" in [each.text for each in commitments(script.events, 0)]
    bare = Script()
    bare.user("We need a queue for the mails.")
    bare.agent("The queue is set up.")
    bare.user("use heron")
    assert "use heron" not in [each.text for each in commitments(bare.events, 0)]


def test_a_preference_in_plain_talk_stays() -> None:
    """An answer does not close it as it closes a request."""
    script = Script()
    script.user("I prefer a room on the ground floor. Plan my week in Lisbon.")
    script.agent("Noted, and here is the week.")
    script.user("Which museums are open on Monday?")
    found = {each.text: each.status for each in commitments(script.events, 0)}
    assert found["I prefer a room on the ground floor."] == "in_force"
    assert found["Plan my week in Lisbon."] == "done"


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("nothing calls readRows, does it?", True),
        ("I don't think we need readRows, do we?", True),
        ("it is only used here, isn't it?", True),
        ("it should stay on the left, doesn't it?", False),
        ("please do it", False),
    ],
)
def test_a_statement_with_an_echo_is_a_question(text: str, asks: bool) -> None:
    """Unless it also demands something."""
    assert asks_to_know(text) is asks
    assert asks_nothing_else(text) is asks
    assert not asks or asks_to_confirm(text)


def test_a_question_with_its_echo_does_not_count_once_it_is_settled() -> None:
    """It is a question, whatever it says before the comma."""
    script = Script()
    script.user("Clean up the reader of the ledger.")
    script.edit("ledger/reader.py", "a", "b")
    script.agent("The reader is clean now.")
    script.user("I don't think we need readRows in the ledger at all, do we?")
    script.agent("No, nothing calls it.")
    script.user("Good.")
    assert not any("readRows" in each.text for each in bound(script.events, 0).counted)


def test_the_last_work_can_be_taken_back_after_a_question() -> None:
    """What was asked in between changed nothing, so the request before it is meant."""
    script = Script()
    script.user("Move the search box into the header of the page.")
    script.edit("web/page.css", "left", "top")
    script.agent("It is in the header.")
    script.user("How does it look on a phone?")
    script.agent("It takes a line of its own.")
    script.user("hm, can you revert that?")
    found = {each.text: each.status for each in commitments(script.events, 0)}
    assert found["Move the search box into the header of the page."] == "superseded"


def test_only_the_last_work_is_taken_back() -> None:
    """An earlier request stays as it is, and so does a rule."""
    script = Script()
    script.user("Change the colour of the map to grey. Never load tiles from another host.")
    script.edit("web/map.js", "red", "grey")
    script.agent("Grey now.")
    script.user("Move the search box into the header of the page.")
    script.edit("web/page.css", "left", "top")
    script.agent("It is in the header.")
    script.user("yeah you may undo that, it was the font")
    found = {each.text: each.status for each in commitments(script.events, 0)}
    assert found["Change the colour of the map to grey."] != "superseded"
    assert found["Never load tiles from another host."] == "in_force"
