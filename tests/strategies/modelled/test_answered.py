"""The texts of an answer, on one line and without what a terminal would act on."""

from __future__ import annotations

import json

import pytest

from workbench.models.base import ModelAnswer
from workbench.strategies.modelled.answered import items_in, one_statement, plain


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ("use\x00Redis", "use Redis"),
        ("port 54\x0032", "port 54 32"),
        ("keep\x07\x08it", "keep it"),
        ("two\u200bwords", "two words"),
        ("icon\ue0b0here", "icon here"),
        ("soft\u00adhyphen", "softhyphen"),
        ("می\u200cخواهم", "میخواهم"),
        ("left\u202eright", "leftright"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("Drop 2\x1b[2J\x1b]0;title 7\x07tables\x9b0m", "Drop 2 tables"),
        ("\x1b]8;;http://host/\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("no end \x1b]0;title", "no end ]0;title"),
        ("half \x1b[", "half ["),
        ("end.\x00Then", "end.Then"),
        ("a \x00 b", "a b"),
        ("line\r\nline", "line line"),
        ("\x00only\x00", "only"),
        (7, ""),
    ],
)
def test_a_dropped_control_character_joins_no_words(given: object, text: str) -> None:
    """Two words or numbers stay two; a mark that belongs within a word leaves it whole."""
    assert plain(given) == text


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ("# Plan\n\n## To do\n\n- Next: paint the hull [e4]", "paint the hull"),
        ("# Paint the hull [e4, e7-9]", "Paint the hull"),
        ("**Next:** paint\nthe hull [e4] before May", "paint the hull before May"),
        ("* paint hull #3 at -2 degrees [sic]", "paint hull #3 at -2 degrees [sic]"),
        ("The next: label stays", "The next: label stays"),
        ("[e4]", ""),
    ],
)
def test_a_statement_has_no_marks_of_a_page(given: str, text: str) -> None:
    """The page sets headings, `Next:` and the numbers of events itself."""
    assert one_statement(given) == text


def test_each_entry_that_is_no_item_says_why() -> None:
    """What a person would mend in the model's instructions."""
    entries = [
        {"kind": "claim", "text": "The hull is red"},
        "The hull is red",
        {"kind": "wish", "text": "A blue hull"},
        {"text": "A blue hull"},
        {"kind": "claim", "text": " \n"},
        {"kind": "claim", "text": "hull " * 400},
    ]
    answer = items_in(ModelAnswer(json.dumps({"items": entries})))
    assert answer.flaws == (
        "entry 2: no JSON object",
        "entry 3: unknown kind 'wish'",
        "entry 4: no kind",
        "entry 5: no text",
        "entry 6: text of over 1,000 characters",
    )
