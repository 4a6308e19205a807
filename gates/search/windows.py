"""Spans of an event: a segment that contains some words, alone or with its neighbours."""

from __future__ import annotations

from typing import NamedTuple

from gates.language.similarity import Weight
from gates.search.index import TextSegment
from gates.search.pieces import GrowingSegments

WIDEST = 1200
"""Characters of a window of several segments."""
MORE_BESIDE = 0.12
"""Share by which a window must exceed the segment alone."""
SHOWN = 200
"""Characters that are quoted of an event whose passage is not known."""


class ScoredSpan(NamedTuple):
    """A span of one event with the share of the statement's words that it contains."""

    ordinal: int
    start: int
    end: int
    support: float


def beginning(ordinal: int, size: int, support: float = 1.0) -> ScoredSpan:
    """Return the span of the beginning of an event whose text has this many characters."""
    return ScoredSpan(ordinal, 0, max(1, min(size, SHOWN)), support)


def _share(held: frozenset[str], total: int, weigh: Weight) -> float:
    """Return the share of a total weight that some stems have."""
    return round(sum(map(weigh, held)) / total, 6) if held and total else 0.0


def window_around(
    segments: GrowingSegments[TextSegment], number: int, needed: frozenset[str], total: int, weigh: Weight
) -> ScoredSpan:
    """Return the segment alone, or with neighbours of the same event if these add clearly more.

    `total` is the weight of all the needed stems.
    """
    middle = segments[number]
    ordinal, held = middle.ordinal, needed & middle.tokens.distinct
    chosen, best = (middle, middle), _share(held, total, weigh)
    before = segments[number - 1] if number else middle
    after = segments[number + 1] if number + 1 < len(segments) else middle
    above = needed & before.tokens.distinct if before.ordinal == ordinal else held
    below = needed & after.tokens.distinct if after.ordinal == ordinal else held
    if above <= held and below <= held:
        return ScoredSpan(ordinal, middle.start, middle.end, best)
    for a, b, all_of_them in (
        (before, middle, held | above),
        (middle, after, held | below),
        (before, after, held | above | below),
    ):
        if a.ordinal != ordinal or b.ordinal != ordinal or b.end - a.start > WIDEST:
            continue
        share = _share(all_of_them, total, weigh)
        if share >= best + MORE_BESIDE:
            chosen, best = (a, b), share
    return ScoredSpan(ordinal, chosen[0].start, chosen[1].end, best)
