"""Requests that the agent carried out without a reply by the user."""

from __future__ import annotations

import pytest

from gates.capture import CapturedItem
from tests.facts.session import SESSION, Script
from workbench.capture import capture_range
from workbench.facts.proposals import Outlook
from workbench.facts.proposals.outlook import ACTIONS
from workbench.facts.reading import FactsReading

ASKED = "The importer should sort the parcels by weight and write them into ledger.csv."


def is_done(script: Script, by: tuple[str, ...] = ACTIONS) -> bool:
    """Whether the first message was carried out as of the last event."""
    return Outlook(FactsReading().through(script.events).settled().candidates, 0).is_carried_out(0, by)


def worked(*, said: str = "They are sorted.", asked: str = ASKED) -> Script:
    """Return a script of a request, an edit and the agent's report."""
    script = Script()
    script.user(asked)
    script.edit("src/importer.py", "a", "b")
    if said:
        script.agent(said)
    return script


def test_it_is_once_the_user_goes_on() -> None:
    """It is not done before that, or if the agent was interrupted."""
    script = worked()
    assert not is_done(script)
    script.user("Now print the labels in colour.")
    assert is_done(script)
    broken_off = worked(said="")
    broken_off.user("Now print the labels in colour.")
    assert not is_done(broken_off)


@pytest.mark.parametrize(
    "objection",
    [
        "no, by date",
        "that's not what I meant",
        "it still fails",
        "hm, this doesn't work",
        "stop doing that",
        "you forgot the header",
        "wrong column",
    ],
)
def test_an_objection_is_no_going_on(objection: str) -> None:
    """What follows the objection decides."""
    script = worked()
    script.user(objection)
    assert not is_done(script)
    script.edit("src/importer.py", "b", "c")
    script.agent("Now it is.")
    script.user("Great, now the labels.")
    assert is_done(script)


@pytest.mark.parametrize(
    "next_message", ["no problem, go on with the labels", "not only the labels: the lists too", "nice"]
)
def test_words_that_only_look_like_an_objection_are_none(next_message: str) -> None:
    """`no problem` objects to nothing."""
    script = worked()
    script.user(next_message)
    assert is_done(script)


def test_what_was_only_talked_about_is_not_carried_out() -> None:
    """An assent lets the agent do it, another topic does not."""
    for answer, done in (("yes, do that", True), ("what do the labels look like?", False)):
        script = Script()
        script.user(ASKED)
        script.agent("I would sort them in the importer.")
        script.user(answer)
        script.edit("src/importer.py", "a", "b")
        script.agent("Done.")
        script.user("Now the labels.")
        assert is_done(script) is done


def test_messages_in_a_row_are_one() -> None:
    """The agent answers them together."""
    script = Script()
    script.user(ASKED)
    script.user("And print a total below it.")
    script.edit("src/importer.py", "a", "b")
    script.agent("Done.")
    script.user("Now the labels.")
    assert is_done(script)


def test_an_opinion_needs_a_change() -> None:
    """Reading is enough for a request to look at something, and for nothing else."""
    script = Script()
    script.user(ASKED)
    script.run("ls", "src")
    script.agent("There is an importer.")
    script.user("Now the labels.")
    assert is_done(script)
    assert not is_done(script, ("edit", "commit"))


def test_a_capture_says_what_was_carried_out() -> None:
    """A request is marked with how likely it binds, a rule never is."""
    script = worked(asked=f"{ASKED} Never touch the archive folder.")
    script.user("Now print the labels in colour.")
    script.agent("Which colour?")
    found = capture_range(SESSION, script.events, 0, len(script.events) - 1)
    known = {item.text: item for item in (*found.items, *found.proposed)}
    assert not known["Never touch the archive folder."].carried_out
    assert known[ASKED].carried_out
    assert known[ASKED].likelihood is not None
    assert not known["Now print the labels in colour."].carried_out


@pytest.mark.parametrize(
    "text",
    [
        "Run scripts/totals.py before the switch goes on, and show me the totals.",
        "The importer must sort the parcels by weight.",
        "Write the parcels only into the copy of the ledger.",
    ],
)
def test_what_holds_beyond_its_turn_is_never_carried_out(text: str) -> None:
    """What waits for something is not done by the work of one turn."""
    script = worked(asked=text)
    script.user("Now print the labels in colour.")
    found = capture_range(SESSION, script.events, 0, len(script.events) - 1)
    known = [item for item in (*found.items, *found.proposed) if item.text == text]
    assert [item.carried_out for item in known] == [False]


@pytest.mark.parametrize(
    ("text", "binds"),
    [
        ("stop committing everything", True),
        ("stop the server", False),
        ("E2E tests only", True),
        ("Sort the parcels by weight", False),
    ],
)
def test_a_ban_and_a_bound_hold_on(text: str, binds: bool) -> None:
    """A request for an action is over after its turn."""
    script = worked(asked=text)
    script.user("Now print the labels in colour.")
    found = capture_range(SESSION, script.events, 0, len(script.events) - 1)
    held = [item for item in found.items if item.text == text and item.counts and not item.carried_out]
    assert bool(held) is binds


def test_the_head_of_a_list_decides_nothing() -> None:
    """The entries below it do."""
    script = Script()
    script.user("Follow these steps to mend the parcel labels:\n1. Print the labels in colour.")
    texts = [c.text for c in FactsReading().through(script.events).settled().known(0)]
    assert texts == ["Print the labels in colour."]
    alone = Script()
    alone.user("Follow these steps to mend the parcel labels:")
    assert FactsReading().through(alone.events).settled().known(0) == []


PROPOSED = "The importer scans the list for each parcel. I would replace it by a table keyed by number."


def agreed(proposal: str, *, edited: bool = True, goes_on: str = "Now print the labels.") -> CapturedItem:
    """Return the item captured from an assent to a proposal, followed by the work and the next message."""
    script = Script()
    script.agent(proposal)
    script.user("yes, fix it")
    if edited:
        script.edit("src/importer.py", "a", "b")
    script.agent("The table is in place.")
    if goes_on:
        script.user(goes_on)
    items = capture_range(SESSION, script.events, 0, len(script.events) - 1).items
    return next(item for item in items if "I would" in item.text)


def test_a_proposal_that_was_taken_and_done_is_carried_out() -> None:
    """Once its turn ended with a result and the user went on; not where nothing was done, nor objected to."""
    assert agreed(PROPOSED).carried_out
    assert not agreed(PROPOSED, edited=False).carried_out
    assert not agreed(PROPOSED, goes_on="").carried_out
    assert not agreed(PROPOSED, goes_on="no, that's wrong").carried_out


def test_a_proposal_of_how_things_are_to_stay_is_not_over() -> None:
    """A promise to keep something holds after the turn."""
    kept = "I would keep the old names in the public interface and rename inside."
    assert not agreed(kept).carried_out
