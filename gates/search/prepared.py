"""Prepares a session's events for the gates, each event once, for all ranges and all artifacts of it.

A `Course` grows while later ranges are judged and can be read up to any event, so that a range costs only
what it adds. Its content equals that of a new course after the same events. It contains no verdicts.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from operator import eq
from typing import NamedTuple

from gates.language.numerals import SpokenValues, goes_on, spoken_values
from gates.language.sentence_spans import sentences
from gates.language.tokens import Tokens, tokenise
from gates.search import pieces
from gates.search.by_stem import ByStem
from gates.search.course_texts import CourseTexts, by_one
from gates.search.deferred import DeferredEvents
from gates.search.fullest import Fullest
from gates.search.human_words import is_typed, spoken_by_human
from gates.search.kept_postings import KeptPostings
from gates.search.session_facts import EventAction, SessionFacts, action_of, add_facts
from gates.search.word_filter import WordFilter
from gates.source import EventKind, SourceEvent, ToolAction, chain_start, events_digest, extend_chain

MAX_SEGMENTS_PER_EVENT = 4_000
"""Most lines of one event that are searched; the rest of a longer event counts as a data dump."""
_ACTIONS = (ToolAction.COMMAND, ToolAction.CHANGE)
HEAD_TARGETS = 3
"""Number of first tool targets kept, into which a number in words may continue from the last text."""


class TextSegment(NamedTuple):
    """One sentence or line of an event, with its tokens; positions are code points in the event.

    Two segments are equal if their places are. It is not a dataclass, because a session has hundreds of
    thousands.
    """

    ordinal: int
    start: int
    end: int
    tokens: Tokens

    def __eq__(self, other: object) -> bool:
        """Return whether the other segment is at the same place."""
        return isinstance(other, TextSegment) and self[:3] == other[:3]

    def __ne__(self, other: object) -> bool:
        """Return whether the other segment is at another place."""
        return not self == other

    def __hash__(self) -> int:
        """Return the hash of the place."""
        return hash(self[:3])

    @property
    def stems(self) -> frozenset[str]:
        """The distinct stems."""
        return self.tokens.distinct


class Preparer:
    """Segments of events, prepared once and shared by the indexes of one session."""

    def __init__(self, lock: AbstractContextManager[object] | None = None) -> None:
        """`lock` must be re-entrant; it is required if several threads use the preparer."""
        self._known: dict[int, tuple[SourceEvent, tuple[TextSegment, ...]]] = {}
        self._tokens: dict[str, Tokens] = {}
        """Tokens of lines, shared by events that repeat them, such as a file that is read again."""
        self._actions: dict[int, tuple[SourceEvent, EventAction]] = {}
        self._course: Course | None = None
        self.lock = lock or nullcontext()

    def course(self, session_id: str, events: Sequence[SourceEvent]) -> Course:
        """Return the course of these events; a course of other events is replaced."""
        with self.lock:
            if self._course is None or not self._course.follows(session_id, events):
                self._course = Course(session_id, self)
                if isinstance(events, DeferredEvents):
                    pieces.restore(self._course, events)
            self._course.reach(events)
            return self._course

    def action(self, event: SourceEvent) -> EventAction:
        """Return what one event adds to the table of facts."""
        known = self._actions.get(event.ordinal)
        if known is None or known[0] is not event:
            known = self._actions[event.ordinal] = event, action_of(event)
        return known[1]

    def segments(self, event: SourceEvent) -> tuple[TextSegment, ...]:
        """Return the segments of one event's text."""
        known = self._known.get(event.ordinal)
        if known is not None and known[0] is event:
            return known[1]
        text, ordinal, tokens = event.text, event.ordinal, self._tokens
        found = []
        for start, end in sentences(text)[:MAX_SEGMENTS_PER_EVENT]:
            line = text[start:end]
            if line not in tokens:
                tokens[line] = tokenise(line)
            found.append(TextSegment(ordinal, start, end, tokens[line]))
        segments = tuple(found)
        self._known[ordinal] = event, segments
        return segments


class Course:
    """The events of one session in order; an `end` is always a number of events from the first.

    Several threads may read it at once: data is only ever added, by one thread at a time.
    """

    def __init__(self, session_id: str, preparer: Preparer) -> None:
        self.session_id = session_id
        self.preparer = preparer
        self.lock = preparer.lock
        self.source: list[SourceEvent] | DeferredEvents = []
        """The events: a list, or a deferred sequence if the first of them were kept."""
        self.read: dict[str, int] = {}
        """Number of events that each part has read."""
        self.before = pieces.Before()
        """The kept data of the first events."""
        self.chain: list[str] = []
        """The chain hash after each event that follows the kept ones."""
        self._sidechains: dict[int, str] = {}
        self.spoken: pieces.GrowingSegments[TextSegment] = []
        """The segments of all events except native summaries and sidechains, in order."""
        self.postings: dict[str, array[int]] = defaultdict(lambda: array("I"))
        """For each stem the segments of `spoken` that contain it, ascending."""
        self.by_human = bytearray()
        """For each segment whether it lies in a human's own words."""
        self.thoughts = bytearray()
        """For each segment whether it is the agent's thinking."""
        self.typed_at: list[int] = []
        self.sizes = array("q")
        """Number of segments after each event."""
        self.texts = CourseTexts(self._fresh, self.lock)
        self.stated: dict[float, int] = {}
        self.exact: dict[float, int] = {}
        self.spoken_values, self.named = SpokenValues(), SpokenValues()
        self.targets: list[str] = []
        """The first few targets of tools."""
        self.table = SessionFacts()
        self.human_at: list[tuple[int, int, int]] = []
        self.human_words: list[str] = []
        self.actions: list[int] = []
        self.by_stem = ByStem(self)
        self.human_filter = 0, WordFilter("", ())
        """The number of human texts covered, and the filter over them."""

    @cached_property
    def fullest(self) -> Fullest:
        """The search for the segments that contain most of some stems."""
        held = self.postings.held if isinstance(self.postings, KeptPostings) else None
        return Fullest(self.postings, held)

    def follows(self, session_id: str, events: Sequence[SourceEvent]) -> bool:
        """Return whether the course consists of these events, of the first of them, or of these and more."""
        if session_id != self.session_id:
            return False
        if isinstance(events, DeferredEvents):
            known = len(self.source)
            return events.digest(known) == self.digest(known)
        return not isinstance(self.source, DeferredEvents) and all(map(eq, self.source, events))

    def reach(self, events: Sequence[SourceEvent]) -> None:
        """Add the events that follow the known ones; their content is read on demand."""
        known = len(self.source)
        if isinstance(self.source, list):
            self.source += events[known:]
        elif isinstance(events, DeferredEvents):
            self.source = events.reaching(known)

    def events(self, events: Sequence[SourceEvent]) -> Sequence[SourceEvent]:
        """Return the events, as this course keeps them."""
        return tuple(self.source[: len(events)]) if isinstance(self.source, list) else events

    def have(self, numbers: Iterable[int]) -> None:
        """Load segments that will be accessed one by one."""
        if isinstance(self.spoken, pieces.KeptSegments):
            self.spoken.have(numbers)

    def _fresh(self, part: str, end: int) -> Iterator[SourceEvent]:
        """Yield the events up to an end that a part has not read yet."""
        for event in self.source[self.read.get(part, 0) : end]:
            yield event
            self.read[part] = event.ordinal + 1

    # What the events are

    @by_one
    def digest(self, end: int) -> str:
        """Return the digest of the events, sidechains included."""
        if isinstance(self.source, DeferredEvents) and end <= self.before.end:
            return self.source.digest(end)
        begun, start = self.before.end, self.before.chain or chain_start(self.session_id)
        for event in self._fresh("digest", end):
            self.chain.append(extend_chain(self.chain[-1] if self.chain else start, event.digest()))
            if event.sidechain is not None:
                self._sidechains[event.ordinal] = event.sidechain
        chain = self.chain[end - begun - 1] if end > begun else start
        sidechains = {**self.before.sidechains, **self._sidechains}
        return events_digest(chain, {at: sidechain for at, sidechain in sidechains.items() if at < end})

    @by_one
    def last_action(self, end: int) -> int:
        """Return the last event that changed a file or ran a command; -1 if there is none."""
        for event in self._fresh("actions", end):
            if event.tool is not None and event.tool.action in _ACTIONS:
                self.actions.append(event.ordinal)
        before = bisect_left(self.actions, end)
        return self.actions[before - 1] if before else -1

    @by_one
    def facts(self, end: int) -> SessionFacts:
        """Return the actions of the session's tools."""
        self.before.restore(self, "facts")
        if end < self.read.get("facts", 0):
            made = SessionFacts()
            add_facts(made, ((event, self.preparer.action(event)) for event in self.source[:end]))
            return made
        fresh = list(self._fresh("facts", end))
        if fresh:
            # Callers that already have the table keep it unchanged.
            self.table = self.table.copy()
            add_facts(self.table, ((event, self.preparer.action(event)) for event in fresh))
        return self.table

    @by_one
    def human(self, end: int) -> tuple[tuple[int, int, int], ...]:
        """Return spans of a human's words as (ordinal, start, end): messages, answers, refusal reasons."""
        self.before.restore(self, "human")
        for event in self._fresh("human", end):
            self.human_at += spoken_by_human(event)
        return tuple(self.human_at[: bisect_left(self.human_at, (end,))])

    @by_one
    def words_of_human(self, end: int) -> list[str]:
        """Return the text of each span that `human` returns."""
        self.before.restore(self, "human words")
        for event in self._fresh("human words", end):
            self.human_words += [event.text[start:stop] for _, start, stop in spoken_by_human(event)]
        return self.human_words[: len(self.human(end))]

    @by_one
    def typed(self, end: int) -> list[int]:
        """Return the events that are plans provided by a human, or records of commands that a human typed."""
        for event in self._fresh("typed", end):
            if is_typed(event):
                self.typed_at.append(event.ordinal)
        return self.typed_at[: bisect_left(self.typed_at, end)]

    # What their words are

    @by_one
    def segments(self, end: int) -> int:
        """Read the searchable segments and return their number."""
        for event in self._fresh("segments", end):
            if event.kind is not EventKind.COMPACTION and event.sidechain is None:
                first = len(self.spoken)
                segments = self.preparer.segments(event)
                self.spoken += segments
                postings = self.postings
                for number, segment in enumerate(segments, first):
                    for stem in set(segment.tokens.stems):
                        postings[stem].append(number)
                stated = [span[1:] for span in spoken_by_human(event)]
                if stated:
                    inside = (any(a <= s.start and s.end <= b for a, b in stated) for s in segments)
                    self.by_human += bytes(inside)
                else:
                    self.by_human += bytes(len(segments))
                self.thoughts += bytes([event.kind is EventKind.THINKING]) * len(segments)
            self.sizes.append(len(self.spoken))
        return self.sizes[end - 1] if end else 0

    def place(self, ordinal: int) -> range | None:
        """Return the numbers of an event's segments, or None if the event was not read."""
        if not 0 <= ordinal < len(self.sizes):
            return None
        return range(self.sizes[ordinal - 1] if ordinal else 0, self.sizes[ordinal])

    @by_one
    def numbers(self, end: int) -> dict[float, bool]:
        """Return every number, and whether it occurs as an exact value, not only as a bound."""
        self.before.restore(self, "numbers")
        for event in self._fresh("numbers", end):
            for segment in self.preparer.segments(event):
                for number in segment.tokens.numbers:
                    self.stated.setdefault(number.value, event.ordinal)
                    if not number.bound:
                        self.exact.setdefault(number.value, event.ordinal)
        exact = self.exact
        return {value: exact.get(value, end) < end for value, first in self.stated.items() if first < end}

    @by_one
    def spoken_numbers(self, end: int) -> frozenset[float]:
        """Return values of numbers written as several words, in the texts and the targets."""
        if end < self.read.get("spoken", 0):
            return _all_spoken(self.source[:end])
        self.texts.take_words(end)
        for event in self._fresh("spoken", end):
            counts = self.texts.vocabulary.counts(event.ordinal)
            if event.kind is not EventKind.COMPACTION:
                self.spoken_values.add(event.text, counts=counts)
            if event.tool is not None:
                self.named.add(event.tool.target, counts=counts)
                if len(self.targets) < HEAD_TARGETS:
                    self.targets.append(event.tool.target)
        head = "\n".join(self.targets)
        if head and goes_on(self.spoken_values.last, head):
            return _all_spoken(self.source[:end])
        return self.spoken_values.values() | self.named.values()


def _all_spoken(events: Sequence[SourceEvent]) -> frozenset[float]:
    """Return values of numbers in words, read from all events as one text."""
    texts = [event.text for event in events if event.kind is not EventKind.COMPACTION]
    return spoken_values("\n".join([*texts, *_targets_of(events)]))


def _targets_of(events: Sequence[SourceEvent]) -> list[str]:
    return [event.tool.target for event in events if event.tool is not None]
