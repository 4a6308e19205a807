"""The one set of hostile characters, and what becomes of them on a screen, in a file and in JSON."""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench import escaping
from workbench.escaping import escaped_json, folded, in_place, one_line, visible, with_line_feeds

SHOWN_MARKS = {
    *range(0x600, 0x606),
    0x6DD,
    0x70F,
    0x890,
    0x891,
    0x8E2,
    0x110BD,
    0x110CD,
    *range(0x13430, 0x13440),
}
"""Format characters that are drawn: number signs of Arabic, Syriac and Kaithi, joints of hieroglyphs."""
ROOT = Path(__file__).parents[2]


def test_every_character_that_is_obeyed_or_not_drawn_is_escaped() -> None:
    """Controls, format characters, separators of lines and surrogates: all but tab and line feed."""
    kept = {
        code
        for code in range(sys.maxunicode + 1)
        if unicodedata.category(chr(code)) in ("Cc", "Cf", "Cs", "Zl", "Zp")
        and visible(chr(code)) == chr(code)
    }
    assert kept - SHOWN_MARKS == {9, 10}


@pytest.mark.parametrize("code", [0x34F, 0x115F, 0x3164, 0xFFA0, 0x180B, 0xE0100, 0xE01EF, 0xFFF0])
def test_letters_that_nobody_sees_are_escaped(code: int) -> None:
    """Fillers and selectors carry no category of their own, and can hide a message."""
    assert visible(f"a{chr(code)}b") == f"a{chr(code).encode('unicode_escape').decode()}b"


def test_letters_of_every_script_stay() -> None:
    """Escaping is for what is hidden or obeyed, not for what is foreign."""
    text = "Grüße, Ελλάδα, שלום, مرحبا, 日本, हिन्दी, 한국어, 👍🏽, e\u0301 — „ok“"
    assert visible(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\U0001f469\u200d\U0001f52c", "\U0001f469\U0001f52c"),
        ("\u2764\ufe0f\u200d\U0001f525", "\u2764\U0001f525"),
        ("\u0915\u094d\u200d\u0937", "\u0915\u094d\u200d\u0937"),
        (
            "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
            "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        ),
        ("a\u200db", "a\\u200db"),
        ("\u0915\u200d", "\u0915\\u200d"),
        ("\u200d\U0001f52c", "\\u200d\U0001f52c"),
        ("\U0001f469\u200c\U0001f52c", "\U0001f469\\u200c\U0001f52c"),
        ("\u0915\u200d\u200d\u0937", "\u0915\\u200d\\u200d\u0937"),
    ],
)
def test_joiners_stay_where_a_script_is_written_with_them(text: str, shown: str) -> None:
    """They are kept within Indic and Arabic words and between emoji, and removed elsewhere."""
    assert visible(text) == shown
    assert visible(shown) == shown


@given(st.text())
def test_all_ways_of_showing_are_stable_and_harmless(text: str) -> None:
    """Nothing hostile comes out, and a second pass changes nothing."""
    for way in (visible, one_line, with_line_feeds):
        shown = way(text)
        assert {found.group() for found in escaping.HOSTILE.finditer(shown)} <= {"\u200c", "\u200d"}
        assert way(shown) == shown
    assert "\n" not in one_line(text) and folded(folded(text)) == folded(text)


@given(st.text(st.characters(codec="utf-8")))
def test_escaped_json_has_the_same_value(text: str) -> None:
    """A reader of the JSON gets the very characters that a terminal does not."""
    shown = escaped_json(json.dumps(text, ensure_ascii=False))
    assert json.loads(shown) == text
    assert escaping.HOSTILE.search(shown) is None


def test_the_set_stands_in_one_module() -> None:
    """A second set of hostile characters would drift from the first."""
    others = {
        path.name
        for path in sorted((ROOT / "workbench").rglob("*.py"))
        if re.search(r"\\u202[89a-e]|\u202e", path.read_text(encoding="utf-8"), re.IGNORECASE)
    }
    assert others == {"escaping.py"}


def test_a_copy_in_place_keeps_every_offset() -> None:
    """Cited offsets stay valid, and nothing hostile is left."""
    text = "\x1b[31mred\x1b[0m\r\n\u202etide\u202c 4.2 m"
    made = in_place(text)
    assert len(made) == len(text)
    assert made.index("4.2 m") == text.index("4.2 m")
    assert escaping.HOSTILE.search(made) is None
