"""What a timeline draws after each key, from the screen's parts: plot, side pane, preview, status."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.presentation.figures import plural
from workbench.tui.screens.timeline.range_pane import RangePane
from workbench.tui.state.timeline.timeline import where
from workbench.tui.widgets.panel import Panel

if TYPE_CHECKING:
    from workbench.services.lookup.citing import Cited
    from workbench.services.lookup.timeline import SessionOutline
    from workbench.tui.screens.timeline.timeline import TimelineScreen


class TimelineDrawing:
    """The drawing of one screen; `outline` is the shown session, once it is read."""

    def __init__(self, screen: TimelineScreen) -> None:
        """Start without a session; the screen creates its other parts before anything is drawn."""
        self._screen, self._side = screen, RangePane(screen)
        self.outline: SessionOutline | None = None

    def all(self) -> None:
        """Draw everything that follows the cursor or the range."""
        self.plot()
        self.side()
        self.preview()
        self._screen.rows.mark(self._screen.range.span)
        self._screen.range.look_up()
        self.status()

    def matches(self) -> None:
        """Draw everything that shows matches, after a search began or ended."""
        self._screen.refresh_keys()
        self.plot()
        self.preview()
        self.status()

    def marks(self) -> None:
        """Draw everything that shows triggers, after they changed."""
        self._screen.rows.table.clear_rows()
        self.side()

    def plot(self) -> None:
        """Draw the plot with cursor, range and matches."""
        if self.outline is not None:
            self._screen.plot.draw(
                self.outline, self._screen.rows.here, self._screen.range.span, self._screen.search.hits or ()
            )

    def side(self) -> None:
        """Draw the range, else the details at the cursor."""
        here, chosen = self._screen.rows.here, self._screen.range
        fires, fitted = self._screen.triggers.at(here), self._screen.preview.wanted
        self._side.draw(self.outline, here, chosen.span, chosen.facts, fires, fitted=fitted)

    def preview(self) -> None:
        """Let the preview follow the cursor, to an event or to an artifact that replaces events."""
        if self.outline is not None:
            rows, session_id = self._screen.rows, self.outline.session.session_id
            self._screen.preview.follow(session_id, rows.here, rows.artifact_here, self._screen.search.words)

    def cited(self, _ordinal: int, _cited: Cited) -> None:
        """Update the preview after the citations of an event were found."""
        self._screen.preview.again()
        self.preview()

    def status(self) -> None:
        """Show the match, else the range, else the session as a whole."""
        outline = self.outline
        if outline is None:
            return
        panel = self._screen.query_one("#events-panel", Panel)
        panel.title = f"Events ({outline.session.events:,})"
        panel.counter = where(outline, self._screen.rows.here)
        found = plural(len(outline.compactions), "compaction")
        live = "following   " if self._screen.bench.following.of(outline.session.session_id) else ""
        whole = f"{live}{found}   {plural(len(outline.active), 'range')} accepted"
        self._screen.set_status(self._screen.search.status() or self._screen.range.status() or whole)
