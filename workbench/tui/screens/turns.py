"""Panes that take turns where there is room for one only: whether they do, and which comes next."""

from __future__ import annotations

from textual.screen import Screen

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
