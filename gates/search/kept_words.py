"""Distinct words as bytes in which one is found without reading the others."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping
from itertools import accumulate, pairwise
from typing import Any


class KeptWords:
    """Words in the order of their bytes; each is known by its number."""

    def __init__(self, parts: Mapping[str, bytes], name: str) -> None:
        """`parts` are those that `parts_of_words` made under the same name."""
        self._text = parts[name]
        self._bounds = kept_numbers("I", parts[f"{name}_bounds"])

    def __len__(self) -> int:
        return len(self._bounds) - 1

    def __iter__(self) -> Iterator[str]:
        for start, end in pairwise(self._bounds):
            yield self._text[start:end].decode("utf-8", "surrogatepass")

    def number(self, word: str) -> int | None:
        """The number of a word; None where it is not among them."""
        wanted, text, bounds = word.encode("utf-8", "surrogatepass"), self._text, self._bounds
        found = bisect_left(range(len(self)), wanted, key=lambda at: text[bounds[at] : bounds[at + 1]])
        return found if found < len(self) and text[bounds[found] : bounds[found + 1]] == wanted else None


def kept_numbers(kind: str, body: bytes) -> array[Any]:
    """The numbers of an array of a kind (`q`, `I`, `d`) that was kept as bytes."""
    made: array[Any] = array(kind)
    made.frombytes(body)
    return made


def in_order(words: Collection[str]) -> list[str]:
    """Words in the order in which they are kept."""
    return sorted(words, key=_bytes)


def parts_of_words(words: Collection[str], name: str) -> dict[str, bytes]:
    """Words in order, as bytes under a name."""
    stated = list(map(_bytes, words))
    bounds = array("I", accumulate(map(len, stated), initial=0))
    return {name: b"".join(stated), f"{name}_bounds": bounds.tobytes()}


def _bytes(word: str) -> bytes:
    return word.encode("utf-8", "surrogatepass")
