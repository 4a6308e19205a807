"""Details of the selected claim: its words, its links, the findings of the gates, notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.review.claim_source import SourcePane
from workbench.tui.screens.shown_draft import ShownDraft
from workbench.tui.state.review.claims import ClaimLine, detail_rows
from workbench.tui.state.review.editing import note_lines
from workbench.tui.state.spans import PaneRow
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.panel import Panel


class DetailPane:
    """The content of the pane `#detail-pane`, beside the source of the same `entry`."""

    def __init__(
        self, screen: BaseScreen, shown: ShownDraft, source: SourcePane, entry: Callable[[], ClaimLine | None]
    ) -> None:
        """Start without a selection."""
        self._screen, self._shown, self._source, self._entry = screen, shown, source, entry

    @property
    def _lines(self) -> LineView:
        return self._screen.query_one("#detail", LineView)

    def show(self) -> None:
        """Show a newly selected entry and its source."""
        self._source.link = 0
        entry = self._entry()
        if entry is None or self._shown.judged is None:
            self._lines.show(lambda _width: ())
            return
        self._lines.show(self._lay, keep=False)
        self._screen.query_one("#detail-pane", Panel).title = entry.place
        self._source.follow(entry)

    def step(self, by: int) -> None:
        """Go to the next link of the entry."""
        if self._source.step(self._entry(), by):
            self._lines.show(self._lay)

    def _lay(self, width: int) -> Sequence[PaneRow]:
        entry, page = self._entry(), self._shown.page
        if entry is None or page is None or page.judged is None:
            return ()
        notes = note_lines(page, entry.key)
        return detail_rows(entry, self._source.link, page.judged.events, width, notes)
