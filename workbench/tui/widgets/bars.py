"""The first and the last line of every screen: breadcrumbs with the state, and the keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from workbench.escaping import one_line
from workbench.presentation.cells import width_of
from workbench.tui.keyboard.keys import SCREEN_NUMBERS, SCREEN_TITLES, SHORT_TITLES, FooterKey
from workbench.tui.text import clip, in_place
from workbench.tui.widgets.ink import Inked, Piece, strip_of

TAB_GAP = 8
"""Cells left free beside the numbered screens if the crumbs name the screen."""
CRUMB = 16
"""Least width of the crumbs, in cells."""
ROOMY = 100
"""Width from which the numbered screens show the name of the screen, and the crumbs leave it out."""
SESSION = 14
"""Least width of the session's name, in cells, before the numbered screens lose their names."""
GAP = 3
"""Cells left free beside the named screens."""
_NAMED = {name: f"{number} {SCREEN_TITLES[name]}" for name, number in SCREEN_NUMBERS.items()}
_SHORT = {
    name: f"{number} {SHORT_TITLES.get(name, SCREEN_TITLES[name])}" for name, number in SCREEN_NUMBERS.items()
}


class Crumbs(Inked, Widget):
    """The location at the left and the state at the right; a click on a numbered screen goes there."""

    def __init__(self, *, separator: str = "›", screen: str = "") -> None:
        """Create the line; `separator` goes between crumbs, `screen` names the current screen."""
        super().__init__()
        self.separator = separator
        self._screen_name = screen
        self._crumbs: tuple[str, ...] = ()
        self._place: tuple[str, ...] = ()
        self._state = ""
        self._places: list[tuple[int, int, str]] = []

    def show(self, crumbs: Sequence[str], state: str, *, place: Sequence[str] = ()) -> None:
        """Show crumbs and a state; `place` are the crumbs for use beside the screen's name."""
        stated = tuple(map(one_line, crumbs)), tuple(map(one_line, place)), in_place(state)
        if stated != (self._crumbs, self._place, self._state):
            self._crumbs, self._place, self._state = stated
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw the line."""
        width, base = self.size.width, self.base_style
        if y:
            return Strip.blank(width, base)
        state = clip(self._state, max(width - CRUMB, 0))
        free = width - width_of(state) - 4
        labels = self._labels(free) if width >= ROOMY else None
        path, last = self._trail(free - _cells(labels) - GAP if labels else free, named=labels is not None)
        gap = max(width - 2 - width_of(path) - width_of(last) - width_of(state), 1)
        tabs = self._tabs(gap, labels)
        gap -= sum(width_of(each.text) for each in tabs)
        at = 1 + width_of(path) + width_of(last) + gap
        self._places = []
        for piece, name in zip(tabs, SCREEN_NUMBERS, strict=False):
            self._places.append((at, at + width_of(piece.text) - 1, name))
            at += width_of(piece.text)
        pieces = [
            Piece(" " + path, "dim"),
            Piece(last, "title"),
            Piece(" " * gap),
            *tabs,
            Piece(state, "accent"),
        ]
        return strip_of(self, pieces, width, base)

    def _trail(self, room: int, *, named: bool) -> tuple[str, str]:
        """Return the crumbs before the last, and the last; the session's name is shortened first."""
        between = f" {self.separator} "
        shown = list(self._place if named and self._place and self._numbered else self._crumbs)
        if len(shown) > 2 and width_of(between.join(shown)) > room:
            del shown[0]
        while len(shown) > 1 and width_of(between.join(["", *shown[1:]])) + min(width_of(shown[0]), 8) > room:
            del shown[0]
        if len(shown) > 1:
            rest = width_of(between.join(shown[1:])) + width_of(between)
            shown[0] = clip(shown[0], max(room - rest, 8))
        last = clip(shown[-1], max(room, 4)) if shown else ""
        return "".join(f"{each}{between}" for each in shown[:-1]), last

    @property
    def _numbered(self) -> bool:
        return self._screen_name in SCREEN_NUMBERS

    def _labels(self, free: int) -> Mapping[str, str] | None:
        """Return the labels of the numbered screens beside the crumbs, or None if there is no room for them.

        They have full names, short ones, or numbers except for the current screen: the session's name matters
        more. A screen without a number keeps its name among the crumbs, so the others get short ones.
        """
        place = self._place
        if not place:
            return None
        beside = place[1:] if self._numbered else (*place[1:], SCREEN_TITLES.get(self._screen_name, ""))
        rest = sum(width_of(each) + len(self.separator) + 2 for each in beside)
        least = min(width_of(place[0]), SESSION) + rest
        if not self._numbered:
            return next(
                (each for each in (_SHORT, SCREEN_NUMBERS) if _cells(each) + GAP + least <= free), None
            )
        alone = {**SCREEN_NUMBERS, self._screen_name: _SHORT[self._screen_name]}
        for labels in (_NAMED, _SHORT):
            if _cells(labels) + GAP + least <= free:
                return labels
        return alone if _cells(alone) + GAP + least <= free else None

    def on_click(self, event: events.Click) -> None:
        """Go to the screen under the mouse."""
        for start, end, name in self._places:
            if start <= event.x < end:
                self.post_message(KeyBar.Pressed(f"go('{name}')"))

    def _tabs(self, room: int, labels: Mapping[str, str] | None) -> list[Piece]:
        """Return the numbered screens, the current one in brackets; empty if there is no room."""
        gap = GAP if labels else TAB_GAP
        labels = labels or SCREEN_NUMBERS
        if _cells(labels) + gap > room:
            return []
        pieces = [
            Piece(f"[{label}]" if self._screen_name == name else f" {label} ", self._ink(name))
            for name, label in labels.items()
        ]
        return [*pieces, Piece(" " * min(GAP, room - _cells(labels)))]

    def _ink(self, name: str) -> str:
        return "title" if self._screen_name == name else "dim"


def _cells(labels: Mapping[str, str]) -> int:
    """Return the width of labels with one cell before and one after each."""
    return sum(len(label) + 2 for label in labels.values())


def _places_of(entry: FooterKey, at: int) -> list[tuple[int, int, str]]:
    """Return the clickable parts as (start, end, action): each key its own, the label the forward one."""
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
    """The keys of the screen, in order of use; a click on one presses it."""

    class Pressed(Message):
        """A key was clicked."""

        def __init__(self, action: str) -> None:
            """Store `action`, the action of the key."""
            super().__init__()
            self.action = action

    def __init__(self, keys: Callable[[int], Sequence[FooterKey]], enabled: Callable[[str], bool]) -> None:
        """Create the line; `keys` returns the entries for a width, `enabled` whether an action can run."""
        super().__init__()
        self._keys = keys
        self._enabled = enabled
        self._places: list[tuple[int, int, str]] = []

    def on_mount(self) -> None:
        """Redraw when the focus moves: `tab` then leads to another pane."""
        self.watch(self.screen, "focused", self._focus_moved, init=False)

    def _focus_moved(self) -> None:
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw the line."""
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
