"""Search over the segments of an index: which span holds most of some words.

It finds and scores; links are made in `gates.search.linking`.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from gates.language.similarity import Statement, coverage, statement
from gates.search.index import Segment, SourceIndex
from gates.search.support import LINK_AT, Support, support
from gates.source import EventKind, SourceLink, make_link

HELD_AT = 0.35
"""Least weighted share of a statement's words that its first span must hold."""
MORE_AT = 0.2
"""Least share of a statement's words that a further span must add."""
MAX_LINKS = 3
CANDIDATES = 24
COMMON = 0.04
"""Words in more than this share of the segments find nothing by themselves."""


@dataclass(frozen=True, slots=True)
class Span:
    """A span of one event with the share of the statement's words that it holds."""

    ordinal: int
    start: int
    end: int
    support: float


class SpanSearch:
    """Search over the segments of an index: the range first, what lies before it second."""

    def __init__(self, index: SourceIndex) -> None:
        self.index = index

    @cached_property
    def _segments(self) -> list[Segment]:
        spoken = [e for e in self.index.events if e.kind is not EventKind.COMPACTION and e.lane is None]
        return [segment for event in spoken for segment in self.index.segments(event.ordinal)]

    @cached_property
    def _postings(self) -> dict[str, array[int]]:
        postings: dict[str, array[int]] = defaultdict(lambda: array("I"))
        for number, segment in enumerate(self._segments):
            for stem in segment.stems:
                postings[stem].append(number)
        return dict(postings)

    def top(self, stems: Iterable[str], count: int) -> list[Segment]:
        """The segments that hold most of the given stems, best first; ties go to the earlier one.

        Common stems find nothing beside rarer ones; alone, the rarest of them do.
        """
        needed = sorted(stem for stem in frozenset(stems) if stem in self._postings)
        scores: dict[int, float] = defaultdict(float)
        limit = int(len(self._segments) * COMMON) + 40
        rare = [stem for stem in needed if len(self._postings[stem]) <= limit]
        for stem in rare or sorted(needed, key=lambda s: (len(self._postings[s]), s))[:3]:
            value = self.index.weight(stem)
            for number in self._postings[stem]:
                scores[number] += value
        ranked = sorted(scores, key=lambda n: (-round(scores[n], 6), n))[:count]
        return [self._segments[number] for number in ranked]

    def holding(self, stem: str, most: int) -> list[Segment]:
        """The first segments that hold a stem, at most so many."""
        return [self._segments[number] for number in self._postings.get(stem, ())[:most]]

    def count(self, stem: str) -> int:
        """How many segments hold a stem."""
        return len(self._postings.get(stem, ()))

    def said(self, stem: str) -> bool:
        """Whether a stem stands anywhere up to the range's end, outside lanes and native summaries."""
        return stem in self._postings

    def beside(self, segment: Segment) -> list[Segment]:
        """A segment with the ones before and after it in the same event."""
        around = self.index.segments(segment.ordinal)
        at = next((i for i, other in enumerate(around) if other.start == segment.start), 0)
        return list(around[max(0, at - 1) : at + 2])

    def link_of(self, segment: Segment) -> SourceLink:
        """The evidence pointer of one segment."""
        return self.link(Span(segment.ordinal, segment.start, segment.end, 1.0))

    def best(self, stems: Iterable[str], *, human: bool = False, thoughts: bool = True) -> Span | None:
        """The span that holds most of the given stems; ties go to the range, to what was said, then late.

        Without `thoughts` the agent's thinking is passed over.
        """
        needed = frozenset(stems)
        weigh = self.index.weight
        scores: dict[int, float] = defaultdict(float)
        limit = int(len(self._segments) * COMMON) + 40
        for stem in sorted(needed):
            postings = self._postings.get(stem, ())
            if len(postings) <= limit:
                value = weigh(stem)
                for number in postings:
                    scores[number] += value
        if human:
            scores = {n: s for n, s in scores.items() if self._is_human(self._segments[n])}
        if not thoughts:
            scores = {n: s for n, s in scores.items() if not self._is_thought(self._segments[n])}
        ranked = sorted(scores, key=lambda n: (-round(scores[n], 6), n))[:CANDIDATES]
        spans = [self._window(number, needed) for number in ranked]
        return max(spans, key=self._rank, default=None)

    def within(self, ordinal: int, stems: Iterable[str]) -> Span | None:
        """The window of one event that holds most of the given stems; the first of equal ones."""
        needed = frozenset(stems)
        numbers = self._numbers.get(ordinal)
        if numbers is None:
            return None
        held = [n for n in range(*numbers) if needed & self._segments[n].stems]
        weigh = self.index.weight
        held.sort(key=lambda n: (-coverage(needed, self._segments[n].stems, weigh), n))
        spans = [self._window(number, needed) for number in held[:3]]
        return max(spans, key=lambda span: (span.support, -span.start), default=None)

    @cached_property
    def _numbers(self) -> dict[int, tuple[int, int]]:
        """The segments of each event, as a range of their numbers."""
        found: dict[int, tuple[int, int]] = {}
        for number, segment in enumerate(self._segments):
            first, _ = found.get(segment.ordinal, (number, number))
            found[segment.ordinal] = first, number + 1
        return found

    def _is_thought(self, segment: Segment) -> bool:
        return self.index.events[segment.ordinal].kind is EventKind.THINKING

    def _is_human(self, segment: Segment) -> bool:
        return self.index.is_human(segment.ordinal, segment.start, segment.end)

    def _rank(self, span: Span) -> tuple[float, bool, bool, int]:
        event = self.index.events[span.ordinal]
        spoken = event.kind in (EventKind.USER, EventKind.ASSISTANT, EventKind.PLAN)
        inside = span.ordinal in self.index.source
        return (round(span.support + 0.04 * inside + 0.03 * spoken, 6), inside, spoken, span.ordinal)

    def _window(self, number: int, needed: frozenset[str]) -> Span:
        """The segment alone, or with a neighbour of the same event where that holds clearly more."""
        middle = self._segments[number]
        weigh = self.index.weight
        chosen, best = (middle, middle), coverage(needed, middle.stems, weigh)
        for first, last in ((number - 1, number), (number, number + 1), (number - 1, number + 1)):
            if first < 0 or last >= len(self._segments):
                continue
            a, b = self._segments[first], self._segments[last]
            if a.ordinal != middle.ordinal or b.ordinal != middle.ordinal or b.end - a.start > 1200:
                continue
            stems = frozenset().union(*(self._segments[n].stems for n in range(first, last + 1)))
            share = coverage(needed, stems, weigh)
            if share >= best + 0.12:
                chosen, best = (a, b), share
        return Span(middle.ordinal, chosen[0].start, chosen[1].end, best)

    def spans(self, text: str, *, human: bool = False) -> list[Span]:
        """Up to three spans that together carry a statement; none without sufficient support."""
        wanted = statement(text)
        first = self.best(wanted.stems, human=human)
        if first is None or not self._supports(wanted, first):
            return []
        found = [first]
        missing = set(wanted.stems) - self.stems_of(first)
        while missing and len(found) < MAX_LINKS:
            span = self.best(missing, human=human)
            if span is None or not self._adds(wanted, missing, span):
                break
            found.append(span)
            missing -= self.stems_of(span)
        return found

    def nearest(self, text: str) -> Support | None:
        """How well the best span supports a statement; None where no word of it stands anywhere."""
        wanted = statement(text)
        span = self.best(wanted.stems)
        return None if span is None else self._support(wanted, span)

    def _support(self, wanted: Statement, span: Span) -> Support:
        inside = span.ordinal in self.index.source
        unheard = sum(not self.said(stem) for stem in wanted.stems)
        return support(wanted, self.stems_of(span), in_range=inside, index=self.index, unheard=unheard)

    def _supports(self, wanted: Statement, span: Span) -> bool:
        found = self._support(wanted, span)
        return found.literal or (found.held >= HELD_AT and found.score >= LINK_AT)

    def _adds(self, wanted: Statement, missing: set[str], span: Span) -> bool:
        return len(missing & self.stems_of(span)) >= 2 and self._gain(wanted, missing, span) >= MORE_AT

    def _gain(self, wanted: Statement, missing: set[str], span: Span) -> float:
        weigh = self.index.weight
        total = sum(weigh(stem) for stem in sorted(wanted.stems))
        gained = sum(weigh(stem) for stem in sorted(missing & self.stems_of(span)))
        return round(gained / total, 6) if total else 0.0

    def stems_of(self, span: Span) -> frozenset[str]:
        """The stems of the segments inside a span."""
        segments = self.index.segments(span.ordinal)
        inside = [s.stems for s in segments if span.start <= s.start and s.end <= span.end]
        return frozenset().union(*inside)

    def link(self, span: Span) -> SourceLink:
        """The evidence pointer of a span."""
        event = self.index.events[span.ordinal]
        return make_link(self.index.source.session_id, span.ordinal, event.text, span.start, span.end)
