"""Lines made of styled pieces, as plain values: what panes show, before any terminal is involved.

A style is a word of meaning (`good`, `bad`, `warn`, `dim`, `accent`, `strong`, `mark`, `rule`), never a
colour; the widgets give it one. Every text that comes from a transcript is escaped before. Knows
no Textual and opens nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from workbench.presentation import layout
from workbench.presentation.cells import width_of
from workbench.presentation.layout import Column
from workbench.presentation.spans import Line, Piece, StyledText, line
from workbench.tui.text import ELLIPSIS

NONE = StyledText("")


class PaneRow(NamedTuple):
    """One line of a pane; rows that share a `key` are one thing that the cursor can stand on."""

    line: Line
    key: str | None = None
    mark: StyledText = NONE
    """One character in the margin, before the cursor's: `!` blocks, `?` advises, `~` stands for events."""
    ink: str = ""
    """A style of the whole line, margin included."""

    @property
    def text(self) -> str:
        """The line without its styles."""
        return "".join(span.text for span in self.line)

    @property
    def width(self) -> int:
        """Cells of the line."""
        return sum(width_of(span.text) for span in self.line)


def row(*pieces: Piece, key: str | None = None, mark: StyledText = NONE) -> PaneRow:
    """A row out of plain and styled pieces."""
    return PaneRow(line(*pieces), key, mark)


def rule(width: int) -> PaneRow:
    """A thin line across a pane."""
    return PaneRow((StyledText("-" * max(width, 0), "rule"),))


def paragraph(
    text: str,
    width: int,
    *,
    label: Piece = "",
    indent: int = 0,
    style: str = "",
    key: str | None = None,
    mark: StyledText = NONE,
    most: int | None = None,
) -> list[PaneRow]:
    """Wrapped text; the label stands before the first line, the others are set under its text.

    `most` cuts to that many lines, the last one then ends in an ellipsis.
    """
    lines = layout.paragraph(
        text, width, label=label, indent=indent, style=style, most=most, ellipsis=ELLIPSIS
    )
    return [PaneRow(each, key, NONE if number else mark) for number, each in enumerate(lines)]


_NUMBER = re.compile(r"\d+")


def number_at(line: Line, cell: int) -> int | None:
    """The event whose number stands at a cell of a line, within a reference such as `[144,150]`."""
    begin = 0
    for text, style in line:
        size = width_of(text)
        if style == "ref" and begin <= cell < begin + size:
            found = (each for each in _NUMBER.finditer(text) if each.start() <= cell - begin < each.end())
            return next((int(each.group()) for each in found), None)
        begin += size
    return None


def cells(columns: Sequence[Column], values: Iterable[Piece], *, gap: int = 1) -> Line:
    """One table line: every value, visible and on one line already, clipped or filled to its column."""
    return layout.cells(columns, values, gap=gap, ellipsis=ELLIPSIS)


def facts(pairs: Iterable[tuple[str, Piece]], width: int, *, indent: int = 0) -> list[PaneRow]:
    """Label and value, the values aligned; long values wrap under themselves."""
    return [PaneRow(each) for each in layout.facts(pairs, width, indent=indent)]


def ids(full: str) -> str:
    """An id short enough to read: its tag, four digits, and the last four."""
    tag, _, rest = full.partition("_")
    return full if len(rest) <= 12 else f"{tag}_{rest[:6]}..{rest[-4:]}"
