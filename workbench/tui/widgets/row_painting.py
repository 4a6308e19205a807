"""How a virtual list keeps its rows and draws them: pages in, strips out, nothing that is not seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from workbench.presentation.layout import Column
from workbench.tui.glyphs import UNICODE, Glyphs
from workbench.tui.text import fit
from workbench.tui.widgets.ink import Inked, Piece, style_of

PAGE = 200
KEPT_PAGES = 12


class Row(NamedTuple):
    """One row: a piece for each column, one mark before it, an ink for the whole of it."""

    cells: tuple[Piece, ...]
    mark: str = ""
    mark_ink: str = ""
    ink: str = ""
    rule: bool = False
    """A heading over other rows: its first cell runs over all columns."""


class PaintedRows(Inked, ScrollView):
    """Rows that can be handed in and drawn."""

    cursor: reactive[int] = reactive(0, repaint=False)
    span: reactive[tuple[int, int] | None] = reactive(None)
    """Selected rows, inclusive."""

    class Wanted(Message):
        """Rows `start..start+count-1` are on the screen and not there yet."""

        def __init__(self, rows: PaintedRows, start: int, count: int) -> None:
            """`rows` is the list that wants them."""
            super().__init__()
            self.rows, self.start, self.count = rows, start, count

        @property
        def control(self) -> PaintedRows:
            """The list."""
            return self.rows

    def __init__(
        self,
        columns: Sequence[Column] = (),
        *,
        glyphs: Glyphs = UNICODE,
        header: bool = True,
        ranged: bool = False,
        id: str | None = None,
    ) -> None:
        """Columns may be set later; `ranged` lets shift and drag extend a range."""
        super().__init__(id=id)
        self.columns = tuple(columns)
        self.glyphs = glyphs
        self.header = header
        self.ranged = ranged
        self.total = 0
        self.needle = ""
        self._pages: dict[int, tuple[Row, ...]] = {}
        self._asked: set[int] = set()
        self._strips: dict[tuple[int, int, bool, bool, bool], Strip] = {}
        self._dragging = False

    # what the screen hands in

    def set_total(self, total: int) -> None:
        """How many rows there are; forgets all rows known."""
        self.total = total
        self.clear_rows()
        self.virtual_size = Size(0, total + self._top)
        self.cursor = min(self.cursor, max(total - 1, 0))

    def set_rows(self, rows: Sequence[Row]) -> None:
        """All rows at once, for short lists."""
        self.set_total(len(rows))
        for start in range(0, len(rows), PAGE):
            self._pages[start // PAGE] = tuple(rows[start : start + PAGE])
        self._keep_all = True
        self.refresh()

    def replace_rows(self, rows: Sequence[Row]) -> None:
        """The same rows drawn anew, as many as there were: cursor and scrolling stay."""
        for start in range(0, len(rows), PAGE):
            self._pages[start // PAGE] = tuple(rows[start : start + PAGE])
        self._strips.clear()
        self.refresh()

    def put_page(self, start: int, rows: Sequence[Row]) -> None:
        """One page that was wanted."""
        number = start // PAGE
        self._asked.discard(number)
        while not self._keep_all and len(self._pages) >= KEPT_PAGES:
            here = self.cursor // PAGE
            del self._pages[max(self._pages, key=lambda each: abs(each - here))]
        self._pages[number] = tuple(rows)
        self._strips.clear()
        self.refresh()

    _keep_all = False

    def clear_rows(self) -> None:
        """Forget rows, so that they are asked for again."""
        self._pages.clear()
        self._asked.clear()
        self._strips.clear()
        self._keep_all = False
        self.refresh()

    def mark_text(self, needle: str) -> None:
        """Highlight a text in the rows; empty for none."""
        self.needle = needle.casefold()
        self._strips.clear()
        self.refresh()

    def row_at(self, index: int) -> Row | None:
        """A row that is known."""
        page = self._pages.get(index // PAGE)
        offset = index % PAGE
        return page[offset] if page is not None and offset < len(page) else None

    @property
    def _top(self) -> int:
        return 1 if self.header else 0

    @property
    def visible_rows(self) -> int:
        """Rows that fit on the screen."""
        return max(self.scrollable_content_region.height - self._top, 1)

    def watch_cursor(self, old: int, new: int) -> None:
        """Redraw the two rows concerned."""
        for index in (old, new):
            self.refresh_line(index + self._top)

    def watch_span(self) -> None:
        """Redraw all."""
        self.refresh()

    def notify_style_update(self) -> None:
        """Forget drawn lines when the theme changes."""
        super().notify_style_update()
        self._strips.clear()

    def render_line(self, y: int) -> Strip:
        """One line of the view."""
        width = self.scrollable_content_region.width
        base = self.base_style
        if self.header and y == 0:
            return self._header(width, base)
        index = y - self._top + round(self.scroll_y)
        if index >= self.total:
            return Strip.blank(width, base)
        row = self.row_at(index)
        if row is None:
            self._want(index)
            return self._paint(index, Row((Piece(""),) * len(self.columns)), width, base)
        span = self.span
        ranged = span is not None and span[0] <= index <= span[1]
        key = (index, width, index == self.cursor, ranged, self.has_focus)
        strip = self._strips.get(key)
        if strip is None:
            if len(self._strips) > 2_000:
                self._strips.clear()
            strip = self._strips[key] = self._paint(index, row, width, base)
        return strip

    def _want(self, index: int) -> None:
        number = index // PAGE
        if number not in self._asked:
            self._asked.add(number)
            self.post_message(self.Wanted(self, number * PAGE, min(PAGE, self.total - number * PAGE)))

    def _widths(self, width: int) -> list[int]:
        room = width - 4 - 2 * (len(self.columns) - 1) - sum(column.width for column in self.columns)
        growing = sum(1 for column in self.columns if not column.width) or 1
        return [column.width or max(room // growing, 4) for column in self.columns]

    def _header(self, width: int, base: Style) -> Strip:
        titles = [
            fit(column.title, size, right=column.right)
            for column, size in zip(self.columns, self._widths(width), strict=True)
        ]
        style = base + style_of(self, "head")
        return Strip([Segment("    " + "  ".join(titles), style)]).adjust_cell_length(width, style)

    def _paint(self, index: int, row: Row, width: int, base: Style) -> Strip:
        span = self.span
        ranged = span is not None and span[0] <= index <= span[1]
        at_cursor = index == self.cursor
        if ranged:
            base += style_of(self, "range")
        if at_cursor and self.has_focus:
            base += style_of(self, "cursor")
        if row.ink:
            base += style_of(self, row.ink)
        marks = [
            Segment(row.mark or " ", base + style_of(self, row.mark_ink)),
            Segment(self.glyphs.cursor if at_cursor else " ", base + style_of(self, "key")),
            Segment(self.glyphs.in_range if ranged else " ", base + style_of(self, "accent")),
            Segment(" ", base),
        ]
        if row.rule:
            first = row.cells[0]
            text = fit(first.text, width - 4, ellipsis=self.glyphs.ellipsis)
            body = [Segment(text, base + style_of(self, first.style))]
        else:
            body = self._cells(row, width, base)
        return Strip([*marks, *body]).adjust_cell_length(width, base)

    def _cells(self, row: Row, width: int, base: Style) -> list[Segment]:
        segments: list[Segment] = []
        sizes = self._widths(width)
        for cell, column, size in zip(row.cells, self.columns, sizes, strict=True):
            text = fit(cell.text, size, right=column.right, ellipsis=self.glyphs.ellipsis)
            style = base + style_of(self, cell.style)
            segments += self._with_matches(text, style)
            segments.append(Segment("  ", base))
        return segments[:-1]

    def _with_matches(self, text: str, style: Style) -> list[Segment]:
        if not self.needle or self.needle not in text.casefold():
            return [Segment(text, style)]
        found = style + style_of(self, "match")
        parts: list[Segment] = []
        folded, at = text.casefold(), 0
        if len(folded) != len(text):
            return [Segment(text, found)]
        while (hit := folded.find(self.needle, at)) >= 0:
            parts += [Segment(text[at:hit], style), Segment(text[hit : hit + len(self.needle)], found)]
            at = hit + len(self.needle)
        return [*parts, Segment(text[at:], style)]
