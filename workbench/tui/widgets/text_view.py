"""A text as the content of a view: rows laid out for each width; the rows of one key are one stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from workbench.tui.state.key_range import KeyRange
from workbench.tui.state.spans import PaneRow
from workbench.tui.widgets.content import GUTTER, Content
from workbench.tui.widgets.ink import Line, Piece

Layout = Callable[[int], Sequence[PaneRow] | Sequence[Line]]
"""A function from a width in cells to rows, or to plain lines if none has a key."""


@dataclass(frozen=True, slots=True)
class _Block:
    """Position of a key: its index among the keys, its first and its last line."""

    index: int
    first: int
    last: int


class Text(Content):
    """The rows of a layout function. The cursor stays on its key in a new layout."""

    def __init__(self, *, gutter: bool = True, ranged: bool = False) -> None:
        """Create an empty text; `ranged`: several keys can be selected at once."""
        super().__init__()
        self.gutter = GUTTER if gutter else 0
        self.ranged = ranged
        self.range = KeyRange() if ranged else None
        self._layout: Layout = lambda _width: ()
        self._laid = -1
        self._changed = False
        self._cursor: str | None = None
        self._blocks: dict[str, _Block] = {}
        self.rows: Sequence[PaneRow] = ()
        self.keys: tuple[str, ...] = ()

    def show(self, layout: Layout, cursor: str | None = None) -> None:
        """Set another layout; the cursor goes to the key `cursor`, else stays."""
        self._layout, self._laid = layout, -1
        if cursor is not None:
            self._changed = self._changed or cursor != self._cursor
            self._cursor = cursor

    def lay(self, width: int) -> bool:
        """Lay out for a width, margin included; return whether the lines changed."""
        if width <= self.gutter or width == self._laid:
            return False
        self._laid = width
        known, changed, self._changed = self.rows, self._changed, False
        laid = self._layout(width - self.gutter)
        self.rows = [each if isinstance(each, PaneRow) else PaneRow(tuple(_pieces(each))) for each in laid]
        if self.rows == known:
            return changed
        self._blocks = {}
        for number, row in enumerate(self.rows):
            if row.key is not None:
                old = self._blocks.get(row.key)
                self._blocks[row.key] = _Block(
                    len(self._blocks) if old is None else old.index,
                    number if old is None else old.first,
                    number,
                )
        self.keys = tuple(self._blocks)
        return True

    @property
    def spreads(self) -> bool:
        """Whether a range is active: it may grow, or stop growing, with the cursor."""
        return self.range is not None and self.range.active

    @property
    def length(self) -> int:
        """Number of lines."""
        return len(self.rows)

    def line(self, number: int, width: int) -> PaneRow:  # noqa: ARG002 - laid out for it already
        """Return a line as laid out."""
        return self.rows[number]

    @property
    def cursor_key(self) -> str | None:
        """The key under the cursor; the first key if the cursor's own is gone."""
        return self._cursor if self._cursor in self._blocks else (self.keys[0] if self.keys else None)

    @property
    def block(self) -> tuple[int, int] | None:
        """First and last line of the stop under the cursor."""
        key = self.cursor_key
        return (self._blocks[key].first, self._blocks[key].last) if key is not None else None

    def above(self, height: int) -> int:
        """Return a third of the height, so that more of the following lines is seen."""
        block = self.block or (0, 0)
        return max((height - (block[1] - block[0] + 1)) // 3, self.pinned)

    def place(self, key: str) -> bool | None:
        """Put the cursor on a key; an active range follows it."""
        if key not in self._blocks:
            return None
        moved = key != self._cursor
        self._cursor = key
        if self.range is not None:
            self.range.follow(self.keys, key)
        return moved

    def neighbour(self, by: int) -> str | None:
        """Return the key `by` stops further on; None beyond the ends."""
        here = self.cursor_key
        wanted = self._blocks[here].index + by if here is not None else -1
        return self.keys[wanted] if 0 <= wanted < len(self.keys) else None

    def nearest(self, line: int, by: int) -> str | None:
        """Return the first key from a line on; with a negative `by`, the last one up to it."""
        if by > 0:
            return next((key for key in self.keys if self._blocks[key].first >= line), self.keys[-1])
        return next((key for key in reversed(self.keys) if self._blocks[key].first <= line), self.keys[0])

    def end(self, place: int) -> str | None:
        """Return the first or the last key."""
        return self.keys[place] if self.keys else None

    def key_at(self, number: int) -> str | None:
        """Return the key of a line."""
        return self.rows[number].key if 0 <= number < len(self.rows) else None

    def index_of(self, key: str) -> int:
        """Return the position of a key among all keys."""
        return self._blocks[key].index

    def selected(self, number: int) -> bool:
        """Return whether the line's key is in the range."""
        return self.range is not None and self.rows[number].key in self.range.chosen

    def extend(self) -> None:
        """Start a range, or let it grow."""
        if self.range is not None:
            self.range.extend(self.keys, self.cursor_key)


def _pieces(line: Line) -> list[Piece]:
    return [Piece(text, style) for text, style in line]
