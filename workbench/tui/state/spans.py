"""Lines made of styled pieces, as plain values: what panes show, before any terminal is involved.

A style is a word of meaning (`good`, `bad`, `warn`, `dim`, `accent`, `strong`, `mark`, `rule`), never a
colour; the widgets give it one. Every text that comes from a transcript goes through `said` or `one`,
which escape what could steer a terminal. Knows no Textual and opens nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from workbench.escaping import one_line, visible
from workbench.presentation.spans import Line, Piece, Span, line
from workbench.tui.text import clip, fit, wrap

NONE = Span("")


class Row(NamedTuple):
    """One line of a pane; rows that share a `key` are one thing that the cursor can stand on."""

    line: Line
    key: str | None = None
    mark: Span = NONE
    """One character in the margin, before the cursor's: `!` blocks, `?` advises, `~` stands for events."""

    @property
    def text(self) -> str:
        """The line without its styles."""
        return "".join(span.text for span in self.line)


def row(*pieces: Piece, key: str | None = None, mark: Span = NONE) -> Row:
    """A row out of plain and styled pieces."""
    return Row(line(*pieces), key, mark)


def one(text: str) -> str:
    """Text of a transcript on one line, safe for a terminal."""
    return one_line(text)


def said(text: str) -> str:
    """Text of a transcript, safe for a terminal; its line ends stay."""
    return visible(text)


def rule(width: int) -> Row:
    """A thin line across a pane."""
    return Row((Span("-" * max(width, 0), "rule"),))


def paragraph(
    text: str,
    width: int,
    *,
    label: Piece = "",
    indent: int = 0,
    style: str = "",
    key: str | None = None,
    mark: Span = NONE,
    most: int | None = None,
) -> list[Row]:
    """Wrapped text; the label stands before the first line, the others are set under its text.

    `most` cuts to that many lines, the last one then ends in an ellipsis.
    """
    first = label if isinstance(label, Span) else Span(label)
    margin = indent + cell_len(first.text)
    pieces = wrap(text, max(width - margin, 8))
    if most is not None and len(pieces) > most:
        room = max(width - margin, 8)
        pieces = [*pieces[: most - 1], clip(pieces[most - 1].ljust(room) + ".", room)]
    rows = []
    for number, piece in enumerate(pieces):
        lead = line(" " * indent, first) if number == 0 else line(" " * margin)
        rows.append(Row((*lead, Span(piece, style)), key, mark if number == 0 else NONE))
    return rows


_NUMBER = re.compile(r"\d+")


def number_at(line: Line, cell: int) -> int | None:
    """The event whose number stands at a cell of a line, within a reference such as `[144,150]`."""
    begin = 0
    for text, style in line:
        size = cell_len(text)
        if style == "ref" and begin <= cell < begin + size:
            found = (each for each in _NUMBER.finditer(text) if each.start() <= cell - begin < each.end())
            return next((int(each.group()) for each in found), None)
        begin += size
    return None


class Column(NamedTuple):
    """A column of a table: its title, its width (0: takes what is left), flush right or not."""

    title: str
    width: int
    right: bool = False


def sized(columns: Sequence[Column], width: int, *, gap: int = 1) -> tuple[Column, ...]:
    """The columns with the width of the growing ones settled, at least 6 each."""
    fixed = sum(column.width for column in columns) + gap * (len(columns) - 1)
    growing = sum(column.width == 0 for column in columns)
    share = max((width - fixed) // growing, 6) if growing else 0
    return tuple(column if column.width else column._replace(width=share) for column in columns)


def cells(columns: Sequence[Column], values: Iterable[Piece], *, gap: int = 1) -> Line:
    """One table line: every value, visible and on one line already, clipped or filled to its column."""
    spans: list[Span] = []
    for column, value in zip(columns, values, strict=True):
        span = value if isinstance(value, Span) else Span(value)
        spans += [Span(fit(span.text, column.width, right=column.right), span.style), Span(" " * gap)]
    return tuple(spans[:-1])


def titles(columns: Sequence[Column], *, gap: int = 1) -> Line:
    """The title line of a table."""
    return cells(columns, [Span(column.title, "dim") for column in columns], gap=gap)


def facts(pairs: Iterable[tuple[str, Piece]], width: int, *, indent: int = 0) -> list[Row]:
    """Label and value, the values aligned; long values wrap under themselves."""
    kept = [(label, value) for label, value in pairs]
    size = max((cell_len(label) for label, _ in kept), default=0) + 2
    rows: list[Row] = []
    for label, value in kept:
        span = value if isinstance(value, Span) else Span(value)
        rows += paragraph(
            span.text, width, indent=indent, style=span.style, label=Span(label.ljust(size), "dim")
        )
    return rows


def ids(full: str) -> str:
    """An id short enough to read: its tag, four digits, and the last four."""
    tag, _, rest = full.partition("_")
    return full if len(rest) <= 12 else f"{tag}_{rest[:6]}..{rest[-4:]}"
