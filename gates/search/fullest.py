"""Which segments hold most of some weighted stems, by lists of the segments that hold each."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from heapq import nlargest
from itertools import islice

DENSE = 8
"""Segments that hold a word, for each one at hand, from which it is looked up rather than read through."""
GROWN = 4
"""Times as many segments at hand after which it is worked out again which will not be found any more."""
Allowed = Callable[[Iterable[int]], Iterable[int]]
"""Lets through the segments that may be found."""


def fullest(
    postings: Mapping[str, array[int]],
    sizes: dict[str, int],
    weights: dict[str, int],
    most: int,
    allowed: Allowed | None = None,
) -> list[int]:
    """The segments with the greatest weight of some stems, the earlier of equal ones first.

    Of each list the first `sizes` count. Weights are whole millionths, so that a sum has the same bits in
    any order. Once what is left weighs less than the last of the best so far, no other segment can come
    among them.
    """
    waiting = sorted(sizes, key=lambda stem: (-sizes[stem], stem))
    total = left = sum(weights.values())
    scores: dict[int, int] = defaultdict(int)
    least = kept = 0
    looked = most
    while waiting:
        # The best so far have at least what they come to in the end, be they the best then or not.
        if least <= left < total and len(scores) >= looked:
            least = max(
                least,
                _least_of_best(most, scores, {stem: sizes[stem] for stem in waiting}, postings, weights),
            )
            looked = GROWN * len(scores)
        stem = waiting.pop()
        value = weights[stem]
        if left < least:
            if len(scores) > DENSE * most and (not kept or 2 * left < kept):
                least, kept = max(least, _last_of(most, scores)), left
                scores = {number: score for number, score in scores.items() if score >= least - left}
            _add_to(scores, postings[stem], sizes[stem], value)
        else:
            numbers: Iterable[int] = islice(postings[stem], sizes[stem])
            if allowed is not None:
                numbers = allowed(numbers)
            if scores:
                for number in numbers:
                    scores[number] += value
            else:
                scores.update(dict.fromkeys(numbers, value))
        left -= value
    floor = _last_of(most, scores) if len(scores) > most else 0
    best = [(-score, number) for number, score in scores.items() if score >= floor]
    return [number for _, number in sorted(best)[:most]]


def _least_of_best(
    most: int,
    scores: dict[int, int],
    waiting: dict[str, int],
    postings: Mapping[str, array[int]],
    weights: dict[str, int],
) -> int:
    """What the greatest scores come to with the stems that wait: the least of them."""
    best = {number: scores[number] for number in nlargest(most, scores, key=scores.__getitem__)}
    for stem, size in waiting.items():
        _add_to(best, postings[stem], size, weights[stem])
    return min(best.values())


def _last_of(most: int, scores: dict[int, int]) -> int:
    """The least of the greatest scores."""
    counts, above = Counter(scores.values()), 0
    for score in sorted(counts, reverse=True):
        above += counts[score]
        if above >= most:
            return score
    return 0


def _add_to(scores: dict[int, int], postings: array[int], size: int, value: int) -> None:
    """Add a stem's weight to the segments at hand that are among the first of those which hold it."""
    if size > DENSE * len(scores):
        for number in scores:
            at = bisect_left(postings, number, 0, size)
            if at < size and postings[at] == number:
                scores[number] += value
        return
    for number in islice(postings, size):
        if number in scores:
            scores[number] += value
