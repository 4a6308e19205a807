"""The widget for lines: it scrolls, draws what is seen, and moves a cursor by keys and mouse.

What the lines are is its content's affair: a text that is laid out, or a table that comes in pages.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.binding import Binding, BindingType
from textual.scroll_view import ScrollView
from textual.strip import Strip

from workbench.tui.glyphs import UNICODE, Glyphs
from workbench.tui.keymap import on_screen
from workbench.tui.state.key_range import KeyRange
from workbench.tui.state.spans import Row, number_at
from workbench.tui.widgets.content import Content
from workbench.tui.widgets.ink import Inked
from workbench.tui.widgets.length import set_length
from workbench.tui.widgets.line_messages import Chosen, Linked, Moved, Wanted
from workbench.tui.widgets.line_painter import LinePainter
from workbench.tui.widgets.table import Table
from workbench.tui.widgets.text_view import Layout, Text


def row_bindings() -> list[BindingType]:
    """The bindings of every list, from the key map."""
    return [
        Binding(key.textual, key.action, key.help, show=False, id=f"rows.{key.id}")
        for key in on_screen("rows")
    ]


class LineView(Inked, ScrollView, can_focus=True):
    """Lines with a cursor that stands on things, not on lines: a claim of five lines is one stop."""

    DEFAULT_CSS = """
    LineView {
        background: $background;
        height: 1fr;
        width: 1fr;
        overflow-x: hidden;
        scrollbar-gutter: stable;
    }
    LineView.-table, LineView.-prose { scrollbar-gutter: auto; }
    """
    ALLOW_MAXIMIZE = True
    BINDINGS = row_bindings()

    Moved, Chosen, Linked, Wanted = Moved, Chosen, Linked, Wanted

    follower: Callable[[Moved], None] | None = None
    """Hears of moves at once, in place of the message: what follows is in the same frame as the cursor."""

    def __init__(
        self,
        content: Content | None = None,
        *,
        glyphs: Glyphs = UNICODE,
        id: str | None = None,
        classes: str | None = None,
        focusable: bool = True,
    ) -> None:
        """A text with a margin and stops, unless another content is given."""
        super().__init__(id=id, classes=classes)
        self.content = content if content is not None else Text()
        self.content.attach(self)
        self.can_focus = focusable
        self._painter = LinePainter(self, glyphs)
        self._from = 0
        self._dragging = False
        if isinstance(self.content, Table):
            self.add_class("-table", update=False)
        elif not self.content.gutter:
            self.add_class("-prose", update=False)

    # what is shown

    @property
    def text(self) -> Text:
        """The content, where it is a text."""
        if not isinstance(self.content, Text):
            raise TypeError("the view shows a table")
        return self.content

    @property
    def table(self) -> Table:
        """The content, where it is a table."""
        if not isinstance(self.content, Table):
            raise TypeError("the view shows a text")
        return self.content

    @property
    def cursor(self) -> str | None:
        """The key that the cursor stands on."""
        return self.content.cursor_key

    @property
    def rows(self) -> Sequence[Row]:
        """All rows of a text as they are laid out."""
        return self.text.rows

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys of a text in order."""
        return self.text.keys

    @property
    def range(self) -> KeyRange | None:
        """What is selected of a text; None where nothing can be."""
        return self.text.range

    @property
    def count(self) -> int:
        """How many lines there are."""
        return self.content.length

    def show(self, layout: Layout, *, cursor: str | None = None, keep: bool | None = None) -> None:
        """Show another text; the cursor goes to `cursor`, else stays on its key, else to the first.

        `keep`: stay where it is scrolled to; by default where there are stops.
        """
        self._from = 0
        self.text.show(layout, cursor)
        if not (bool(self.content.gutter) if keep is None else keep):
            self.scroll_to(y=0, animate=False)
        self._lay()
        if cursor is not None:
            self._reveal()

    # as its content sees it

    def content_changed(self) -> None:
        """Draw all again."""
        self._painter.forget()
        set_length(self, self.content.length)
        self.refresh()

    def cursor_changed(self) -> None:
        """Draw all again; what was drawn of other lines is kept."""
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
        self._reveal()

    @property
    def _height(self) -> int:
        return max(self.scrollable_content_region.height, 1)

    @property
    def visible_rows(self) -> int:
        """Lines that fit, those aside that stay in view."""
        return max(self.scrollable_content_region.height - self.content.pinned, 1)

    def _reveal(self, *, centre: bool = False) -> None:
        block, lead = self.content.block, self.content.pinned
        if block is None or self.size.height == 0:
            return
        first, last = block
        top, height = round(self.scroll_y), self._height
        if self.content.index_of(self.cursor or "") == 0 and last < height:
            target = 0
        elif centre:
            target = first - self.content.above(height)
        elif first < top + lead:
            target = first - lead
        elif last >= top + height:
            target = min(first - lead, last - height + 1)
        else:
            return
        self.scroll_to(y=max(target, 0), animate=False, force=True)

    def reveal_mark(self) -> None:
        """Scroll to the first row that marks words, a third down the view."""
        marked = [n for n, row in enumerate(self.rows) if any(s.style.startswith("mark") for s in row.line)]
        if marked:
            pinned = self.content.pinned
            lead = max((self._height - pinned) // 3, 1) + pinned
            self.scroll_to(y=max(marked[0] - lead, 0), animate=False, force=True)

    def pan(self, by: int) -> bool:
        """Show lines longer than the view from so many cells further on; False where no line goes on."""
        width = self.scrollable_content_region.width
        longest = max((row.width for row in self.rows), default=0)
        wanted = min(max(self._from + by, 0), max(longest - width, 0))
        moved, self._from = wanted != self._from, wanted
        self._painter.forget()
        self.refresh()
        return moved

    @property
    def first_column(self) -> int:
        """Cells of each line that lie to the left of the view."""
        return self._from

    # drawing

    def on_focus(self) -> None:
        """The cursor's line is drawn differently."""
        self.refresh()

    def on_blur(self) -> None:
        """The cursor's line is drawn differently."""
        self.refresh()

    def notify_style_update(self) -> None:
        """Forget drawn lines when the theme changes."""
        super().notify_style_update()
        self._painter.forget()

    def _number(self, y: int) -> int:
        """The line that is shown at a row of the view."""
        return y if y < self.content.pinned else y + round(self.scroll_y)

    def render_line(self, y: int) -> Strip:
        """One line of the view."""
        width, number = self.scrollable_content_region.width, self._number(y)
        if number >= self.content.length:
            return Strip.blank(width, self.base_style)
        return self._painter.strip(self.content, number, width, self._from, self.base_style)

    # moving

    def go_to(self, key: str, *, centre: bool = False, quiet: bool = False) -> bool:
        """Put the cursor on a key and show it; False when there is no such key. `quiet` says nothing."""
        moved = self._stand(key, centre=centre)
        if moved and not quiet:
            self._tell()
        return moved is not None

    def move_to(self, index: int, *, extend: bool = False, centre: bool = False) -> None:
        """Put the cursor on a row of a table, and say so even where it stood there."""
        self._stand(str(index), centre=centre)
        self._tell(extend=extend)

    def _stand(self, key: str, *, centre: bool) -> bool | None:
        content, before = self.content, self.content.block
        moved = content.place(key)
        if moved is None:
            return None
        self._reveal(centre=centre)
        blocks = [block for block in (before, content.block) if block is not None]
        if content.spreads or any(block[0] < content.pinned for block in blocks):
            self.refresh()
        else:
            for line in (line for block in blocks for line in range(block[0], block[1] + 1)):
                self.refresh_line(line)
        return moved

    def _tell(self, *, extend: bool = False) -> None:
        key = self.cursor
        if key is None:
            return
        told = self.Moved(self, key, self.content.index_of(key), extend)
        if self.follower is None:
            self.post_message(told)
        else:
            self.follower(told)

    def _go(self, key: str | None, *, extend: bool = False) -> None:
        """The cursor is moved by a key or the mouse."""
        if key is None:
            return
        if extend:
            self.content.extend()
        if self._stand(key, centre=False) or extend:
            self._tell(extend=extend)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - as the library has it
        """Keys that act on a stop are left to the screen where there can be none."""
        return bool(self.content.gutter) or action not in ("choose", "extend")

    def action_move(self, by: int) -> None:
        """To the next or previous stop; one that is longer than the view scrolls first."""
        self._step(by)

    def action_extend(self, by: int) -> None:
        """Move, and take a range along where there can be one."""
        self._step(by, extend=self.content.ranged)

    def _step(self, by: int, *, extend: bool = False) -> None:
        block = self.content.block
        wanted = self.content.neighbour(by) if block is not None else None
        if extend:
            self.content.extend()
        if block is None or wanted is None or self._goes_on(block, by):
            self.scroll_relative(y=by, animate=False)
        else:
            self._go(wanted, extend=extend)

    def _goes_on(self, block: tuple[int, int], by: int) -> bool:
        """Whether what the cursor stands on has more lines beyond the view."""
        first, last = block
        top, bottom = round(self.scroll_y), round(self.scroll_y) + self._height - 1
        return first < last and (last > bottom if by > 0 else 0 < first < top + self.content.pinned)

    def action_page(self, by: int) -> None:
        """Move by half a page."""
        block, step = self.content.block, by * max(self._height // 2, 1)
        if block is None:
            self.scroll_relative(y=step, animate=False)
        else:
            self._go(self.content.nearest(block[0] + step, by))

    def action_first(self) -> None:
        """To the first stop, and to the top."""
        self.scroll_to(y=0, animate=False)
        self._go(self.content.end(0))

    def action_last(self) -> None:
        """To the last stop, and to the end."""
        self._go(self.content.end(-1))
        self.scroll_to(y=self.max_scroll_y, animate=False)

    def action_choose(self) -> None:
        """Open what the cursor stands on."""
        key = self.cursor
        if key is not None:
            self.post_message(self.Chosen(self, key, self.content.index_of(key)))

    # mouse

    def _key_under(self, event: events.MouseEvent) -> str | None:
        offset = event.get_content_offset(self)
        return self.content.key_at(self._number(offset.y)) if offset is not None else None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Put the cursor there; with shift, extend the range."""
        key = self._key_under(event)
        if key is None or event.button != 1:
            return
        self._dragging = self.content.ranged
        if self._dragging:
            self.capture_mouse()
        self._go(key, extend=self._dragging and event.shift)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag a range."""
        key = self._key_under(event) if self._dragging else None
        if key is not None and key != self.cursor:
            self._go(key, extend=True)

    def on_mouse_up(self) -> None:
        """End a drag."""
        if self._dragging:
            self._dragging = False
            self.release_mouse()

    def on_click(self, event: events.Click) -> None:
        """A second click opens; one on an event's number goes there."""
        offset, key = event.get_content_offset(self), self._key_under(event)
        if event.chain == 2 and key is not None:
            self.action_choose()
        number = self._number(offset.y) if offset is not None else -1
        if offset is None or event.chain != 1 or not 0 <= number < self.content.length:
            return
        line = self.content.line(number, self.scrollable_content_region.width).line
        ordinal = number_at(line, offset.x - self.content.gutter)
        if ordinal is not None:
            self.post_message(self.Linked(self, ordinal))
