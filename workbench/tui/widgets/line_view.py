"""The widget for lines: it scrolls, draws the visible ones, and moves a cursor by keys and mouse.

The lines come from its content: a text that is laid out, or a table that is loaded in pages.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from textual import events
from textual.binding import Binding, BindingType
from textual.scroll_view import ScrollView
from textual.strip import Strip

from workbench.tui.glyphs import UNICODE, Glyphs
from workbench.tui.keyboard.keymap import on_screen
from workbench.tui.state.spans import PaneRow, number_at
from workbench.tui.widgets import line_messages
from workbench.tui.widgets.content import Content
from workbench.tui.widgets.ink import Inked
from workbench.tui.widgets.length import set_length
from workbench.tui.widgets.line_cursor import LineCursor
from workbench.tui.widgets.line_painter import LinePainter
from workbench.tui.widgets.table import Table
from workbench.tui.widgets.text_view import Layout, Text


def row_bindings() -> list[BindingType]:
    """Return the bindings of every list, from the key map."""
    return [
        Binding(key.textual, key.action, key.help, show=False, id=f"rows.{key.id}")
        for key in on_screen("rows")
    ]


class LineView(Inked, ScrollView, can_focus=True):
    """Lines with a cursor that moves between stops, not lines: a claim of five lines is one stop."""

    ALLOW_MAXIMIZE = True
    BINDINGS = row_bindings()

    Moved: TypeAlias = line_messages.CursorMoved
    Chosen: TypeAlias = line_messages.Chosen
    Linked: TypeAlias = line_messages.Linked
    Wanted: TypeAlias = line_messages.RowsWanted

    follower: Callable[[line_messages.CursorMoved], None] | None = None
    """Called at once with each move, instead of the message: it is drawn in the frame of the cursor."""

    def __init__(
        self,
        content: Content | None = None,
        *,
        glyphs: Glyphs = UNICODE,
        id: str | None = None,
        classes: str | None = None,
        focusable: bool = True,
    ) -> None:
        """Create the view; without `content` it shows a text with a margin and stops."""
        super().__init__(id=id, classes=classes)
        self.content = content if content is not None else Text()
        self.content.attach(self)
        self.can_focus = focusable
        self._painter = LinePainter(self, glyphs)
        self._motion = LineCursor(self)
        if isinstance(self.content, Table):
            self.add_class("-table", update=False)
        elif not self.content.gutter:
            self.add_class("-prose", update=False)

    # content

    @property
    def text(self) -> Text:
        """The content as a text. Raises TypeError if the view shows a table."""
        if not isinstance(self.content, Text):
            raise TypeError("the view shows a table")
        return self.content

    @property
    def cursor(self) -> str | None:
        """The key under the cursor."""
        return self.content.cursor_key

    @property
    def rows(self) -> Sequence[PaneRow]:
        """All rows of a text as laid out."""
        return self.text.rows

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys of a text, in order."""
        return self.text.keys

    def show(self, layout: Layout, *, cursor: str | None = None, keep: bool | None = None) -> None:
        """Show another text; the cursor goes to `cursor`, else stays on its key, else goes to the first.

        `keep`: keep the scroll position; by default this is so if the text has stops.
        """
        self._painter.begin = 0
        self.text.show(layout, cursor)
        if not (bool(self.content.gutter) if keep is None else keep):
            self.scroll_to(y=0, animate=False, immediate=True)
        self._lay()
        if cursor is not None:
            self._motion.reveal()

    # called by the content

    def content_changed(self) -> None:
        """Draw everything again."""
        self._painter.forget()
        set_length(self, self.content.length)
        self._motion.catch_up()
        self.refresh()

    def want(self, start: int, count: int) -> None:
        """Ask the screen for rows."""
        self.post_message(self.Wanted(self, start, count))

    # layout

    def _lay(self) -> None:
        if self.content.lay(self.scrollable_content_region.width):
            self.content_changed()

    def on_resize(self) -> None:
        """Lay out for the new width and keep the cursor in view."""
        self._painter.forget()
        self._lay()
        set_length(self, self.content.length)
        self._motion.reveal()

    @property
    def height(self) -> int:
        """Number of lines that fit."""
        return max(self.scrollable_content_region.height, 1)

    def reveal_mark(self) -> None:
        """Scroll so that the first row with highlighted words is a third down the view."""
        self._motion.reveal_mark(self.rows)

    def pan(self, by: int) -> int | None:
        """Pan by a number of cells; return the new position, or None if it did not change."""
        longest = max((row.width for row in self.rows), default=0)
        moved = self._painter.pan(by, max(longest - self.scrollable_content_region.width, 0))
        self.refresh()
        return self._painter.begin if moved else None

    # drawing

    def on_focus(self) -> None:
        """Redraw, since the cursor's line depends on the focus."""
        self.refresh()

    on_blur = on_focus

    def notify_style_update(self) -> None:
        """Forget drawn lines when the theme changes."""
        super().notify_style_update()
        self._painter.forget()

    def _number(self, y: int) -> int:
        """Return the line that is shown at a row of the view."""
        return y if y < self.content.pinned else y + round(self.scroll_y)

    def render_line(self, y: int) -> Strip:
        """Draw one line of the view."""
        width, number = self.scrollable_content_region.width, self._number(y)
        if number >= self.content.length:
            return Strip.blank(width, self.base_style)
        return self._painter.strip(self.content, number, width, self.base_style)

    # moving

    def go_to(self, key: str, *, centre: bool = False, quiet: bool = False) -> bool:
        """Put the cursor on a key; return False if there is no such key. `quiet` announces nothing."""
        moved = self._motion.move_to(key, centre=centre)
        if moved and not quiet:
            self.announce_moved()
        return moved is not None

    def move_to(self, index: int, *, extend: bool = False, centre: bool = False) -> None:
        """Put the cursor on a row of a table and announce it, even if it was there already."""
        self._motion.move_to(str(index), centre=centre)
        self.announce_moved(extend=extend)

    def announce_moved(self, *, extend: bool = False) -> None:
        """Announce where the cursor is."""
        key = self.cursor
        if key is None:
            return
        stated = self.Moved(self, key, self.content.index_of(key), extend)
        (self.follower or self.post_message)(stated)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - as the library has it
        """Leave keys that act on a stop to the screen if the content has no stops."""
        return bool(self.content.gutter) or action not in ("choose", "extend")

    def action_move(self, by: int) -> None:
        """Move to the next or previous stop."""
        self._motion.step(by)

    def action_extend(self, by: int) -> None:
        """Move and, if ranges are possible, extend the range."""
        self._motion.step(by, extend=self.content.ranged)

    def action_page(self, by: int) -> None:
        """Move by half a page."""
        self._motion.page(by)

    def action_first(self) -> None:
        """Move to the first stop, and to the top."""
        self._motion.first()

    def action_last(self) -> None:
        """Move to the last stop, and to the end."""
        self._motion.last()

    def action_choose(self) -> None:
        """Choose the stop under the cursor."""
        key = self.cursor
        if not self._motion.waits(self.action_choose) and key is not None:
            self.post_message(self.Chosen(self, key, self.content.index_of(key)))

    # mouse

    def _key_under(self, event: events.MouseEvent) -> str | None:
        offset = event.get_content_offset(self)
        return self.content.key_at(self._number(offset.y)) if offset is not None else None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Put the cursor under the mouse; with shift, extend the range."""
        if event.button == 1:
            self._motion.press(self._key_under(event), extend=event.shift)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag a range; beyond an edge the view scrolls and the drag continues."""
        self._motion.drag(self._key_under(event), event.y)

    def on_mouse_up(self) -> None:
        """End a drag."""
        self._motion.release()

    def on_click(self, event: events.Click) -> None:
        """Choose the stop on a second click; on a click on an event's number, go to the event."""
        offset, key = event.get_content_offset(self), self._key_under(event)
        if event.chain == 2 and key is not None:
            self.action_choose()
        elif event.chain == 1 and offset is not None and self._number(offset.y) < self.content.length:
            row = self.content.line(self._number(offset.y), self.scrollable_content_region.width)
            ordinal = number_at(row.line, self._painter.begin + offset.x - self.content.gutter)
            if ordinal is not None:
                self.post_message(self.Linked(self, ordinal))
