"""The first and the last line of every screen: crumbs with the state, and the keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from workbench.escaping import one_line
from workbench.presentation.cells import width_of
from workbench.tui.keys import SCREEN_NUMBERS, SCREEN_TITLES, SHORT_TITLES, FooterKey
from workbench.tui.text import clip, in_place
from workbench.tui.widgets.ink import Inked, Piece, strip_of

TAB_GAP = 8
"""Cells that stay free beside the numbered screens."""
NUMBERS = TAB_GAP + 2 * len(SCREEN_NUMBERS) + 3
"""Cells of the numbers alone."""
CRUMB = 16
"""Cells that the crumbs have at least."""
ROOMY = 100
"""Width from which the crumbs leave room for them."""
PATH = 20
"""Cells that the crumbs keep where the screens have their whole names beside them."""
SHORT_PATH = 12
"""Cells that they keep where these are cut, before the screens lose their names: `Drafts › d-2`."""


class Crumbs(Inked, Widget):
    """Where we are at the left, how things stand at the right; a click on a numbered screen goes there."""

    def __init__(self, *, separator: str = "›", screen: str = "") -> None:
        """`separator` stands between the crumbs; `screen` is the name of the screen that it stands on."""
        super().__init__()
        self.separator = separator
        self._screen_name = screen
        self._crumbs: tuple[str, ...] = ()
        self._state = ""
        self._places: list[tuple[int, int, str]] = []

    def show(self, crumbs: Sequence[str], state: str) -> None:
        """Other crumbs, another state."""
        stated = tuple(map(one_line, crumbs)), in_place(state)
        if stated != (self._crumbs, self._state):
            self._crumbs, self._state = stated
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """The line."""
        width, base = self.size.width, self.base_style
        if y:
            return Strip.blank(width, base)
        state = clip(self._state, max(width - CRUMB, 0))
        shown = list(self._crumbs)
        between = f" {self.separator} "
        room = self._path_room(width, width - width_of(state) - 4)
        if len(shown) > 2 and width_of(between.join(shown)) > room:
            del shown[0]
        while len(shown) > 1 and width_of(between.join(["", *shown[1:]])) + min(width_of(shown[0]), 8) > room:
            del shown[0]
        if len(shown) > 1:
            rest = width_of(between.join(shown[1:])) + width_of(between)
            shown[0] = clip(shown[0], max(room - rest, 8))
        last = clip(shown[-1], max(room, 4)) if shown else ""
        path = "".join(f"{each}{between}" for each in shown[:-1])
        gap = max(width - 2 - width_of(path) - width_of(last) - width_of(state), 1)
        tabs = self._tabs(gap)
        gap -= sum(width_of(each.text) for each in tabs)
        at = 1 + width_of(path) + width_of(last) + gap
        self._places = []
        for number, piece in enumerate(tabs):
            if number % 2 == 0 and number < 2 * len(SCREEN_NUMBERS):  # a gap follows each
                self._places.append((at, at + width_of(piece.text), tuple(SCREEN_NUMBERS)[number // 2]))
            at += width_of(piece.text)
        pieces = [
            Piece(" " + path, "dim"),
            Piece(last, "title"),
            Piece(" " * gap),
            *tabs,
            Piece(state, "accent"),
        ]
        return strip_of(self, pieces, width, base)

    def _path_room(self, width: int, free: int) -> int:
        """Cells for the crumbs: what the screens leave, named where the crumbs keep enough, else numbered."""
        if width < ROOMY:
            return free
        named = [free - _cells(labels) - GAP - 3 for labels in (_NAMED, _SHORT)]
        tight = free + 2 - _cells(_SHORT) - GAP
        return next(
            (each for each in named if each >= PATH), tight if tight >= SHORT_PATH else free - NUMBERS
        )

    def on_click(self, event: events.Click) -> None:
        """Go to the screen under the mouse."""
        for start, end, name in self._places:
            if start <= event.x < end:
                self.post_message(KeyBar.Pressed(f"go('{name}')"))

    def _tabs(self, room: int) -> list[Piece]:
        """The numbered screens before the state: with their names, these cut, by number, or not at all."""
        here = self._crumbs[-1] if self._crumbs else ""
        for labels, gap in ((_NAMED, GAP), (_SHORT, GAP), (_NUMBERED, TAB_GAP)):
            if _cells(labels) + gap > room:
                continue
            pieces: list[Piece] = []
            between = " " if labels is _NUMBERED else "  "
            for name, label in labels.items():
                at = self._screen_name == name or SCREEN_TITLES[name] == here
                pieces += [Piece(label, "title" if at else "dim"), Piece(between)]
            return [*pieces, Piece(" " * min(GAP, room - _cells(labels) - len("  ")))]
        return []


_NUMBERED = SCREEN_NUMBERS
_NAMED = {name: f"{number} {SCREEN_TITLES[name]}" for name, number in SCREEN_NUMBERS.items()}
_SHORT = {
    name: f"{number} {SHORT_TITLES.get(name, SCREEN_TITLES[name])}" for name, number in SCREEN_NUMBERS.items()
}
GAP = 3
"""Cells that stay free beside the named screens."""


def _cells(labels: Mapping[str, str]) -> int:
    """What labels take with the gaps behind them."""
    return sum(len(label) + (1 if labels is _NUMBERED else 2) for label in labels.values())


def _places_of(entry: FooterKey, at: int) -> list[tuple[int, int, str]]:
    """From where to where the mouse does what: each key its own, the label the way on."""
    places = []
    actions, keys = (entry.action, *entry.others), entry.keys.split(" ")
    if len(actions) == len(keys):
        for key, action in zip(keys, actions, strict=True):
            places.append((at, at + width_of(key) + 1, action))
            at += width_of(key) + 1
    else:
        at += width_of(entry.keys) + 1
        places.append((at - width_of(entry.keys) - 1, at, entry.action))
    return [*places, (at, at + width_of(entry.label), entry.forward)]


class KeyBar(Inked, Widget):
    """The keys of the screen, in order of use; a click presses them."""

    class Pressed(Message):
        """A key was clicked."""

        def __init__(self, action: str) -> None:
            """`action` is what the key does."""
            super().__init__()
            self.action = action

    def __init__(self, keys: Callable[[int], Sequence[FooterKey]], enabled: Callable[[str], bool]) -> None:
        """`keys` gives the entries for a width, `enabled` says whether an action can run now."""
        super().__init__()
        self._keys = keys
        self._enabled = enabled
        self._places: list[tuple[int, int, str]] = []

    def on_mount(self) -> None:
        """`tab` leads elsewhere once another pane has the focus."""
        self.watch(self.screen, "focused", self._focus_moved, init=False)

    def _focus_moved(self) -> None:
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """The line."""
        width, base = self.size.width, self.base_style
        if y:
            return Strip.blank(width, base)
        entries = list(self._keys(width))
        gap = 3 if width >= 100 else 2
        while (
            len(entries) > 2 and sum(width_of(e.keys) + width_of(e.label) + 1 + gap for e in entries) > width
        ):
            del entries[-3]
        pieces, at = [Piece(" ")], 1
        self._places = []
        for entry in entries:
            ink = ("key", "") if self._enabled(entry.action) else ("dim", "dim")
            size = width_of(entry.keys) + 1 + width_of(entry.label)
            self._places += _places_of(entry, at)
            pieces += [Piece(entry.keys, ink[0]), Piece(" " + entry.label, ink[1]), Piece(" " * gap)]
            at += size + gap
        return strip_of(self, pieces, width, base)

    def on_click(self, event: events.Click) -> None:
        """Press the key under the mouse."""
        for start, end, action in self._places:
            if start <= event.x < end:
                self.post_message(self.Pressed(action))
