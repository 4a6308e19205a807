"""What a view of lines shows: lines by number, and things among them that the cursor can stand on."""

from __future__ import annotations

from typing import Protocol

from workbench.tui.state.spans import PaneRow

GUTTER = 3
"""Cells before every line: mark, cursor, range."""


class Host(Protocol):
    """The view, as its content sees it."""

    def content_changed(self) -> None:
        """Lines are others, or as many as they were no more."""
        ...

    def refresh(self) -> object:
        """Draw again: another line has the cursor, or other lines are selected."""
        ...

    def want(self, start: int, count: int) -> None:
        """Rows are to be shown that are not there yet."""
        ...


class Content:
    """Nothing; the base of a text that is laid out, and of a table that comes in pages.

    A thing that the cursor can stand on has a key and takes one or several lines.
    """

    def __init__(self) -> None:
        """Without lines and without a margin."""
        self.gutter = 0
        self.pinned = 0
        """Lines at the top that stay in view."""
        self.ranged = False
        """Whether several things can be selected at once."""
        self._host: Host | None = None

    def attach(self, host: Host) -> None:
        """Say to whom changes are reported."""
        self._host = host

    @property
    def spreads(self) -> bool:
        """Whether more lines than those of the cursor may change with it."""
        return False

    @property
    def length(self) -> int:
        """How many lines there are."""
        return 0

    def lay(self, width: int) -> bool:  # noqa: ARG002 - for overriding
        """Lay out for a width in cells; True where lines are others than before."""
        return False

    def line(self, number: int, width: int) -> PaneRow:
        """A line for a width."""
        raise NotImplementedError

    @property
    def cursor_key(self) -> str | None:
        """The key that the cursor stands on; None where there is none to stand on."""
        return None

    @property
    def block(self) -> tuple[int, int] | None:
        """First and last line of what the cursor stands on."""
        return None

    def above(self, height: int) -> int:
        """Lines to be left above what the cursor stands on, where it is put in the middle of a view."""
        return height // 3

    def place(self, key: str) -> bool | None:
        """Put the cursor on a key; whether it was elsewhere, None where there is no such key."""
        raise NotImplementedError

    def neighbour(self, by: int) -> str | None:
        """The key so many things further; None beyond the ends."""
        raise NotImplementedError

    def nearest(self, line: int, by: int) -> str | None:
        """The key at a line, else the next one in a direction, else the last one that way."""
        raise NotImplementedError

    def end(self, place: int) -> str | None:
        """The first key for 0, the last one for -1; None where there is none."""
        raise NotImplementedError

    def key_at(self, number: int) -> str | None:
        """The key of a line."""
        raise NotImplementedError

    def index_of(self, key: str) -> int:
        """The place of a key among all."""
        raise NotImplementedError

    def selected(self, number: int) -> bool:  # noqa: ARG002 - for overriding
        """Whether a line belongs to what is selected."""
        return False

    def extend(self) -> None:
        """The cursor is about to take a range along."""
