"""The timeline's state and how it is drawn: plot, rows, range. What its keys do stands beside it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from workbench.presentation.figures import plural, short
from workbench.presentation.layout import Column
from workbench.presentation.spans import Line
from workbench.tui.screens.base import WIDE
from workbench.tui.screens.citing import CitingStatements
from workbench.tui.screens.compacting import Compacting
from workbench.tui.screens.following import FollowKey
from workbench.tui.screens.marking import Marking
from workbench.tui.screens.preview import Preview
from workbench.tui.state.folding import Folds
from workbench.tui.state.plot import PlotView, Window
from workbench.tui.state.selection import Selection
from workbench.tui.state.timeline import here_brief, here_lines, limit_of, range_brief, range_lines, where
from workbench.tui.state.triggers import Marks, trigger_brief, trigger_lines
from workbench.tui.widgets.lines import Lines
from workbench.tui.widgets.panel import Panel
from workbench.tui.widgets.plot import Plot
from workbench.tui.widgets.rows import Row, Rows
from workbench.tui.widgets.searchline import SearchLine

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.lookup.timeline import Outline, RangeFacts

FACTS_AFTER = 0.12
"""Seconds without another key before the range is looked up."""


def columns_for(events: int) -> tuple[Column, ...]:
    """The columns, the first one as wide as the largest number."""
    return (
        Column("#", max(len(str(events)), 3), right=True),
        Column("Turn", 4, right=True),
        Column("Kind", 12),
        Column("Tokens", 6, right=True),
        Column("Text"),
    )


@dataclass(frozen=True)
class ReadRange:
    """Facts of a range."""

    span: tuple[int, int]


class TimelineBase(Compacting):
    """A timeline that can draw itself."""

    def __init__(self) -> None:
        """Nothing read yet."""
        super().__init__()
        self.outline: Outline | None = None
        self.folds = Folds(0)
        self.folded = True
        self.glimpse: list[Row] = []
        """Rows of a first look, until the session is read properly."""
        self.selection = Selection()
        self.facts: RangeFacts | None = None
        self.marks: Marks = {}
        self.window = Window(0, 0)
        self.use: tuple[int, ...] = ()
        self.percent = False
        self.hits: tuple[int, ...] | None = None
        self.needle = ""
        """What the hits contain."""
        self.event_marking = Marking(self)
        self.preview = Preview(self)
        self.citing = CitingStatements(self, lambda _ordinal, _cited: self._preview_again())
        self.follow_key = FollowKey(self)
        self.owners = (self.preview, self.citing, self.event_marking, self.follow_key)
        """Whoever may have asked what is answered."""
        self._before = 0
        self._range_due = 0
        self._whole_for: tuple[int, int] | None = None
        """The range that is to be grown until it splits no tool call, once its facts are there."""

    @property
    def busy(self) -> bool:
        """Also while a range, or the event under the cursor, is about to be looked up."""
        return super().busy or self._range_due > 0 or self.preview.busy

    def body(self) -> Iterable[Widget]:
        """Plot over events beside the selection."""
        glyphs = self.bench.glyphs
        rows = Rows(columns_for(0), glyphs=glyphs, ranged=True, id="events")
        rows.add_class("first")
        rows.follower = self._moved
        search = SearchLine("search the text of all events")
        yield Panel("Context use", Plot(glyphs), id="plot-panel")
        with Horizontal(classes="panes"):
            yield Panel("Events", search, rows, Lines(id="range-brief", focusable=False), id="events-panel")
            yield Vertical(Panel("Selection", Lines(id="range"), id="range-panel"), id="side")
        self.preview.wear()

    def _moved(self, message: Rows.Moved) -> None:
        """The cursor moved."""
        raise NotImplementedError

    @property
    def here(self) -> int:
        """Ordinal of the event under the cursor."""
        return self.folds.ordinal_of(self.query_one(Rows).cursor)

    def _set_state(self, **changes: Any) -> None:  # noqa: ANN401 - fields of the state
        self.state = replace(self.state, **changes)
        self._loaded_for = self.state

    # drawing

    def _changed(self) -> None:
        """After the cursor or the range moved."""
        self._draw_plot()
        self._draw_range()
        self._preview()
        span = self.selection.span
        self.query_one(Rows).span = self._row_span(span)
        if span != self.state.selected:
            self._set_state(selected=span)
        if span is not None and (self.facts is None or (self.facts.start, self.facts.end) != span):
            self._range_due += 1
            self.set_timer(FACTS_AFTER, lambda: self._ask_range(span))
        self._draw_status()

    def _preview(self) -> None:
        """Have the preview follow the cursor: to an event, or to an artifact that stands for events."""
        if self.outline is not None:
            row = self.query_one(Rows).cursor
            fold = self.folds.fold_at(row)
            stands_for = fold.artifact_id if fold is not None else ""
            session_id, ordinal = self.outline.session.session_id, self.folds.ordinal_of(row)
            self.preview.follow(session_id, ordinal, stands_for, self.words)

    @property
    def words(self) -> tuple[str, ...]:
        """What is searched for, as events mark it."""
        return (self.needle,) if self.hits is not None and self.needle else ()

    def _preview_again(self) -> None:
        self.preview.again()
        self._preview()

    def _row_span(self, span: tuple[int, int] | None) -> tuple[int, int] | None:
        return None if span is None else (self.folds.row_of(span[0]), self.folds.row_of(span[1]))

    def _draw_status(self) -> None:
        outline, span = self.outline, self.selection.span
        if outline is None:
            return
        panel = self.query_one("#events-panel", Panel)
        panel.title = f"Events ({outline.session.events:,})"
        panel.counter = where(outline, self.here)
        if self.hits is not None:
            at = sum(1 for hit in self.hits if hit <= self.here)
            self.set_status(f"match {at} of {len(self.hits)}")
        elif span is not None:
            word = "RANGE (growing)" if self.selection.growing else "RANGE"
            self.set_status(f"{word} {span[0]}-{span[1]}   {plural(span[1] - span[0] + 1, 'event')}")
        else:
            found = plural(len(outline.compactions), "compaction")
            live = "following   " if self.bench.following.of(outline.session.session_id) else ""
            self.set_status(f"{live}{found}   {plural(len(outline.active), 'range')} accepted")

    def _draw_plot(self) -> None:
        outline = self.outline
        if outline is None:
            return
        limit = limit_of(outline)
        view = PlotView(
            window=self.window,
            use=self.use,
            limit=limit,
            percent=self.percent,
            selected=self.selection.span,
            cursor=self.here,
            compactions=tuple(each.source_end for each in outline.compactions),
            hits=self.hits or (),
            accepted=tuple((move.source_start, move.source_end) for move in outline.active),
        )
        self.query_one(Plot).show(view)
        panel = self.query_one("#plot-panel", Panel)
        glyphs = self.bench.glyphs
        panel.title = "Context use" + (
            f"   compacted at {short(limit)} {glyphs.threshold * 3}" if limit else ""
        )
        legend = f"C compaction  {glyphs.artifact} accepted  {glyphs.trigger} trigger  "
        legend += f"{glyphs.axis_mark} range  {glyphs.here} here  "
        wide = self.size.width >= WIDE
        panel.counter = (legend if wide else "") + ("u tokens" if self.percent else "u percent")

    def _draw_range(self) -> None:
        facts, span, outline, here = self.facts, self.selection.span, self.outline, self.here
        at = here_lines(outline, here, 30) if span is None and outline is not None else []
        fires = self.marks.get(here, ()) if span is None and not at else ()

        def lay(width: int) -> list[Line]:
            if at and outline is not None:
                return here_lines(outline, here, width)
            return trigger_lines(fires, width) if fires else range_lines(facts, span, width)

        brief = here_brief(outline, here) if at and outline is not None else None
        if fires:
            brief = trigger_brief(fires, self.bench.glyphs)
        lines = self.query_one("#range", Lines)
        lines.show(lay, keep=True)
        self.query_one("#range-panel", Panel).styles.height = lines.count + 2 if self.preview.wanted else None
        self.query_one("#range-brief", Lines).show(lambda _width: [brief or range_brief(facts, span)])
        title = "Compaction" if at else "Triggers" if fires else "Selection"
        self.query_one("#range-panel", Panel).title = title

    def _ask_range(self, span: tuple[int, int]) -> None:
        self._range_due -= 1
        if span != self.selection.span:
            return
        session_id = str(self.state.session_id)

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.timeline import range_facts

            return range_facts(env, session_id, *span)

        self.ask(ReadRange(span), run, group="range")
