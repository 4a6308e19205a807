"""Which of many texts may hold a word, whatever its case: asked of all of them at once."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from heapq import merge
from itertools import accumulate


class WordFilter:
    """Texts in a row, in lower case; of those with letters that are not plain nothing is said."""

    def __init__(self, whole: str, lengths: Iterable[int]) -> None:
        """`whole` are texts of these lengths, one right behind the other."""
        self._whole = self._lowered = whole
        self._ends = array("q", accumulate(lengths))
        self._others: list[int] = []
        if not whole.isascii():  # what is longer in lower case would move what stands behind it
            texts = list(map(self.text, range(len(self._ends))))
            self._others = [number for number, text in enumerate(texts) if not text.isascii()]
            self._lowered = "".join(text if text.isascii() else "\n" * len(text) for text in texts)
        self._lowered = self._lowered.lower()

    def text(self, number: int) -> str:
        """One of the texts."""
        return self._whole[self._ends[number - 1] if number else 0 : self._ends[number]]

    def holding(self, words: Sequence[str]) -> Iterator[int]:
        """The numbers of the texts that may hold all of some words, ascending."""
        sought = max((word.lower() for word in words if word.isascii()), key=len, default="")
        yield from merge(self._with(sought), self._others) if sought else range(len(self._ends))

    def _with(self, word: str) -> Iterator[int]:
        place = self._lowered.find(word)
        while place >= 0:
            number = bisect_right(self._ends, place)
            yield number
            place = self._lowered.find(word, self._ends[number])
