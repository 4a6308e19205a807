"""The library: all sessions, details of the one under the cursor, import and samples."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from textual import on
from textual.containers import Horizontal
from textual.widget import Widget

from workbench.tui.screens.base import WIDE, BaseScreen
from workbench.tui.screens.runs.starting_run import StartingRun
from workbench.tui.screens.sessions.importing import Importing
from workbench.tui.screens.sessions.library_details import LibraryDetails
from workbench.tui.screens.sessions.library_note import LibraryNote
from workbench.tui.screens.sessions.library_reads import (
    Describe,
    FirstLook,
    Glance,
    ListSessions,
    MayWrite,
    SessionReads,
    Weigh,
)
from workbench.tui.state.session import SessionState
from workbench.tui.state.sessions.library import (
    cells,
    columns_for,
    first_screen,
    matching,
    name_of,
)
from workbench.tui.text import clip
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.panel import Panel
from workbench.tui.widgets.searchline import SearchLine
from workbench.tui.widgets.table import EDGES, Table, TableRow
from workbench.tui.widgets.text_view import Text

if TYPE_CHECKING:
    from workbench.presentation.layout import Column
    from workbench.services.lookup.library import LibraryLine

WIDEST = 140
BORDERS = 2
DETAILS = 42
"""Least columns of the details beside the list."""
_WITHOUT_SESSIONS = frozenset({"import", "found", "samples", "new_run", "help", "back"})


class LibraryScreen(BaseScreen):
    """The first screen."""

    NAME = "library"

    def __init__(self) -> None:
        """Start without sessions."""
        super().__init__()
        self.reads = SessionReads(self)
        self.importing = Importing(self)
        self.lines: tuple[LibraryLine, ...] = ()
        self.shown: tuple[LibraryLine, ...] = ()
        self.details = LibraryDetails(self)
        self.contexts: dict[str, int] = {}
        self.table = Table(columns_for(WIDE, wide=False))
        self.only = lambda: () if self.lines else _WITHOUT_SESSIONS
        self.note = LibraryNote(self)

    def body(self) -> Iterable[Widget]:
        """Return the list beside the details."""
        glyphs = self.bench.glyphs
        rows = LineView(self.table, glyphs=glyphs, id="sessions", classes="first")
        search = SearchLine("show sessions whose name contains")
        with Horizontal(classes="panes"):
            yield Panel("Sessions", search, rows, self.note.view, id="list-panel")
            yield Panel("Details", LineView(Text(gutter=False), id="details"), id="details-panel")

    def load(self) -> None:
        """Read all sessions; the first time, show a glance at them before."""
        self.reads.begin()

    def answered(self, request: object, value: Any) -> None:  # noqa: ANN401 - each request knows its answer
        """Show sessions, or one session's details."""
        if isinstance(request, Glance):
            self._glanced(value)
        elif isinstance(request, FirstLook):
            lines, self.bench.glimpse = value
            self._glanced(lines)
        elif isinstance(request, ListSessions):
            self.note.read(had_sessions=bool(self.lines))
            self.lines = value
            self.reads.known = True
            self._fill()
            self.reads.contexts([line.session.session_id for line in self.lines])
            self.reads.may_write()
            self._begin()
        elif isinstance(request, Weigh):
            self.contexts = value
            self._fill(describe=False)
        elif isinstance(request, MayWrite):
            self.bench.read_only = not value
            self._titles()
        elif isinstance(request, Describe):
            self.details.show(value)

    def failed(self, request: object, error: Exception) -> None:
        """Show a failed read in place of the list: sessions that were never read are not an empty library."""
        if isinstance(request, (Glance, FirstLook, ListSessions)) and not self.lines:
            self.note.failed(error)
            self._titles()
        super().failed(request, error)

    def _glanced(self, lines: tuple[LibraryLine, ...] | None) -> None:
        if lines:
            self.lines = lines
            self._fill(describe=False)
        if lines and self.bench.open_first is not None:
            self._begin()  # the rest is read on return
        else:
            self.call_after_refresh(self.reads.sessions)

    def _begin(self) -> None:
        if self.bench.load_samples:
            self.bench.load_samples = False
            self.importing.samples()
        elif self.bench.open_first is not None:
            wanted, self.bench.open_first = self.bench.open_first, None
            found = matching(self.lines, wanted)
            if found:
                self._open(found[0])

    def _fill(self, *, describe: bool = True) -> None:
        """Fill in the sessions that pass the filter."""
        needle = self.query_one(SearchLine).value
        self.shown = matching(self.lines, needle) if needle else self.lines
        rows, here, contexts = self.table, self._current(), self.contexts
        rows.columns = columns = _columns(self.size.width)
        rows.mark_text(needle)
        rows.set_rows(
            [TableRow(cells(line, contexts.get(line.session.session_id), columns)) for line in self.shown]
        )
        if here is not None:
            same = [n for n, line in enumerate(self.shown) if line.session.session_id == here]
            rows.cursor = same[0] if same else 0
        self._titles()
        self.refresh_keys()
        if describe:
            self._describe()

    @property
    def _list(self) -> LineView:
        return self.query_one("#sessions", LineView)

    def _titles(self) -> None:
        self._list.display = not self.note.wanted(known=self.reads.known, sessions=len(self.lines))
        whole, left = len(self.lines), len(self.shown)
        count = f"{left} of {whole}" if left != whole else f"{left}"
        panel = self.query_one("#list-panel", Panel)
        panel.title = f"Sessions ({count})"
        panel.counter = f"{self.table.cursor + 1} of {len(self.shown)}" if self.shown else ""
        self.set_status(_store_words(self))

    def _current(self) -> str | None:
        line = self._line()
        return line.session.session_id if line else self.state.session_id

    def _line(self) -> LibraryLine | None:
        index = self.table.cursor
        return self.shown[index] if index < len(self.shown) else None

    def _describe(self) -> None:
        line = self._line()
        if line is None:
            self.details.show(None)
        else:
            self.reads.details(line.session.session_id)

    def on_resize(self) -> None:
        """Choose the columns for the new width."""
        if self.reads.known:
            self._fill()

    def action_import(self) -> None:
        """Ask for a path, then import."""
        self.importing.ask_path()

    def action_found(self) -> None:
        """Offer the transcripts that agents keep on this machine."""
        self.importing.offer_found()

    def action_samples(self) -> None:
        """Import the sample sessions."""
        self.importing.samples()

    def action_new_run(self) -> None:
        """Ask for an objective and sources, and start a run."""
        StartingRun(self).ask()

    # moving and opening

    @on(LineView.Moved, "#sessions")
    def _moved(self) -> None:
        self._titles()
        self._describe()

    @on(LineView.Chosen, "#sessions")
    def _chosen(self) -> None:
        line = self._line()
        if line is not None:
            self._open(line)

    def action_open(self) -> None:
        """Open the session under the cursor."""
        self._chosen()

    def action_go(self, name: str, pending: str = "") -> None:
        """Open the session under the cursor on another screen."""
        line = self._line()
        if name != "library" and line is not None:
            self._open(line, name, pending=pending)
        else:
            super().action_go(name)

    def action_undo(self) -> None:
        """Roll back the last move of the session under the cursor."""
        line = self._line()
        if line is None:
            super().action_undo()
        elif line.sure and line.last_move is None:
            self.warn("No move to roll back: nothing was accepted in this session. An import is not a move.")
        else:
            self._open(line, "history", pending="undo")

    def _open(self, line: LibraryLine, name: str = "", *, pending: str = "") -> None:
        session_id = line.session.session_id
        same = self.state.session_id == session_id
        opened = SessionState(session_id=session_id, title=clip(name_of(line), 48))
        self.hand_over(self.state if same else opened)
        self.bench.go(name or first_screen(line), pending=pending)

    def on_screen_resume(self) -> None:
        """Read again: drafts, moves or a first run may have been made."""
        if self.lines or self.reads.known:
            self.load()

    def copied(self) -> str:
        """Return the session's id."""
        return self._current() or ""

    def action_search(self) -> None:
        """Open the filter."""
        self.query_one(SearchLine).open()

    @on(SearchLine.Typed)
    def _typed(self) -> None:
        self._fill()

    @on(SearchLine.Submitted)
    def _typed_all(self) -> None:
        self._list.focus()

    def escape(self) -> bool:
        """Clear the filter."""
        search = self.query_one(SearchLine)
        if not search.is_open:
            return False
        search.close()
        self._fill()
        self._list.focus()
        return True


def _columns(width: int) -> tuple[Column, ...]:
    """Return the columns of the list for a screen width."""
    room = width - EDGES - BORDERS - (max(DETAILS, width * 3 // 10) if width >= WIDE else 0)
    return columns_for(room, wide=width >= WIDEST)


def _store_words(screen: LibraryScreen) -> str:
    """Return the store and, if there is room, the theme."""
    place = screen.bench.env.store_location.rsplit("/", 1)[-1]
    return f"store: {place}   theme: {screen.app.theme}" if screen.size.width >= WIDE else place
