"""The key map: no key does two things, every key does something, footer and documentation come from it."""

from __future__ import annotations

import pytest

from workbench.tui.app import WorkbenchApp
from workbench.tui.keyboard.keymap import KEYS, footer, key_table, on_screen
from workbench.tui.keyboard.keys import SCREENS
from workbench.tui.screens.registry import make_screen
from workbench.tui.widgets.line_view import LineView


def test_no_key_does_two_things_on_one_screen() -> None:
    """A key has one meaning on a screen, lists' own keys aside."""
    clashes = []
    for screen in SCREENS:
        meant: dict[str, str] = {}
        for key in on_screen(screen):
            clashes += [(screen, each) for each in key.keys if meant.setdefault(each, key.id) != key.id]
    assert clashes == []


def test_ids_are_unique() -> None:
    """Every binding can be named."""
    assert len({key.id for key in KEYS}) == len(KEYS)


@pytest.mark.parametrize("name", SCREENS)
def test_every_key_of_a_screen_has_an_action(name: str) -> None:
    """Every key in the help has an action."""
    screen = make_screen(name)
    for key in on_screen(name):
        action = key.action.partition("(")[0]
        owner = WorkbenchApp if action.startswith("app.") else type(screen)
        assert hasattr(owner, f"action_{action.removeprefix('app.')}"), key.id


def test_every_key_of_lists_has_an_action() -> None:
    """Lists implement the key map."""
    for key in on_screen("rows"):
        assert hasattr(LineView, f"action_{key.action.partition('(')[0]}"), key.id


@pytest.mark.parametrize("name", SCREENS)
def test_the_footer_is_short_and_ends_with_help_and_back(name: str) -> None:
    """At most eight keys, then help and back."""
    for limit in (8, 6):
        entries = footer(name, limit)
        assert len(entries) <= limit + 2
        assert [each.keys for each in entries[-2:]] == ["?", "q"]


def test_the_table_names_every_binding() -> None:
    """The table is the key map, in words."""
    table = key_table()
    assert all(key.help in table for key in KEYS)
