"""Details of the session under the library's cursor, in full or, on a low screen, in a few lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.presentation.spans import Line
from workbench.tui.screens.base import BaseScreen
from workbench.tui.state.sessions.library import brief_lines, detail_lines, name_of
from workbench.tui.text import clip
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.panel import Panel

if TYPE_CHECKING:
    from workbench.services.lookup.overview import SessionDetails


class LibraryDetails:
    """The content of the pane `#details-panel`."""

    def __init__(self, screen: BaseScreen) -> None:
        """Start empty."""
        self._screen = screen

    def show(self, details: SessionDetails | None) -> None:
        """Show a session, or nothing."""
        glyphs, low = self._screen.bench.glyphs, not self._screen.has_class("-wide")

        def lay(width: int) -> Sequence[Line]:
            if details is None:
                return ()
            return (brief_lines if low else detail_lines)(details, width, glyphs)

        self._screen.query_one("#details", LineView).show(lay)
        title = name_of(details.line) if details is not None and low else "Details"
        self._screen.query_one("#details-panel", Panel).title = clip(title, 64)
