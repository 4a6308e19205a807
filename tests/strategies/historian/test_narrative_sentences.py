"""Sentences that a narrative is made of: whole clauses, and deeds that were done."""

from __future__ import annotations

import pytest

from workbench.strategies.historian.sentences import done, reported, requested, spoken, stated


@pytest.mark.parametrize(
    "sentence",
    [
        "Commit 3 should be docs and the reader of parcels",
        "if we keep the old desk would that be better, please",
        "Test rows are kept in the April file",
    ],
)
def test_a_first_word_that_names_a_thing_asks_for_nothing(sentence: str) -> None:
    """Nor does a condition that ends in a courtesy."""
    assert requested(sentence, "The user") is None


def test_a_request_stays_one() -> None:
    """The first word is a verb, and what follows is its object."""
    assert requested("Commit the docs of the parcel reader", "The user") is not None
    assert requested("Fix the reader of the April file", "The user") is not None


@pytest.mark.parametrize(
    "sentence",
    [
        "Focused reader tests with the local desk",
        "Combined with the torn header this drops every row",
        "Reduced from twelve rows to nine rows",
        "Supported forms of the parcel header",
    ],
)
def test_a_form_that_only_qualifies_is_no_deed(sentence: str) -> None:
    """It needs an object right behind it."""
    assert done(sentence) is None


def test_a_deed_stays_one() -> None:
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
    """Its number says nothing without the list."""
    assert stated("2 is the right approach for the desk", "Later the user") is None


def test_an_address_parts_what_stands_around_it() -> None:
    """The request behind it is stated without it."""
    said = spoken("can you look at https://example.org/pull/53 I'd like to add owners to the export")
    assert "I'd like to add owners to the export" in said
    assert not any("https" in each for each in said)
