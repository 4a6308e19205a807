"""The timeline: context use, the events, and a range of them to be compacted.

The screen holds what it is composed of, takes the keys and hands each of them on in a line.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from textual import on
from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from workbench.presentation.figures import plural
from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.citing import CitingStatements
from workbench.tui.screens.compacting import Drafting
from workbench.tui.screens.following import FollowKey
from workbench.tui.screens.marking import Marking
from workbench.tui.screens.preview import Preview
from workbench.tui.screens.timeline_plot import ContextPlot
from workbench.tui.screens.timeline_range import RangeChoice
from workbench.tui.screens.timeline_rows import EventRows
from workbench.tui.screens.timeline_search import EventSearch
from workbench.tui.screens.timeline_side import RangePane
from workbench.tui.screens.timeline_triggers import TriggerMarks
from workbench.tui.state.selection import next_stop
from workbench.tui.state.timeline import compaction_at, compaction_stops, draft_at, where
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.panel import Panel
from workbench.tui.widgets.plot import Plot
from workbench.tui.widgets.searchline import SearchLine
from workbench.tui.widgets.text_view import Text

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.lookup.timeline import Outline


@dataclass(frozen=True)
class ReadOutline:
    """The session as a whole."""

    session_id: str


@dataclass(frozen=True)
class OpenText:
    """The whole text of an event, for the pager."""

    ordinal: int


class TimelineScreen(BaseScreen):
    """All events of the open session."""

    NAME = "timeline"

    def __init__(self) -> None:
        """Nothing read yet."""
        super().__init__()
        self.outline: Outline | None = None
        self.triggers = TriggerMarks(self, self._marks_changed)
        self.rows = EventRows(self, self.triggers.at)
        self.range = RangeChoice(self, self._changed, self._draw_side)
        self.plot = ContextPlot(self, self._draw_plot)
        self.search = EventSearch(self, lambda: self.here, self.rows.go, self._search_changed)
        self.side = RangePane(self)
        self.drafting = Drafting(self)
        self.marking = Marking(self)
        self.preview = Preview(self)
        self.citing = CitingStatements(self, lambda _ordinal, _cited: self._preview_again())
        self.follow_key = FollowKey(self)
        self.parts = (
            *(self.rows, self.triggers, self.plot, self.range, self.search),
            *(self.drafting, self.marking, self.preview, self.citing, self.follow_key),
        )

    @property
    def busy(self) -> bool:
        """Also while a range, or the event under the cursor, is about to be looked up."""
        return super().busy or self.range.busy or self.preview.busy

    @property
    def here(self) -> int:
        """Ordinal of the event under the cursor."""
        return self.rows.here

    def body(self) -> Iterable[Widget]:
        """Plot over events beside the selection."""
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
        """Begin with what a first look saw of the session, if there was one."""
        super().on_mount()
        seen, self.bench.glimpse = self.bench.glimpse, None
        if seen is not None and seen.session_id == self.state.session_id:
            self.rows.glimpse(seen)

    def load(self) -> None:
        """Read the outline."""
        session_id = str(self.state.session_id)
        self.bench.citing.look_again()
        self.preview.again()

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.timeline import outline

            return outline(env, session_id)

        self.ask(ReadOutline(session_id), run, group="outline")

    def answered(self, request: object, value: Any) -> None:  # noqa: ANN401 - each request knows its answer
        """The session as a whole, a text for the pager, or what a part asked for."""
        if isinstance(request, ReadOutline):
            self._show(value)
        elif isinstance(request, OpenText):
            self.open_pager(value)
        else:
            super().answered(request, value)

    def _show(self, outline: Outline) -> None:
        fresh = self.outline is None or self.outline.session.session_id != outline.session.session_id
        here = self._cursor_for(outline, fresh=fresh)
        self.outline = outline
        self.plot.begin(outline, fresh=fresh)
        self.rows.show(outline, here)
        self._changed()
        self.triggers.begin(outline, fresh=fresh)

    def _cursor_for(self, outline: Outline, *, fresh: bool) -> int:
        """The event to stand on: one that is wanted, else the same one; whoever reads the end stays there."""
        here, last = self.here, outline.session.events - 1
        before = 0 if fresh or self.outline is None else self.outline.session.events
        if before and here == before - 1 and self.bench.following.of(outline.session.session_id):
            here = last
        selected = self.state.selected
        if fresh and selected is not None:
            here = selected[0]
            self.range.begin(selected)
        elif fresh and not self.rows.glimpsed:
            here = 0
            self.range.begin(None)
        if self.state.event is not None:
            here = self.state.event
            self.select(event=None)
        return here

    # drawing

    def _moved(self, message: LineView.Moved) -> None:
        folds, row = self.rows.folds, message.index
        self.range.move(folds.end_of(row) if message.extend else folds.ordinal_of(row), extend=message.extend)
        self._changed()

    def _changed(self) -> None:
        """After the cursor or the range moved."""
        self._draw_plot()
        self._draw_side()
        self._preview()
        self.rows.mark(self.range.span)
        self.range.look_up()
        self._draw_status()

    def _search_changed(self) -> None:
        self._draw_plot()
        self._preview()
        self._draw_status()

    def _marks_changed(self) -> None:
        self.rows.table.clear_rows()
        self._draw_side()

    def _preview(self) -> None:
        """Have the preview follow the cursor: to an event, or to an artifact that stands for events."""
        if self.outline is not None:
            session_id = self.outline.session.session_id
            self.preview.follow(session_id, self.here, self.rows.stands_here, self.search.words)

    def _preview_again(self) -> None:
        self.preview.again()
        self._preview()

    def _draw_plot(self) -> None:
        if self.outline is not None:
            self.plot.draw(self.outline, self.here, self.range.span, self.search.hits or ())

    def _draw_side(self) -> None:
        here, range_, fitted = self.here, self.range, self.preview.wanted
        fires = self.triggers.at(here)
        self.side.draw(self.outline, here, range_.span, range_.facts, fires, fitted=fitted)

    def _draw_status(self) -> None:
        outline = self.outline
        if outline is None:
            return
        panel = self.query_one("#events-panel", Panel)
        panel.title = f"Events ({outline.session.events:,})"
        panel.counter = where(outline, self.here)
        found = plural(len(outline.compactions), "compaction")
        live = "following   " if self.bench.following.of(outline.session.session_id) else ""
        whole = f"{live}{found}   {plural(len(outline.active), 'range')} accepted"
        self.set_status(self.search.status() or self.range.status() or whole)

    # moving

    def action_next_pane(self) -> None:
        """The other pane; where there is room for one only, it takes the place of the events."""
        if not self.has_class("-narrow"):
            super().action_next_pane()
            return
        second = not self.has_class("-second")
        self.set_class(second, "-second")
        pane = self.query_one("#range", LineView) if second else self.rows.list
        self.call_after_refresh(pane.focus)

    action_previous_pane = action_next_pane

    def action_turn(self, by: int) -> None:
        """Go to the next or previous turn."""
        stop = next_stop(self.outline.turn_starts, self.here, by) if self.outline is not None else None
        if stop is not None:
            self.rows.go(stop)

    def action_compaction(self, by: int) -> None:
        """Go to the next or previous compaction."""
        if self.outline is None:
            return
        stops = compaction_stops(self.outline)
        stop = next_stop(stops, self.here, by)
        if stop is None:
            self.warn("No compaction that way." if stops else "No compaction was found in this session.")
        else:
            self.rows.go(stop)

    def action_match(self, by: int) -> None:
        """The next match; without a search the next compaction."""
        if not self.search.step(by):
            self.action_compaction(by)

    @on(Plot.Picked)
    def _picked(self, message: Plot.Picked) -> None:
        if message.start != message.end:
            self.range.begin((message.start, message.end))
        self.rows.go(message.end)

    # what the parts do

    def action_range(self) -> None:
        """Start or end a range."""
        self.range.toggle(self.here)

    def action_whole_turns(self) -> None:
        """Grow the range, or the event under the cursor, to whole turns."""
        if self.outline is not None:
            self.range.to_whole_turns(self.outline, self.here)

    def action_unit(self) -> None:
        """Tokens or percent."""
        self.plot.toggle_unit()

    def action_zoom(self, by: int) -> None:
        """A closer look around the cursor, or a wider one."""
        if self.outline is not None:
            self.plot.zoom(by, self.outline, self.here)

    def action_triggers(self) -> None:
        """Show where strategies would compact, or not."""
        if self.outline is not None:
            self.triggers.toggle(self.outline)

    def action_fold(self) -> None:
        """Show artifacts in place of their ranges, or the events."""
        self.rows.toggle_folds()

    def action_search(self) -> None:
        """Type a search."""
        self.search.open()

    def action_citing(self) -> None:
        """Go to the statements that cite the event under the cursor."""
        self.citing.find(self.here)

    def action_follow(self) -> None:
        """Follow the transcript while it grows, or not any more."""
        self.follow_key.toggle()
        self._draw_status()

    def action_preview(self) -> None:
        """Show the event under the cursor beside the list, or not."""
        self.preview.toggle()
        self._changed()

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
        """Draft the range; without one that of the compaction under the cursor, else the default one."""
        span, outline = self.range.span, self.outline
        at = compaction_at(outline, self.here) if span is None and outline is not None else None
        if at is not None and outline is not None:
            found = outline.compactions[at]
            span = (found.source_start, found.source_end)
        self.drafting.prepare(span)

    def action_captured(self) -> None:
        """List the decisions and open work of the range."""
        self.bench.go("capture")

    def action_replay(self) -> None:
        """See what drifts when the session is compacted again and again."""
        self.bench.go("replay")

    def action_run_steps(self) -> None:
        """Open the steps of the run that the session is."""
        self.bench.go("run")

    def action_draft_at(self) -> None:
        """Open the draft of the range, or of the compaction or artifact at the cursor."""
        if self.outline is None:
            return
        found = draft_at(self.outline, self.range.span, self.here)
        if found is None:
            self.warn("No compaction or accepted range is here. ( and ) go to compactions.")
        else:
            self.select(artifact_id=found, number=self.outline.numbers.get(found), item_id=None)
            self.bench.go("draft")

    @on(LineView.Chosen, "#events")
    def _chosen(self, message: LineView.Chosen) -> None:
        fold = self.rows.folds.fold_at(message.index)
        if fold is not None and self.outline is not None:
            self.select(artifact_id=fold.artifact_id, number=self.outline.numbers.get(fold.artifact_id))
            self.bench.go("draft")
            return
        self.select(event=self.here, words=self.search.words)
        self.bench.go("event")

    def action_pager(self) -> None:
        """Open the event under the cursor in $PAGER."""
        session_id, ordinal = str(self.state.session_id), self.here

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.timeline import event

            return event(env, session_id, ordinal).event.text

        self.ask(OpenText(ordinal), run, group="text")

    def copied(self) -> str:
        """The range or the event, as commands take them."""
        span = self.range.span
        if span is not None:
            return f"{self.state.session_id} --range {span[0]}..{span[1]}"
        return f"{self.state.session_id}:{self.here}"
