"""Linking: from a statement to the span of the source that carries it, with a support score.

Used where an artifact comes without links (imported summaries, summaries in files) and by repair.
A link is made only above a threshold; below it a statement stays unlinked, which gate B reports.
"""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gates.artifact import Artifact, Item
from gates.language.similarity import Statement, coverage, statement
from gates.search.index import Segment, SourceIndex
from gates.search.quotes import find_quote
from gates.search.support import LINK_AT, Support, support
from gates.source import CHUNK_LIMIT, EventKind, SourceLink, make_link

LINKER_VERSION = "linker/2"
HELD_AT = 0.35
"""Least weighted share of a statement's words that its first span must hold."""
MORE_AT = 0.2
"""Least share of a statement's words that a further span must add."""
MAX_LINKS = 3
CANDIDATES = 24
VERBATIM_FROM = 7
"""Least characters of a statement that is sought word for word."""
LIST_QUOTE = 200
"""Characters that are quoted of the messages at the ends of a list."""
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

    def best(self, stems: Iterable[str], *, human: bool = False) -> Span | None:
        """The span that holds most of the given stems; ties go to the range, to what was said, then late."""
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
        ranked = sorted(scores, key=lambda n: (-round(scores[n], 6), n))[:CANDIDATES]
        spans = [self._window(number, needed) for number in ranked]
        return max(spans, key=self._rank, default=None)

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
        return support(wanted, self.stems_of(span), in_range=inside, index=self.index)

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


def find_verbatim(index: SourceIndex, text: str) -> Span | None:
    """The last place in the range where a statement stands word for word; very short ones are not sought."""
    words = text.strip().strip("`*\"'").rstrip(".:")
    if not VERBATIM_FROM <= len(words) <= CHUNK_LIMIT:
        return None
    for event in reversed(index.range_events):
        at = event.text.rfind(words) if event.kind is not EventKind.COMPACTION else -1
        if at >= 0:
            return Span(event.ordinal, at, at + len(words), 1.0)
    return None


_ALL_MESSAGES = re.compile(
    r"(?:list of )?all (?:of )?(?:the )?user(?:'s|s')? messages?\b.{0,40}", re.IGNORECASE
)


def lists_all_messages(text: str) -> bool:
    """Whether a statement is the heading of a list of all that the user wrote."""
    return _ALL_MESSAGES.fullmatch(text.strip()) is not None


def _messages(index: SourceIndex) -> tuple[SourceLink, ...]:
    """Links to the first and the last human message of the range, between which a list of all stands."""
    said = [e for e in index.range_events if e.kind in (EventKind.USER, EventKind.PLAN) and e.text.strip()]
    ends = dict.fromkeys((*said[:1], *said[-1:]))
    return tuple(
        make_link(index.source.session_id, e.ordinal, e.text, 0, min(len(e.text), LIST_QUOTE)) for e in ends
    )


def link_statement(search: SpanSearch, item: Item) -> tuple[SourceLink, ...]:
    """Links for one statement; a statement in the user's own words is sought in human messages only."""
    index = search.index
    if lists_all_messages(item.text):
        return _messages(index)
    if item.speaker == "user":
        said = find_quote(index, item.text)
        if said is not None:
            ordinal, start, end = said
            return (make_link(index.source.session_id, ordinal, index.events[ordinal].text, start, end),)
        return tuple(search.link(span) for span in search.spans(item.text, human=True)[:1])
    verbatim = find_verbatim(index, item.text)
    if verbatim is not None:
        return (search.link(verbatim),)
    return tuple(search.link(span) for span in search.spans(item.text))


def link_items(artifact: Artifact, index: SourceIndex, search: SpanSearch | None = None) -> Artifact:
    """The artifact with links on every item that has none and finds support in the source."""
    if all(item.links for item in artifact.items):
        return artifact
    using = search or SpanSearch(index)
    items = tuple(
        item if item.links else item.model_copy(update={"links": link_statement(using, item)})
        for item in artifact.items
    )
    return artifact.model_copy(update={"items": items})


def complete_links(payload: dict[str, Any], index: SourceIndex) -> dict[str, Any]:
    """Complete the links of an artifact or capture file that are just `{ordinal, quote}`.

    A quote that occurs exactly once in its event becomes a full link. One that does not becomes a
    link to the event's first chunk that cannot resolve, so that gate B names it.
    """
    body = dict(payload)
    items = []
    for item in body.get("items") or ():
        if isinstance(item, dict):
            field = "evidence" if "evidence" in item else "links"
            given = item.get(field)
            if isinstance(given, list):
                item = {**item, field: [_complete(link, index) for link in given]}  # noqa: PLW2901
        items.append(item)
    body["items"] = items
    return body


def _complete(link: object, index: SourceIndex) -> object:
    if not isinstance(link, dict) or set(link) != {"ordinal", "quote"}:
        return link
    ordinal, quote = link["ordinal"], link["quote"]
    if not isinstance(ordinal, int) or isinstance(ordinal, bool) or not isinstance(quote, str) or ordinal < 0:
        return link
    session = index.source.session_id
    if quote and ordinal < len(index.events):
        text = index.events[ordinal].text
        if text.count(quote) == 1:
            start = text.index(quote)
            return make_link(session, ordinal, text, start, start + len(quote)).model_dump(mode="json")
    broken = make_link(session, ordinal, quote or "?", 0, max(1, min(len(quote), 4000)))
    unfit = broken.model_copy(update={"quote": quote, "quote_hash": "0" * 64})
    return unfit.model_dump(mode="json")
