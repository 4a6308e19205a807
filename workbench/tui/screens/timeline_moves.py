"""What the keys of the timeline do: jump, select, zoom, search, go to drafts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from textual import on

from workbench.tui.screens.timeline_base import TimelineBase
from workbench.tui.state.plot import Window
from workbench.tui.state.selection import Selection, next_stop
from workbench.tui.state.timeline import compaction_at
from workbench.tui.widgets.lines import Lines
from workbench.tui.widgets.plot import Plot
from workbench.tui.widgets.rows import Rows
from workbench.tui.widgets.searchline import SearchLine

if TYPE_CHECKING:
    from workbench.bootstrap import Env


@dataclass(frozen=True)
class ReadUse:
    """Context use in a window."""

    window: Window


@dataclass(frozen=True)
class OpenText:
    """The whole text of an event, for the pager."""

    ordinal: int


@dataclass(frozen=True)
class Find:
    """Events that contain a text."""

    needle: str


class TimelineMoves(TimelineBase):
    """A timeline that can be walked."""

    def _moved(self, message: Rows.Moved) -> None:
        new = self.folds.end_of(message.index) if message.extend else self.folds.ordinal_of(message.index)
        self.selection = self.selection.moved(self._before, new, extend=message.extend)
        self._before = new
        self._changed()

    def _go(self, ordinal: int) -> None:
        self.query_one(Rows).move_to(self.folds.row_of(ordinal), centre=True)

    def action_next_pane(self) -> None:
        """The other pane; where there is room for one only, it takes the place of the events."""
        if not self.has_class("-narrow"):
            super().action_next_pane()
            return
        second = not self.has_class("-second")
        self.set_class(second, "-second")
        pane = self.query_one("#range", Lines) if second else self.query_one(Rows)
        self.call_after_refresh(pane.focus)

    action_previous_pane = action_next_pane

    def action_turn(self, by: int) -> None:
        """Go to the next or previous turn."""
        if self.outline is not None:
            stop = next_stop(self.outline.turn_starts, self.here, by)
            if stop is not None:
                self._go(stop)

    def action_compaction(self, by: int) -> None:
        """Go to the next or previous compaction."""
        if self.outline is None:
            return
        stops = sorted(
            {e.summary if e.summary is not None else e.source_end for e in self.outline.compactions}
        )
        stop = next_stop(stops, self.here, by)
        if stop is None:
            self.warn("No compaction that way." if stops else "No compaction was found in this session.")
        else:
            self._go(stop)

    def action_range(self) -> None:
        """Start or end a range."""
        self.selection = self.selection.toggled(self.here)
        self._changed()

    def action_whole_turns(self) -> None:
        """Grow the range, or the event under the cursor, to whole turns."""
        if self.outline is None:
            return
        chosen = self.selection if self.selection.span else Selection(self.here, self.here)
        self.selection = chosen.to_turns(self.outline.turn_starts, self.outline.session.events - 1)
        self._whole_for = self.selection.span
        self._changed()
        self._grow_whole()

    def _grow_whole(self) -> None:
        """Once it is known, take in the results of calls that whole turns would part from them."""
        facts, span = self.facts, self.selection.span
        if facts is None or span is None or span != self._whole_for or (facts.start, facts.end) != span:
            return
        self._whole_for = None
        if facts.parted:
            self.selection = Selection(*facts.whole)
            grown = f"{facts.whole[0]}-{facts.whole[1]}"
            self.toast(f"Grown to {grown}: whole turns alone would split a tool call.")
            self._changed()

    @on(Plot.Picked)
    def _picked(self, message: Plot.Picked) -> None:
        if message.start != message.end:
            self.selection = Selection(message.start, message.end)
        self._go(message.end)

    def action_unit(self) -> None:
        """Tokens or percent."""
        self.percent = not self.percent
        self._draw_plot()

    def action_zoom(self, by: int) -> None:
        """A closer look around the cursor, or a wider one."""
        outline = self.outline
        if outline is None or not outline.session.events:
            return
        self.window = self.window.zoomed(by, self.here, outline.session.events)
        window, session_id = self.window, outline.session.session_id

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.timeline import context_use

            return context_use(env, session_id, window.start, window.end)

        self.ask(ReadUse(window), run, group="use")

    def action_compact(self) -> None:
        """Draft the range; without one that of the compaction under the cursor, else the default one."""
        span, outline = self.selection.span, self.outline
        at = compaction_at(outline, self.here) if span is None and outline is not None else None
        if at is not None and outline is not None:
            found = outline.compactions[at]
            span = (found.source_start, found.source_end)
        self.prepare_draft(span)

    def action_mark(self) -> None:
        """Add the event under the cursor to the selected draft as a decision or open work."""
        self.event_marking.mark(self.here)

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
        outline = self.outline
        if outline is None:
            return
        span = self.selection.span or (self.here, self.here)
        found = [(e.artifact_id, e.source_start, e.source_end, e.summary) for e in outline.compactions]
        found += [(m.artifact_id, m.source_start, m.source_end, None) for m in reversed(outline.active)]
        for artifact_id, start, end, summary in reversed(found):
            if (start <= span[0] and span[1] <= end) or summary == self.here:
                self._set_state(
                    artifact_id=artifact_id, number=outline.numbers.get(artifact_id), item_id=None
                )
                self.bench.go("draft")
                return
        self.warn("No compaction or accepted range is here. ( and ) go to compactions.")

    # search

    def action_search(self) -> None:
        """Type a search."""
        self.query_one(SearchLine).open()

    @on(SearchLine.Submitted)
    def _submitted(self, message: SearchLine.Submitted) -> None:
        needle, session_id = message.value.strip(), str(self.state.session_id)
        self.query_one(Rows).focus()
        if not needle:
            self.escape()
            return

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.timeline import search

            return search(env, session_id, needle)

        self.ask(Find(needle), run, group="search")

    def _found(self, needle: str, hits: tuple[int, ...]) -> None:
        self.hits, self.needle = hits, needle
        self.query_one(Rows).mark_text(needle)
        self._draw_plot()
        self._preview()
        if not hits:
            self.warn(f"No event contains {needle!r}.")
        elif self.here not in hits:
            self._go(next_stop(hits, self.here, 1) or hits[0])
        self._draw_status()

    def action_match(self, by: int) -> None:
        """The next match; without a search the next compaction."""
        if self.hits is None:
            self.action_compaction(by)
            return
        stop = next_stop(self.hits, self.here, by)
        if stop is not None:
            self._go(stop)
        elif self.hits:
            self._go(self.hits[0] if by > 0 else self.hits[-1])

    def escape(self) -> bool:
        """Clear the search, else the range."""
        search = self.query_one(SearchLine)
        if search.is_open or self.hits is not None:
            search.close()
            self.hits = None
            self.query_one(Rows).mark_text("")
            self._draw_plot()
            self._preview()
            self.query_one(Rows).focus()
            self._draw_status()
            return True
        if self.selection.span is not None:
            self.selection = Selection()
            self._changed()
            return True
        return False

    def action_pager(self) -> None:
        """Open the event under the cursor in $PAGER."""
        session_id, ordinal = str(self.state.session_id), self.here

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.timeline import event

            return event(env, session_id, ordinal).event.text

        self.ask(OpenText(ordinal), run, group="text")

    def copied(self) -> str:
        """The range or the event, as commands take them."""
        span = self.selection.span
        if span is not None:
            return f"{self.state.session_id} --range {span[0]}..{span[1]}"
        return f"{self.state.session_id}:{self.here}"
