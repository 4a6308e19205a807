"""A statement that names its source: a command that was run, or the user's sentence in quotation marks."""

from __future__ import annotations

import pytest

from gates.artifact import Item, ItemKind
from gates.language.reported import without_speaker
from gates.search.index import SourceIndex
from gates.search.linking import SpanSearch, link_statement
from gates.search.named_sources import named_sources
from gates.traceability import traceable
from tests.facts.session import Script
from tests.strategies.source import whole


def bakery() -> SourceIndex:
    """A session with two runs of one command and a sentence of the user."""
    script = Script()
    script.user("please get the oven timer ready for the bakery")
    script.run("cd oven && cargo make verify", "14 recipes verified")
    script.agent("The timer counts in minutes.")
    script.user("hm, now i have moved the flour to the cellar")
    script.run("cd oven && cargo make verify 2>&1 | tail -3", "15 recipes verified")
    for number in range(20):
        script.run(f"cat recipe{number}.txt", f"recipe {number} of the oven\n" * 4)
    return whole(script).index()


def claim(text: str) -> Item:
    """A claim without links."""
    return Item(kind=ItemKind.CLAIM, text=text)


def linked(text: str, index: SourceIndex) -> list[str]:
    """Return the source texts to which a statement is linked."""
    return [index.events[link.ordinal].text for link in link_statement(SpanSearch(index), claim(text))]


def test_a_command_that_was_run_is_found_at_its_last_call() -> None:
    """A command in code marks is found with the rest of its line."""
    index = bakery()
    (span,) = named_sources("`cargo make verify` - Whole check", index)
    assert index.events[span.ordinal].text[span.start : span.end] == "cargo make verify"
    assert "tail -3" in index.events[span.ordinal].text


def test_a_command_that_was_run_has_a_source() -> None:
    """The statement that lists it is linked to a call, and counts as traceable."""
    index = bakery()
    item = claim("`cargo make verify` - Check")
    search = SpanSearch(index)
    item = item.model_copy(update={"links": link_statement(search, item)})
    assert any("cargo make verify" in index.events[link.ordinal].text for link in item.links)
    assert traceable(item, index, None, search)


@pytest.mark.parametrize("text", ["`cargo make bread` - Whole check", "`oven` - the folder", "cargo make it"])
def test_what_was_not_run_is_no_command(text: str) -> None:
    """A single word, and words without code marks, are no command either."""
    assert named_sources(text, bakery()) == []


def test_a_command_that_bears_out_little_is_no_source() -> None:
    """A long statement about something else is not carried by the command that it names."""
    text = "After `cargo make verify` the accountants in Lisbon shipped forty invoices and an audit"
    assert linked(text, bakery()) == []


def test_a_sentence_in_quotation_marks_leads_to_the_user() -> None:
    """The quotation is found, whatever else the statement reports."""
    index = bakery()
    text = 'User confirmed "now i have moved the flour to the cellar" - baked again.'
    (span, *_) = named_sources(text, index)
    assert index.events[span.ordinal].text.startswith("hm, now i have moved")
    assert any("moved the flour" in said for said in linked(text, index))


def test_what_nobody_said_in_quotation_marks_has_no_source() -> None:
    """An invented quotation leads nowhere."""
    assert named_sources('User said "burn all the bread at once"', bakery()) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("User prefers rye bread only.", "rye bread only."),
        ("The user explicitly asked for short names", "short names"),
        ("The user's preference: short names", "short names"),
        ("User interface is drawn twice", "User interface is drawn twice"),
        ("The user table has 4 rows", "The user table has 4 rows"),
    ],
)
def test_who_said_it_is_no_part_of_what_was_said(text: str, said: str) -> None:
    """A user as a speaker goes; a user as a thing stays."""
    assert without_speaker(text) == said
