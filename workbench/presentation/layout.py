"""Arrange styled text into lines and tables, for commands and screens. Writes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from workbench.escaping import one_line
from workbench.presentation.cells import clip, clip_start, fit, pad, width_of, wrap
from workbench.presentation.spans import Line, Piece, StyledText, line

LEAST = 12
"""Width in columns below which text is not set beside a label and a growing column is not cut further."""


def spanned(piece: Piece) -> StyledText:
    """Return the piece as styled text; plain text gets no style."""
    return piece if isinstance(piece, StyledText) else StyledText(piece)


def heading(text: str) -> Line:
    """Return the heading line of a section."""
    return (StyledText(one_line(text), "bold"),)


def paragraph(
    text: str,
    width: int,
    *,
    indent: int = 0,
    style: str = "",
    label: Piece = "",
    hang: int | None = None,
    most: int | None = None,
    ellipsis: str = "...",
) -> list[Line]:
    """Wrap text after a `label`; continuation lines align with the text, or are indented by `hang` columns.

    If a label leaves less than 12 columns and less than half of the width, the text starts on the next line.
    `most` limits the number of lines; the last one then ends in an ellipsis.
    """
    mark = spanned(label)
    taken = indent + width_of(mark.text)
    if hang is None and width - taken < min(LEAST, width // 2):
        hang = indent + 2
    margin = taken if hang is None else min(hang, max(width - LEAST, 0))
    first = 0 if hang is None else taken - margin
    room = width - margin
    pieces = wrap(text, room, first)
    if most is not None and len(pieces) > most:
        rest = pieces[most - 1]
        pieces[most - 1 :] = [clip(pad(rest, room) + ".", room, ellipsis)]
    lines = [line(" " * indent, mark, StyledText(pieces[0], style))]
    return lines + [line(" " * margin, StyledText(piece, style)) for piece in pieces[1:]]


def fact(
    label: str, value: str, width: int, style: str = "", *, label_width: int = 0, indent: int = 0
) -> list[Line]:
    """Format a padded label with its value; a long value wraps in its own column."""
    mark = StyledText(pad(label, label_width), "dim")
    return paragraph(value, width, indent=indent, style=style, label=mark)


def facts(pairs: Iterable[tuple[str, Piece]], width: int, *, indent: int = 0) -> list[Line]:
    """Format labels with values in an aligned column; long values wrap in it."""
    kept = [(label, spanned(value)) for label, value in pairs]
    size = max((width_of(label) for label, _ in kept), default=0) + 2
    return [
        each
        for label, value in kept
        for each in fact(label, value.text, width, value.style, label_width=size, indent=indent)
    ]


class Column(NamedTuple):
    """A table column.

    In a `table`, a column that `grows` takes the remaining width and is cut to it. If the table is too wide,
    whole columns are dropped, highest `rank` first and the rightmost of equal rank; one that `stays` is never
    dropped. In a pane, whose columns are sized before its rows are known, `width` is the number of cells, or
    0 for a share of the remaining width.
    """

    title: str
    width: int = 0
    right: bool = False
    grows: bool = False
    rank: int = 0
    stays: bool = False
    keeps_end: bool = False
    """In a `table`: cut the start of a cell that is too wide, as for paths."""


# a table as wide as what stands in it


def table(
    columns: Sequence[Column], rows: Iterable[Sequence[Piece]], width: int, *, indent: int = 0
) -> list[Line]:
    """Format a table with its titles, one line per row, at most `width` columns wide.

    If it is still too wide after dropping columns, the last two are cut. Only a column that `stays` is never
    cut, and it may make a line longer than `width`.
    """
    cells = [[_flat(cell) for cell in row] for row in rows]
    sizes = [width_of(column.title) for column in columns]
    for row in cells:
        sizes = [max(size, width_of(cell.text)) for size, cell in zip(sizes, row, strict=True)]
    kept = _kept(columns, sizes, width - indent)
    chosen = [columns[place] for place in kept]
    shown = _fitted(chosen, [sizes[place] for place in kept], width - indent)
    heads = [StyledText(column.title, "dim") for column in columns]
    lines = [_row([row[place] for place in kept], chosen, shown, indent) for row in [heads, *cells]]
    if len(kept) == len(columns):
        return lines
    return [each for each in lines if any(span.text.strip() for span in each)]


def _kept(columns: Sequence[Column], sizes: Sequence[int], width: int) -> list[int]:
    """Return the indexes of the columns that fit; at least two are kept if there are more."""
    kept = list(range(len(columns)))

    def needed(place: int) -> int:
        return min(sizes[place], LEAST) if columns[place].grows else sizes[place]

    while len(kept) > 2 and sum(map(needed, kept)) + 2 * (len(kept) - 1) > width:
        loose = [place for place in kept if not columns[place].stays]
        if not loose:
            break
        kept.remove(max(loose, key=lambda place: (columns[place].rank, place)))
    return kept


def _fitted(columns: Sequence[Column], sizes: Sequence[int], width: int) -> list[int]:
    """Return fitting column widths: growing columns share the remaining width, then the widest is cut."""
    room = width - 2 * (len(columns) - 1)
    growing = sum(column.grows for column in columns)
    if growing:
        fixed = sum(size for size, column in zip(sizes, columns, strict=True) if not column.grows)
        share = max((room - fixed) // growing, min(LEAST, max(room // 2, 1)))
        sizes = [
            min(size, share) if column.grows else size for size, column in zip(sizes, columns, strict=True)
        ]
    fitted = list(sizes)
    while sum(fitted) > room:
        loose = [n for n, column in enumerate(columns) if not column.stays and fitted[n] > 1]
        if not loose:
            break
        fitted[max(loose, key=lambda n: fitted[n])] -= 1
    return fitted


def _flat(cell: Piece) -> StyledText:
    span = spanned(cell)
    return StyledText(one_line(span.text), span.style)


def _row(row: Sequence[StyledText], columns: Sequence[Column], sizes: Sequence[int], indent: int) -> Line:
    spans = [StyledText(" " * indent)]
    last = len(columns) - 1
    for number, (cell, column, size) in enumerate(zip(row, columns, sizes, strict=True)):
        text = clip_start(cell.text, size) if column.keeps_end else clip(cell.text, size)
        if number < last or column.right:
            text = pad(text, size, right=column.right)
        spans += [StyledText(text, cell.style), StyledText("" if number == last else "  ")]
    while len(spans) > 1 and not spans[-1].text.strip():
        spans.pop()
    spans[-1] = StyledText(spans[-1].text.rstrip(), spans[-1].style)
    return tuple(spans)


# a table of a pane: it has its widths before its rows


def sized(columns: Sequence[Column], width: int, *, gap: int = 1) -> tuple[Column, ...]:
    """Set the width of the growing columns, at least 6 cells each."""
    fixed = sum(column.width for column in columns) + gap * (len(columns) - 1)
    growing = sum(column.width == 0 for column in columns)
    share = max((width - fixed) // growing, 6) if growing else 0
    return tuple(column if column.width else column._replace(width=share) for column in columns)


def cells(columns: Sequence[Column], values: Iterable[Piece], *, gap: int = 1, ellipsis: str = "...") -> Line:
    """Format one table row; each value must already be visible and on one line."""
    spans: list[StyledText] = []
    for column, value in zip(columns, values, strict=True):
        span = spanned(value)
        text = fit(span.text, column.width, right=column.right, ellipsis=ellipsis)
        spans += [StyledText(text, span.style), StyledText(" " * gap)]
    return tuple(spans[:-1])


def titles(columns: Sequence[Column], *, gap: int = 1) -> Line:
    """Return the title row of a table."""
    return cells(columns, [StyledText(column.title, "dim") for column in columns], gap=gap)
