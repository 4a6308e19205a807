"""Words in front of a statement that say only what it is do not weigh against it."""

from __future__ import annotations

import pytest

from gates.language.labels import labelled, unlabelled
from gates.search.linking import link_statement
from gates.search.span_search import SpanSearch
from gates.source import ToolAction, ToolFact
from gates.traceability import traceable
from tests.gates.build import index_of, item
from tests.gates.test_link_support import carried, link, session

SAID = "The bakery opens at noon."


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        (f"**Status:** {SAID}", SAID),
        (f"Key decision: {SAID}", SAID),
        (f"**Important technical finding**: {SAID}", SAID),
        (f"Bakery: {SAID}", f"Bakery: {SAID}"),
        (f"User decision: {SAID}", f"User decision: {SAID}"),
        ("Status: done", "Status: done"),
        (f"Status:{SAID}", f"Status:{SAID}"),
    ],
)
def test_only_words_that_say_what_a_statement_is_are_taken_off(text: str, rest: str) -> None:
    """A label with a word of its own stays, and one with hardly anything behind it."""
    assert unlabelled(text) == rest


def test_a_label_of_writing_is_told_from_others() -> None:
    """It states a deed."""
    for text, written in ((f"Files modified: {SAID}", True), (f"Relevant files: {SAID}", False)):
        found = labelled(text)
        assert found is not None
        assert found.written is written


@pytest.mark.parametrize("label", ["**Status:** ", "Overall technical status: ", "Critical note: "])
def test_a_statement_with_such_a_label_is_linked_and_has_a_source(label: str) -> None:
    """As it is without."""
    events = session("The loaf cools on racks while the oven bakes rolls for the inn.")
    index = index_of(events)
    search = SpanSearch(index)
    plain = item("The loaf cools on racks")
    stated = item(f"{label}{plain.text}")
    links = link_statement(search, plain)
    assert [each.ordinal for each in links] == [1]
    assert link_statement(search, stated) == links
    assert traceable(stated.model_copy(update={"links": links}), index, None, search)


def test_what_a_label_says_was_written_needs_the_writing() -> None:
    """The words of a file that was only read do not carry it."""
    text = "Files modified: oven rolls, buns, cakes"
    said = "oven timer counts minutes, racks cool"
    read = session(said, tool=ToolFact("Read", "c1", ToolAction.READ, "oven.py", False))
    edit = session(said, tool=ToolFact("Edit", "c1", ToolAction.CHANGE, "oven.py", False))
    assert not carried(index_of(read), text, link(read, 1))
    assert carried(index_of(edit), text, link(edit, 1))
