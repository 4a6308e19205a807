"""Pasted text is inserted literally, and no part of it acts as a key."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events

from workbench.tui.keyboard.pasting import BEGIN, END, PasteParser

HOSTILE = "a\x1b[31mb \x1b]0;t\x07 y\x1b[20\x1b z\x1b"


def parsed(*pieces: str) -> list[events.Event]:
    parser = PasteParser()
    return [each for piece in pieces for each in parser.feed(piece) if isinstance(each, events.Event)]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1_000])
def test_a_paste_is_one_text_in_whatever_pieces_it_comes(size: int) -> None:
    whole = f"k{BEGIN}{HOSTILE}{END}q"
    found = parsed(*(whole[at : at + size] for at in range(0, len(whole), size)))
    assert [each.key for each in found if isinstance(each, events.Key)] == ["k", "q"]
    assert [each.text for each in found if isinstance(each, events.Paste)] == [HOSTILE.replace("\x1b", "")]


def test_keys_outside_of_a_paste_stay_what_they_are() -> None:
    found = parsed("\x1b[A", "x", "\x1b[B\x1b[200")
    assert [each.key for each in found if isinstance(each, events.Key)] == ["up", "x", "down"]


@given(st.lists(st.text(alphabet="\x1b[201~ab", max_size=12), max_size=4), st.integers(1, 9))
def test_any_pastes_give_one_text_each(pastes: list[str], size: int) -> None:
    kept = [each.replace(END, "") for each in pastes]
    kept = [each for each in kept if END not in each and END not in f"{each}{END}"[:-1]]
    whole = "".join(f"{BEGIN}{each}{END}" for each in kept)
    found = parsed(*(whole[at : at + size] for at in range(0, len(whole), size)))
    assert [each for each in found if isinstance(each, events.Key)] == []
    texts = [each.text for each in found if isinstance(each, events.Paste)]
    assert texts == [each.replace("\x1b", "") for each in kept]
