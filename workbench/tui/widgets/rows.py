"""A virtual list: a million rows cost what is on the screen. Rows come in pages, asked for by message.

It draws cells, marks and a range that it is given; what they mean is the screen's affair.
"""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message

from workbench.tui.keymap import on_screen
from workbench.tui.widgets.row_painting import PAGE, PaintedRows, Row

__all__ = ["PAGE", "Row", "Rows", "row_bindings"]


def row_bindings() -> list[BindingType]:
    """The bindings of every list, from the key map."""
    return [
        Binding(key.textual, key.action, key.help, show=False, id=f"rows.{key.id}")
        for key in on_screen("rows")
    ]


class Rows(PaintedRows, can_focus=True):
    """A list with a cursor row, a gutter of mark, cursor and range, and a header line."""

    BINDINGS = row_bindings()
    ALLOW_MAXIMIZE = True

    class Moved(Message):
        """The cursor moved; `extend` when it was to take the range along."""

        def __init__(self, rows: Rows, index: int, extend: bool = False) -> None:
            """`index` is the row under the cursor."""
            super().__init__()
            self.rows, self.index, self.extend = rows, index, extend

        @property
        def control(self) -> Rows:
            """The list."""
            return self.rows

    class Chosen(Message):
        """Enter, or a second click."""

        def __init__(self, rows: Rows, index: int) -> None:
            """`index` is the row under the cursor."""
            super().__init__()
            self.rows, self.index = rows, index

        @property
        def control(self) -> Rows:
            """The list."""
            return self.rows

    follower: Callable[[Moved], None] | None = None
    """Hears of moves at once, in place of the message: what follows is in the same frame as the cursor."""

    # movement

    def move_to(self, index: int, *, extend: bool = False, centre: bool = False) -> None:
        """Put the cursor on a row and scroll it into view."""
        index = min(max(index, 0), max(self.total - 1, 0))
        self.cursor = index
        self._show_cursor(centre=centre)
        moved = self.Moved(self, index, extend)
        if self.follower is None:
            self.post_message(moved)
        else:
            self.follower(moved)

    def _show_cursor(self, *, centre: bool = False) -> None:
        top, rows = round(self.scroll_y), self.visible_rows
        if centre:
            target = self.cursor - rows // 2
        elif self.cursor < top:
            target = self.cursor
        elif self.cursor >= top + rows:
            target = self.cursor - rows + 1
        else:
            return
        self.scroll_to(y=max(target, 0), animate=False)

    def action_move(self, by: int) -> None:
        """Move by rows."""
        self.move_to(self.cursor + by)

    def action_extend(self, by: int) -> None:
        """Move and take the range along."""
        self.move_to(self.cursor + by, extend=self.ranged)

    def action_page(self, by: int) -> None:
        """Move by half a page."""
        self.move_to(self.cursor + by * max(self.visible_rows // 2, 1))

    def action_first(self) -> None:
        """Go to the first row."""
        self.move_to(0)

    def action_last(self) -> None:
        """Go to the last row."""
        self.move_to(self.total - 1)

    def action_choose(self) -> None:
        """Open the row."""
        if self.total:
            self.post_message(self.Chosen(self, self.cursor))

    # mouse

    def _index_at(self, event: events.MouseEvent) -> int | None:
        offset = event.get_content_offset(self)
        if offset is None or offset.y < self._top:
            return None
        index = offset.y - self._top + round(self.scroll_y)
        return index if index < self.total else None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Put the cursor there; with shift, extend the range."""
        index = self._index_at(event)
        if index is not None and event.button == 1:
            self._dragging = self.ranged
            if self._dragging:
                self.capture_mouse()
            self.move_to(index, extend=self.ranged and event.shift)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag a range."""
        if self._dragging:
            index = self._index_at(event)
            if index is not None and index != self.cursor:
                self.move_to(index, extend=True)

    def on_mouse_up(self) -> None:
        """End a drag."""
        if self._dragging:
            self._dragging = False
            self.release_mouse()

    def on_click(self, event: events.Click) -> None:
        """A second click opens."""
        if event.chain == 2 and self._index_at(event) is not None:
            self.action_choose()

    def on_resize(self) -> None:
        """Keep the cursor in view."""
        self._strips.clear()
        self.virtual_size = Size(0, self.total + self._top)
        self._show_cursor()
