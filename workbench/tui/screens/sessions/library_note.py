"""The text in place of the library's rows: how to begin, or why the store was not read or is gone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.tui.screens.asking import explain
from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.sessions.importing import WAYS
from workbench.tui.state.sessions.library import empty_lines, gone_lines, unread_lines
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.text_view import Text

if TYPE_CHECKING:
    from workbench.presentation.spans import Line

SAMPLES = 4
"""Number of sample sessions."""


class LibraryNote:
    """The note of one screen; its `view` is beside the rows."""

    def __init__(self, screen: BaseScreen) -> None:
        """Start without knowledge of the store."""
        self._screen = screen
        self.view = LineView(Text(gutter=False), id="empty", focusable=False)
        self.view.display = False
        self._gone = False
        self._unread = ""

    def read(self, *, had_sessions: bool) -> None:
        """Take note that the sessions were read; a missing store is "gone" if it ever held any."""
        self._unread = ""
        self._gone = (self._gone or had_sessions) and not self._screen.bench.env.store_exists

    def failed(self, error: Exception) -> None:
        """Take note that the sessions could not be read and none are known from before."""
        title, message, _ = explain(error, self._screen.bench.env.wait_seconds)
        self._unread = f"{title}: {message}"

    def wanted(self, *, known: bool, sessions: int) -> bool:
        """Return whether the note replaces the rows of so many sessions, and draw it then."""
        self.view.display = not sessions and (known or bool(self._unread))
        if self.view.display:
            self.view.show(self._lines)
        return bool(self.view.display)

    def _lines(self, width: int) -> Sequence[Line]:
        place = self._screen.bench.env.store_location
        if self._unread:
            return unread_lines(place, self._unread, width)
        return gone_lines(place, width) if self._gone else empty_lines(SAMPLES, WAYS)
