"""Hashed character n-grams: the part of a passage's vector that each of its stems gives.

The vector of a passage is the sum of those of its stems, each of length 1 times one more than the
logarithm of how often it occurs. It is kept by stem, as stems are fewer than passages and make up all of
them: a query is compared with the stems, and what a passage has of them is added up. Its length is taken
as the square root of its words, as if no two stems had an n-gram in common.
"""

from __future__ import annotations

from hashlib import blake2b

NGRAM_MODEL = "char-3-5/1024/3"
"""Names the vectors: n-grams of 3 to 5 characters within words, hashed to 1,024 places, kept by stem."""
DIMENSIONS = 1024
TAKEN = DIMENSIONS
"""Added to a place where an n-gram counts as less, not as more."""
_MOST_KNOWN = 200_000


class _Places(dict[str, int]):
    """Where each n-gram counts; a sign by hash has several that meet at a place cancel by chance."""

    def __missing__(self, gram: str) -> int:
        hashed = int.from_bytes(blake2b(gram.encode(), digest_size=4).digest(), "big")
        made = hashed % DIMENSIONS + (0 if hashed & 0x80000000 else TAKEN)
        if len(self) < _MOST_KNOWN:
            self[gram] = made
        return made


_places = _Places()


def places(stem: str) -> list[int]:
    """The places of a stem's n-grams, from 0; those that count as less have `TAKEN` added."""
    padded = f" {stem} "
    size = len(padded)
    grams = [padded[start : start + 3] for start in range(size - 2)]
    grams += [padded[start : start + 4] for start in range(size - 3)]
    grams += [padded[start : start + 5] for start in range(size - 4)]
    return [_places[gram] for gram in grams]
