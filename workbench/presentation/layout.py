"""Lines made of styled pieces, and tables of them, for commands and screens. Arranges; writes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from workbench.escaping import one_line
from workbench.presentation.cells import clip, clip_start, fit, pad, width_of, wrap
from workbench.presentation.spans import Line, Piece, StyledText, line

LEAST = 12
"""Columns below which text is no longer set beside a label, and a growing column not cut further."""


def spanned(piece: Piece) -> StyledText:
    """The piece with its style; plain text has none."""
    return piece if isinstance(piece, StyledText) else StyledText(piece)


def heading(text: str) -> Line:
    """A line that opens a part of the output."""
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
    """Wrapped text after a `label`; further lines are set under the text, or `hang` columns in.

    Where a label leaves less than 12 columns and less than half of them, the text goes on below it. `most`
    cuts to that many lines, the last one then ends in the ellipsis.
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
    """A label filled to its width and a value, the value wrapped under itself."""
    mark = StyledText(pad(label, label_width), "dim")
    return paragraph(value, width, indent=indent, style=style, label=mark)


def facts(pairs: Iterable[tuple[str, Piece]], width: int, *, indent: int = 0) -> list[Line]:
    """Labels and values, the values aligned; long values wrap under themselves."""
    kept = [(label, spanned(value)) for label, value in pairs]
    size = max((width_of(label) for label, _ in kept), default=0) + 2
    return [
        each
        for label, value in kept
        for each in fact(label, value.text, width, value.style, label_width=size, indent=indent)
    ]


class Column(NamedTuple):
    """A table column.

    Of a `table`, one that `grows` takes what room is left and is cut to it. Where the room does not do, whole
    columns are left out, those of the highest `rank` first, of equal rank the rightmost; `stays` is never
    left out. Of a pane, whose columns are settled before its rows are known, `width` is the number of cells,
    0 for a share of what is left.
    """

    title: str
    width: int = 0
    right: bool = False
    grows: bool = False
    rank: int = 0
    stays: bool = False
    keeps_end: bool = False
    """Of a `table`: a cell that is cut keeps its end, as of a path."""


# a table as wide as what stands in it


def table(
    columns: Sequence[Column], rows: Iterable[Sequence[Piece]], width: int, *, indent: int = 0
) -> list[Line]:
    """A table with its titles, every cell on one line, the whole at most `width` columns wide.

    Where the shortest form is wider, columns are left out; the last two are cut. Only a column that stays is
    never cut, and may make the line longer.
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
    """Places of the columns that there is room for; of more than two, two are kept in any case."""
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
    """Sizes at which the columns fit: those that grow share what room is left, then the widest is cut."""
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
    """The columns with the width of the growing ones settled, at least 6 each."""
    fixed = sum(column.width for column in columns) + gap * (len(columns) - 1)
    growing = sum(column.width == 0 for column in columns)
    share = max((width - fixed) // growing, 6) if growing else 0
    return tuple(column if column.width else column._replace(width=share) for column in columns)


def cells(columns: Sequence[Column], values: Iterable[Piece], *, gap: int = 1, ellipsis: str = "...") -> Line:
    """One table line: every value, visible and on one line already, clipped or filled to its column."""
    spans: list[StyledText] = []
    for column, value in zip(columns, values, strict=True):
        span = spanned(value)
        text = fit(span.text, column.width, right=column.right, ellipsis=ellipsis)
        spans += [StyledText(text, span.style), StyledText(" " * gap)]
    return tuple(spans[:-1])


def titles(columns: Sequence[Column], *, gap: int = 1) -> Line:
    """The title line of a table."""
    return cells(columns, [StyledText(column.title, "dim") for column in columns], gap=gap)
