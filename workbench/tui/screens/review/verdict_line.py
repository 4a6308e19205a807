"""The line below a draft: whether it may replace its range, and why; or what is being waited for."""

from __future__ import annotations

from workbench.presentation.spans import StyledText, line
from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.shown_draft import ShownDraft
from workbench.tui.state.review.editing import looked_at, working_line
from workbench.tui.state.review.gate_table import verdict_bar
from workbench.tui.widgets.statusline import StatusLine


class VerdictLine:
    """The content of the line `#verdict`."""

    def __init__(self, screen: BaseScreen, shown: ShownDraft) -> None:
        """Start empty."""
        self._screen, self._shown = screen, shown

    @property
    def _line(self) -> StatusLine:
        return self._screen.query_one("#verdict", StatusLine)

    def show_text(self, text: str) -> None:
        """Show a text other than a verdict."""
        self._line.announce(line(StyledText(text, "dim")))

    def announce(self) -> None:
        """Show whether the draft is replaceable, and why."""
        page, judgement = self._shown.page, self._shown.judgement
        if judgement is None or page is None:
            return
        state = page.line.state if page.line else "draft"
        main, hint = verdict_bar(
            judgement,
            active=state == "active",
            rejected=state == "rejected",
            looked_at=looked_at(page, self._screen.bench.looked_at),
        )
        self._line.announce((*working_line(page), *main), hint, kept=True)
