"""Searches the segments of an index for the span that contains most of some words.

It finds and scores spans; links are made in `gates.search.linking`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from functools import cached_property

from gates.language.similarity import ComparedText, coverage, statement
from gates.search.fullest import Allowed
from gates.search.index import SourceIndex, TextSegment
from gates.search.pieces import GrowingSegments
from gates.search.support import LINK_AT, Support, support
from gates.search.windows import ScoredSpan, window_around
from gates.source import EventKind, SourceLink, make_link

HELD_AT = 0.35
"""Least weighted share of a statement's words that its first span must contain."""
MORE_AT = 0.2
"""Least share of a statement's words that a further span must add."""
MAX_LINKS = 3
CANDIDATES = 24
"""Segments that are ranked at once, because several rules request the first few for the same words."""
COMMON = 0.04
"""Share of the segments above which a word is too common to find anything by itself."""


_SPOKEN = (EventKind.USER, EventKind.ASSISTANT, EventKind.PLAN)
_TURNED = b"\1" + bytes(255)
"""Byte table that maps 0 to 1 and all else to 0."""


class SpanSearch:
    """Search over the segments of an index: the range first, earlier events second."""

    def __init__(self, index: SourceIndex) -> None:
        self.index = index
        self._tops: dict[frozenset[str], tuple[int, list[int], bool]] = {}
        """For each stem set the number of segments requested, those found, and whether by rare stems."""
        self._held_with: dict[tuple[str, int], tuple[list[TextSegment], list[frozenset[str]]]] = {}
        self._beside: dict[tuple[str, int], frozenset[str]] = {}
        self._bests: dict[tuple[frozenset[str], bool, bool], ScoredSpan | None] = {}

    @cached_property
    def _count(self) -> int:
        """Number of segments searched: the first ones of the session's course."""
        return self.index.course.segments(len(self.index.events))

    @cached_property
    def _segments(self) -> GrowingSegments[TextSegment]:
        return self.index.course.spoken

    @cached_property
    def _limit(self) -> int:
        """Number of segments above which a stem is common."""
        return int(self._count * COMMON) + 40

    def count(self, stem: str) -> int:
        """Return how many segments contain a stem."""
        count, postings = self._count, self.index.course.postings.get(stem)
        if postings is None:
            return 0
        return len(postings) if postings[-1] < count else bisect_left(postings, count)

    def has_stem(self, stem: str) -> bool:
        """Return whether a stem occurs up to the range's end, outside sidechains and native summaries."""
        count, postings = self._count, self.index.course.postings.get(stem)
        return postings is not None and postings[0] < count

    def top(self, stems: Iterable[str], count: int) -> list[TextSegment]:
        """Return the segments that contain most of the given stems, best first; ties go to the earlier one.

        Common stems are ignored beside rarer ones; if there are only common stems, the rarest of them are
        used.
        """
        needed = frozenset(stems)
        return [self._segments[number] for number in self._ranked(needed, count, alone=True)]

    def _ranked(self, needed: frozenset[str], most: int, *, alone: bool) -> list[int]:
        """Return the numbers of the segments with most of some stems: rare ones, or `alone` any."""
        known = self._tops.get(needed)
        if known is None or known[0] < most:
            sizes = {stem: size for stem in needed if (size := self.count(stem))}
            rare = {stem: size for stem, size in sizes.items() if size <= self._limit}
            chosen = rare or dict(sorted(sizes.items(), key=lambda s: (s[1], s[0]))[:3])
            asked = max(most, CANDIDATES)
            known = self._tops[needed] = asked, self._fullest(chosen, asked), bool(rare)
        return known[1][:most] if alone or known[2] else []

    def _fullest(self, sizes: dict[str, int], most: int, *, allowed: Allowed | None = None) -> list[int]:
        """Return the segments with the greatest weight of some stems, the earlier of equal ones first."""
        weights = {stem: self.index.weight(stem) for stem in sizes}
        found = self.index.course.fullest.find(sizes, weights, most, self._count, allowed)
        self.index.course.have(found)
        return found

    def holding(self, stem: str, most: int) -> list[TextSegment]:
        """Return the first segments that contain a stem, at most `most`."""
        return self.holding_with(stem, most)[0]

    def holding_with(self, stem: str, most: int) -> tuple[list[TextSegment], list[frozenset[str]]]:
        """Like `holding`, with the distinct stems of each segment in a second list."""
        if (stem, most) not in self._held_with:
            held, by_stem = min(most, self.count(stem)), self.index.course.by_stem
            self._held_with[stem, most] = by_stem.holding(stem, held) if held else ([], [])
        return self._held_with[stem, most]

    def beside_stem(self, stem: str, most: int) -> frozenset[str]:
        """Return every stem that occurs in one of the first `most` segments that contain a stem."""
        if (stem, most) not in self._beside:
            self._beside[stem, most] = frozenset().union(*self.holding_with(stem, most)[1])
        return self._beside[stem, most]

    def known(self, stems: AbstractSet[str]) -> list[str]:
        """Return those of some stems that occur in the session, sorted."""
        return sorted(stems & self.index.course.postings.keys()) if self._count else []

    def beside(self, segment: TextSegment) -> list[TextSegment]:
        """Return a segment with the ones before and after it in the same event."""
        around = self.index.segments(segment.ordinal)
        at = next((i for i, other in enumerate(around) if other.start == segment.start), 0)
        return list(around[max(0, at - 1) : at + 2])

    def link_of(self, segment: TextSegment) -> SourceLink:
        """Return the link to one segment."""
        return self.link(ScoredSpan(segment.ordinal, segment.start, segment.end, 1.0))

    def best(self, stems: Iterable[str], *, human: bool = False, thoughts: bool = True) -> ScoredSpan | None:
        """Return the span that contains most of the given stems, or None.

        Ties go to the range, then to messages and plans, then to later events. Without `thoughts` the agent's
        thinking is skipped.
        """
        needed = frozenset(stems)
        key = needed, human, thoughts
        if key not in self._bests:
            self._bests[key] = self._best(needed, human=human, thoughts=thoughts)
        return self._bests[key]

    def _best(self, needed: frozenset[str], *, human: bool, thoughts: bool) -> ScoredSpan | None:
        if thoughts and not human:
            ranked = self._ranked(needed, CANDIDATES, alone=False)
        else:
            ranked = self._rare_in(needed, self._by_human if human else self._no_thoughts)
        return max(self._windows(ranked, needed), key=self._rank, default=None)

    def _rare_in(self, needed: frozenset[str], allowed: Allowed) -> list[int]:
        """Return those of the allowed segments that contain most of the rare stems."""
        rare = {stem: size for stem in needed if 0 < (size := self.count(stem)) <= self._limit}
        return self._fullest(rare, CANDIDATES, allowed=allowed)

    def _windows(self, numbers: Iterable[int], needed: frozenset[str]) -> list[ScoredSpan]:
        weigh = self.index.weight
        total = sum(map(weigh, needed))
        return [window_around(self._segments, number, needed, total, weigh) for number in numbers]

    def within(self, ordinal: int, stems: Iterable[str]) -> ScoredSpan | None:
        """Return the window of one event that contains most of the given stems; the first of equal ones."""
        needed = frozenset(stems)
        numbers = self.index.course.place(ordinal) if self._count else None
        if numbers is None:
            return None
        held = [n for n in numbers if not needed.isdisjoint(self._segments[n].tokens.stems)]
        held.sort(key=lambda n: (-coverage(needed, self._segments[n].stems, self.index.weight), n))
        spans = self._windows(held[:3], needed)
        return max(spans, key=lambda span: (span.support, -span.start), default=None)

    @cached_property
    def _by_human(self) -> Allowed:
        """The segments that lie in a human's own words."""
        return Allowed(self.index.course.by_human[: self._count])

    @cached_property
    def _no_thoughts(self) -> Allowed:
        """The segments that are not the agent's thinking."""
        return Allowed(self.index.course.thoughts[: self._count].translate(_TURNED))

    def _rank(self, span: ScoredSpan) -> tuple[float, bool, bool, int]:
        event = self.index.events[span.ordinal]
        spoken = event.kind in _SPOKEN
        inside = span.ordinal in self.index.source
        return (round(span.support + 0.04 * inside + 0.03 * spoken, 6), inside, spoken, span.ordinal)

    def spans(self, text: str, *, human: bool = False) -> list[ScoredSpan]:
        """Return up to three spans that together carry a statement; none without sufficient support."""
        claim = statement(text)
        first = self.best(claim.stems, human=human)
        if first is None or not self._supports(claim, first):
            return []
        found = [first]
        missing = set(claim.stems) - self.stems_of(first)
        while missing and len(found) < MAX_LINKS:
            span = self.best(missing, human=human)
            if span is None or not self._adds(claim, missing, span):
                break
            found.append(span)
            missing -= self.stems_of(span)
        return found

    def in_range(self, text: str) -> ScoredSpan | None:
        """Return the span of the range itself that best carries a statement.

        None without sufficient support.
        """
        claim = statement(text)
        ranked = self._rare_in(claim.stems, self._inside)
        best = max(self._windows(ranked, claim.stems), key=self._rank, default=None)
        return best if best is not None and self._supports(claim, best) else None

    @cached_property
    def _inside(self) -> Allowed:
        """The segments that lie in the range."""
        count = self._count  # the course knows an event's place once its segments are read
        first = (self.index.course.place(self.index.source.start) or range(0)).start
        return Allowed(bytes(first) + b"\1" * (count - first))

    def nearest(self, text: str) -> Support | None:
        """Return the support of a statement by its best span; None if no span was found."""
        claim = statement(text)
        span = self.best(claim.stems)
        return None if span is None else self._support(claim, span)

    def _support(self, claim: ComparedText, span: ScoredSpan) -> Support:
        inside = span.ordinal in self.index.source
        unheard = sum(not self.has_stem(stem) for stem in claim.stems)
        return support(claim, self.stems_of(span), in_range=inside, index=self.index, unheard=unheard)

    def _supports(self, claim: ComparedText, span: ScoredSpan) -> bool:
        found = self._support(claim, span)
        return found.literal or (found.held >= HELD_AT and found.score >= LINK_AT)

    def _adds(self, claim: ComparedText, missing: set[str], span: ScoredSpan) -> bool:
        return len(missing & self.stems_of(span)) >= 2 and self._gain(claim, missing, span) >= MORE_AT

    def _gain(self, claim: ComparedText, missing: set[str], span: ScoredSpan) -> float:
        weigh = self.index.weight
        total = sum(map(weigh, claim.stems))
        gained = sum(map(weigh, missing & self.stems_of(span)))
        return round(gained / total, 6) if total else 0.0

    def stems_of(self, span: ScoredSpan) -> frozenset[str]:
        """Return the stems of the segments inside a span."""
        segments = self.index.segments(span.ordinal)
        inside = [s.stems for s in segments if span.start <= s.start and s.end <= span.end]
        return frozenset().union(*inside)

    def link(self, span: ScoredSpan) -> SourceLink:
        """Return the link to a span."""
        event = self.index.events[span.ordinal]
        return make_link(self.index.source.session_id, span.ordinal, event.text, span.start, span.end)
