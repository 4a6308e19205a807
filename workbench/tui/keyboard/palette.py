"""What the command palette finds: keys of the screen, and by their words those of numbered screens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from workbench.tui.keyboard.keymap import EXTRA_LABELS, KEYS, on_screen
from workbench.tui.keyboard.keys import EVERYWHERE, SCREEN_NUMBERS, SCREEN_TITLES, Key

NOT_LISTED = ("palette", "escape")


class PaletteEntry(NamedTuple):
    """One line of the palette with what is under it."""

    title: str
    under: str
    action: str
    there: str = ""
    """The screen that is opened first, where it is another one; such an entry is found by typing only."""


def entries(screen: str) -> Iterator[PaletteEntry]:
    """The entries on a screen: what works here first."""
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
    """What a key does, behind its name where the sentence does not have it."""
    name = key.label or EXTRA_LABELS.get(key.id, "") or PALETTE_NAMES.get(key.id, "")
    return key.help if not name or name.casefold() in key.help.casefold() else f"{name}: {key.help}"


PALETTE_NAMES = {"replay": "Replay", "library": "Library", "run-steps": "Run"}
"""Names of what has none in the footer, where a person would search by it."""
