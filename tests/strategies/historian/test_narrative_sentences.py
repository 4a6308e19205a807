"""Sentences of a narrative: whole clauses, and completed actions."""

from __future__ import annotations

import pytest

from workbench.strategies.historian.arc import arc_of
from workbench.strategies.historian.models import Turn
from workbench.strategies.historian.sentences import (
    asked,
    done,
    quoted,
    reported,
    requested,
    spoken,
    stated,
)


@pytest.mark.parametrize(
    "sentence",
    [
        "Commit 3 should be docs and the reader of parcels",
        "if we keep the old desk would that be better, please",
        "Test rows are kept in the April file",
        "Comment about the lines outside of the April file, but it matters",
    ],
)
def test_a_first_word_that_names_a_thing_asks_for_nothing(sentence: str) -> None:
    """A condition that ends in a courtesy is no request either."""
    assert requested(sentence, "The user") is None


def test_a_request_stays_one() -> None:
    """The first word is a verb, and what follows is its object."""
    assert requested("Commit the docs of the parcel reader", "The user") is not None
    assert requested("Fix the reader of the April file", "The user") is not None
    assert requested("Comment on the reader of the April file", "The user") is not None


@pytest.mark.parametrize(
    "sentence",
    [
        "Focused reader tests with the local desk",
        "Combined with the torn header this drops every row",
        "Reduced from twelve rows to nine rows",
        "Supported forms of the parcel header",
    ],
)
def test_a_form_that_only_qualifies_is_no_action(sentence: str) -> None:
    """It needs an object right behind it."""
    assert done(sentence) is None


def test_an_action_stays_one() -> None:
    """With its object, and in the first person."""
    assert done("Removed the date filter of the reader") == "The agent removed the date filter of the reader."


@pytest.mark.parametrize(
    "sentence",
    [
        "Need to read the parcels once and pass the owner",
        "Simplified the notes to what is new",
        "should be dimmer in the footer of the desk",
    ],
)
def test_a_report_has_a_subject(sentence: str) -> None:
    """What opens with a verb is cut off from the one who is meant."""
    assert reported(sentence) is None
    assert stated(sentence, "The user") is None


def test_an_entry_of_a_list_is_no_choice() -> None:
    """Its number has no meaning without the list."""
    assert stated("2 is the right approach for the desk", "Later the user") is None


def test_an_address_parts_what_stands_around_it() -> None:
    """The request after it is stated without it."""
    said = spoken("can you look at https://example.org/pull/53 I'd like to add owners to the export")
    assert "I'd like to add owners to the export" in said
    assert not any("https" in each for each in said)


def test_what_only_leads_to_pasted_words_asks_for_nothing() -> None:
    """`Consider the following` is a request for nothing by itself; what follows it may be one."""
    assert requested("Consider the following description of the torn parcel:", "The user") is None
    assert requested("Consider the parcels that arrive torn", "The user") is not None


def test_a_question_about_the_state_is_no_goal() -> None:
    """It asks about the state of the work."""
    assert asked("where were we?", "The user") is None
    assert asked("are you still there?", "The user") is None
    assert asked("where do the parcels go?", "The user") == 'The user asked "where do the parcels go".'


def test_a_file_at_the_end_of_a_request_is_left_out() -> None:
    """The request is reported without its place; a ban is quoted unchanged."""
    assert (
        requested("please move the reader to src/desk.py", "The user") == "The user asked to move the reader."
    )
    assert requested("never move the reader to src/desk.py", "The user") is None
    whole = requested("please move the reader to the cellar", "The user")
    assert whole == "The user asked to move the reader to the cellar."


def test_a_report_in_the_first_person_is_reported_of_the_agent() -> None:
    """`Our fix` is the agent's; a noted term and a number in front are no report."""
    assert reported("The trial shows that our fix holds for torn parcels") == (
        "The agent reported that the trial shows that its fix holds for torn parcels."
    )
    assert reported("Torn parcels - Already handled by the desk today") is None
    assert reported("349 (added field) was changed for the torn parcels") is None
    assert reported("However, the desk is still closed on Mondays") is not None
    assert reported("gathers torn parcels into the returned list") is None
    assert reported("parcels are torn by the new scale again") is not None
    assert reported("Parcels of the desk are counted twice") is not None


@pytest.mark.parametrize(
    ("sentence", "made"),
    [
        ("let's do this then", None),
        ("please go on with the next one", None),
        ("can you do that too?", None),
        ("we should start with it", None),
        ("let's do the parcels next", "The user wanted to do the parcels next."),
        ("please go on with the second desk", "The user asked to go on with the second desk."),
    ],
)
def test_a_request_that_names_nothing_states_no_goal(sentence: str, made: str | None) -> None:
    """The referent of `this` is in another message."""
    assert requested(sentence, "The user") == made


def test_a_report_is_no_fragment_without_a_verb() -> None:
    """The verb may stand in the part that is cut off."""
    assert reported("A plain row of the ledger: `row = Desk() + 5` (this works as it is expected to)") is None


@pytest.mark.parametrize(
    "sentence",
    [
        "more careful since it's only the old ledger",
        "Tiered prices (two for the kiosk, three for the shop)",
        "some torn parcel errors and refused deliveries from the April run",
        "Spare labels for damaged parcels",
        "Carries that sorted and unsorted parcels go to one desk",
        "the reader should have been reloaded by now",
        "the new desk at the gate handles this",
        "the upload of the rows is still running through the desk",
        "the reader is probably fine with the April rows",
    ],
)
def test_a_report_is_a_whole_statement(sentence: str) -> None:
    """Its verb is its own, not that of an aside, a clause behind it or a word that only describes."""
    assert reported(sentence) is None


@pytest.mark.parametrize(
    "sentence",
    [
        "Upload is working now for the April rows",
        "three of the steps landed, and the desk is clean",
        "the list of the desk still leaks the owner-held names",
        "the desk was rebuilt, and the parcels arrived on time",
    ],
)
def test_a_whole_statement_stays_a_report(sentence: str) -> None:
    """A subject that looks like a verb is one no longer before an auxiliary."""
    assert reported(sentence) is not None


@pytest.mark.parametrize(
    "sentence",
    [
        "can we not just burn the old ledger and begin a new one",
        "I think we should now be good with the ledger",
        "GO GO GO",
        "Let's not lose the old ledger",
    ],
)
def test_words_that_ask_for_nothing_are_no_request(sentence: str) -> None:
    """A question by a negation means its opposite, and `should be` states how something is."""
    assert requested(sentence, "The user") is None


def test_a_request_to_the_agent_itself() -> None:
    """A pronoun for the one who is asked is left out."""
    said = "can you get yourself an overview of the desk, and then sort the parcels by owner"
    assert requested(said, "The user") is not None
    assert "get an overview of the desk" in str(requested(said, "The user"))


def test_a_proposal_to_do_so_is_no_statement() -> None:
    """`lets` opens a wish, whose subject here is in the message before."""
    assert requested("lets do this instead", "The user") is None
    assert stated("lets do this instead", "The user") is None


def test_a_flag_is_no_border_of_a_clause() -> None:
    """Its dashes belong to it; a clause that would end before it is not used."""
    assert quoted("Do we test the desk around --purge well enough?", "The user said:") is None


def test_a_wish_is_the_goal_before_a_question_of_few_words() -> None:
    """`How would that be?` beside what is wanted names no goal, and no item could carry it."""
    message = "I do want to use my own kiln to fire these clay tiles. It is in /barn. How would the kiln be?"
    turns = [Turn(number=1, user_message=message, assistant_message="The kiln needs two shelves.")]
    assert (
        arc_of(turns, goes_on=False).goal[0]
        == "The user wanted to use their own kiln to fire these clay tiles."
    )


def test_a_question_is_quoted_as_asked() -> None:
    """And words that only lead to a list are not quoted at all."""
    assert quoted("why would the desk keep parcels?", "The user said:") == (
        'The user asked "why would the desk keep parcels".'
    )
    assert quoted("there are two ways of sorting here, I think:", "The user said:") is None


def test_a_reply_reports_no_title_and_nothing_that_was_before() -> None:
    """A heading is no sentence; a labelled problem or former state is over."""
    reply = (
        "## Revised desk of parcels\n\n**Before:** Counted all rows of the ledger\n\n"
        "**Problem:** The rows were counted twice by the desk.\n\n**Now:** the desk counts each row once."
    )
    assert spoken(reply, reports=True) == ["the desk counts each row once."]
