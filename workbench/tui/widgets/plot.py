"""The plot of context use: it draws a `PlotView`; a click goes to an event, a drag makes a range."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from workbench.presentation.spans import Line
from workbench.tui.glyphs import Glyphs
from workbench.tui.state.timeline.plot import GUTTER, PlotView, axis_line, plot_lines
from workbench.tui.widgets.ink import Inked, strip_of


class Plot(Inked, Widget):
    """Plot of context use over the events."""

    @dataclass
    class Picked(Message):
        """The mouse was dragged from one event to another; both are equal for a click."""

        start: int
        end: int

    def __init__(self, glyphs: Glyphs) -> None:
        """Create an empty plot; `show` fills it."""
        super().__init__()
        self.glyphs = glyphs
        self.view = PlotView()
        self._lines: list[Line] = []
        self._pressed: int | None = None
        self.zoom: Callable[[int, int], None] = lambda *_: None
        """Handler of the mouse wheel: called with 1 to zoom in or -1 to zoom out, and the event under it."""

    def show(self, view: PlotView) -> None:
        """Draw another view; a cursor that stays in its column changes nothing."""
        columns = max(self.size.width - GUTTER, 1)
        here = view.window.column_of(view.cursor, columns)
        same = here == self.view.window.column_of(self.view.cursor, columns)
        alike = replace(view, cursor=self.view.cursor) == self.view
        if alike and self._lines and not same:
            self.view = view
            self._lines[-1] = axis_line(view, columns, self.glyphs)
            self.refresh(Region(0, len(self._lines) - 1, self.size.width, 1))
        elif not alike or not self._lines:
            self.view = view
            self._lay()

    def _lay(self) -> None:
        width, height = self.size
        self._lines = plot_lines(self.view, width, height, self.glyphs) if width > GUTTER and height else []
        self.refresh()

    def on_resize(self) -> None:
        """Draw for the new size."""
        self._lay()

    def render_line(self, y: int) -> Strip:
        """Draw one line."""
        width, base = self.size.width, self.base_style
        if y >= len(self._lines):
            return Strip.blank(width, base)
        return strip_of(self, self._lines[y], width, base)

    def _ordinal(self, x: int) -> int:
        columns = max(self.size.width - GUTTER, 1)
        column = min(max(x - GUTTER, 0), columns - 1)
        return self.view.window.ordinal_at(column, columns)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Zoom in."""
        event.stop()
        self.zoom(1, self._ordinal(event.x))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Zoom out."""
        event.stop()
        self.zoom(-1, self._ordinal(event.x))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begin a click or a drag."""
        self._pressed = self._ordinal(event.x)
        self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag a range."""
        if self._pressed is not None:
            at = self._ordinal(event.x)
            if at != self._pressed:
                self.post_message(self.Picked(self._pressed, at))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """End a click or a drag."""
        if self._pressed is not None:
            self.release_mouse()
            at, pressed = self._ordinal(event.x), self._pressed
            self._pressed = None
            self.post_message(self.Picked(pressed, at))
