"""Panes that take turns where there is room for one only: whether they do, which is next, and the focus."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen
from textual.widget import Widget

_TURNS = {"draft": ("Text", "Gates"), "timeline": ("Range", "Events")}
"""What `tab` shows while the first pane is there, and while the second is."""
_CLAIMS = {"detail": "Source", "source": "List"}
"""What it shows on the claims, by the pane that has the focus; else the whole claim."""


def is_narrow(screen: Screen[None]) -> bool:
    """Whether panes that stand side by side elsewhere stand below one another, or take turns."""
    return not screen.has_class("-wide")


def next_pane(screen: Screen[None], name: str) -> str:
    """What `tab` shows next on the screen of that name; empty where no panes take turns."""
    if not is_narrow(screen):
        return ""
    if name == "claims":
        focused = screen.focused.id if screen.focused is not None else None
        return _CLAIMS.get(focused or "", "Whole claim")
    return _TURNS[name][screen.has_class("-second")] if name in _TURNS else ""


def focus_shown(screen: Screen[Any], wanted: Widget) -> None:
    """Focus a pane that has just been shown, unless the reader went elsewhere before it was drawn."""
    here = screen.focused

    def give() -> None:
        if screen.focused in (here, None):
            screen.set_focus(wanted)

    screen.call_after_refresh(give)
