"""Posting lists that were kept in pieces, each stem read when it is looked up."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

from gates.search.bitmaps import Held, bits_of
from gates.search.kept_words import KeptWords, in_order, kept_numbers, parts_of_words

DENSE = 64
"""Segments of a piece per segment that contains a stem, below which the stem is also kept as bits."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """The data that some events added; the bits begin with the segment `begun`."""

    begun: int
    stems: KeptWords
    bounds: array[int]
    numbers: memoryview
    bits: Mapping[str, memoryview]


class KeptPostings(dict[str, "array[int]"]):
    """The segments that contain each stem, read from the pieces when the stem is looked up."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: list[_Piece] = []

    def add(self, parts: Mapping[str, bytes], begun: int) -> None:
        """Add the postings of the next piece, whose first segment is `begun`."""
        dense, spans = KeptWords(parts, "dense"), pairwise(kept_numbers("q", parts["dense_spans"]))
        whole = memoryview(parts["dense_bits"])
        self._pieces.append(
            _Piece(
                begun,
                KeptWords(parts, "stems"),
                kept_numbers("q", parts["bounds"]),
                memoryview(parts["postings"]),
                {stem: whole[start:end] for stem, (start, end) in zip(dense, spans, strict=True)},
            )
        )

    def stems(self) -> Iterator[str]:
        """Yield all stems, those of the pieces first."""
        yield from dict.fromkeys(stem for piece in self._pieces for stem in piece.stems) | dict.fromkeys(self)

    def held(self, stem: str) -> Held | None:
        """Return the kept segments of a stem as bits, or None if they were not kept as bits."""
        known = bits = 0
        for piece in self._pieces:
            at = piece.stems.number(stem)
            if at is None:
                continue
            body = piece.bits.get(stem)
            if body is None:
                return None
            known += piece.bounds[at + 1] - piece.bounds[at]
            bits |= int.from_bytes(body, "little") << piece.begun
        return Held(known, bytearray(bits.to_bytes((bits.bit_length() + 7) >> 3, "little")), bits)

    def __missing__(self, stem: str) -> array[int]:
        made = self[stem] = array("I")
        size = made.itemsize
        for piece in self._pieces:
            at = piece.stems.number(stem)
            if at is not None:
                made.frombytes(piece.numbers[piece.bounds[at] * size : piece.bounds[at + 1] * size])
        return made

    def get(self, stem: str, default: Any = None) -> Any:  # noqa: ANN401 (as a mapping's)
        """Return the segments of a stem, ascending; the default if there are none."""
        return self[stem] or default


def parts_of(postings: Mapping[str, array[int]], begun: int, end: int) -> dict[str, bytes]:
    """Return what the segments `begun..end` (exclusive) added to the posting lists, as bytes."""
    fresh: dict[str, array[int]] = {}
    for stem in postings.stems() if isinstance(postings, KeptPostings) else postings:
        listed = postings[stem]
        added = listed[bisect_left(listed, begun) :] if begun else listed
        if added:
            fresh[stem] = added
    stems = in_order(fresh)
    bits = {stem: _bits(fresh[stem], begun) for stem in stems if len(fresh[stem]) * DENSE > end - begun}
    return {
        **parts_of_words(stems, "stems"),
        "bounds": array("q", accumulate((len(fresh[stem]) for stem in stems), initial=0)).tobytes(),
        "postings": b"".join(fresh[stem].tobytes() for stem in stems),
        **parts_of_words(bits, "dense"),
        "dense_spans": array("q", accumulate(map(len, bits.values()), initial=0)).tobytes(),
        "dense_bits": b"".join(bits.values()),
    }


def _bits(listed: array[int], begun: int) -> bytes:
    """Return one bit per segment from `begun` to the last listed segment, as bytes."""
    flags = bytearray(listed[-1] - begun + 1)
    for number in listed:
        flags[number - begun] = 1
    return bits_of(flags).to_bytes((len(flags) + 7) >> 3, "little")
