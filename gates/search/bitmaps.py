"""Which segments hold a stem, as one whole number with a bit for each segment.

Sums over such numbers weigh all segments at once, some dozens in each step of the machine, where lists of
segments are gone through one by one. They are made for the stems that are asked for, and some are kept.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import compress, count

KEPT_BYTES = 16_000_000
"""How much of the stems asked for last is kept."""
_WORD = 8
"""Bytes that are looked at together when bits are sought."""


@dataclass(slots=True)
class Held:
    """The segments that hold a stem, of the first so many of its list."""

    known: int
    raw: bytearray
    """A bit for each segment, the lowest bit of the first byte for the first."""
    bits: int
    """The same as a number."""

    def among(self, numbers: Iterable[int]) -> list[int]:
        """Those of some segments that hold the stem."""
        raw = self.raw
        end = len(raw) << 3
        return [number for number in numbers if number < end and raw[number >> 3] >> (number & 7) & 1]


Known = Callable[[str], Held | None]


class Bitmaps:
    """The segments that hold each stem of lists that grow at their end."""

    def __init__(self, postings: Mapping[str, array[int]], known: Known | None = None) -> None:
        """`known` gives what is there already of a stem: of the first of its segments, or None."""
        self._postings = postings
        self._known = known
        self._kept: dict[str, Held] = {}

    def of(self, stem: str) -> Held:
        """The segments of a stem that is in the lists."""
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
    """A bit for each byte: set where the byte is not 0."""
    digits = flags[::-1].translate(b"0" + b"1" * 255)
    return int(digits, 2) if digits else 0


def members(bits: int, most: int | None = None) -> list[int]:
    """The places of the bits that are set, ascending; of so many at most."""
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
