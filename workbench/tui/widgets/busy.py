"""A line that says what the app is waiting for, how long already, and what esc does; hidden otherwise."""

from __future__ import annotations

from textual.strip import Strip
from textual.widget import Widget

from workbench.tui.text import clip
from workbench.tui.widgets.ink import Inked, Piece, strip_of

TICK = 0.5
BAR = 8
"""Cells of the bar that moves while the duration of the work is unknown."""


class BusyLine(Inked, Widget):
    """A line that shows itself while there is something to wait for."""

    DEFAULT_CSS = """
    BusyLine { height: 1; width: 100%; dock: bottom; background: $panel; display: none; }
    BusyLine.-shown { display: block; }
    """

    def __init__(self, *, full: str = "#", empty: str = " ") -> None:
        """Create the line with the signs of its bar."""
        super().__init__()
        self._signs = full, empty
        self._text = self._way_out = ""
        self._ticks = 0

    def on_mount(self) -> None:
        """Count time while the line is shown."""
        self.set_interval(TICK, self._tick)

    @property
    def text(self) -> str:
        """The text about what is waited for; empty while the line is hidden."""
        return self._text

    def show(self, text: str, way_out: str) -> None:
        """Show what is waited for and what esc does; an empty text hides the line."""
        if text != self._text:
            self._ticks = 0
        self._text, self._way_out = text, way_out
        self.set_class(bool(text), "-shown")
        self.refresh()

    def _tick(self) -> None:
        if self._text:
            self._ticks += 1
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw the line."""
        width, base = self.size.width, self.base_style
        if y or not self._text:
            return Strip.blank(width, base)
        full, empty = self._signs
        at = self._ticks % BAR
        bar = "".join(full if place in (at, (at + 1) % BAR) else empty for place in range(BAR))
        tail = f"  {self._ticks * TICK:.0f} s   {self._way_out}"
        text = clip(self._text, max(width - BAR - 4 - len(tail), 8))
        pieces = [Piece(f" {bar} ", "accent"), Piece(text, "strong"), Piece(tail, "dim")]
        return strip_of(self, pieces, width, base)
