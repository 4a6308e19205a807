"""Drawn lines with a cursor that stands on things, not on lines: a claim of five lines is one stop.

It lays rows out anew for each width and renders what is seen. What the keys mean is the screen's affair.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from textual import events
from textual.message import Message

from workbench.tui.state.spans import number_at
from workbench.tui.widgets.keyed_painting import KeyedPainting, Layout
from workbench.tui.widgets.rows import row_bindings


class KeyedLines(KeyedPainting, can_focus=True):
    """A text whose keyed rows can be walked, chosen and clicked."""

    ALLOW_MAXIMIZE = True
    BINDINGS = row_bindings()

    @dataclass
    class Moved(Message):
        """The cursor stands on another key."""

        lines: KeyedLines
        key: str

        @property
        def control(self) -> KeyedLines:
            """The widget."""
            return self.lines

    @dataclass
    class Chosen(Message):
        """Enter, or a second click."""

        lines: KeyedLines
        key: str

        @property
        def control(self) -> KeyedLines:
            """The widget."""
            return self.lines

    @dataclass
    class Linked(Message):
        """A click on the number of an event, as in `[144]`."""

        lines: KeyedLines
        ordinal: int

        @property
        def control(self) -> KeyedLines:
            """The widget."""
            return self.lines

    follower: Callable[[Moved], None] | None = None
    """Hears of moves at once, in place of the message: what follows is in the same frame as the cursor."""

    # what the screen hands in

    def show(self, layout: Layout, *, cursor: str | None = None, keep: bool = True) -> None:
        """Show other rows; the cursor goes to `cursor`, else stays on its key, else to the first."""
        self._layout = layout
        self._laid = -1
        if cursor is not None:
            self._cursor = cursor
        if not keep:
            self.scroll_to(y=0, animate=False)
        self._lay()
        if cursor is not None:
            self._reveal()

    def go_to(self, key: str, *, centre: bool = False, quiet: bool = False) -> bool:
        """Put the cursor on a key and show it; False when there is no such key. `quiet` posts nothing."""
        if key not in self._blocks:
            return False
        moved = key != self._cursor
        self._cursor = key
        if self.range is not None:
            self.range.follow(self.keys, key)
        self._reveal(centre=centre)
        self.refresh()
        if moved and not quiet:
            told = self.Moved(self, key)
            if self.follower is None:
                self.post_message(told)
            else:
                self.follower(told)
        return True

    # movement

    def action_move(self, by: int) -> None:
        """To the next or previous key; a block longer than the view scrolls first."""
        keys = self.keys
        if not keys:
            self.scroll_relative(y=by, animate=False)
            return
        here = self.cursor or keys[0]
        first, last = self._blocks[here]
        top, bottom = round(self.scroll_y), round(self.scroll_y) + self._height - 1
        at = keys.index(here)
        if (
            (by > 0 and last > bottom)
            or (by < 0 and first < top + self.pinned and first > 0)
            or not 0 <= at + by < len(keys)
        ):
            self.scroll_relative(y=by, animate=False)
        else:
            self.go_to(keys[at + by])

    def action_extend(self, by: int) -> None:
        """Move, and take a range along where there can be one."""
        if self.range is not None:
            self.range.extend(self.keys, self.cursor)
        self.action_move(by)

    def action_page(self, by: int) -> None:
        """Move by half a page."""
        keys, step = self.keys, max(self._height // 2, 1)
        if not keys:
            self.scroll_relative(y=by * step, animate=False)
            return
        target = self._blocks[self.cursor or keys[0]][0] + by * step
        near = [
            key
            for key in keys
            if (self._blocks[key][0] >= target if by > 0 else self._blocks[key][0] <= target)
        ]
        self.go_to((near[0] if by > 0 else near[-1]) if near else keys[-1] if by > 0 else keys[0])

    def action_first(self) -> None:
        """To the first key, and to the top."""
        self.scroll_to(y=0, animate=False)
        if self.keys:
            self.go_to(self.keys[0])

    def action_last(self) -> None:
        """To the last key, and to the end."""
        if self.keys:
            self.go_to(self.keys[-1])
        self.scroll_to(y=self.max_scroll_y, animate=False)

    def action_choose(self) -> None:
        """Open what the cursor stands on."""
        key = self.cursor
        if key is not None:
            self.post_message(self.Chosen(self, key))

    # mouse

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Put the cursor there."""
        offset = event.get_content_offset(self)
        if offset is None or event.button != 1:
            return
        row = self._row(offset.y)
        if row is not None and row.key is not None:
            self.go_to(row.key)

    def on_click(self, event: events.Click) -> None:
        """A second click opens; one on an event's number goes there."""
        offset = event.get_content_offset(self)
        row = self._row(offset.y) if offset is not None else None
        if offset is not None and row is not None and event.chain == 1:
            ordinal = number_at(row.line, offset.x - self._margin)
            if ordinal is not None:
                self.post_message(self.Linked(self, ordinal))
        if event.chain == 2 and row is not None and row.key is not None:
            self.action_choose()
