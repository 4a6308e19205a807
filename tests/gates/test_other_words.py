"""Gate C on rewordings: a faithful rewording is retained, a copy with a change is not."""

from __future__ import annotations

from typing import Literal

import pytest

from gates.artifact import Item, ItemKind
from gates.capture import CapturedItem
from gates.language.modality import lifted
from gates.language.similarity import even, statement
from gates.report import Retention
from gates.restatement import ArtifactStatement
from gates.retention.best_match import best_match
from gates.retention.judging import judge
from gates.retention.match import RETAINED, Match
from gates.source import SourceLink, make_link


def said(text: str) -> tuple[SourceLink, ...]:
    """Return links to a question and this answer."""
    return tuple(make_link("ses_1", n, each, 0, len(each)) for n, each in enumerate(("Which?", text)))


def decision(text: str, answer: str | None = None, likelihood: float | None = None) -> CapturedItem:
    """A decision, or a question with its answer."""
    return CapturedItem(
        item_id="cap_1",
        kind="decision",
        text=text,
        status="in_force",
        origin="phrase",
        evidence=said(answer) if answer else (),
        likelihood=likelihood,
    )


def task(text: str) -> CapturedItem:
    """Open work."""
    return CapturedItem(item_id="cap_1", kind="open_work", text=text, status="open", origin="structural")


def stated(*texts: str, speaker: Literal["user"] | None = None) -> tuple[ArtifactStatement, ...]:
    """Statements of a summary."""
    return tuple(
        ArtifactStatement(statement(text), Item(kind=ItemKind.CLAIM, text=text, speaker=speaker))
        for text in texts
    )


def read(wanted: CapturedItem, *texts: str) -> Match:
    """Return the match of an item with these statements, without the maker's links."""
    return judge(wanted, stated(*texts), None, even)


@pytest.mark.parametrize(
    ("said", "stated"),
    [
        (
            "Listeners must survive branch, reset and compact, everywhere in the kiosk",
            "Listeners are cleared on branch and on reset, which the kiosk does each night for every courier "
            "and parcel that it holds",
        ),
        (
            "Keep the old sorter code around beside the new one",
            "Delete the old code at once: the courier asked never to keep sorter files beside the van lists "
            "of other kiosks",
        ),
    ],
)
def test_a_firm_rule_or_a_denial_is_no_matter_of_other_words(said: str, stated: str) -> None:
    """A binding rule must be stated literally, and a statement with a negation may deny it."""
    assert read(decision(said), stated).verdict not in RETAINED


def test_an_opening_no_denies_nothing_behind_it() -> None:
    """It rejects the previous question."""
    words = "we should do a defensive copy of the parcel list"
    assert read(decision(f"no, {words}"), f"Agreed: {words}.").verdict in RETAINED


SAID = "Parcels over 20 kg leave by the courier van from the north kiosk in src/van.py"
RETOLD = (
    "The north kiosk sends heavy parcels off by van: the courier service picks them up at the dock each "
    "evening and signs a paper slip for the office"
)
COPY = "Parcels over 30 kg leave by the courier van from the north kiosk in src/van.py"


def test_a_statement_in_words_of_its_own_is_no_altered_copy() -> None:
    """Its names occur elsewhere; by the words alone it would count as a loss."""
    wanted = decision(SAID)
    assert best_match(wanted, stated(RETOLD), None, even).verdict not in RETAINED
    assert read(wanted, RETOLD).rule == "in_other_words"


def test_a_copy_with_one_change_is_altered() -> None:
    """The same words around another number."""
    assert read(decision(SAID), COPY).verdict not in RETAINED


def test_a_statement_of_something_else_retains_nothing() -> None:
    """One shared word is not enough."""
    assert read(decision(SAID), "The office orders paper for the printers.").verdict is Retention.DROPPED


@pytest.mark.parametrize(
    ("ban", "outcome", "kept"),
    [
        (
            "no deprecation alias!",
            "All deprecation aliases of the old parcel reader were removed at once",
            True,
        ),
        ("please, no Docker", "The parcels are built without Docker, in a plain folder", True),
        ("no deprecation alias!", "Deprecation aliases of the old parcel reader were kept for a year", False),
        ("no deprecation alias!", "The old parcel reader was removed at once", False),
    ],
)
def test_a_short_ban_is_reported_by_what_became_of_it(ban: str, outcome: str, kept: bool) -> None:
    """Something removed is not there."""
    assert (read(decision(ban), outcome).verdict in RETAINED) is kept


def test_where_links_say_what_is_stated_words_decide() -> None:
    """A draft's own links are no guess, so other words are no excuse there."""
    found = judge(decision(SAID), stated(RETOLD), {}, even)
    assert found.rule != "in_other_words"


ANSWER = "ship it from the south dock before couriers leave"
TASK = "Sort the courier parcels by weight: Add a WeightSorter to src/sort.py and call it from print_labels()"


@pytest.mark.parametrize(
    ("wanted", "text"),
    [
        (decision(f"The new dock looks free for the night shift. {ANSWER}", ANSWER), f"Chosen: {ANSWER}."),
        (task(TASK), "Sorting of courier parcels by weight"),
        (task(f"Task 3: {TASK}"), "Sorting of courier parcels by weight"),
    ],
)
def test_an_answer_or_a_title_states_the_item(wanted: CapturedItem, text: str) -> None:
    """The question is only context, and the description gives details."""
    assert read(wanted, text).rule == "own_part"


def test_another_task_of_the_same_kind_does_not() -> None:
    """One word of the title is another."""
    assert read(task(TASK), "Sorting of courier invoices by date").verdict not in RETAINED


def test_a_short_answer_needs_its_question() -> None:
    """`yes, that one` is meaningless alone."""
    wanted = decision("Shall I open another dock for the night shift? yes, that one", "yes, that one")
    assert read(wanted, "The user said: yes, that one.").verdict not in RETAINED


@pytest.mark.parametrize(
    ("rule", "text", "lifts"),
    [
        ("The list should not be cleared by the sorter.", "The sorter no longer clears the list.", False),
        ("The list must not be cleared.", "That rule no longer applies: the list is cleared.", True),
        ("Always print the label.", "Labels are no longer printed.", True),
        ("Each sorter checks all parcels.", "The sorter may check parcels twice.", False),
        ("Send nothing without a stamp.", "Send nothing without a stamp; a crate may wait a day.", False),
        ("Send nothing without a stamp.", "Send without a stamp; a crate may wait a day.", True),
        ("Send nothing without a stamp.", "Send nothing without a stamp; you may send without one.", True),
    ],
)
def test_what_ends_a_rule(rule: str, text: str, lifts: bool) -> None:
    """A fix that keeps a prohibition does not end it, and a plain report states no rule."""
    assert (lifted(rule, text) is not None) is lifts


def test_a_proposal_is_no_rule_that_can_be_lifted() -> None:
    """Nobody imposed it."""
    rule, text = "The kiosk must always print two labels for a parcel.", "Kiosk labels: two may be printed."
    assert read(decision(rule), text).rule == "rule_lifted"
    assert read(decision(rule, likelihood=0.4), text).rule != "rule_lifted"


def test_a_negation_before_what_was_left_out_denies_nothing() -> None:
    """An elision ends a sentence."""
    words = "open the second dock at night for heavy parcels"
    cut, denied = (stated(f"We should not {mark}{words}", speaker="user") for mark in ("… ", ""))
    assert judge(decision(words), cut, None, even).verdict is Retention.PRESERVED
    assert judge(decision(words), denied, None, even).verdict is Retention.CONTRADICTED
