"""The content of a view of lines: numbered lines, and stops among them that the cursor can be on."""

from __future__ import annotations

from typing import Protocol

from workbench.tui.state.spans import PaneRow

GUTTER = 3
"""Cells before every line: mark, cursor, range."""


class Host(Protocol):
    """The view, as its content sees it."""

    def content_changed(self) -> None:
        """Take note that the lines or their number changed."""
        ...

    def refresh(self) -> object:
        """Draw again: the cursor or the selection moved."""
        ...

    def want(self, start: int, count: int) -> None:
        """Take note that rows are to be shown that are not loaded."""
        ...


class Content:
    """Empty content; the base class of a laid-out text and of a table that is loaded in pages.

    A stop, on which the cursor can be, has a key and takes one or several lines.
    """

    def __init__(self) -> None:
        """Start without lines and without a margin."""
        self.gutter = 0
        self.pinned = 0
        """Lines at the top that stay in view."""
        self.ranged = False
        """Whether several stops can be selected at once."""
        self.pointing = True
        """Whether the cursor is drawn while the view does not have the focus."""
        self._host: Host | None = None

    def attach(self, host: Host) -> None:
        """Set the view to which changes are reported."""
        self._host = host

    @property
    def spreads(self) -> bool:
        """Whether a move of the cursor may change lines other than its own."""
        return False

    @property
    def length(self) -> int:
        """Number of lines."""
        return 0

    def lay(self, width: int) -> bool:  # noqa: ARG002 - for overriding
        """Lay out for a width in cells; return whether the lines changed."""
        return False

    def line(self, number: int, width: int) -> PaneRow:
        """Return a line for a width."""
        raise NotImplementedError

    @property
    def cursor_key(self) -> str | None:
        """The key under the cursor; None if there is no stop."""
        return None

    @property
    def block(self) -> tuple[int, int] | None:
        """First and last line of the stop under the cursor."""
        return None

    def above(self, height: int) -> int:
        """Return how many lines to leave above the cursor's stop when it is centred in a view."""
        return height // 3

    def place(self, key: str) -> bool | None:
        """Put the cursor on a key; return whether it moved, or None if there is no such key."""
        raise NotImplementedError

    def neighbour(self, by: int) -> str | None:
        """Return the key `by` stops further on; None beyond the ends."""
        raise NotImplementedError

    def nearest(self, line: int, by: int) -> str | None:
        """Return the key at a line, else the next one in the direction of `by`, else the last that way."""
        raise NotImplementedError

    def end(self, place: int) -> str | None:
        """Return the first key for 0, the last one for -1; None if there is none."""
        raise NotImplementedError

    def key_at(self, number: int) -> str | None:
        """Return the key of a line."""
        raise NotImplementedError

    def index_of(self, key: str) -> int:
        """Return the position of a key among all keys."""
        raise NotImplementedError

    def selected(self, number: int) -> bool:  # noqa: ARG002 - for overriding
        """Return whether a line is part of the selection."""
        return False

    def extend(self) -> None:
        """Prepare for the cursor to extend a range with its next move."""
