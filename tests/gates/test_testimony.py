"""Claims about the user's choices, about files and lists: each rule with a case on either side."""

from __future__ import annotations

import pytest

from gates.artifact import Item, ItemKind
from gates.contradiction.ranking import (
    SHORT_SOURCE,
    SHOWN_FROM,
    SHOWN_FROM_SHORT,
    shown_from,
)
from tests.gates.test_session_claims import claim, found

CHOICE = (
    "user: pick a store for the sensor readings",
    "assistant: Which one? Options: Columnar archive, or a Plain folder tree.",
    "user: neither, stream them to the broker",
    "assistant: I will stream the readings to the broker.",
)
FILES = (
    "user: split the reader",
    "edit: src/reader.py — def load_header_block(path): return parse(path)",
    "edit: src/writer.py — def flush_row_buffer(rows): return None",
    "assistant: Both files are changed.",
)


def rules(lines: tuple[str, ...], item: Item) -> set[str]:
    """The rules that find something in one statement."""
    return {rule for _, rule in found(lines, item)}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('Selected "Columnar archive" for the sensor readings', True),
        ('Selected "stream them to the broker" for the sensor readings', False),
        ('Offered "Columnar archive" for the sensor readings', False),
        ('Selected "Relational tables" for the sensor readings', False),
    ],
)
def test_an_option_that_only_the_question_names_was_not_chosen(text: str, wrong: bool) -> None:
    """The user's words must contain the reported choice; a text that was not offered is no option."""
    assert ("option_not_chosen" in rules(CHOICE, claim(text))) is wrong


@pytest.mark.parametrize(
    ("asked", "verb", "wrong"),
    [
        ("does the nightly purge also drop archived invoices?", "confirmed", True),
        ("the nightly purge also drops archived invoices", "confirmed", False),
        ("does the nightly purge also drop archived invoices?", "asked", False),
    ],
)
def test_a_question_is_no_statement(asked: str, verb: str, wrong: bool) -> None:
    """A question by the user confirms nothing."""
    lines = (f"user: {asked}", "assistant: I will look.", "command: ls", "result: ok")
    text = f"The user {verb} that the nightly purge drops archived invoices"
    assert ("question_as_statement" in rules(lines, claim(text))) is wrong


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("`writer.py`: holds `load_header_block` for the header", True),
        ("`reader.py`: holds `load_header_block` for the header", False),
        ("`writer.py`: holds `flush_row_buffer` for the rows", False),
        ("`writer.py`: holds `unknown_helper_name` for the rows", False),
    ],
)
def test_a_name_that_the_session_shows_in_another_file_only(text: str, wrong: bool) -> None:
    """A name is put into a file that never shows it."""
    assert ("other_file" in rules(FILES, claim(text))) is wrong


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Translate the onboarding leaflet for visitors", True),
        ("Split the reader", False),
    ],
)
def test_open_work_that_nothing_names(text: str, wrong: bool) -> None:
    """Without a source and without a message that asks for it."""
    item = Item(kind=ItemKind.OPEN_WORK, text=text, status="open")
    assert ("work_not_named" in rules(FILES, item)) is wrong


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Replied to all review comments on the reader", True),
        ("Replied to two review comments on the reader", False),
        ("Root cause identified: the reader drops headers", True),
        ("The reader drops headers", False),
    ],
)
def test_everything_handled_and_causes_found_are_for_a_person_to_check(text: str, wrong: bool) -> None:
    """Such claims are marked for checking, whatever the linked words are."""
    lines = (
        *FILES,
        "assistant: Replied to all review comments; the root cause is that the reader drops headers.",
    )
    assert ("overclaim" in rules(lines, claim(text))) is wrong


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("The reader was checked to learn whether any rows are lost", False),
        ("The reader was checked; any rows are kept", True),
    ],
)
def test_what_is_asked_claims_nothing(text: str, wrong: bool) -> None:
    """`whether any`: only the same words outside of the question claim something."""
    assert ("overclaim" in rules(FILES, claim(text))) is wrong


def test_a_word_of_a_name_claims_nothing() -> None:
    """`the Entire Works`: a name, not a claim of completeness."""
    assert "overclaim" not in rules(FILES, claim("The module of the Entire Works reads rows"))
    assert "overclaim" in rules(FILES, claim("The module reads the entire works of rows"))


def test_a_short_source_has_a_threshold_of_its_own() -> None:
    """Its claims are all known to the fit."""
    assert shown_from(SHORT_SOURCE - 1) == SHOWN_FROM_SHORT
    assert shown_from(SHORT_SOURCE) == SHOWN_FROM
