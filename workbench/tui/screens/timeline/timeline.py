"""The timeline: context use, the events, and a range of them to be compacted.

The screen owns its parts, and passes each key on to one of them in a line.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from textual import on
from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.drafting.compacting import Drafting
from workbench.tui.screens.editing.marking import Marking
from workbench.tui.screens.timeline.citing import CitingStatements
from workbench.tui.screens.timeline.context_plot import ContextPlot
from workbench.tui.screens.timeline.drawing import TimelineDrawing
from workbench.tui.screens.timeline.event_rows import EventRows
from workbench.tui.screens.timeline.following import FollowKey
from workbench.tui.screens.timeline.jumps import TimelineJumps
from workbench.tui.screens.timeline.preview import Preview
from workbench.tui.screens.timeline.range_choice import RangeChoice
from workbench.tui.screens.timeline.timeline_search import TimelineSearch
from workbench.tui.screens.timeline.trigger_marks import TriggerMarks
from workbench.tui.screens.turns import focus_shown, is_narrow
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.panel import Panel
from workbench.tui.widgets.plot import Plot
from workbench.tui.widgets.searchline import SearchLine
from workbench.tui.widgets.text_view import Text

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.lookup.timeline import SessionOutline


@dataclass(frozen=True)
class ReadOutline:
    """The session as a whole."""

    session_id: str


class TimelineScreen(BaseScreen):
    """All events of the open session."""

    NAME = "timeline"

    def __init__(self) -> None:
        """Start without data."""
        super().__init__()
        self.drawing = TimelineDrawing(self)
        self.triggers = TriggerMarks(self, self.drawing.marks)
        self.rows = EventRows(self, self.triggers.at)
        self.range = RangeChoice(self, self.drawing.all, self.drawing.side)
        self.plot = ContextPlot(self, self.drawing.plot)
        self.search = TimelineSearch(self, self.rows, self.drawing.matches)
        self.preview = Preview(self)
        self.jumps = TimelineJumps(self, self.rows, lambda: self.outline)
        self.drafting = Drafting(self)
        self.marking = Marking(self)
        self.citing = CitingStatements(self, self.drawing.cited)
        self.follow_key = FollowKey(self)
        self.pressing = lambda: (*self.search.pressing, *self.follow_key.pressing)
        self.parts = (
            *(self.rows, self.triggers, self.plot, self.range, self.search),
            *(self.drafting, self.marking, self.preview, self.citing, self.follow_key),
        )

    @property
    def outline(self) -> SessionOutline | None:
        """The session as a whole, once it is read."""
        return self.drawing.outline

    @property
    def busy(self) -> bool:
        """Whether an answer is awaited, or a range or the event under the cursor is about to be looked up."""
        return super().busy or self.range.busy or self.preview.busy

    @property
    def here(self) -> int:
        """Ordinal of the event under the cursor."""
        return self.rows.here

    def body(self) -> Iterable[Widget]:
        """Return the plot above the events and the selection."""
        glyphs = self.bench.glyphs
        rows = LineView(self.rows.table, glyphs=glyphs, id="events", classes="first")
        rows.follower = self._moved
        search = SearchLine("search the text of all events")
        yield Panel("Context use", Plot(glyphs), id="plot-panel")
        with Horizontal(classes="panes"):
            yield Panel(
                "Events",
                search,
                rows,
                LineView(Text(gutter=False), id="range-brief", focusable=False),
                id="events-panel",
            )
            yield Vertical(
                Panel("Selection", LineView(Text(gutter=False), id="range"), id="range-panel"), id="side"
            )
        self.preview.wear()

    # reading

    def on_mount(self) -> None:
        """Begin with the first glimpse of the session, if there was one."""
        seen, self.bench.glimpse = self.bench.glimpse, None
        if seen is not None and seen.session_id == self.state.session_id:
            self.rows.glimpse(seen)

    def load(self) -> None:
        """Request the outline."""
        session_id = str(self.state.session_id)
        self.bench.citing.look_again()
        self.preview.again()

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.timeline import outline

            return outline(env, session_id)

        self.ask(ReadOutline(session_id), run, group="outline")

    def answered(self, request: object, value: Any) -> None:  # noqa: ANN401 - each request knows its answer
        """Show the session as a whole, or pass the answer to a part."""
        if isinstance(request, ReadOutline):
            self._show(value)
        else:
            super().answered(request, value)

    def _show(self, outline: SessionOutline) -> None:
        fresh = self.outline is None or self.outline.session.session_id != outline.session.session_id
        here = self.jumps.landing(outline, self.range, fresh=fresh)
        self.drawing.outline = outline
        self.plot.begin(outline, fresh=fresh)
        self.rows.show(outline, here)
        self.drawing.all()
        self.triggers.begin(outline, fresh=fresh)
        self.follow_key.begin()

    def _moved(self, message: LineView.Moved) -> None:
        place = self.rows.folds.end_of if message.extend else self.rows.folds.ordinal_of
        self.range.move(place(message.index), extend=message.extend)
        self.drawing.all()

    def action_next_pane(self) -> None:
        """Go to the other pane; without room for both, it replaces the events."""
        if not is_narrow(self):
            super().action_next_pane()
            return
        second = not self.has_class("-second")
        self.set_class(second, "-second")
        pane = self.query_one("#range", LineView) if second else self.rows.list
        focus_shown(self, pane)

    action_previous_pane = action_next_pane

    def action_turn(self, by: int) -> None:
        """Go to the next or previous turn."""
        self.jumps.turn(by)

    def action_compaction(self, by: int) -> None:
        """Go to the next or previous compaction."""
        self.jumps.compaction(by)

    def action_match(self, by: int) -> None:
        """Go to the next match; without a search, to the next compaction."""
        if not self.search.step(by):
            self.jumps.compaction(by)

    @on(Plot.Picked)
    def _picked(self, message: Plot.Picked) -> None:
        if message.start != message.end:
            self.range.begin((message.start, message.end))
        self.rows.go(message.end)

    # actions of the parts

    def action_range(self) -> None:
        """Start or end a range."""
        self.range.toggle(self.here)

    def action_whole_turns(self) -> None:
        """Grow the range, or the event under the cursor, to whole turns."""
        if self.outline is not None:
            self.range.to_whole_turns(self.outline, self.here)

    def action_unit(self) -> None:
        """Toggle between tokens and percent."""
        self.plot.toggle_unit()

    def action_zoom(self, by: int) -> None:
        """Zoom in around the cursor, or out."""
        if self.outline is not None:
            self.plot.zoom(by, self.outline, self.here)

    def action_triggers(self) -> None:
        """Show or hide where strategies would compact."""
        if self.outline is not None:
            self.triggers.toggle(self.outline)

    def action_fold(self) -> None:
        """Toggle between artifacts in place of their ranges and all events."""
        self.rows.toggle_folds()

    def action_search(self) -> None:
        """Open the search."""
        self.search.open()

    def action_citing(self) -> None:
        """Go to the statements that cite the event under the cursor."""
        self.citing.find(self.here)

    def action_follow(self) -> None:
        """Start or stop following the transcript."""
        self.follow_key.toggle()
        self.drawing.status()

    def action_preview(self) -> None:
        """Show or hide the event under the cursor beside the list."""
        self.preview.toggle()
        self.drawing.all()

    def action_mark(self) -> None:
        """Add the event under the cursor to the selected draft as a decision or open work."""
        self.marking.mark(self.here)

    def escape(self) -> bool:
        """Clear the search, else the range."""
        return self.search.clear() or self.range.clear()

    @on(LineView.Wanted, "#events")
    def _wanted(self, message: LineView.Wanted) -> None:
        self.rows.read(message)

    @on(SearchLine.Submitted)
    def _submitted(self, message: SearchLine.Submitted) -> None:
        self.search.submit(message.value)

    # to other screens

    def action_compact(self) -> None:
        """Draft the range; without one, that of the compaction under the cursor, else the default one."""
        if not self.jumps.queue.holds("compact"):
            self.drafting.prepare(self.range.span or self.jumps.compacted_here())

    def action_draft_at(self) -> None:
        """Open the draft of the range, or of the compaction or artifact at the cursor."""
        self.jumps.open_draft(self.range.span)

    @on(LineView.Chosen, "#events")
    def _chosen(self) -> None:
        self.jumps.open_row(self.search.words)

    def action_pager(self) -> None:
        """Open the event under the cursor in $PAGER."""
        self.rows.page_event()

    def copied(self) -> str:
        """Return the range or the event, as commands take them."""
        return f"{self.state.session_id}{self.range.argument or f':{self.here}'}"
