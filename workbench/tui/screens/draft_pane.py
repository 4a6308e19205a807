"""The pane of the draft screen that shows the draft: by kind, or as running text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.prose import ProseView
from workbench.tui.state import drafts
from workbench.tui.state.artifact_text import draft_rows, mark_of
from workbench.tui.state.spans import Row
from workbench.tui.widgets.keyed import KeyedLines
from workbench.tui.widgets.panel import Panel

if TYPE_CHECKING:
    from workbench.presentation.judgement import Judgement
    from workbench.presentation.problems import Problem
    from workbench.services.drafts.draft_page import DraftPage


class DraftPane:
    """Of a screen with the pane `#draft-pane`; page and judgement are what it shows."""

    def __init__(
        self,
        screen: BaseScreen,
        page: Callable[[], DraftPage | None],
        judgement: Callable[[], Judgement | None],
    ) -> None:
        """Nothing is shown before `draw`."""
        self._screen, self._page, self._judgement = screen, page, judgement
        self.prose = ProseView(screen, page, self.draw)

    @property
    def lines(self) -> KeyedLines:
        """The draft itself."""
        return self._screen.query_one("#draft", KeyedLines)

    def stand_on(self, problem: Problem | None) -> None:
        """Scroll to the statement that a problem is about."""
        if problem is not None and problem.item_id is not None:
            self.lines.go_to(problem.item_id, centre=True, quiet=True)

    def draw(self) -> None:
        """The draft by kind, or as running text; the cursor stays where it is."""
        page = self._page()
        if page is None or page.judged is None:
            return
        title = f"Draft d-{page.judged.number}" + (f" {self.prose.title}" if self.prose.shown else "")
        self._screen.query_one("#draft-pane", Panel).title = title
        self.lines.show(self._lay)
        if self.lines.cursor is not None:
            self.lines.go_to(self.lines.cursor, centre=True, quiet=True)

    def _lay(self, width: int) -> Sequence[Row]:
        page, judgement = self._page(), self._judgement()
        if page is None or page.judged is None or judgement is None:
            return ()
        found, artifact = judgement.problems, page.judged.artifact
        if self.prose.shown:
            return self.prose.rows({i.item_id: mark_of(i.item_id, found) for i in artifact.items}, width)
        return draft_rows(artifact, found, drafts.figures(page), width)
