"""The pane of the draft screen that shows the draft: by kind, or as running text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.review.prose import ProseView
from workbench.tui.screens.shown_draft import ShownDraft
from workbench.tui.state.review import drafts
from workbench.tui.state.review.artifact_text import draft_rows, mark_of
from workbench.tui.state.spans import PaneRow
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.panel import Panel

if TYPE_CHECKING:
    from workbench.presentation.problems import GateProblem


class DraftPane:
    """The content of the pane `#draft-pane` of a screen; `shown` is the draft in it."""

    def __init__(self, screen: BaseScreen, shown: ShownDraft) -> None:
        """Start empty; `draw` fills the pane."""
        self._screen, self._shown = screen, shown
        self.prose = ProseView(screen, shown, self.draw)

    @property
    def lines(self) -> LineView:
        """The view of the draft."""
        return self._screen.query_one("#draft", LineView)

    def show_empty(self, session: str, gates: LineView) -> None:
        """Show, in place of the gates, what to do if there is no draft."""
        gates.show(lambda width: drafts.empty_rows(session, width))
        self.lines.show(lambda _width: ())

    def copied(self) -> str:
        """Return the statement under the cursor while the pane has the focus; empty for none."""
        key, judgement = self.lines.cursor, self._shown.judgement
        if not self.lines.has_focus or not key or judgement is None:
            return ""
        return judgement.statement(key) or key

    def as_given(self) -> str:
        """Return the draft as an agent would be given it; empty for none."""
        if self._shown.judged is None:
            return ""
        from gates.render import artifact_text

        return artifact_text(self._shown.judged.artifact)

    def go_to_problem(self, problem: GateProblem | None) -> None:
        """Scroll to the statement that a problem is about; about none, as of what is lost, show no cursor."""
        about = problem.item_id or "" if problem is not None else None
        self.lines.content.pointing = about is None or self.lines.go_to(about, centre=True, quiet=True)
        self.lines.refresh()

    def draw(self) -> None:
        """Draw the draft by kind, or as running text; the cursor keeps its statement."""
        judged = self._shown.judged
        if judged is None:
            return
        title = f"Draft d-{judged.number}" + (f" {self.prose.title}" if self.prose.shown else "")
        self._screen.query_one("#draft-pane", Panel).title = title
        self.lines.show(self._lay)
        if self.lines.cursor is not None:
            self.lines.go_to(self.lines.cursor, centre=True, quiet=True)

    def _lay(self, width: int) -> Sequence[PaneRow]:
        page, judgement = self._shown.page, self._shown.judgement
        if page is None or page.judged is None or judgement is None:
            return ()
        found, artifact = judgement.problems, page.judged.artifact
        if self.prose.shown:
            return self.prose.rows({i.item_id: mark_of(i.item_id, found) for i in artifact.items}, width)
        return draft_rows(artifact, found, drafts.figures(page), width)
