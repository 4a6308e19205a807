"""Finds which of many texts may contain a word, ignoring case, with one search over all of them."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from heapq import merge
from itertools import accumulate


class WordFilter:
    """Consecutive texts in lower case; a text with non-ASCII characters may always contain any word."""

    def __init__(self, whole: str, lengths: Iterable[int]) -> None:
        """`whole` is the texts of these lengths, joined without separators."""
        self._whole = self._lowered = whole
        self._ends = array("q", accumulate(lengths))
        self._others: list[int] = []
        if not whole.isascii():  # some letters grow in lower case, which would shift later texts
            texts = list(map(self.text, range(len(self._ends))))
            self._others = [number for number, text in enumerate(texts) if not text.isascii()]
            self._lowered = "".join(text if text.isascii() else "\n" * len(text) for text in texts)
        self._lowered = self._lowered.lower()

    def text(self, number: int) -> str:
        """Return one of the texts."""
        return self._whole[self._ends[number - 1] if number else 0 : self._ends[number]]

    def holding(self, words: Sequence[str]) -> Iterator[int]:
        """Yield the numbers of the texts that may contain all of some words, ascending."""
        sought = max((word.lower() for word in words if word.isascii()), key=len, default="")
        yield from merge(self._with(sought), self._others) if sought else range(len(self._ends))

    def _with(self, word: str) -> Iterator[int]:
        place = self._lowered.find(word)
        while place >= 0:
            number = bisect_right(self._ends, place)
            yield number
            place = self._lowered.find(word, self._ends[number])
