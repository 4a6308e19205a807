"""Distinct words as bytes, in which one word is found without reading the others."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping
from itertools import accumulate, pairwise
from typing import Any


class KeptWords:
    """Words in byte order; each is identified by its number."""

    def __init__(self, parts: Mapping[str, bytes], name: str) -> None:
        """`parts` comes from `parts_of_words` with the same name."""
        self._text = parts[name]
        self._bounds = kept_numbers("I", parts[f"{name}_bounds"])

    def __len__(self) -> int:
        return len(self._bounds) - 1

    def __iter__(self) -> Iterator[str]:
        for start, end in pairwise(self._bounds):
            yield self._text[start:end].decode("utf-8", "surrogatepass")

    def number(self, word: str) -> int | None:
        """Return the number of a word, or None if it is not contained."""
        wanted, text, bounds = word.encode("utf-8", "surrogatepass"), self._text, self._bounds
        found = bisect_left(range(len(self)), wanted, key=lambda at: text[bounds[at] : bounds[at + 1]])
        return found if found < len(self) and text[bounds[found] : bounds[found + 1]] == wanted else None


def kept_numbers(kind: str, body: bytes) -> array[Any]:
    """Return an array of a type code (`q`, `I`, `d`) from its kept bytes."""
    made: array[Any] = array(kind)
    made.frombytes(body)
    return made


def in_order(words: Collection[str]) -> list[str]:
    """Return words sorted in the order in which they are kept."""
    return sorted(words, key=_bytes)


def parts_of_words(words: Collection[str], name: str) -> dict[str, bytes]:
    """Return words, already in order, as bytes under a name."""
    stated = list(map(_bytes, words))
    bounds = array("I", accumulate(map(len, stated), initial=0))
    return {name: b"".join(stated), f"{name}_bounds": bounds.tobytes()}


def _bytes(word: str) -> bytes:
    return word.encode("utf-8", "surrogatepass")
