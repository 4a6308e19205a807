"""The texts of an answer, on one line and without what a terminal would act on."""

from __future__ import annotations

import pytest

from workbench.strategies.modelled.answered import plain


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
