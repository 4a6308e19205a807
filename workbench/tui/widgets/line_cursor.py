"""Movement of the cursor of a line view: by steps, pages, ends and mouse, and scrolling it into view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from workbench.tui.state.spans import PaneRow

if TYPE_CHECKING:
    from workbench.tui.widgets.line_view import LineView

MARKING = ("mark", "match")
"""Prefixes of the styles of highlighted words: linked words, and matches of a search."""
MOST = 64
"""Most keys that wait for the rows."""


@runtime_checkable
class Reads(Protocol):
    """A screen that reads what it shows."""

    @property
    def reading(self) -> bool:
        """Whether what it shows is still to come."""
        ...


class LineCursor:
    """The cursor of one view; its position is stored in the view's content."""

    def __init__(self, view: LineView) -> None:
        """Start without a drag."""
        self._view, self._content = view, view.content
        self._dragging = False
        self._early: list[Callable[[], None]] = []

    # keys that come while the screen still reads its rows

    def waits(self, act: Callable[[], None]) -> bool:
        """Return whether a key waits because there is no stop yet but an answer to come; it is then kept."""
        reading = isinstance(self._view.screen, Reads) and self._view.screen.reading
        waits = bool(reading and self._content.gutter and self._content.cursor_key is None)
        if waits and len(self._early) < MOST:
            self._early.append(act)
        return waits

    def catch_up(self) -> None:
        """Handle the keys that waited, once the screen has dealt with the rows that came."""
        if self._early and self._content.cursor_key is not None:
            early, self._early = self._early, []
            for act in early:
                self._view.call_later(act)

    # position

    def move_to(self, key: str, *, centre: bool = False, scroll: bool = True) -> bool | None:
        """Put the cursor on a key and show it; return whether it moved, or None if there is no such key."""
        view, content, before = self._view, self._content, self._content.block
        moved = content.place(key)
        if moved is None:
            return None
        if scroll:
            self.reveal(centre=centre)
        blocks = [block for block in (before, content.block) if block is not None]
        if content.spreads or any(block[0] < content.pinned for block in blocks):
            view.refresh()
        else:
            for line in (line for block in blocks for line in range(block[0], block[1] + 1)):
                view.refresh_line(line)
        return moved

    def go(self, key: str | None, *, extend: bool = False, scroll: bool = True) -> None:
        """Put the cursor on a key and announce it; `extend` extends the range with it."""
        if key is None:
            return
        if extend:
            self._content.extend()
        if self.move_to(key, scroll=scroll) or extend:
            self._view.announce_moved(extend=extend)

    def reveal(self, *, centre: bool = False) -> None:
        """Scroll to the cursor's stop, as little as needed; with `centre`, leave lines above and below it."""
        view, content, block = self._view, self._content, self._content.block
        if block is None or view.size.height == 0:
            return
        first, last = block
        lead, top, height = content.pinned, round(view.scroll_y), view.height
        if content.index_of(content.cursor_key or "") == 0 and last < height:
            target = 0
        elif centre:
            target = first - content.above(height)
        elif first < top + lead:
            target = first - lead
        elif last >= top + height:
            target = min(first - lead, last - height + 1)
        else:
            return
        view.scroll_to(y=max(target, 0), animate=False, force=True, immediate=True)

    def reveal_mark(self, rows: Sequence[PaneRow]) -> None:
        """Scroll so that the first of the rows with highlighted words is a third down the view."""
        view, pinned = self._view, self._content.pinned
        marked = [n for n, row in enumerate(rows) if any(s.style.startswith(MARKING) for s in row.line)]
        if marked:
            lead = max((view.height - pinned) // 3, 1) + pinned
            view.scroll_to(y=max(marked[0] - lead, 0), animate=False, force=True, immediate=True)

    # keys

    def step(self, by: int, *, extend: bool = False) -> None:
        """Move to the next or previous stop; a stop that is longer than the view scrolls first."""
        if self.waits(lambda: self.step(by, extend=extend)):
            return
        block = self._content.block
        wanted = self._content.neighbour(by) if block is not None else None
        if extend:
            self._content.extend()
        if block is None or wanted is None or self._goes_on(block, by):
            self._view.scroll_relative(y=by, animate=False, immediate=True)
        else:
            self.go(wanted, extend=extend)

    def _goes_on(self, block: tuple[int, int], by: int) -> bool:
        """Return whether the cursor's stop has more lines beyond the view."""
        first, last = block
        top = round(self._view.scroll_y)
        below = last > top + self._view.height - 1
        return first < last and (below if by > 0 else 0 < first < top + self._content.pinned)

    def page(self, by: int) -> None:
        """Move by half a page."""
        if self.waits(lambda: self.page(by)):
            return
        block, step = self._content.block, by * max(self._view.height // 2, 1)
        if block is None:
            self._view.scroll_relative(y=step, animate=False, immediate=True)
        else:
            self.go(self._content.nearest(block[0] + step, by))

    def first(self) -> None:
        """Move to the first stop, and scroll to the top."""
        self._view.scroll_to(y=0, animate=False, immediate=True)
        self.go(self._content.end(0))

    def last(self) -> None:
        """Move to the last stop, and scroll to the end."""
        if self.waits(self.last):
            return
        self.go(self._content.end(-1))
        self._view.scroll_to(y=self._view.max_scroll_y, animate=False, immediate=True)

    # mouse

    def press(self, key: str | None, *, extend: bool) -> None:
        """Handle a button press over a key: move there and, if ranges are possible, allow a drag.

        The view does not scroll, so that a second click hits the same stop.
        """
        self._dragging = key is not None and self._content.ranged
        if self._dragging:
            self._view.capture_mouse()
        self.go(key, extend=self._dragging and extend, scroll=False)

    def drag(self, key: str | None, y: float) -> None:
        """Handle a mouse move over another key, or at `y` beyond the upper or lower edge."""
        beyond = int(y >= self._view.size.height) - int(y < self._content.pinned)
        if self._dragging and beyond:
            self.go(self._content.neighbour(beyond), extend=True)
        elif self._dragging and key not in (None, self._content.cursor_key):
            self.go(key, extend=True, scroll=False)

    def release(self) -> None:
        """Handle the release of the button."""
        if self._dragging:
            self._dragging = False
            self._view.release_mouse()
