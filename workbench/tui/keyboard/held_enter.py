"""A held `enter` opens one screen: its repetitions are not taken by the screen that the first one opened."""

from __future__ import annotations

from textual import events
from textual.screen import Screen

REPEATED = 0.2
"""Seconds between two presses below which the second repeats the first: nobody has seen the new screen."""


class HeldEnter:
    """Where the last `enter` was pressed, and when."""

    def __init__(self) -> None:
        """Start before any key was pressed."""
        self.seconds = REPEATED
        """The limit in use; 0 takes every key."""
        self._time = float("-inf")
        self._screen: Screen[object] | None = None

    def repeats(self, event: events.Key, screen: Screen[object]) -> bool:
        """Return whether a key repeats an `enter` of another screen; dialogs take them all."""
        if event.key != "enter":
            return False
        soon = event.time - self._time < self.seconds
        self._time = event.time
        if soon and self._screen is not screen and not screen.is_modal:
            return True
        self._screen = screen
        return False
