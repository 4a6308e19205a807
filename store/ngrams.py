"""Hashed character n-grams: the contribution of each stem to a passage's vector.

The vector of a passage is the sum of the vectors of its stems, each of length 1 times one plus the logarithm
of its count. Vectors are kept by stem, since stems are fewer than passages and every passage consists of
them: a query is compared with the stems, and the scores of a passage's stems are added up. Its length is
taken as the square root of its words, as if no two stems shared an n-gram.
"""

from __future__ import annotations

from hashlib import blake2b

NGRAM_MODEL = "char-3-5/1024/3"
"""Name of the vectors: n-grams of 3 to 5 characters within words, hashed to 1,024 places, kept by stem."""
DIMENSIONS = 1024
TAKEN = DIMENSIONS
"""Added to a place at which an n-gram counts negatively."""
_MOST_KNOWN = 200_000


class _Places(dict[str, int]):
    """The place of each n-gram; a sign by hash lets several at one place cancel by chance."""

    def __missing__(self, gram: str) -> int:
        hashed = int.from_bytes(blake2b(gram.encode(), digest_size=4).digest(), "big")
        made = hashed % DIMENSIONS + (0 if hashed & 0x80000000 else TAKEN)
        if len(self) < _MOST_KNOWN:
            self[gram] = made
        return made


_places = _Places()


def places(stem: str) -> list[int]:
    """Return the places of a stem's n-grams, from 0; negative ones have `TAKEN` added."""
    padded = f" {stem} "
    size = len(padded)
    grams = [padded[start : start + 3] for start in range(size - 2)]
    grams += [padded[start : start + 4] for start in range(size - 3)]
    grams += [padded[start : start + 5] for start in range(size - 4)]
    return [_places[gram] for gram in grams]
