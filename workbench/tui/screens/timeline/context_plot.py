"""The plot above a timeline: its window, its unit, and its data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.presentation.cells import width_of
from workbench.presentation.figures import short
from workbench.tui.screens.base import WIDE, BaseScreen
from workbench.tui.state.timeline.plot import PlotView, PlotWindow
from workbench.tui.state.timeline.timeline import limit_of
from workbench.tui.widgets.panel import Panel
from workbench.tui.widgets.plot import Plot

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.lookup.timeline import SessionOutline

BORDER_END = 3
"""Cells of the lower border after the words in it."""


@dataclass(frozen=True)
class ReadUse:
    """Context use in a window."""

    window: PlotWindow


class ContextPlot:
    """The content of the pane `#plot-panel`; `changed` is called when it has to be drawn again."""

    def __init__(self, screen: BaseScreen, changed: Callable[[], None]) -> None:
        """Start without data."""
        self._screen, self._changed = screen, changed
        self.window = PlotWindow(0, 0)
        self._use: tuple[int, ...] = ()
        self._percent = False

    def begin(self, outline: SessionOutline, *, fresh: bool) -> None:
        """Take over a session that was read; `fresh`: another session, which is shown as a whole."""
        if fresh:
            self.window = PlotWindow(0, max(outline.session.events - 1, 0))
        if self.window.size == outline.session.events:
            self._use = outline.use

    def toggle_unit(self) -> None:
        """Toggle between tokens and percent."""
        self._percent = not self._percent
        self._changed()

    def zoom(self, by: int, outline: SessionOutline, here: int) -> None:
        """Zoom in around an event, or out."""
        if not outline.session.events:
            return
        self.window = self.window.zoomed(by, here, outline.session.events)
        window, session_id = self.window, outline.session.session_id

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.timeline import context_use

            return context_use(env, session_id, window.start, window.end)

        self._screen.ask(ReadUse(window), run, group="use")

    def answered(self, request: object, value: Any) -> bool:  # noqa: ANN401 - each request knows its answer
        """Take an answer; return False if it belongs to another part."""
        if not isinstance(request, ReadUse):
            return False
        self._use = value.tokens
        self._changed()
        return True

    def draw(
        self, outline: SessionOutline, here: int, selected: tuple[int, int] | None, hits: tuple[int, ...]
    ) -> None:
        """Draw the window with cursor, range and matches."""
        limit, glyphs = limit_of(outline), self._screen.bench.glyphs
        view = PlotView(
            window=self.window,
            use=self._use,
            limit=limit,
            percent=self._percent,
            selected=selected,
            cursor=here,
            compactions=tuple(each.source_end for each in outline.compactions),
            hits=hits,
            accepted=tuple((move.source_start, move.source_end) for move in outline.active),
        )
        plot = self._screen.query_one(Plot)
        plot.zoom = lambda by, ordinal: self.zoom(by, outline, ordinal)
        plot.show(view)
        panel, wide = self._screen.query_one("#plot-panel", Panel), self._screen.size.width >= WIDE
        panel.title, panel.clicked = "Context use", self._clicked
        if limit:
            counted, stated = (", counted from the events", ", as the agent reported") if wide else ("", "")
            panel.title += f"{counted}   compacted at {short(limit)}{stated} {glyphs.threshold * 3}"
        legend = f"C compaction  {glyphs.artifact} accepted  {glyphs.trigger} trigger  "
        legend += f"{glyphs.axis_mark} range  {glyphs.here} here  "
        panel.counter = (legend if wide else "") + self._unit_key

    @property
    def _unit_key(self) -> str:
        return "u tokens" if self._percent else "u percent"

    def _clicked(self, x: int, y: int) -> None:
        """Change the unit after a click on its key, at the end of the pane's lower border."""
        pane = self._screen.query_one("#plot-panel", Panel).region
        end = pane.right - BORDER_END
        if y == pane.bottom - 1 and end - width_of(self._unit_key) <= x < end:
            self.toggle_unit()
