"""The events of a timeline as rows: read page by page, an accepted artifact in place of its range."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.presentation.layout import Column
from workbench.tui.screens.base import BaseScreen, open_pager
from workbench.tui.state.timeline.folding import FoldedRange, Folds
from workbench.tui.state.timeline.timeline import event_cells, fold_cells, glimpse_cells, mark_of
from workbench.tui.state.timeline.triggers import marked
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.table import PAGE, Table, TableRow

if TYPE_CHECKING:
    from store.quick_look import Glimpse
    from store.values import PagedEvent
    from workbench.bootstrap import Env
    from workbench.services.lookup.timeline import SessionOutline
    from workbench.strategies.triggers import TriggerMark


@dataclass(frozen=True)
class ReadRows:
    """One page of rows."""

    start: int
    count: int


@dataclass(frozen=True)
class OpenText:
    """The whole text of an event, for the pager."""

    ordinal: int


def columns_for(events: int, turns: int) -> tuple[Column, ...]:
    """Return the columns, those of numbers as wide as the largest one."""
    return (
        Column("#", max(len(str(events)), 3), right=True),
        Column("Turn", max(len(str(turns)), 4), right=True),
        Column("Kind", 12),
        Column("Tokens", 6, right=True),
        Column("Text"),
    )


class EventRows:
    """Fills the list `#events`; `fires` returns the triggers that fire at an event."""

    def __init__(self, screen: BaseScreen, fires: Callable[[int], tuple[TriggerMark, ...]]) -> None:
        """Start without a session."""
        self._screen, self._fires = screen, fires
        self._outline: SessionOutline | None = None
        self._folded = True
        self._glimpse: list[TableRow] = []
        self.folds = Folds(0)
        self.table = Table(columns_for(0, 0), ranged=True)
        """The content of the list."""

    @property
    def list(self) -> LineView:
        """The widget."""
        return self._screen.query_one("#events", LineView)

    @property
    def here(self) -> int:
        """Ordinal of the event under the cursor."""
        return self.folds.ordinal_of(self.table.cursor)

    @property
    def artifact_here(self) -> str:
        """Id of the artifact that the row under the cursor shows; empty for an event."""
        fold = self.folds.fold_at(self.table.cursor)
        return fold.artifact_id if fold is not None else ""

    @property
    def glimpsed(self) -> bool:
        """Whether only a first glimpse of the session is shown."""
        return bool(self._glimpse)

    def glimpse(self, seen: Glimpse) -> None:
        """Show a first glimpse of a session, until it is read in full."""
        session = next(each for each in seen.sessions if each.session_id == seen.session_id)
        mark = {"compaction": ("C", "bad")}
        self._glimpse = [
            TableRow(glimpse_cells(each), *mark.get(each.kind, ("", ""))) for each in seen.events
        ]
        self.folds = Folds(session.events)
        self.table.columns = columns_for(session.events, session.turns)
        self.table.set_total(session.events)
        self.table.put_page(0, self._glimpse)

    def show(self, outline: SessionOutline, here: int) -> None:
        """Show a session, with the cursor on an event."""
        self._outline = outline
        self._fold(outline, here)
        seen, self._glimpse = self._glimpse, []
        if len(seen) == min(PAGE, outline.session.events):
            self.table.put_page(0, seen)  # no fold is among them

    def toggle_folds(self) -> None:
        """Toggle between artifacts in place of their ranges and all events."""
        here = self.here
        self._folded = not self._folded
        if self._outline is not None:
            self._fold(self._outline, here)
        self._screen.toast("Artifacts replace their ranges" if self._folded else "All events are shown")

    def _fold(self, outline: SessionOutline, here: int) -> None:
        folds = [FoldedRange(m.source_start, m.source_end, m.artifact_id) for m in outline.active]
        self.folds = Folds(outline.session.events, folds if self._folded else [])
        self.table.columns = columns_for(outline.session.events, outline.session.turns)
        self.table.set_total(self.folds.rows)
        self.list.move_to(self.folds.row_of(here), centre=True)

    def go(self, ordinal: int) -> None:
        """Put the cursor on an event, in the middle of the list."""
        self.list.move_to(self.folds.row_of(ordinal), centre=True)

    def mark(self, span: tuple[int, int] | None) -> None:
        """Show which events are selected."""
        self.table.span = None if span is None else (self.folds.row_of(span[0]), self.folds.row_of(span[1]))

    def read(self, wanted: LineView.Wanted) -> None:
        """Read a page of rows."""
        pieces = self.folds.pieces(wanted.start, wanted.count)
        session_id, folds = str(self._screen.state.session_id), self.folds

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.timeline import events_page

            return folds, events_page(env, session_id, pieces)

        self._screen.ask(ReadRows(wanted.start, wanted.count), run, group=f"rows-{wanted.start}")

    def page_event(self) -> None:
        """Open the event under the cursor in $PAGER."""
        session_id, ordinal = str(self._screen.state.session_id), self.here

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.timeline import event

            return event(env, session_id, ordinal).event.text

        self._screen.ask(OpenText(ordinal), run, group="text")

    def answered(self, request: object, value: Any) -> bool:  # noqa: ANN401 - each request knows its answer
        """Take an answer; return False if it belongs to another part."""
        if isinstance(request, OpenText):
            open_pager(self._screen, value)
            return True
        if not isinstance(request, ReadRows):
            return False
        folds, events = value
        if folds is self.folds and self._outline is not None:
            self.table.put_page(request.start, [self._row(each, self._outline) for each in events])
        return True

    def _row(self, paged: PagedEvent, outline: SessionOutline) -> TableRow:
        ordinal, glyphs = paged.event.ordinal, self._screen.bench.glyphs
        if self._folded:
            move = next((m for m in outline.active if m.source_start == ordinal), None)
            if move is not None:
                number = outline.numbers.get(move.artifact_id, 0)
                tokens = outline.tokens.get(move.artifact_id)
                kept = len(outline.kept.get(move.artifact_id, ()))
                cells = fold_cells(move, number, tokens or None, paged.event.turn, kept)
                return TableRow(cells, glyphs.artifact, "accent")
        mark, ink = mark_of(paged, outline, glyphs)
        fires = self._fires(ordinal)
        cells = marked(event_cells(paged), fires, glyphs)
        return TableRow(cells, mark or (glyphs.trigger if fires else ""), ink or "note")
