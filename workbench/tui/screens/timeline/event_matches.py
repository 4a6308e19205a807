"""Search within an event: the words, and the walk from match to match."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from workbench.tui.screens.base import BaseScreen
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.searchline import SearchLine


class EventMatches:
    """The search in `#event-text`; `changed` lays it out again, `stated` shows which match is current."""

    def __init__(self, screen: BaseScreen, changed: Callable[[], None], stated: Callable[[], None]) -> None:
        """Start without a search."""
        self._screen, self._changed, self._stated = screen, changed, stated
        self._lines: Sequence[int] = ()
        self._at = 0
        self.words: tuple[str, ...] = ()

    @property
    def _text(self) -> LineView:
        return self._screen.query_one("#event-text", LineView)

    def found(self, lines: Sequence[int]) -> None:
        """Store the line of each match of a laid-out text, and show the first one."""
        self._lines, self._at = lines, 0
        if lines:
            self._screen.call_after_refresh(self._reveal)

    def status(self) -> str:
        """Return `match 2 of 7`; empty without a match."""
        return f"match {self._at + 1} of {len(self._lines)}   " if self._lines else ""

    def _reveal(self) -> None:
        """Scroll so that the match is a third down the view."""
        line = self._lines[self._at]
        above = self._text.size.height // 3
        self._text.scroll_to(y=max(line - above, 0), animate=False, force=True, immediate=True)

    def submit(self, typed: str) -> None:
        """Search for the typed text; an empty one ends the search."""
        needle = " ".join(typed.split())
        self.words = (needle,) if needle else ()
        self._screen.query_one(SearchLine).close()
        self._text.focus()
        self._changed()

    def step(self, by: int) -> None:
        """Show the next or previous match, wrapping around; show a warning if there is none."""
        if not self._lines:
            stated = "Nothing here matches." if self.words else "Nothing is searched for: / searches."
            self._screen.warn(stated)
            return
        self._at = (self._at + by) % len(self._lines)
        self._stated()
        self._reveal()

    def clear(self) -> bool:
        """End the search; return False if there is none."""
        line = self._screen.query_one(SearchLine)
        if not line.is_open and not self.words:
            return False
        line.close()
        self._text.focus()
        if self.words:
            self.words = ()
            self._changed()
        return True
