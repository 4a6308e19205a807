"""Bit sets of the segments that contain a stem, each an integer with one bit per segment.

Arithmetic on such integers weighs all segments at once, dozens per machine operation, instead of walking
lists of segments. The integers are built on demand, and the most recently used ones are cached.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import compress, count

KEPT_BYTES = 16_000_000
"""Size limit of the cache of recently used stems, in bytes."""
_WORD = 8
"""Bytes that are tested together when searching for set bits."""


@dataclass(slots=True)
class Held:
    """The segments that contain a stem, for the first `known` entries of its posting list."""

    known: int
    raw: bytearray
    """One bit per segment; the lowest bit of the first byte is the first segment."""
    bits: int
    """`raw` as an integer."""

    def among(self, numbers: Iterable[int]) -> list[int]:
        """Return those of the given segments that contain the stem."""
        raw = self.raw
        end = len(raw) << 3
        return [number for number in numbers if number < end and raw[number >> 3] >> (number & 7) & 1]


Known = Callable[[str], Held | None]


class Bitmaps:
    """The segments that contain each stem of posting lists that grow at their end."""

    def __init__(self, postings: Mapping[str, array[int]], known: Known | None = None) -> None:
        """`known` returns what was kept for a stem, covering the first of its segments, or None."""
        self._postings = postings
        self._known = known
        self._kept: dict[str, Held] = {}

    def of(self, stem: str) -> Held:
        """Return the segments of a stem, which must be in the posting lists."""
        postings = self._postings[stem]
        held = self._kept.pop(stem, None)
        if held is None and self._known is not None:
            held = self._known(stem)
        if held is None or held.known < len(postings):
            held = _held(held, postings)
        self._kept[stem] = held
        while len(self._kept) > 1 and 2 * len(held.raw) * len(self._kept) > KEPT_BYTES:
            self._kept.pop(next(iter(self._kept)), None)
        return held


def _held(before: Held | None, postings: array[int]) -> Held:
    raw = bytearray((postings[-1] >> 3) + 1)
    fresh = postings
    if before is not None:
        raw[: len(before.raw)] = before.raw
        fresh = postings[before.known :]
    for number in fresh:
        raw[number >> 3] |= 1 << (number & 7)
    return Held(len(postings), raw, int.from_bytes(raw, "little"))


def bits_of(flags: bytes | bytearray) -> int:
    """Return an integer with one bit per byte, set if the byte is not 0."""
    digits = flags[::-1].translate(b"0" + b"1" * 255)
    return int(digits, 2) if digits else 0


def members(bits: int, most: int | None = None) -> list[int]:
    """Return the positions of the set bits, ascending; at most `most` of them."""
    size = -(-bits.bit_length() // (8 * _WORD)) * _WORD
    words = array("Q", bits.to_bytes(size, "little"))
    found: list[int] = []
    for place in compress(count(), words):
        word, first = words[place], place * 8 * _WORD
        while word:
            lowest = word & -word
            found.append(first + lowest.bit_length() - 1)
            word ^= lowest
        if most is not None and len(found) >= most:
            return found[:most]
    return found
