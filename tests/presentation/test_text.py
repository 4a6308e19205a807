"""Text for a terminal: nothing in it is obeyed, and its width is what a terminal shows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.escaping import one_line, visible
from workbench.presentation.cells import clip, clip_start, pad, width_of, wrap


@pytest.mark.parametrize(
    ("hostile", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"),
        ("a\rb", "a\\x0db"),
        ("bell\x07", "bell\\x07"),
        ("c1 \x9b2J", "c1 \\x9b2J"),
        ("\u202eevil", "\\u202eevil"),
        ("line\u2028end", "line\\u2028end"),
        ("lone \ud800", "lone \\ud800"),
        ("tag \U000e0041", "tag \\U000e0041"),
    ],
)
def test_control_characters_are_shown_and_not_sent(hostile: str, shown: str) -> None:
    """Escape sequences, C1 controls, bidirectional marks and lone surrogates come out as escapes."""
    assert visible(hostile) == shown


def test_line_ends_and_tabs_stay_and_are_folded_on_one_line() -> None:
    """A text keeps its lines; on one line they are spaces, and a carriage return before them goes."""
    assert visible("a\tb\r\nc\nd") == "a\tb\nc\nd"
    assert one_line("  a\tb\r\nc\x1c\nd ") == "a b c d"


@given(st.text())
def test_visible_text_is_stable_and_harmless(text: str) -> None:
    """The result contains no control characters, and a second pass changes nothing."""
    shown = visible(text)
    assert visible(shown) == shown
    assert not any((ord(c) < 32 and c not in "\t\n") or 127 <= ord(c) < 160 for c in shown)


def test_wide_and_combining_characters_are_measured_as_shown() -> None:
    """CJK takes two columns, a combining mark none."""
    assert width_of("日本") == 4
    assert width_of("e\u0301") == 1
    assert pad("日本", 6) == "日本  "
    assert pad("ab", 4, right=True) == "  ab"


@given(st.text(max_size=80), st.integers(min_value=1, max_value=40))
def test_a_cut_text_fits(text: str, width: int) -> None:
    """A text on one line cut to a width is never wider."""
    assert width_of(clip(one_line(text), width)) <= width


def test_what_is_cut_ends_in_dots() -> None:
    """A reader sees that something is missing."""
    assert clip("abcdefgh", 6) == "abc..."
    assert clip("日本語日本語", 7) == "日本..."
    assert clip("abc", 3) == "abc"


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=200), st.integers(min_value=10, max_value=60))
def test_wrapped_lines_fit_and_lose_no_word(text: str, width: int) -> None:
    """Every wrapped line fits, and the letters of the text are all there in order."""
    lines = wrap(text, width)
    assert all(width_of(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(visible(text).expandtabs(4).split())


def test_the_first_line_leaves_room_for_a_label() -> None:
    """`first` columns are taken on the first line only."""
    assert wrap("aaaa bbbb cccc dddd", 10, first=5) == ["aaaa", "bbbb cccc", "dddd"]


def test_bullets_hang() -> None:
    """A wrapped list item continues under its text."""
    assert wrap("- one two three", 9) == ["- one two", "  three"]


def test_a_path_is_cut_by_its_beginning() -> None:
    """By cells, so that what tells it from its neighbours stays; a short one is left whole."""
    assert clip_start("a/b.md", 6) == "a/b.md"
    assert clip_start("folder/other/b.md", 10) == "...er/b.md"
    assert width_of(clip_start("文件夹/灯塔.md", 10)) <= 10 and clip_start("文件夹/灯塔.md", 10).endswith(
        "塔.md"
    )
    assert clip_start("abcdef", 2) == ".."
