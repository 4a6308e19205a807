"""Lines of styled pieces as plain values: the content of panes, independent of any terminal.

A style is a word with a meaning (`good`, `bad`, `warn`, `dim`, `accent`, `strong`, `mark`, `rule`), never a
colour; the widgets assign colours. All text from a transcript is escaped before. This module imports no
Textual and opens nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from workbench.presentation import layout
from workbench.presentation.cells import width_of
from workbench.presentation.layout import Column
from workbench.presentation.spans import Line, Piece, StyledText, line
from workbench.tui.text import ELLIPSIS

NONE = StyledText("")


class PaneRow(NamedTuple):
    """One line of a pane; rows with the same `key` are one stop of the cursor."""

    line: Line
    key: str | None = None
    mark: StyledText = NONE
    """One sign in the margin before the cursor: `!` blocks, `?` advises, the artifact's replaces events."""
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
    """Return a row of plain and styled pieces."""
    return PaneRow(line(*pieces), key, mark)


def rule(width: int) -> PaneRow:
    """Return a thin line across a pane."""
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
    """Return wrapped text; the label precedes the first line, and the others are indented to its text.

    `most` cuts the text to that many lines; the last one then ends in an ellipsis.
    """
    lines = layout.paragraph(
        text, width, label=label, indent=indent, style=style, most=most, ellipsis=ELLIPSIS
    )
    return [PaneRow(each, key, NONE if number else mark) for number, each in enumerate(lines)]


_REFERENCE = re.compile(r"\[\d[\d,+ ]*\]")
"""Events that a statement comes from: `[144,150]`, or `[144,150+2]`, whose `+2` counts further ones."""
_NUMBER = re.compile(r"(?<![\d+])\d+")
_NAMED = re.compile(r"(?:(?<=\[)|(?<=, )|(?<=^)|(?<=^ )|(?<=  ))e(\d+)(?=[,\]])")
"""An event within `[e12, e148]`, which may be wrapped between the two."""


def numbers_of(line: Sequence[Piece]) -> Iterator[tuple[int, int, int]]:
    """Yield the events that a line names, with the cells of each number: half-open, from 0.

    A reference of the screens, as `[144,150]`, has a style of its own; `[e12]` is one in any text.
    """
    text, begin = "".join(_text(each) for each in line), 0
    for each in line:
        if not isinstance(each, str) and each.style in ("ref", "accent"):
            for reference in _REFERENCE.finditer(each.text):
                for number in _NUMBER.finditer(each.text, *reference.span()):
                    first = begin + width_of(each.text[: number.start()])
                    yield first, first + len(number.group()), int(number.group())
        begin += width_of(_text(each))
    for named in _NAMED.finditer(text):
        first = width_of(text[: named.start()])
        yield first, first + len(named.group()), int(named.group(1))


def _text(piece: Piece) -> str:
    return piece if isinstance(piece, str) else piece.text


def number_at(line: Line, cell: int) -> int | None:
    """Return the event whose number is at a cell of a line, within `[144,150]` or `[e144]`."""
    return next((number for begin, end, number in numbers_of(line) if begin <= cell < end), None)


def cells(columns: Sequence[Column], values: Iterable[Piece], *, gap: int = 1) -> Line:
    """Return one table line: each value, already visible and on one line, clipped or padded to its column."""
    return layout.cells(columns, values, gap=gap, ellipsis=ELLIPSIS)


def facts(pairs: Iterable[tuple[str, Piece]], width: int, *, indent: int = 0) -> list[PaneRow]:
    """Return labels and values, the values aligned; long values wrap below themselves."""
    return [PaneRow(each) for each in layout.facts(pairs, width, indent=indent)]


def ids(full: str) -> str:
    """Return an id short enough to read: its tag, its first six digits and its last four."""
    tag, _, rest = full.partition("_")
    return full if len(rest) <= 12 else f"{tag}_{rest[:6]}..{rest[-4:]}"
