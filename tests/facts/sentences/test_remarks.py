"""Sentences that direct nothing by themselves, and requests parted from the rule behind them."""

from __future__ import annotations

import pytest

from tests.facts.session import Script
from workbench.facts.decisions import DecisionFold
from workbench.facts.directives.directives import DirectiveForce, directives
from workbench.facts.reading import bound, fold_decisions
from workbench.facts.sentences.courtesy import after_filler
from workbench.facts.sentences.remarks import (
    expects,
    is_loose,
    is_placeholder,
    only_describes,
    reports_own,
)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("turn 4: keep going and note this", ""),
        ("ok, continue", ""),
        ("message 2 please note it", ""),
        ("note that we use port 8080", None),
        ("remember this: never touch the ledger", "never touch the ledger"),
        ("Message 12. go on and remember that lorem ipsum dolor lorem ipsum dolor", ""),
        ("keep going: filler filler filler", ""),
        ("step 3: keep going word after word word after word word", ""),
        ("continue the ledger and the shelf", None),
        ("keep going: never touch the ledger", "never touch the ledger"),
        ("continue with the ledger", None),
        ("keep the old reader", None),
        ("go through the ledger", None),
    ],
)
def test_filler_lets_the_agent_go_on(text: str, rest: str | None) -> None:
    """Only words that name nothing are filler; the text after them is returned."""
    assert after_filler(text) == rest


@pytest.mark.parametrize(
    ("text", "loose"),
    [
        ("if the latter, then the cache needs to reload them", True),
        ("if so, drop the table", True),
        ("if the table is empty, drop it", False),
        ("I think we need to enable some more logging", True),
        ("I think we need to use the shared finder", False),
        ("I think we should split the reader", False),
        ("TEST CREATION: write a script that shows the fault", True),
        ("NOTE: never touch the ledger", False),
        ("HARD CONSTRAINT: write every amount in cents", False),
        ("RULES: write every amount in cents", False),
        ("2. POLICY: write every amount in cents", False),
        ("Be thorough in your reading and testing.", True),
        ("be careful not to touch the ledger", False),
    ],
)
def test_what_waits_muses_or_names_a_step_is_loose(text: str, loose: bool) -> None:
    """A condition on an open question, a need that is thought of, a step's title, a manner of working."""
    assert is_loose(text) is loose


@pytest.mark.parametrize(
    ("text", "form", "holds"),
    [
        ("redis should be installed", expects, True),
        ("redis should be installed by the setup script", expects, False),
        ("we have a lot of clutter in lib/ that the jobs load", only_describes, True),
        ("we have to keep lib/ as it is", only_describes, False),
        ("You can run any shell commands and change files to get there.", only_describes, True),
        ("you can remove the old commands", only_describes, False),
        ("You may only use read tools.", only_describes, False),
        ("oops yes, that was me, I was trying a key and took it back.", only_describes, True),
        ("sorry, that was me, please never do the same on main", only_describes, False),
        ("[trimmed for the sample]", is_placeholder, True),
        ("[x] keep the reader", is_placeholder, False),
        ("ok i have updated the endpoint", reports_own, True),
        ("ok i'll do it with the second endpoint", reports_own, False),
    ],
)
def test_forms_of_remarks(text: str, form: object, holds: bool) -> None:
    """Each form has a similar sentence that is no remark."""
    assert callable(form)
    assert form(text) is holds


def test_a_request_and_the_rule_behind_it_are_two_directives() -> None:
    """Each of its own kind, also behind a comma; a rule that hangs on the request stays with it."""
    found = directives("please use the lister to read the folder; remember never touch ledger.toml")
    assert [(d.text, d.force) for d in found] == [
        ("please use the lister to read the folder", DirectiveForce.REQUEST),
        ("remember never touch ledger.toml", DirectiveForce.RULE),
    ]
    assert [d.text for d in directives("Commit the shelf table, and never push to main.")] == [
        "Commit the shelf table",
        "never push to main.",
    ]
    assert len(directives("When you commit the shelf table, never push to main.")) == 1


def test_an_entry_of_a_list_that_only_describes_is_no_request() -> None:
    """Under a head that directs, entries without a verb are wanted, descriptions are not."""
    message = "refactor the loader:\n- the reader in lib/\n- we have a lot of clutter in lib/ too"
    assert [d.text for d in directives(message)] == ["the reader in lib/"]


def test_what_a_document_is_to_hold_is_over_once_it_is_written() -> None:
    """Before, it is in force; an edit of code does not end it."""

    def statuses(*paths: str) -> list[str]:
        script = Script()
        script.user("write a full plan in docs/shelves.md, it needs to list the steps in order")
        script.agent("Shall I begin?")
        script.user("this plan must be written so that a new session can start from it")
        for path in paths:
            script.write(path, "# Shelves")
        script.agent("Written.")
        script.user("thanks, what is next?")
        wanted = ("it needs to list", "this plan must")
        return [c.status for c in fold_decisions(script.events) if any(w in c.text for w in wanted)]

    assert statuses("src/shelves.py")[-1] == "in_force"
    assert set(statuses("docs/shelves.md")) == {"done"}


def test_two_speakers_are_not_glued() -> None:
    """An assent that reports what its speaker did takes no announcement of the agent."""
    script = Script()
    script.agent("I'll keep the tunnel and the shelf servers running.")
    script.user("ok i have updated the shelf endpoint")
    fold = DecisionFold()
    for event in script.events:
        fold.take(event)
    assert not any("tunnel" in c.text and "updated" in c.text for c in fold.result())


def test_filler_counts_for_nothing() -> None:
    """It counts neither as a request nor as a human's statement."""
    script = Script()
    script.user("list the shelves")
    script.run("ls", "a b")
    script.agent("Two shelves.")
    script.user("turn 2: keep going and note this " + "lorem ipsum dolor " * 30)
    script.run("ls", "a b")
    script.agent("Noted.")
    assert not [c for c in bound(script.events, 0).counted if "lorem" in c.text]


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("ok jsut tested the flow, and both times it asks twice", True),
        ("yes, just pushed it", True),
        ("ok just run the tests", False),
        ("yes, update it", False),
    ],
)
def test_what_was_done_by_hand_is_reported_in_haste_too(text: str, own: bool) -> None:
    """Without the person, and with two letters changed about."""
    assert reports_own(text) is own


@pytest.mark.parametrize(
    ("text", "loose"),
    [
        ("i'm not sure if sorter:", True),
        ("We are not certain whether the pump:", True),
        ("i'm not sure if the sorter keeps its order", False),
        ("make sure that the sorter has these:", False),
    ],
)
def test_a_doubt_cut_at_its_colon_is_loose(text: str, loose: bool) -> None:
    """The words before the colon are incomplete without what follows."""
    assert is_loose(text) is loose


def test_a_doubt_before_what_is_shown_is_no_open_work() -> None:
    """The words before the colon count for nothing."""
    script = Script()
    script.user("mend the build, please")
    script.run("make", "a b")
    script.agent("It builds.")
    script.user("i'm not sure if sorter:\n\n```\nclass Sorter:\n    pass\n```")
    script.run("cat sorter.py", "a b")
    assert not [c for c in bound(script.events, 0).counted if "not sure" in c.text and c.counts]
