"""The pane beside a timeline: the range, else details at the cursor; one line on a narrow screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.presentation.spans import Line
from workbench.tui.screens.base import BaseScreen
from workbench.tui.state.timeline.timeline import here_brief, here_lines, range_brief, range_lines
from workbench.tui.state.timeline.triggers import trigger_brief, trigger_lines
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.panel import Panel

if TYPE_CHECKING:
    from workbench.services.lookup.timeline import RangeFacts, SessionOutline
    from workbench.strategies.triggers import TriggerMark


class RangePane:
    """Draws `#range-panel` and the line `#range-brief`."""

    def __init__(self, screen: BaseScreen) -> None:
        """Start empty."""
        self._screen = screen

    def draw(
        self,
        outline: SessionOutline | None,
        here: int,
        span: tuple[int, int] | None,
        facts: RangeFacts | None,
        fires: tuple[TriggerMark, ...],
        *,
        fitted: bool,
    ) -> None:
        """Draw the range with its facts; without one the compaction or the triggers at the cursor.

        `fitted`: as high as its content, so that another pane has the rest.
        """
        at = here_lines(outline, here, 30) if span is None and outline is not None else []
        fires = fires if span is None and not at else ()

        def lay(width: int) -> list[Line]:
            if at and outline is not None:
                return here_lines(outline, here, width)
            return trigger_lines(fires, width) if fires else range_lines(facts, span, width)

        brief = here_brief(outline, here) if at and outline is not None else None
        if fires:
            brief = trigger_brief(fires, self._screen.bench.glyphs)
        lines, panel = (
            self._screen.query_one("#range", LineView),
            self._screen.query_one("#range-panel", Panel),
        )
        lines.show(lay, keep=True)
        panel.styles.height = lines.text.length + 2 if fitted else None
        self._screen.query_one("#range-brief", LineView).show(
            lambda _width: [brief or range_brief(facts, span)]
        )
        panel.title = "Compaction" if at else "Triggers" if fires else "Selection"
