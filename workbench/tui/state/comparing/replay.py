"""A replay for the app: curves drawn with signs, and the passes as rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from workbench.escaping import one_line
from workbench.presentation import passes
from workbench.presentation.figures import short
from workbench.presentation.layout import Column, sized, titles
from workbench.presentation.spans import Line, Piece, StyledText
from workbench.services.replays.series_looks import look_of
from workbench.tui.glyphs import Glyphs
from workbench.tui.state.spans import PaneRow, cells, row

if TYPE_CHECKING:
    from workbench.services.replays.replay import Replay
    from workbench.services.replays.replay_points import Point

SIGNS = "●□▲◇■○△◆"
ASCII_SIGNS = "12345678"
DOT = "."
INKS = ("plot", "warn", "accent", "good", "bad", "strong", "dim", "note")
GUTTER = 8
"""Cells of the scale at the left, axis included."""


class PlotMeasure(NamedTuple):
    """A measure that the curves can show."""

    title: str
    value: Callable[[Point], float | None]
    label: Callable[[float], str]
    top: Callable[[float], float]
    """The value at the upper edge, from the highest value of the curves."""
    strict: bool = False
    """Whether only the value at the upper edge is drawn there, so that a small loss is visible."""


MEASURES = (
    PlotMeasure(
        "Retained decisions and open work",
        lambda point: point.retained.value,
        lambda value: f"{value:.0%}",
        lambda _highest: 1.0,
        strict=True,
    ),
    PlotMeasure(
        "Held from earlier passes",
        lambda point: point.held.value,
        lambda value: f"{value:.0%}",
        lambda _highest: 1.0,
        strict=True,
    ),
    PlotMeasure(
        "Tokens in the context",
        lambda point: float(point.tokens),
        lambda value: short(round(value)),
        lambda highest: max(highest, 4.0),
    ),
    PlotMeasure(
        "Contradictions",
        lambda point: float(point.contradictions),
        lambda value: f"{value:.0f}",
        lambda highest: max(highest, 4.0),
    ),
)


def sign_of(name: str, series: Sequence[str], glyphs: Glyphs) -> StyledText:
    """Return the sign of one of the series, in its colour; both are the same in every replay."""
    number = look_of(name, series)
    signs = ASCII_SIGNS if glyphs.ascii else SIGNS
    return StyledText(signs[number % len(signs)], INKS[number % len(INKS)])


def legend(found: Replay, glyphs: Glyphs) -> Line:
    """Return each series with its sign."""
    pieces: list[StyledText] = []
    for name in found.series:
        pieces += [sign_of(name, found.series, glyphs), StyledText(f" {name}   ")]
    return tuple(pieces)


def curve_lines(found: Replay, measure: PlotMeasure, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Return the curves in at most `height` lines, 6 at least: legend, plot, axis and its scale."""
    columns, rows = max(width - GUTTER, 8), max(height - 3, 3)
    rows -= rows % 2 == 0  # so that the middle line is at half
    grid: dict[tuple[int, int], StyledText] = {}
    highest = max((measure.value(point) or 0.0 for point in found.points), default=0.0)
    top = measure.top(highest)
    for name in found.series:
        known = [(p, measure.value(p)) for p in found.of(name)]
        least = int(measure.strict)
        spots = [_spot(found, p, v / top, columns, rows, least) for p, v in known if v is not None]
        _draw(grid, spots, sign_of(name, found.series, glyphs), columns)
    bar = "|" if glyphs.ascii else "│"
    lines: list[Line] = [legend(found, glyphs)]
    for line in range(rows):
        value = top * (rows - 1 - line) / (rows - 1)
        stated = measure.label(value) if line in (0, rows - 1, (rows - 1) // 2) else ""
        lines.append((StyledText(f"{stated:>{GUTTER - 2}} {bar}", "dim"), *_line(grid, line, columns)))
    corner = "+" if glyphs.ascii else "└"
    lines.append((StyledText(" " * (GUTTER - 1) + corner + glyphs.axis * columns, "dim"),))
    last = f"event {found.last}"
    lines.append((StyledText(" " * GUTTER + "0" + last.rjust(columns - 1), "dim"),))
    return lines


def _spot(found: Replay, point: Point, share: float, columns: int, rows: int, least: int) -> tuple[int, int]:
    """Return column and line of a point; one below the upper edge is at least `least` lines below it."""
    x = round(point.end / max(found.last, 1) * (columns - 1))
    line = rows - 1 - round(min(share, 1.0) * (rows - 1))
    return x, max(line, least) if share < 1 else line


def _draw(
    grid: dict[tuple[int, int], StyledText],
    spots: Sequence[tuple[int, int]],
    sign: StyledText,
    columns: int,
) -> None:
    """Draw dots between the points of a series, then its signs, each beside those that lie there already."""
    for (x0, y0), (x1, y1) in zip(spots, spots[1:], strict=False):  # noqa: RUF007 - spots may be one
        for x in range(x0 + 1, x1):
            y = round(y0 + (y1 - y0) * (x - x0) / (x1 - x0))
            grid.setdefault((x, y), StyledText(DOT, sign.style))
    for x, y in spots:
        near = sorted(range(columns), key=lambda column: (abs(column - x), column < x))
        free = (column for column in near if grid.get((column, y), sign).text in (DOT, sign.text))
        grid[next(free, x), y] = sign


def _line(grid: dict[tuple[int, int], StyledText], line: int, columns: int) -> list[StyledText]:
    spans: list[StyledText] = []
    for x in range(columns):
        cell = grid.get((x, line), StyledText(" "))
        if spans and spans[-1].style == cell.style:
            spans[-1] = StyledText(spans[-1].text + cell.text, cell.style)
        else:
            spans.append(cell)
    return spans


WIDE = 90
"""Cells from which on the passes show what they still hold, their items and their share of the source."""

_COLUMNS = (
    Column("Events", 9),
    Column("", 1),
    Column("Series", 0),
    Column("Pass", 4, right=True),
    Column("Decided", 7, right=True),
    Column("Open", 6, right=True),
    Column("Contr.", 6, right=True),
    Column("Carried", 7, right=True),
    Column("Tokens", 7, right=True),
)
_MORE = (Column("Held", 7, right=True), Column("Items", 6, right=True), Column("Size", 6, right=True))


def pass_rows(found: Replay, width: int, glyphs: Glyphs) -> list[PaneRow]:
    """Return every pass, by range, below the column titles; keys are the indexes of the points."""
    wide = width >= WIDE
    columns = sized((*_COLUMNS, *_MORE) if wide else _COLUMNS, width)
    rows = [PaneRow(titles(columns))]
    before = -1
    for index, point in enumerate(found.points):
        where = f"0-{point.end}" if point.end != before else ""
        before = point.end
        sign = sign_of(point.series, found.series, glyphs)
        head: list[Piece] = [where, sign, point.series, str(point.number)]
        figures = _figures(point, wide=wide)
        rows.append(PaneRow(cells(columns, [*head, *figures]), str(index)))
        if point.skipped:
            rows.append(row(StyledText(f"            {one_line(point.skipped)}", "dim"), key=str(index)))
    return rows


def _figures(point: Point, *, wide: bool) -> list[Piece]:
    if point.skipped:
        return [StyledText("-", "dim")] * (len(_COLUMNS) - 4 + (len(_MORE) if wide else 0))
    figures: list[Piece] = [
        passes.kept(point.decisions),
        passes.kept(point.open_work),
        passes.contradictions(point),
        f"{point.carried:,}",
        f"{point.tokens:,}",
    ]
    held = StyledText(passes.fraction(point.held), "dim")
    return [*figures, held, f"{len(point.items):,}", passes.size(point)] if wide else figures


def status_words(found: Replay) -> str:
    """Return the cadence, and what was left out."""
    stated = found.cadence.rhythm
    if found.cadence.left_out:
        stated += f", {found.cadence.left_out} passes left out"
    return stated + (f", {found.unread:,} events left out" if found.unread else "")
