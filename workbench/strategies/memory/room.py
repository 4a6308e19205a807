"""The room of a memory summary: items are added by weight while the whole stays within its size."""

from __future__ import annotations

from collections.abc import Sequence

from gates.artifact import Item
from workbench.strategies.memory.state import TokenCount
from workbench.strategies.memory.stated import entry_of
from workbench.strategies.memory.summary_text import render
from workbench.strategies.sizing import CEILING, Size


class SummaryRoom:
    """Items of a summary with a limit of tokens and a limit by its share of the source.

    If a size was requested, the texts have a limit of characters instead of the share.
    """

    def __init__(
        self, size: Size, count: TokenCount, most_tokens: int, most_characters: int | None = None
    ) -> None:
        self._size = size
        self._count = count
        self._most_tokens = most_tokens
        self._most_characters = most_characters
        self._most_bytes = size.bytes_for(CEILING)
        self.items: list[Item] = []

    def take(self, items: Sequence[Item], *, always: bool = False) -> bool:
        """Add items, all or none; return whether they fit.

        `always` applies the limit of tokens or characters, but not the share.
        """
        tried = [*self.items, *items]
        fits = self.holds(tried)
        if fits and self._most_characters is None:
            fits = always or self._size.measure(tried) <= self._most_bytes
        if fits:
            self.items = tried
        return fits

    def holds(self, items: Sequence[Item]) -> bool:
        """Return whether these items alone stay within the tokens, and the characters if a size was asked."""
        if self._count(render(map(entry_of, items))) > self._most_tokens:
            return False
        most = self._most_characters
        return most is None or sum(len(item.text) for item in items) <= most
