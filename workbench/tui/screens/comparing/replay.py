"""Drift when a session is compacted again and again as it grew: curves and passes (SG7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from textual import on
from textual.containers import Container
from textual.widget import Widget

from workbench.tui.screens.base import BaseScreen, open_event
from workbench.tui.state.comparing.replay import MEASURES, curve_lines, pass_rows, status_words
from workbench.tui.state.spans import PaneRow
from workbench.tui.widgets.ink import Line, Piece
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.panel import Panel
from workbench.tui.widgets.text_view import Text

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.replays.replay import Replay

STOPPED = "The replay was stopped; nothing was kept. R replays the session."


class ReplayScreen(BaseScreen):
    """A replay of the open session, made when the screen opens and not stored."""

    NAME = "replay"

    def __init__(self) -> None:
        """Start without a replay."""
        super().__init__()
        self.found: Replay | None = None
        self.measure = 0

    def body(self) -> Iterable[Widget]:
        """Return the curves, and the passes."""
        yield Container(
            Panel(
                MEASURES[0].title,
                LineView(Text(gutter=False), id="curves", focusable=False),
                id="curves-pane",
            ),
            Panel("Passes", LineView(glyphs=self.bench.glyphs, id="passes"), id="passes-pane"),
            id="replay-panes",
        )

    def load(self) -> None:
        """Replay the session with a progress dialog; esc stops it."""
        from workbench.tui.screens.dialogs.dialog import ProgressDialog

        session = str(self.state.session_id)

        def run(env: Env, on_progress: Callable[[str], None]) -> Replay:
            from workbench.services.replays.replay import ReplayRequest, replay

            return replay(env, session, ReplayRequest(), on_progress)

        dialog = ProgressDialog(
            "Replaying",
            "Compacts the session again and again as it grew, in memory.",
            run,
            promise="esc stops it; nothing of a replay is kept",
            write=False,
        )
        self.app.push_screen(dialog, self._replayed)

    def written_elsewhere(self) -> None:
        """Do nothing: the replay was made in memory; R makes another one."""

    def _replayed(self, found: Replay | None) -> None:
        self.found = found if found is not None else self.found
        self.set_status(status_words(self.found) if self.found is not None else "stopped")
        passes = self.query_one("#passes", LineView)
        passes.content.pinned = 1
        passes.show(self._lay_passes)
        passes.focus()
        self._draw_curves()

    def _draw_curves(self) -> None:
        self.query_one("#curves-pane", Panel).title = MEASURES[self.measure].title
        self.query_one("#curves", LineView).show(self._lay_curves)

    def _lay_curves(self, width: int) -> Sequence[Line]:
        if self.found is None:
            return ((Piece(STOPPED, "dim"),),)
        height = self.query_one("#curves", LineView).size.height
        return curve_lines(self.found, MEASURES[self.measure], width, height, self.bench.glyphs)

    def _lay_passes(self, width: int) -> Sequence[PaneRow]:
        return pass_rows(self.found, width, self.bench.glyphs) if self.found is not None else ()

    @on(LineView.Chosen, "#passes")
    def _pass_chosen(self, message: LineView.Chosen) -> None:
        if self.found is not None:
            open_event(self, self.found.points[message.index].end)

    def on_resize(self) -> None:
        """Draw the curves for the new height; the base class handles the event too."""
        if self.found is not None:
            self.call_after_refresh(self._draw_curves)

    def action_choose(self) -> None:
        """Open the last event of the pass under the cursor."""
        self.query_one("#passes", LineView).action_choose()

    def action_measure(self) -> None:
        """Show the next of retention, of what earlier passes retained, size and contradictions."""
        self.measure = (self.measure + 1) % len(MEASURES)
        self._draw_curves()

    def copied(self) -> str:
        """Return the command that prints the replay."""
        return f"workbench replay {self.state.session_id}"

    def paged(self) -> str:
        """Return the passes as they are shown."""
        return "\n".join(each.text for each in self._lay_passes(100))
