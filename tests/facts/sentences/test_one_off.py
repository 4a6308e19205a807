"""Requests that only name an action, and those that say how something is to be."""

from __future__ import annotations

import pytest

from tests.facts.session import Script
from workbench.facts.commitment import Basis
from workbench.facts.reading import fold_decisions
from workbench.facts.sentences.one_off import (
    MOST_WORDS,
    asks_to_confirm,
    asks_to_know,
    asks_which,
    is_one_off,
)


@pytest.mark.parametrize(
    "text",
    [
        "Commit and push.",
        "I also need you to fetch me the readings of the tide gauge",
        "please generate me a voucher so I can try the till",
        "please run the linter, then open a PR",
        "ok can you check the logs again",
        "let's add a test for this please",
        "Run it and fix the errors",
        "Should I start implementing the reader? ok, create a branch",
        "Ready to start the first part? ok, this looks amazing, start implementing",
        "I want you to do a deep analysis, then provide me with a plan.",
        "reply to each of the review comments please",
        "it's fine, let's mark the branch ready for review",
        "continue, the network should be better now",
        "I went through the whole draft, it's good. continue",
        "we looked over the tide tables. run the importer",
        "hm, I'd like to make one more change",
        "yes, write up the design doc",
        "do another check, fixed some more stuff",
        "did some more, npm run check",
        "alright, export looks good now. commit, then checkout main",
        "can you print a few tables here in chat",
        "check " + "w " * (MOST_WORDS - 1),
    ],
)
def test_actions_alone(text: str) -> None:
    """Over once they are done."""
    assert is_one_off(text)


@pytest.mark.parametrize(
    "text",
    [
        "Always run the linter",
        "should this be a list? yes",
        "Push, and it should be signed",
        "Give me read access.",
        "commit, but don't push",
        "I went through the draft and the map moves to the front page, continue",
        "put the check into the handler",
        "run the tests and rename the flag to --dry",
        "use the new store",
        "stop committing everything",
        "run the tests after each commit",
        "make a change so that ids are checked",
        "write a doc in which every flag stands",
        "the parcels should be sorted better",
        "thanks",
        "check " + "w " * MOST_WORDS,
    ],
)
def test_what_lasts_or_says_how(text: str) -> None:
    """They hold after their turn."""
    assert not is_one_off(text)


@pytest.mark.parametrize(
    ("text", "which"),
    [
        ("can we do it in the hook or do we need the daemon?", True),
        ("can we do it in the hook?", False),
        ("do it in the hook or in the daemon", False),
    ],
)
def test_a_question_that_offers_two_ways_directs_neither(text: str, which: bool) -> None:
    """Two questions joined by `or`."""
    assert asks_which(text) is which


def test_an_action_is_over_when_its_turn_is() -> None:
    """An action is over once its turn ended with a tool call and a new message or report; else it is open."""

    def status(*, ran: bool, later: bool, said: str = "Pushed.") -> list[str]:
        script = Script()
        script.user("look at the parcel table")
        script.agent("Done.")
        script.user("Commit the parcel table and push.")
        if ran:
            script.todos(("sort the shelves", "completed"))
        script.agent(said)
        if later:
            script.user("now something else entirely")
        found = fold_decisions(script.events)
        return [c.status for c in found if "push" in c.text]

    assert status(ran=True, later=True) == ["done"]
    assert status(ran=True, later=False) == ["done"]
    assert status(ran=True, later=False, said="Pushed. Shall I open a request too?") == ["done"]
    assert status(ran=True, later=False, said="Now let me push the branch.") == ["in_force"]
    assert status(ran=False, later=False) == ["in_force"]


def test_the_checks_of_an_approved_plan_are_reported() -> None:
    """Commands under a heading of verification; others, and a commit, are none."""
    script = Script()
    script.plan(
        "# Parcel labels\n\nPrint them in colour.\n\n## Steps\n`make lint` is slow.\n\n"
        "## Verification\n```bash\nmake lint && make test\ngit commit -m test\n```\n"
    )
    stated = [c.text for c in fold_decisions(script.events)]
    assert stated == [
        "Approved plan: Parcel labels. Print them in colour.",
        "Verify the plan with: make lint && make test",
    ]


def test_a_numbered_list_of_the_humans_own_answers_nothing() -> None:
    """Long entries that share no word with the agent's are no answers to them."""

    def texts(entry: str) -> list[str]:
        script = Script()
        script.agent("Open points:\n1. Rename the parcel table\n2. Print labels in colour\n\nWhich ones?")
        script.user(f"1. {entry}\n2. {entry}")
        return [c.text for c in fold_decisions(script.events) if c.basis is Basis.REPLY]

    own = "someone opens a window, walks away, returns on monday, finds everything moved elsewhere"
    assert texts(own) == []
    assert len(texts("yes, the parcel labels too")) == 2


@pytest.mark.parametrize(
    ("text", "only"),
    [
        ("why is the google clientid not set in the vite env?", True),
        ("Question: I thought we had a comment that suggests it, was that removed?", True),
        ("do we have a test for it?", True),
        ("can you start the app with the staging api?", False),
        ("should we store it in the database?", False),
        ("why not use the database for that.", False),
        ("why is the local store used in staging", True),
        ("ok what's the difference between a crate and a parcel", True),
        ("which table is the listing reading under the hood", True),
        ("hmm, we changed the tracking last week, could this be related?", True),
        ("what is left is the second drawer.", False),
        ("how about the short form", False),
        ("are you certain about the crates you left out", True),
        ("ok is there a list of the drawers", True),
        ("did you find the label in the attic", True),
        ("does the lister follow the new folder", True),
        ("do the labels again", False),
        ("have the labels ready on monday", False),
        ("are you able to print the labels", False),
        ("is it slow, fix the loader then", False),
        ("is the oven cold. close the door", False),
        ("what should we use for the queue", False),
    ],
)
def test_a_question_that_wants_to_know_decides_nothing(text: str, only: bool) -> None:
    """One that asks for something to be done is another matter."""
    assert asks_to_know(text) is only


@pytest.mark.parametrize("text", ["I think we should only keep the date, do you agree?", "why not use it?"])
def test_a_question_that_says_how_something_is_to_be_is_no_mere_question(text: str) -> None:
    """It contains a wish beside the question."""
    assert asks_to_know(text) is False


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        ("the drawers should be handled by the loader, right?", False),
        ("after a reset the listeners should still be there, no?", False),
        ("the loader should keep its name, shouldn't it?", True),
        ("the loader should use the right name", True),
    ],
)
def test_what_asks_whether_it_is_so_is_only_proposed(text: str, sure: bool) -> None:
    """A question decides nothing, unless its question word is not part of the request."""
    script = Script()
    script.user(text)
    found = [c for c in fold_decisions(script.events) if c.words[0].ordinal == 0]
    assert all(c.sure for c in found) is sure or not found


def test_the_tag_at_the_end_asks() -> None:
    """Behind a comma, or turned round."""
    assert asks_to_confirm("it is independent of the branch, right?")
    assert asks_to_confirm("that is the newest one, isn't it?")
    assert not asks_to_confirm("are these numbers right?")
    assert not asks_to_confirm("take the right one")


def test_what_is_asked_for_in_words_is_over_when_it_was_answered() -> None:
    """`Write it here in chat` needs no tool; another request without one is still open."""

    def status(asked: str) -> list[str]:
        script = Script()
        script.run("ls", "schema.sql")
        place = script.user(asked)
        script.agent("Here it is.")
        script.user("fine, now rename the parcel table in schema.sql")
        script.edit("schema.sql", "crate", "parcel")
        script.agent("Renamed.")
        return [c.status for c in fold_decisions(script.events) if c.words[0].ordinal == place]

    assert status("write a table of parcels here in chat, anything you can do") == ["done"]
    assert status("write a table of parcels in parcels.md") == ["in_force"]
