"""The timeline: context use, the events, and a range of them to be compacted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from textual import on

from workbench.tui.screens.keeping import Mended
from workbench.tui.screens.timeline_base import ReadRange, columns_for
from workbench.tui.screens.timeline_moves import Find, OpenText, ReadUse, TimelineMoves
from workbench.tui.screens.timeline_triggers import ReadMarks, TimelineTriggers
from workbench.tui.state.folding import Fold, Folds
from workbench.tui.state.mending import done_words
from workbench.tui.state.plot import Window
from workbench.tui.state.selection import Selection
from workbench.tui.state.timeline import event_cells, fold_cells, glimpse_cells, mark_of
from workbench.tui.state.triggers import marked
from workbench.tui.widgets.rows import PAGE, Row, Rows

if TYPE_CHECKING:
    from store.quick_look import Glimpse
    from store.values import PagedEvent
    from workbench.bootstrap import Env
    from workbench.services.lookup.timeline import Outline


@dataclass(frozen=True)
class ReadOutline:
    """The session as a whole."""

    session_id: str


@dataclass(frozen=True)
class ReadRows:
    """One page of rows."""

    start: int
    count: int


class TimelineScreen(TimelineMoves, TimelineTriggers):
    """All events of the open session."""

    NAME = "timeline"

    def on_mount(self) -> None:
        """Begin with what a first look saw of the session, if there was one."""
        super().on_mount()
        seen, self.bench.glimpse = self.bench.glimpse, None
        if seen is not None and seen.session_id == self.state.session_id:
            self._glimpsed(seen)

    def _glimpsed(self, seen: Glimpse) -> None:
        session = next(each for each in seen.sessions if each.session_id == seen.session_id)
        mark = {"compaction": ("C", "bad")}
        self.glimpse = [Row(glimpse_cells(each), *mark.get(each.kind, ("", ""))) for each in seen.events]
        self.folds = Folds(session.events)
        rows = self.query_one(Rows)
        rows.columns = columns_for(session.events)
        rows.set_total(session.events)
        rows.put_page(0, self.glimpse)

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
        """Outline, page, plot, range or matches."""
        if isinstance(request, ReadOutline):
            self._outlined(value)
        elif isinstance(request, ReadRows):
            self._put(request, value)
        elif isinstance(request, ReadMarks):
            self.answered_marks(value.marks)
        elif isinstance(request, ReadUse):
            self.use = value.tokens
            self._draw_plot()
        elif isinstance(request, ReadRange):
            self.facts = value
            self._draw_range()
            self._grow_whole()
        elif isinstance(request, OpenText):
            self.open_pager(value)
        elif isinstance(request, Find):
            self._found(request.needle, value)
        elif isinstance(request, Mended):
            self.toast(done_words("mark", 1, value))
            self._set_state(revision=self.state.revision + 1)
        elif not any(each.answered(request, value) for each in self.owners):
            self.compacting_answered(request, value)

    def _outlined(self, outline: Outline) -> None:
        fresh = self.outline is None or self.outline.session.session_id != outline.session.session_id
        here = self.here
        before = 0 if fresh or self.outline is None else self.outline.session.events
        if before and here == before - 1 and self.bench.following.of(outline.session.session_id):
            here = outline.session.events - 1  # whoever reads the end stays at the end
        self.outline = outline
        if fresh:
            if not self.glimpse:
                self.selection = Selection()
                here = 0
            self.window = Window(0, max(outline.session.events - 1, 0))
            if self.state.selected is not None:
                self.selection = Selection(*self.state.selected)
                here = self.state.selected[0]
        if self.state.event is not None:
            here = self.state.event
            self._set_state(event=None)
        if self.window.size == outline.session.events:
            self.use = outline.use
        self._fold(here)
        seen, self.glimpse = self.glimpse, []
        if len(seen) == min(PAGE, outline.session.events):
            self.query_one(Rows).put_page(0, seen)  # no fold is among them
        self._changed()
        self.mark(outline, fresh=fresh)

    def _fold(self, here: int) -> None:
        """Rows anew, with or without folds, the cursor on the same event."""
        outline = self.outline
        if outline is None:
            return
        folds = (
            [Fold(m.source_start, m.source_end, m.artifact_id) for m in outline.active] if self.folded else []
        )
        self.folds = Folds(outline.session.events, folds)
        rows = self.query_one(Rows)
        rows.columns = columns_for(outline.session.events)
        rows.set_total(self.folds.rows)
        rows.move_to(self.folds.row_of(here), centre=True)

    @on(Rows.Wanted, "#events")
    def _wanted(self, message: Rows.Wanted) -> None:
        pieces = self.folds.pieces(message.start, message.count)
        session_id, folds = str(self.state.session_id), self.folds

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.lookup.timeline import events_page

            return folds, events_page(env, session_id, pieces)

        request = ReadRows(message.start, message.count)
        self.ask(request, run, group=f"rows-{message.start}")

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

    def _put(self, request: ReadRows, value: tuple[Folds, tuple[PagedEvent, ...]]) -> None:
        folds, events = value
        if folds is self.folds and self.outline is not None:
            self.query_one(Rows).put_page(request.start, [self._row(each) for each in events])

    def _row(self, paged: PagedEvent) -> Row:
        outline = self.outline
        if outline is None:
            return Row(event_cells(paged))
        ordinal = paged.event.ordinal
        if self.folded:
            move = next((m for m in outline.active if m.source_start == ordinal), None)
            if move is not None:
                number = outline.numbers.get(move.artifact_id, 0)
                tokens = outline.tokens.get(move.artifact_id)
                cells = fold_cells(move, number, tokens or None, paged.event.turn)
                return Row(cells, self.bench.glyphs.artifact, "accent")
        mark, ink = mark_of(paged, outline, self.bench.glyphs)
        fires = self.marks.get(ordinal, ())
        cells = marked(event_cells(paged), fires, self.bench.glyphs)
        return Row(cells, mark or (self.bench.glyphs.trigger if fires else ""), ink or "note")

    def action_fold(self) -> None:
        """Show artifacts in place of their ranges, or the events."""
        here = self.here
        self.folded = not self.folded
        self._fold(here)
        self.toast("Artifacts stand for their ranges" if self.folded else "All events are shown")

    @on(Rows.Chosen, "#events")
    def _chosen(self, message: Rows.Chosen) -> None:
        fold = self.folds.fold_at(message.index)
        if fold is not None and self.outline is not None:
            number = self.outline.numbers.get(fold.artifact_id)
            self._set_state(artifact_id=fold.artifact_id, number=number)
            self.bench.go("draft")
            return
        self._set_state(event=self.here, words=self.words)
        self.bench.go("event")
