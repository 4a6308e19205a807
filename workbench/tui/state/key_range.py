"""Selection of several keys of a list: from an anchor to the cursor, or everything that a filter leaves."""

from __future__ import annotations

from collections.abc import Sequence


class KeyRange:
    """The selected keys of a list; none at first."""

    def __init__(self) -> None:
        self._anchor: str | None = None
        self._growing = False
        self._chosen: frozenset[str] = frozenset()

    @property
    def active(self) -> bool:
        """Whether anything is selected."""
        return bool(self._chosen)

    @property
    def chosen(self) -> frozenset[str]:
        """The selected keys."""
        return self._chosen

    def toggle(self, keys: Sequence[str], cursor: str | None) -> None:
        """Begin a range at the cursor, or fix the one that is growing."""
        if self._growing:
            self._growing = False
        elif cursor is not None:
            self._anchor, self._growing = cursor, True
            self.follow(keys, cursor)

    def extend(self, keys: Sequence[str], cursor: str | None) -> None:
        """Let a range grow; begin it at the cursor if none is growing."""
        if not self._growing and cursor is not None:
            self._anchor, self._growing = cursor, True
            self.follow(keys, cursor)

    def follow(self, keys: Sequence[str], cursor: str | None) -> None:
        """Move the end of a growing range to the cursor."""
        if not self._growing or self._anchor not in keys or cursor not in keys:
            return
        one, other = sorted((keys.index(self._anchor), keys.index(cursor)))
        self._chosen = frozenset(keys[one : other + 1])

    def every(self, keys: Sequence[str]) -> None:
        """Select all of these keys."""
        self._anchor, self._growing, self._chosen = None, False, frozenset(keys)

    def prune(self, keys: Sequence[str]) -> None:
        """Drop keys that are gone; the rest stays selected when a list is read again."""
        left = self._chosen & frozenset(keys)
        if not left:
            self.clear()
            return
        self._chosen = left
        self._growing = self._growing and self._anchor in left

    def clear(self) -> None:
        """Select nothing."""
        self._anchor, self._growing, self._chosen = None, False, frozenset()
