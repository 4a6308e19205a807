"""The entries of the command palette: keys of the current screen, and those of the numbered screens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from workbench.tui.keyboard.keymap import EXTRA_LABELS, KEYS, on_screen
from workbench.tui.keyboard.keys import EVERYWHERE, SCREEN_NUMBERS, SCREEN_TITLES, Key

NOT_LISTED = ("palette", "escape")


class PaletteEntry(NamedTuple):
    """One entry of the palette: its title and the line below it."""

    title: str
    under: str
    action: str
    there: str = ""
    """The screen to open first, if it is another one; such an entry is found by typing only."""


def entries(screen: str) -> Iterator[PaletteEntry]:
    """Yield the entries for a screen: first those that work on it."""
    here = on_screen(screen)
    for key in here:
        if key.id not in NOT_LISTED:
            yield PaletteEntry(_title(key), key.shown(), key.action)
    for name, number in SCREEN_NUMBERS.items():
        for key in KEYS:
            if name in key.screens and screen not in key.screens and EVERYWHERE not in key.screens:
                title = f"{SCREEN_TITLES[name]}: {_title(key)}"
                under = f"opens {number} {SCREEN_TITLES[name]} and presses {key.shown(every=False)} there"
                yield PaletteEntry(title, under, key.action, name)


def _title(key: Key) -> str:
    """Return the help text of a key, with its name in front unless the text contains it."""
    name = key.label or EXTRA_LABELS.get(key.id, "") or PALETTE_NAMES.get(key.id, "")
    return key.help if not name or name.casefold() in key.help.casefold() else f"{name}: {key.help}"


PALETTE_NAMES = {"replay": "Replay", "library": "Library", "run-steps": "Run"}
"""Names to search by for keys without a footer label."""
