"""The hint for a key that does nothing on a screen but has a meaning on another one."""

from __future__ import annotations

from functools import cache

from workbench.presentation.cells import clip
from workbench.tui.keyboard.keymap import KEYS, on_screen
from workbench.tui.keyboard.keys import EVERYWHERE, SCREEN_NUMBERS, SCREEN_TITLES

MOST = 28
"""Columns for the help text of a key without a label."""


@cache
def _bound(screen: str) -> frozenset[str]:
    keys = (*on_screen(screen), *on_screen("rows"))
    return frozenset(name for key in keys for name in key.textual.split(","))


def does_nothing(screen: str, pressed: str) -> str:
    """Return a hint that a key does nothing here and where it works; empty if it works here, or nowhere.

    `pressed` is the library's name of the key.
    """
    if pressed in _bound(screen):
        return ""
    found: dict[str, str] = {}
    sign = ""
    for key in KEYS:
        names = key.textual.split(",")
        if EVERYWHERE in key.screens or pressed not in names:
            continue
        sign = key.keys[names.index(pressed)]
        for name in key.screens:
            if name in SCREEN_NUMBERS:
                found.setdefault(name, key.label or clip(key.help, MOST))
    if not found:
        return ""
    where = ", ".join(
        f"{number} {SCREEN_TITLES[name]}: {found[name]}"
        for name, number in SCREEN_NUMBERS.items()
        if name in found
    )
    return f"{sign} does nothing here; elsewhere: {where}."
