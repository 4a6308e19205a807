"""A table as the content of a view; rows come in pages, so a million rows cost only the visible ones.

It holds the cells, marks and range it is given; the screen knows their meaning.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from workbench.presentation.layout import Column
from workbench.tui.state import spans
from workbench.tui.text import fit
from workbench.tui.widgets.content import GUTTER, Content
from workbench.tui.widgets.ink import Piece

PAGE = 200
KEPT_PAGES = 12
EDGES = GUTTER + 2
"""Cells of a line beside its columns: the margin, one before them, and one before the border."""


class TableRow(NamedTuple):
    """One row: a piece per column, a mark before it, and a style for the whole row."""

    cells: tuple[Piece, ...]
    mark: str = ""
    mark_ink: str = ""
    ink: str = ""
    rule: bool = False
    """A heading over other rows: its first cell spans all columns."""


class Table(Content):
    """Rows under a header line; the key of a row is its number."""

    def __init__(self, columns: Sequence[Column] = (), *, header: bool = True, ranged: bool = False) -> None:
        """Create a table; columns may be set later, and `ranged` lets shift and drag extend a range."""
        super().__init__()
        self.gutter = GUTTER
        self.pinned = 1 if header else 0
        self.ranged = ranged
        self.columns = tuple(columns)
        self.total = 0
        self._cursor = 0
        self._span: tuple[int, int] | None = None
        self._needle = ""
        self._pages: dict[int, tuple[TableRow, ...]] = {}
        self._asked: set[int] = set()
        self._keep_all = False

    # set by the screen

    @property
    def cursor(self) -> int:
        """The row with the cursor."""
        return self._cursor

    @cursor.setter
    def cursor(self, index: int) -> None:
        if index != self._cursor:
            self._cursor = index
            if self._host is not None:
                self._host.refresh()

    @property
    def span(self) -> tuple[int, int] | None:
        """Selected rows, inclusive."""
        return self._span

    @span.setter
    def span(self, span: tuple[int, int] | None) -> None:
        if span != self._span:
            self._span = span
            if self._host is not None:
                self._host.refresh()

    def set_total(self, total: int) -> None:
        """Set the number of rows and forget all loaded rows."""
        self.total = total
        self._cursor = min(self._cursor, max(total - 1, 0))
        self.clear_rows()

    def set_rows(self, rows: Sequence[TableRow]) -> None:
        """Set all rows at once, for short lists."""
        self.set_total(len(rows))
        self._keep_all = True
        self.replace_rows(rows)

    def replace_rows(self, rows: Sequence[TableRow]) -> None:
        """Replace all rows by as many others; cursor and scroll position stay."""
        for start in range(0, len(rows), PAGE):
            self._pages[start // PAGE] = tuple(rows[start : start + PAGE])
        self._changed()

    def put_page(self, start: int, rows: Sequence[TableRow]) -> None:
        """Store a page of rows that was asked for."""
        number = start // PAGE
        self._asked.discard(number)
        while not self._keep_all and len(self._pages) >= KEPT_PAGES:
            here = self._cursor // PAGE
            del self._pages[max(self._pages, key=lambda each: abs(each - here))]
        self._pages[number] = tuple(rows)
        self._changed()

    def clear_rows(self) -> None:
        """Forget all rows, so that they are asked for again."""
        self._pages.clear()
        self._asked.clear()
        self._keep_all = False
        self._changed()

    def mark_text(self, needle: str) -> None:
        """Highlight a text in the rows; empty for none."""
        self._needle = needle.casefold()
        self._changed()

    def row_at(self, index: int) -> TableRow | None:
        """Return a row, or None if it is not loaded."""
        page = self._pages.get(index // PAGE)
        offset = index % PAGE
        return page[offset] if page is not None and offset < len(page) else None

    def _changed(self) -> None:
        if self._host is not None:
            self._host.content_changed()

    # as content

    @property
    def length(self) -> int:
        """Number of rows, plus the header."""
        return self.total + self.pinned

    def line(self, number: int, width: int) -> spans.PaneRow:
        """Return the header, a row in its columns, or an empty row while it is being loaded."""
        if number < self.pinned:
            return self._header(width)
        index = number - self.pinned
        row = self.row_at(index)
        if row is None:
            self._want(index)
            return spans.PaneRow((), str(index))
        mark = Piece(row.mark, row.mark_ink)
        if row.rule:
            first = row.cells[0]
            cells = [Piece(fit(first.text, width - EDGES), first.style)]
        else:
            cells = self._cells(row, width)
        return spans.PaneRow((Piece(" "), *cells), str(index), mark, row.ink)

    def _want(self, index: int) -> None:
        number = index // PAGE
        if number not in self._asked and self._host is not None:
            self._asked.add(number)
            self._host.want(number * PAGE, min(PAGE, self.total - number * PAGE))

    def _widths(self, width: int) -> list[int]:
        room = width - EDGES - 2 * (len(self.columns) - 1) - sum(each.width for each in self.columns)
        growing = sum(1 for column in self.columns if not column.width) or 1
        return [column.width or max(room // growing, 4) for column in self.columns]

    def _header(self, width: int) -> spans.PaneRow:
        sizes = self._widths(width)
        titles = [fit(c.title, size, right=c.right) for c, size in zip(self.columns, sizes, strict=True)]
        return spans.PaneRow((Piece(" " + "  ".join(titles)),), ink="head")

    def _cells(self, row: TableRow, width: int) -> list[Piece]:
        pieces: list[Piece] = []
        for cell, column, size in zip(row.cells, self.columns, self._widths(width), strict=True):
            pieces += self._with_matches(fit(cell.text, size, right=column.right), cell.style)
            pieces.append(Piece("  "))
        return pieces[:-1]

    def _with_matches(self, text: str, style: str) -> list[Piece]:
        folded, at = text.casefold(), 0
        if not self._needle or self._needle not in folded:
            return [Piece(text, style)]
        match = f"{style} match".strip()
        if len(folded) != len(text):
            return [Piece(text, match)]
        parts: list[Piece] = []
        while (hit := folded.find(self._needle, at)) >= 0:
            end = hit + len(self._needle)
            parts += [Piece(text[at:hit], style), Piece(text[hit:end], match)]
            at = end
        return [*parts, Piece(text[at:], style)]

    @property
    def cursor_key(self) -> str | None:
        """The number of the row with the cursor."""
        return str(self._cursor) if self.total else None

    @property
    def block(self) -> tuple[int, int] | None:
        """The line of that row, twice."""
        line = self._cursor + self.pinned
        return (line, line) if self.total else None

    def above(self, height: int) -> int:
        """Return half of the rows."""
        return self.pinned + (height - self.pinned) // 2

    def place(self, key: str) -> bool | None:
        """Put the cursor on a row, or on the nearest one if there is no row of that number."""
        before = self._cursor
        self._cursor = min(max(int(key), 0), max(self.total - 1, 0))
        return self._cursor != before

    def neighbour(self, by: int) -> str | None:
        """Return the row `by` rows further on; beyond the ends, the first or the last one."""
        return str(min(max(self._cursor + by, 0), self.total - 1)) if self.total else None

    def nearest(self, line: int, by: int) -> str | None:  # noqa: ARG002 - every line is a row
        """Return the row at a line."""
        return str(line - self.pinned)

    def end(self, place: int) -> str | None:
        """Return the first or the last row."""
        return str(self.total - 1 if place else 0) if self.total else None

    def key_at(self, number: int) -> str | None:
        """Return the row of a line."""
        index = number - self.pinned
        return str(index) if 0 <= index < self.total else None

    def index_of(self, key: str) -> int:
        """Return the row's number."""
        return int(key)

    def selected(self, number: int) -> bool:
        """Return whether a row is selected."""
        span = self._span
        return span is not None and span[0] <= number - self.pinned <= span[1]
