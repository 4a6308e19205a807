"""Which of many texts may hold a word, whatever its case: asked of all of them at once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from heapq import merge
from itertools import accumulate


class WordFilter:
    """Texts one below the other, in lower case; of those with letters that are not plain nothing is said."""

    def __init__(self, texts: Sequence[str]) -> None:
        whole = "\n".join(texts)
        plain = whole.isascii()
        self._others = [] if plain else [number for number, text in enumerate(texts) if not text.isascii()]
        if not plain:  # what is longer in lower case would move what stands behind it
            whole = "\n".join("." * len(text) if not text.isascii() else text for text in texts)
        self._text = whole.lower()
        self._ends = list(accumulate(map(len, texts)))
        """Where each text ends, line feeds not counted."""

    def holding(self, words: Sequence[str]) -> Iterator[int]:
        """The numbers of the texts that may hold all of some words, ascending; no line feed is in a word."""
        sought = max((word.lower() for word in words if word.isascii()), key=len, default="")
        yield from merge(self._with(sought), self._others) if sought else range(len(self._ends))

    def _with(self, word: str) -> Iterator[int]:
        place = self._text.find(word)
        while place >= 0:
            number = bisect_right(range(len(self._ends)), place, key=self._end)
            yield number
            place = self._text.find(word, self._end(number))

    def _end(self, number: int) -> int:
        """Where the line feed behind a text stands."""
        return self._ends[number] + number
