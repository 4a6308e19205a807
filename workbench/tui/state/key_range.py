"""Several things of a list at once: from where a range began to the cursor, or all that a filter leaves."""

from __future__ import annotations

from collections.abc import Sequence


class KeyRange:
    """What is selected of a list of keys; nothing at first."""

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
        """Begin a range at the cursor, or let the one that grows stand."""
        if self._growing:
            self._growing = False
        elif cursor is not None:
            self._anchor, self._growing = cursor, True
            self.follow(keys, cursor)

    def extend(self, keys: Sequence[str], cursor: str | None) -> None:
        """Have a range that grows; from the cursor where there is none."""
        if not self._growing and cursor is not None:
            self._anchor, self._growing = cursor, True
            self.follow(keys, cursor)

    def follow(self, keys: Sequence[str], cursor: str | None) -> None:
        """The cursor moved: what grows ends there."""
        if not self._growing or self._anchor not in keys or cursor not in keys:
            return
        one, other = sorted((keys.index(self._anchor), keys.index(cursor)))
        self._chosen = frozenset(keys[one : other + 1])

    def every(self, keys: Sequence[str]) -> None:
        """Select all of these."""
        self._anchor, self._growing, self._chosen = None, False, frozenset(keys)

    def prune(self, keys: Sequence[str]) -> None:
        """Let go of what is not there any more; a list that is read again keeps the rest selected."""
        left = self._chosen & frozenset(keys)
        if not left:
            self.clear()
            return
        self._chosen = left
        self._growing = self._growing and self._anchor in left

    def clear(self) -> None:
        """Select nothing."""
        self._anchor, self._growing, self._chosen = None, False, frozenset()
