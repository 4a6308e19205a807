"""Finds the segments that contain the greatest weight of some stems.

For rare stems the posting lists are walked. Otherwise all segments are weighed at once, roughly: each weight
is rounded up to a few bits, and the sums are held as one integer per bit of a sum, with one bit per segment.
The true sums of the best segments are computed, and then those of all segments whose rough sum is not below
the least of them: no other segment can be among the best.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from gates.search.bitmaps import Bitmaps, Known, bits_of, members

STEPS = 16
"""Number of steps into which a weight of one is divided, rounding up."""
MILLION = 1_000_000
SPARSE = 64
"""Segments per segment that contains a stem, at and above which the posting lists are walked."""
LISTED = 1_000
"""Most segments whose true sums are computed one by one; more are grouped by the stems that they contain."""
MOST_GROUPS = 200


@dataclass(frozen=True)
class Allowed:
    """The segments that may be found: one byte per segment, 0 if it may not."""

    flags: bytes | bytearray

    @cached_property
    def bits(self) -> int:
        """`flags` as an integer with one bit per segment."""
        return bits_of(self.flags)


class Fullest:
    """Search over posting lists that grow at their end."""

    def __init__(self, postings: Mapping[str, array[int]], known: Known | None = None) -> None:
        """`known` returns the kept segments of a stem as bits, or None."""
        self._postings = postings
        self._bitmaps = Bitmaps(postings, known)

    def find(
        self,
        sizes: Mapping[str, int],
        weights: Mapping[str, int],
        most: int,
        count: int,
        allowed: Allowed | None = None,
    ) -> list[int]:
        """Return the segments with the greatest weight of some stems, the earlier of equal ones first.

        The first `sizes[stem]` entries of each posting list count, which are those among the first `count`
        segments. Weights are integers in millionths above 0, so that a sum has the same bits in any order.
        """
        if len(sizes) == 1:
            return self._first(*sizes.items(), most=most, allowed=allowed)
        if sum(sizes.values()) * SPARSE <= count:
            return best_of(self._listed(sizes, weights, allowed), most)
        return self._weighed(sizes, weights, most, count, allowed)

    def _first(self, held: tuple[str, int], *, most: int, allowed: Allowed | None) -> list[int]:
        """Return the first segments that contain one stem: all have the same weight."""
        numbers: Iterable[int] = islice(self._postings[held[0]], held[1])
        return list(islice(numbers if allowed is None else filter(allowed.flags.__getitem__, numbers), most))

    def _listed(
        self, sizes: Mapping[str, int], weights: Mapping[str, int], allowed: Allowed | None
    ) -> dict[int, int]:
        """Return the weight of every segment that contains any of the stems."""
        scores: dict[int, int] = {}
        for stem, size in sizes.items():
            found = dict.fromkeys(islice(self._postings[stem], size), weights[stem])
            for number in scores.keys() & found.keys():
                found[number] += scores[number]
            scores.update(found)
        return scores if allowed is None else {n: s for n, s in scores.items() if allowed.flags[n]}

    def _weighed(
        self,
        sizes: Mapping[str, int],
        weights: Mapping[str, int],
        most: int,
        count: int,
        allowed: Allowed | None,
    ) -> list[int]:
        every = (1 << count) - 1
        asked = every if allowed is None else every & allowed.bits
        planes = _rough_sums(
            (self._bitmaps.of(stem).bits & asked, _rounded_up(weights[stem])) for stem in sizes
        )
        chosen, full = _greatest(planes, asked, most)
        scores = self._sums(chosen, sizes, weights, most)
        if full:
            least = _least(scores, most)
            others = _at_least(planes, asked, _rounded_up(least)) & ~chosen
            for score, numbers in self._sums(others, sizes, weights, most).items():
                scores[score] = sorted((*scores.get(score, ()), *numbers))
        return [n for score in sorted(scores, reverse=True) for n in scores[score]][:most]

    def _sums(
        self, bits: int, sizes: Iterable[str], weights: Mapping[str, int], most: int
    ) -> dict[int, list[int]]:
        """Return some segments grouped by true sum, at most the first `most` of each."""
        groups = self._groups(bits, sizes, weights) if bits.bit_count() > LISTED else None
        if groups is not None:
            return {score: members(held, most) for score, held in groups.items()}
        found: dict[int, list[int]] = {}
        for number, score in self._true_sums(members(bits), sizes, weights).items():
            found.setdefault(score, []).append(number)
        return {score: numbers[:most] for score, numbers in found.items()}

    def _groups(self, bits: int, sizes: Iterable[str], weights: Mapping[str, int]) -> dict[int, int] | None:
        """Return the bit set of segments for each true sum, or None if there are too many groups."""
        groups = [(0, bits)]
        for stem in sizes:
            held, weight = self._bitmaps.of(stem).bits, weights[stem]
            parted = [(score, each, each & held) for score, each in groups]
            groups = [(score + weight, inside) for score, _, inside in parted if inside]
            groups += [(score, each ^ inside) for score, each, inside in parted if each != inside]
            if len(groups) > MOST_GROUPS:
                return None
        found: dict[int, int] = {}
        for score, each in groups:
            found[score] = found.get(score, 0) | each
        return found

    def _true_sums(
        self, numbers: list[int], stems: Iterable[str], weights: Mapping[str, int]
    ) -> dict[int, int]:
        scores = dict.fromkeys(numbers, 0)
        for stem in stems:
            weight = weights[stem]
            for number in self._bitmaps.of(stem).among(numbers):
                scores[number] += weight
        return scores


def best_of(scores: Mapping[int, int], most: int) -> list[int]:
    """Return the segments with the greatest scores, the earlier of equal ones first."""
    least = sorted(scores.values(), reverse=True)[most - 1] if len(scores) > most else 0
    best = [(-score, number) for number, score in scores.items() if score >= least]
    return [number for _, number in sorted(best)[:most]]


def _least(scores: Mapping[int, Sequence[int]], most: int) -> int:
    """Return the score of the last of the `most` best."""
    counted = 0
    for score in sorted(scores, reverse=True):
        counted += len(scores[score])
        if counted >= most:
            return score
    return 0


def _rounded_up(weight: int) -> int:
    return -(-weight * STEPS // MILLION)


def _rough_sums(held: Iterable[tuple[int, int]]) -> list[int]:
    """Return the sums of some weights over all segments: one integer per bit of a sum, lowest bit first."""
    planes: list[int] = []
    for bits, weight in held:
        for place in range(weight.bit_length()):
            carried = bits if weight >> place & 1 else 0
            at = place
            while carried:
                planes += [0] * (at + 1 - len(planes))
                planes[at], carried = planes[at] ^ carried, planes[at] & carried
                at += 1
    return planes


def _greatest(planes: list[int], asked: int, most: int) -> tuple[int, bool]:
    """Return the segments with the `most` greatest sums above 0, ties included.

    The flag says whether there are that many.
    """
    above, equal, full = 0, asked, False
    for plane in reversed(planes):
        more = equal & plane
        if (above | more).bit_count() >= most:
            equal, full = more, True
        else:
            above |= more
            equal ^= more
    return (above | equal, True) if full else (above, False)


def _at_least(planes: list[int], asked: int, least: int) -> int:
    """Return the segments with sums of at least `least`."""
    above, equal = 0, asked
    for place in reversed(range(max(len(planes), least.bit_length()))):
        plane = planes[place] if place < len(planes) else 0
        if least >> place & 1:
            equal &= plane
        else:
            above |= equal & plane
            equal &= ~plane
    return above | equal
