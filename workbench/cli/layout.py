"""Lines made of styled pieces, and tables of them. Measures and arranges; writes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from workbench.cli.text import clip, pad, width_of, wrap
from workbench.escaping import one_line
from workbench.presentation.spans import Line, Piece, Span

LEAST = 12
"""Columns below which text is no longer set beside a label, and a growing column not cut further."""


def heading(text: str) -> Line:
    """A line that opens a part of the output."""
    return (Span(one_line(text), "bold"),)


def paragraph(
    text: str, width: int, *, indent: int = 0, style: str = "", label: Piece = "", hang: int | None = None
) -> list[Line]:
    """Wrapped text after a `label`; further lines are set under the text, or `hang` columns in.

    Where a label leaves less than 12 columns and less than half of them, the text goes on below it.
    """
    mark = label if isinstance(label, Span) else Span(label)
    taken = indent + width_of(mark.text)
    if hang is None and width - taken < min(LEAST, width // 2):
        hang = indent + 2
    margin = taken if hang is None else min(hang, max(width - LEAST, 0))
    first = 0 if hang is None else taken - margin
    lines: list[Line] = []
    for count, piece in enumerate(wrap(text, width - margin, first)):
        if count == 0:
            lines.append((Span(" " * indent), mark, Span(piece, style)))
        else:
            lines.append((Span(" " * margin), Span(piece, style)))
    return lines


@dataclass(frozen=True)
class Column:
    """A table column; `grows` takes what room is left and is cut to it.

    Where the room does not do, whole columns are left out, those of the highest `rank` first, of equal rank
    the rightmost; `stays` is never left out.
    """

    title: str
    right: bool = False
    grows: bool = False
    rank: int = 0
    stays: bool = False


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
    titles = [Span(column.title, "dim") for column in columns]
    lines = [_row([row[place] for place in kept], chosen, shown, indent) for row in [titles, *cells]]
    if len(kept) == len(columns):
        return lines
    return [line for line in lines if any(span.text.strip() for span in line)]


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


def _flat(cell: Piece) -> Span:
    span = cell if isinstance(cell, Span) else Span(cell)
    return Span(one_line(span.text), span.style)


def _row(row: Sequence[Span], columns: Sequence[Column], sizes: Sequence[int], indent: int) -> Line:
    spans = [Span(" " * indent)]
    last = len(columns) - 1
    for number, (cell, column, size) in enumerate(zip(row, columns, sizes, strict=True)):
        text = clip(cell.text, size)
        if number < last or column.right:
            text = pad(text, size, right=column.right)
        spans += [Span(text, cell.style), Span("" if number == last else "  ")]
    while len(spans) > 1 and not spans[-1].text.strip():
        spans.pop()
    spans[-1] = Span(spans[-1].text.rstrip(), spans[-1].style)
    return tuple(spans)


def facts(pairs: Iterable[tuple[str, Piece]], width: int, *, indent: int = 0) -> list[Line]:
    """Label and value, the values aligned; long values wrap under themselves."""
    kept = list(pairs)
    size = max((width_of(label) for label, _ in kept), default=0) + 2
    lines: list[Line] = []
    for label, value in kept:
        span = value if isinstance(value, Span) else Span(value)
        lines += paragraph(
            span.text, width, indent=indent, style=span.style, label=Span(pad(label, size), "dim")
        )
    return lines
