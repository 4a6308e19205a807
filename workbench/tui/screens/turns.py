"""Panes that take turns if there is room for only one: whether they do, which is next, and the focus."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen
from textual.widget import Widget

_TURNS = {"draft": ("Text", "Gates"), "timeline": ("Range", "Events")}
"""Titles of the pane that `tab` shows next, while the first pane is shown and while the second is."""
_CLAIMS = {"detail": "Source", "source": "List"}
"""The same titles on the claims screen, by the focused pane; otherwise the whole claim is next."""


def is_narrow(screen: Screen[None]) -> bool:
    """Return whether panes that are side by side on a wide screen are stacked, or take turns."""
    return not screen.has_class("-wide")


def next_pane(screen: Screen[None], name: str) -> str:
    """Return the pane that `tab` shows next on a screen; empty if no panes take turns."""
    if not is_narrow(screen):
        return ""
    if name == "claims":
        focused = screen.focused.id if screen.focused is not None else None
        return _CLAIMS.get(focused or "", "Whole claim")
    return _TURNS[name][screen.has_class("-second")] if name in _TURNS else ""


def focus_shown(screen: Screen[Any], wanted: Widget) -> None:
    """Focus a pane that was just shown, unless the reader moved the focus before it was drawn."""
    here = screen.focused

    def give() -> None:
        if screen.focused in (here, None):
            screen.set_focus(wanted)

    screen.call_after_refresh(give)
