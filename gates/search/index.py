"""The prepared source: what the gates look up in the events up to a range's end.

Immutable once built; tokenised once, lazily, so that a draft that comes with links never pays for the search
structures that linking an imported summary needs. It contains no verdicts.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from gates.canonical import digest, text_digest
from gates.errors import RangeError
from gates.language.similarity import MILLION, Weight
from gates.language.tokens import IdentifierKind
from gates.search.deferred import DeferredEvents
from gates.search.file_lines import FileLines, lines_by_file
from gates.search.human_spans import human_spans_with
from gates.search.human_words import spoken_by_human
from gates.search.prepared import Preparer, TextSegment
from gates.search.session_facts import SessionFacts
from gates.source import (
    EventKind,
    SourceEvent,
    SourceLink,
    SourceRange,
    bytes_per_token,
    chunk_bounds,
    chunk_id,
    evidence_id,
    parse_chunk_id,
)
from gates.tool_calls import unanswered_calls

if TYPE_CHECKING:
    from gates.search.windows import ScoredSpan

__all__ = ["STRONG_KINDS", "Preparer", "Resolution", "SourceIndex", "TextSegment"]


@dataclass(frozen=True, slots=True)
class Resolution:
    """The result of resolving a link, with the reason if it does not resolve."""

    ok: bool
    reason: str = ""
    """`chunk_missing`, `span_out_of_bounds`, `quote_changed`, `id_wrong`; empty if it resolves."""
    in_range: bool = False
    ordinal: int = -1
    start: int = 0
    end: int = 0
    """Code points in the event's text."""


class _Weights(dict[str, int]):
    """Weights of stems, each computed on first use."""

    def __init__(self, frequency: Counter[str], total: int) -> None:
        super().__init__()
        self._frequency, self._total, self._scale = frequency, total, math.log(total + 1)

    def __missing__(self, stem: str) -> int:
        value = 1.0
        if self._scale:
            value = math.log((self._total + 1) / (self._frequency[stem] + 1)) / self._scale
        made = self[stem] = round(round(max(0.2, value), 6) * MILLION)
        return made


class SourceIndex:
    """Prepared events `0..source_end` of one session, for one range of them."""

    def __init__(
        self, source: SourceRange, events: Sequence[SourceEvent], scope_complete: bool, preparer: Preparer
    ) -> None:
        self.source = source
        self._preparer = preparer
        self.course = preparer.course(source.session_id, events)
        """The session's prepared events, shared by its indexes; its `end` arguments are `len(events)`."""
        self.events = self.course.events(events)
        self.scope_complete = scope_complete
        self.lines_found: dict[str, tuple[ScoredSpan, ...]] = {}
        """The stated lines of the statements that were looked up so far (`gates.search.stated_lines`)."""

    @classmethod
    def build(
        cls,
        source: SourceRange,
        events: Sequence[SourceEvent],
        *,
        scope_complete: bool,
        preparer: Preparer | None = None,
    ) -> SourceIndex:
        """Index a range. `events` are the session's, from ordinal 0 to the range's end, dense.

        Raises:
            RangeError: the events are not dense or do not reach the range's end.
        """
        deferred = isinstance(events, DeferredEvents)
        kept = events if len(events) == source.end + 1 else events[: source.end + 1]
        if len(kept) <= source.end:
            raise RangeError(
                f"the range ends at event {source.end}, the session has events 0..{len(events) - 1}",
                "choose a range inside the session; "
                f"`workbench timeline {source.session_id[:12]}` lists its events",
            )
        if not deferred and any(event.ordinal != position for position, event in enumerate(kept)):
            raise RangeError("the events are not dense from 0", "import the transcript again")
        return cls(source, kept, scope_complete, preparer or Preparer())

    # What the events are

    @cached_property
    def events_digest(self) -> str:
        """The digest of all events up to the range's end, sidechains included."""
        return self.course.digest(len(self.events))

    @cached_property
    def range_events(self) -> tuple[SourceEvent, ...]:
        """The events that the range replaces: inside it, in no sidechain, not kept verbatim."""
        kept = self.source.kept
        inside = self.events[self.source.start :]
        return tuple(e for e in inside if e.sidechain is None and e.ordinal not in kept)

    @cached_property
    def range_length(self) -> int:
        """Number of events in the range, kept ones included: a statement may come from any of them."""
        inside = self.events[self.source.start : self.source.end + 1]
        return sum(event.sidechain is None for event in inside)

    @cached_property
    def unanswered(self) -> tuple[SourceEvent, ...]:
        """The calls of the range, kept ones included, whose result is missing from the transcript."""
        return unanswered_calls(self.events[self.source.start :])

    @cached_property
    def range_texts(self) -> tuple[str, ...]:
        """The text of each range event, the last first; empty for a native summary."""
        shown = ("" if e.kind is EventKind.COMPACTION else e.text for e in reversed(self.range_events))
        return tuple(shown)

    @cached_property
    def source_tokens(self) -> int:
        """Tokens of the events that the range replaces."""
        return sum(event.tokens for event in self.range_events)

    @cached_property
    def bytes_per_token(self) -> float:
        """UTF-8 bytes per token of the range's own events, for estimates of what replaces them."""
        tokens = self.source_tokens
        size = sum(len(event.text.encode("utf-8", "replace")) for event in self.range_events)
        return bytes_per_token(size, tokens)

    def estimate_tokens(self, text: str) -> int:
        """Estimate the tokens of a text at the rate of the range's events."""
        return math.ceil(len(text.encode("utf-8", "replace")) / self.bytes_per_token)

    @cached_property
    def source_digest(self) -> str:
        """The digest of all source data that judging reads: the events, and their token counts.

        Token estimates are fitted when a transcript is imported; a transcript that grew since may have
        slightly different counts from the same transcript imported whole, and gate E reads these counts.
        """
        return digest(["source/1", self.events_digest, self.source_tokens, str(self.bytes_per_token)])

    # Links

    def resolve(self, link: SourceLink) -> Resolution:
        """Check a link against the stored words (S0 C, D; gate B)."""
        parsed = parse_chunk_id(link.chunk_id)
        if parsed is None or parsed[0] != self.source.session_id or parsed[1] >= len(self.events):
            return Resolution(False, "chunk_missing")
        ordinal, part = parsed[1], parsed[2]
        text = self.events[ordinal].text
        bounds = chunk_bounds(text)
        if part >= len(bounds) or link.chunk_id != chunk_id(self.source.session_id, ordinal, part):
            return Resolution(False, "chunk_missing")
        start, end = bounds[part]
        if not 0 <= link.span.start < link.span.end <= end - start:
            return Resolution(False, "span_out_of_bounds", ordinal=ordinal)
        first, last = start + link.span.start, start + link.span.end
        words = text[first:last]
        if text_digest(words) != link.quote_hash or words != link.quote or ordinal != link.ordinal:
            return Resolution(False, "quote_changed", ordinal=ordinal)
        wanted = evidence_id(
            self.source.session_id, link.chunk_id, link.span.start, link.span.end, link.quote_hash
        )
        if link.evidence_id != wanted:
            return Resolution(False, "id_wrong", ordinal=ordinal)
        inside = ordinal in self.source and self.events[ordinal].sidechain is None
        return Resolution(True, "", inside, ordinal, first, last)

    # What the words are

    @cached_property
    def last_action(self) -> int:
        """The last event that changed a file or ran a command; -1 if there is none."""
        return self.course.last_action(len(self.events))

    @cached_property
    def facts(self) -> SessionFacts:
        """The actions of the session's tools, up to the range's end."""
        return self.course.facts(len(self.events))

    @cached_property
    def file_lines(self) -> dict[str, FileLines]:
        """The text that the session showed at each line of its files, up to the range's end."""
        return lines_by_file(self.events)

    def segments(self, ordinal: int) -> tuple[TextSegment, ...]:
        """Return the segments of one event."""
        return self._preparer.segments(self.events[ordinal])

    @cached_property
    def human(self) -> tuple[tuple[int, int, int], ...]:
        """Spans of a human's words, as (ordinal, start, end): messages, answers, reasons of refusals."""
        return self.course.human(len(self.events))

    @cached_property
    def typed(self) -> list[int]:
        """The events of plans that a human provided and of commands that a human typed."""
        return self.course.typed(len(self.events))

    @cached_property
    def human_words(self) -> list[str]:
        """The text of each span in `human`."""
        return self.course.words_of_human(len(self.events))

    @cached_property
    def human_words_small(self) -> list[str]:
        """The texts of `human_words` that are not blank, in lower case."""
        return [words.casefold() for words in self.human_words if words.strip()]

    def human_spans_with(self, words: Sequence[str]) -> list[tuple[tuple[int, int, int], str]]:
        """Return the spans of `human` that may contain some words, ignoring case, each with its text."""
        return human_spans_with(self.course, words, len(self.events))

    def is_human(self, ordinal: int, start: int, end: int) -> bool:
        """Return whether a span of an event lies in a human's own words."""
        spans = spoken_by_human(self.events[ordinal]) if 0 <= ordinal < len(self.events) else ()
        return any(a <= start and end <= b for _, a, b in spans)

    @cached_property
    def _frequency(self) -> Counter[str]:
        segments = chain.from_iterable(map(self._preparer.segments, self.range_events))
        return Counter(chain.from_iterable(set(segment.tokens.stems) for segment in segments))

    @cached_property
    def weight(self) -> Weight:
        """Weight of a stem: inverse frequency over the range's segments, in 0.2..1, in whole millionths."""
        total = sum(len(self._preparer.segments(event)) for event in self.range_events) + 1
        return _Weights(self._frequency, total).__getitem__

    # Existence, over all events up to the range's end

    def mentions(self, words: str) -> bool:
        """Return whether a run of characters occurs anywhere, not inside a longer word; case is ignored.

        Earlier native summaries count: their content may come from a part that is not in the file.
        """
        return self.course.texts.occurs(words.casefold(), len(self.events))

    def mentions_prefix(self, words: str) -> bool:
        """Return whether a run of characters occurs anywhere, also inside a word; case is ignored."""
        return self.course.texts.holds(words.casefold(), len(self.events))

    def spells_out(self, letters: str) -> bool:
        """Return whether words with these initials occur in a row (a small word may come between)."""
        words = r"\w{0,24}\W{1,3}(?:(?:and|of|the|for)\W)?".join(
            re.escape(each) for each in letters.casefold()
        )
        return re.search(rf"\b{words}\w", self.course.texts.folded(len(self.events))) is not None

    def spells(self, row: str, least: int) -> bool:
        """Return whether letters and digits occur in a row in an event of at least `least` characters."""
        return self.course.texts.spelled(row, least, len(self.events), self.course.source)

    @cached_property
    def spoken_numbers(self) -> frozenset[float]:
        """Values of numbers written as several words, anywhere up to the range's end."""
        return self.course.spoken_numbers(len(self.events))

    @cached_property
    def numbers(self) -> dict[float, bool]:
        """Every number up to the range's end, and whether it occurs exactly, not only as a bound."""
        return self.course.numbers(len(self.events))


STRONG_KINDS = frozenset(
    {IdentifierKind.PATH, IdentifierKind.FILE, IdentifierKind.SYMBOL, IdentifierKind.FLAG, IdentifierKind.SHA}
)
"""Kinds of identifier whose absence from the whole transcript is significant."""
