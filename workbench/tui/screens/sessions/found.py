"""Choosing among the transcripts that agents keep on this machine; each is read once it is visible."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static

from workbench.escaping import one_line
from workbench.presentation.figures import plural
from workbench.presentation.layout import Column
from workbench.tui.screens.dialogs.dialog import Dialog
from workbench.tui.state.sessions.found import found_cells, none_found
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.panel import Panel
from workbench.tui.widgets.table import Table, TableRow

if TYPE_CHECKING:
    from workbench.services.watches.found_transcripts import FoundList, FoundTranscript, Glimpsed

AT_ONCE = 6
"""Transcripts read in one go; then the list is drawn, and the visible ones come next."""

COLUMNS = (
    Column("Title"),
    Column("Agent", 11),
    Column("Size", 7, right=True),
    Column("Age", 6, right=True),
    Column("Native", 6, right=True),
    Column("", 8),
)


class FoundDialog(Dialog[tuple[str, ...]]):
    """A dialog that closes with the paths to import, or nothing."""

    AWAITS = "list"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "mark", "Mark", show=False),
        Binding("q", "close", "Close", show=False),
    ]

    def __init__(self) -> None:
        """Start without a list."""
        super().__init__("Sessions on this machine")
        self._imported: frozenset[str] = frozenset()
        """Names of the files whose sessions are in the store."""
        self._found: FoundList | None = None
        self._table = Table(COLUMNS)
        self._known: dict[str, Glimpsed] = {}
        self._marked: dict[str, None] = {}
        self.add_class("wide-dialog")

    def body(self) -> Iterable[Widget]:
        """Return the list, and the full path of the one under the cursor."""
        yield LineView(self._table, glyphs=self.bench.glyphs, id="found")
        yield Static("", id="found-path", classes="hint", markup=False)
        yield Static("enter imports   space marks several   esc closes", classes="hint", markup=False)

    def on_mount(self) -> None:
        """Request the list."""
        rows = self._list
        rows.styles.height = max(self.app.size.height - 9, 5)
        rows.styles.max_height = None
        rows.focus()

        def run(env: Any) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.watches.found_transcripts import found_transcripts, imported_names

            return found_transcripts(), imported_names(env)

        self.ask("list", run, group="list")

    def answered(self, request: object, value: Any) -> None:  # noqa: ANN401 - each request knows its answer
        """Show the list, or details of some of it."""
        if request == "list":
            self._found, self._imported = value
            value = value[0]
            count = plural(len(value.files), "session")
            self.query_one(
                Panel
            ).title = f"{self.heading} ({count}{f', {value.more:,} older' * bool(value.more)})"
        else:
            self._known.update(value)
        self._draw(first=request == "list")
        self._look_in()

    @property
    def _list(self) -> LineView:
        return self.query_one("#found", LineView)

    def _draw(self, *, first: bool = False) -> None:
        if self._found is None:
            return
        now = time.time()
        if not self._found.files:
            self._list.styles.height = 1
            note = self.query_one("#found-path", Static)
            note.styles.height = "auto"
            note.update("\n".join(none_found(self._found.folders)))
        drawn = [self._row(each, now) for each in self._found.files]
        if first:
            self._table.set_rows(drawn)
        else:
            self._table.replace_rows(drawn)
        self._announce_path()

    def _row(self, found: FoundTranscript, now: float) -> TableRow:
        imported = found.path.rsplit("/", 1)[-1] in self._imported
        cells = found_cells(found, self._known.get(found.path), now, imported=imported)
        return TableRow(cells, self.bench.glyphs.tick if found.path in self._marked else "", "accent")

    def _look_in(self) -> None:
        """Read visible transcripts, some at a time."""
        if self._found is None:
            return
        top = round(self._list.scroll_y)
        seen = self._found.files[top : top + self._list.height]
        wanted = [each for each in seen if each.path not in self._known][:AT_ONCE]

        def run(_env: Any) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.watches.found_transcripts import glimpse

            return {each.path: glimpse(each) for each in wanted}

        if wanted:
            self.ask("glimpses", run, group="glimpses")

    def _here(self) -> FoundTranscript | None:
        at = self._table.cursor
        return self._found.files[at] if self._found is not None and at < len(self._found.files) else None

    def _announce_path(self) -> None:
        here = self._here()
        if here is not None:
            self.query_one("#found-path", Static).update(one_line(here.path))

    @on(LineView.Moved)
    def _moved(self) -> None:
        self._announce_path()
        self._look_in()

    def action_mark(self) -> None:
        """Toggle the mark, and go to the next."""
        here = self._here()
        if here is None:
            return
        if here.path in self._marked:
            del self._marked[here.path]
        else:
            self._marked[here.path] = None
        self._draw()
        self._list.action_move(1)

    @on(LineView.Chosen)
    def _chosen(self) -> None:
        here = self._here()
        if here is not None:
            self.dismiss(tuple(self._marked) or (here.path,))
