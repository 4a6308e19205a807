"""The plot of context use as values: a window of the session, columns, and lines to draw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from workbench.presentation.figures import short
from workbench.presentation.spans import Line, StyledText
from workbench.tui.glyphs import Glyphs

GUTTER = 7
"""Cells of the scale at the left, axis included."""

HIT = "*"
"""Sign below the plot for an event that matches the search."""


@dataclass(frozen=True, slots=True)
class PlotWindow:
    """The events that the plot shows, inclusive."""

    start: int
    end: int

    @property
    def size(self) -> int:
        """Number of events."""
        return self.end - self.start + 1

    def zoomed(self, by: int, centre: int, total: int) -> PlotWindow:
        """Return half the events around a centre, or twice as many; at least 16 and at most all."""
        size = max(self.size // 2, min(16, total)) if by > 0 else min(self.size * 2, total)
        start = min(max(centre - size // 2, 0), total - size)
        return PlotWindow(start, start + size - 1)

    def ordinal_at(self, column: int, columns: int) -> int:
        """Return the first event of a column."""
        return self.start + column * self.size // max(columns, 1)

    def column_of(self, ordinal: int, columns: int) -> int | None:
        """Return the column in which an event is drawn; None outside the window."""
        if not self.start <= ordinal <= self.end:
            return None
        return min((ordinal - self.start) * columns // self.size, columns - 1)

    def columns_of(self, span: tuple[int, int], columns: int) -> range:
        """Return the columns that a range of events covers."""
        if span[1] < self.start or span[0] > self.end:
            return range(0)
        first = self.column_of(max(span[0], self.start), columns) or 0
        last = self.column_of(min(span[1], self.end), columns) or 0
        return range(first, last + 1)


@dataclass(frozen=True)
class PlotView:
    """Everything that the plot shows."""

    window: PlotWindow = field(default_factory=lambda: PlotWindow(0, 0))
    use: tuple[int, ...] = ()
    """Tokens in the context after each slice of the window."""
    limit: int | None = None
    """The largest context known, at which the agent compacted."""
    percent: bool = False
    selected: tuple[int, int] | None = None
    cursor: int = 0
    compactions: tuple[int, ...] = ()
    accepted: tuple[tuple[int, int], ...] = ()
    hits: tuple[int, ...] = ()
    """Events that match the search."""

    @property
    def top(self) -> int:
        """The value at the upper edge."""
        return max(*self.use, self.limit or 0, 1) if self.use else max(self.limit or 0, 1)

    def levels(self, columns: int) -> list[int]:
        """Return the highest value of each column."""
        slots = len(self.use)
        if not slots or columns <= 0:
            return [0] * max(columns, 0)
        levels = []
        for column in range(columns):
            first = column * slots // columns
            last = max((column + 1) * slots // columns, first + 1)
            levels.append(max(self.use[first:last]))
        return levels

    def label(self, value: int) -> str:
        """Format a value of the scale, in tokens or in percent of the limit."""
        if self.percent:
            return f"{value * 100 // (self.limit or self.top)}%"
        return short(value)


def plot_lines(view: PlotView, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Return the plot in `height` lines, the last one the axis."""
    columns, rows = max(width - GUTTER, 1), max(height - 1, 1)
    levels, top = view.levels(columns), view.top
    chosen = set(view.window.columns_of(view.selected, columns)) if view.selected else set()
    limit_row = _row_of(view.limit, top, rows) if view.limit else None
    lines: list[Line] = []
    for row in range(rows):
        upper = top * (rows - row) // rows
        label = view.label(upper) if row % 2 == 0 or rows < 4 else ""
        line = [StyledText(f"{label:>5} ", "dim"), StyledText("|" if glyphs.ascii else "│", "dim")]
        line += _row(levels, top, row, rows, chosen, row == limit_row, glyphs)
        lines.append(tuple(line))
    lines.append(axis_line(view, columns, glyphs))
    return lines


def _row_of(value: int, top: int, rows: int) -> int:
    return min(max(rows - 1 - (value * rows - 1) // max(top, 1), 0), rows - 1)


def _row(
    levels: Sequence[int], top: int, row: int, rows: int, chosen: set[int], on_limit: bool, glyphs: Glyphs
) -> list[StyledText]:
    runs: list[StyledText] = []
    bottom = rows - 1 - row
    for column, level in enumerate(levels):
        eighths = min(max(level * rows * 8 // top - bottom * 8, 0), 8)
        sign, ink = glyphs.bars[eighths], "plot"
        if column in chosen and sign.strip():
            sign, ink = (glyphs.bar_selected if eighths == 8 or glyphs.ascii else sign), "plot-range"
        elif on_limit and not sign.strip():
            sign, ink = glyphs.threshold, "plot-line"
        if runs and runs[-1].style == ink:
            runs[-1] = StyledText(runs[-1].text + sign, ink)
        else:
            runs.append(StyledText(sign, ink))
    return runs


def axis_line(view: PlotView, columns: int, glyphs: Glyphs) -> Line:
    """Return the last line: compactions, accepted ranges, the selection and the cursor."""
    signs: list[tuple[str, str]] = [(glyphs.axis, "dim")] * columns
    place: Callable[[int], int | None] = lambda ordinal: view.window.column_of(ordinal, columns)  # noqa: E731
    for span in view.accepted:
        for column in view.window.columns_of(span, columns):
            signs[column] = (glyphs.artifact, "accent")
    if view.selected:
        for column in view.window.columns_of(view.selected, columns):
            signs[column] = (glyphs.axis_mark, "plot-range")
    for column_at in {place(ordinal) for ordinal in view.hits} - {None}:
        signs[column_at or 0] = (HIT, "accent")
    for ordinal in view.compactions:
        column_at = place(ordinal)
        if column_at is not None:
            signs[column_at] = ("C", "plot-mark")
    here = place(view.cursor)
    if here is not None:
        signs[here] = (glyphs.here, "key")
    return (
        StyledText(f"{view.window.start:>5} ", "dim"),
        StyledText("+" if glyphs.ascii else "└", "dim"),
        *(StyledText(sign, ink) for sign, ink in signs),
    )
