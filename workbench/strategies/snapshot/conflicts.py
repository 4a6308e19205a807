"""Conflicts of a range, with the words of both sides.

Four kinds: a directive or answer that a later one retracted or takes back; two statements of one speaker that
cannot both hold; a value that the user demanded and another one that the agent states, or tests that one of
them saw pass and the other fail; a claim that tests, build or checks pass, which the result next to it
denies. A doubt is no conflict, and neither is the same statement on both sides. Nothing may have been changed
between two statements of the agent.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter

from gates.artifact import ConflictDetail, Item, ItemKind
from gates.language.sentence_spans import sentences
from gates.source import EventKind, SourceEvent, ToolAction
from workbench.facts.commitment import Basis, Commitment
from workbench.facts.directives.directives import directives
from workbench.facts.folding import EventFold
from workbench.facts.history import EventHistory, folded
from workbench.facts.reading import fold_decisions
from workbench.facts.said import said_in
from workbench.facts.sentences.prose import HumanSentence, statements
from workbench.facts.sentences.talk import agent_sentences
from workbench.facts.spans import EventWords, fold, shorten
from workbench.facts.superseding.reversal import reverses
from workbench.strategies.base import DraftRequest
from workbench.strategies.snapshot.clashes import claimed, clash, reading, result_clash
from workbench.strategies.snapshot.speakers import Spoken, contradictions, orders, reports_failing
from workbench.strategies.snapshot.taken_back import takes_back
from workbench.strategies.snapshot.tally import restated

MAX_SIDE = 200
_COUNTS = re.compile(r"\b\d{1,6} (?:tests? )?(?:fail|pass|error)", re.IGNORECASE)
LOOK_BACK = 400
"""Events before the range that are searched for the earlier side of an agent's statement."""
MAX_READ = 20_000
"""Characters of a message that are read for claims."""
_NEAR = 12
"""Most events between a claim and the result that denies it."""
MOST_RECENT = 2 * LOOK_BACK
"""Events whose messages of the agent stay in memory; before a longer range they are read again."""
_Stated = tuple[str, EventWords, str]
"""A statement: who said it, where, and its text."""
_Pair = tuple[str, EventWords, EventWords]
"""A conflict: how it is worded, and the words of the earlier and of the later side."""


class _AgentFold(EventFold):
    """The agent's changes, and its messages among the last `MOST_RECENT` events."""

    def __init__(self) -> None:
        self.changes: list[int] = []
        self.messages: deque[SourceEvent] = deque()
        self.first = 0
        """First event from which on all its messages are here."""

    def take(self, event: SourceEvent) -> None:
        """Read the next event."""
        if _changes(event):
            self.changes.append(event.ordinal)
        if event.kind is EventKind.ASSISTANT and event.sidechain is None:
            self.messages.append(event)
        self.first = max(self.first, event.ordinal - MOST_RECENT)
        while self.messages and self.messages[0].ordinal < self.first:
            self.messages.popleft()


@dataclass(frozen=True, slots=True)
class _Said:
    """What conflicts are found in."""

    messages: tuple[SourceEvent, ...]
    """The user's messages, and the agent's from `LOOK_BACK` events before the range on."""
    changes: Sequence[int]
    """Ordinals of the calls that changed something."""

    @classmethod
    def read(cls, events: Sequence[SourceEvent], start: int) -> _Said:
        found, first = folded(events, _AgentFold), max(0, start - LOOK_BACK)
        asked = (e for e in said_in(events).own if e.kind is EventKind.USER)
        recent = found.messages if first >= found.first else events[first:]
        spoken = (e for e in recent if e.kind is EventKind.ASSISTANT and e.sidechain is None)
        messages = (*asked, *(e for e in spoken if e.ordinal >= first))
        return cls(tuple(sorted(messages, key=attrgetter("ordinal"))), found.changes)


def conflicts(request: DraftRequest) -> list[Item]:
    """Return an item for each conflict whose later side is in the range, with links for both sides (S0 B)."""
    events, start = request.seen(), request.source.start
    said = _Said.read(events, start)
    stated = tuple(_statements_since(said, start))
    found = [
        *_withdrawn(events, start),
        *_taken_back(start, stated),
        *_statements(start, said, stated),
        *_opposed(start, said, stated),
        *_results(events, start),
    ]
    if isinstance(events, EventHistory):
        events.preload(words.ordinal for _, *sides in found for words in sides)
    known: dict[tuple[int, ...], Item] = {}
    for pair in found:  # one conflict per pair of events, in the words of the first rule that found it
        for item in _item(request.source.session_id, events, *pair):
            known.setdefault(tuple(sorted({link.ordinal for link in item.links})), item)
    return list(known.values())


def _withdrawn(events: Sequence[SourceEvent], start: int) -> Iterator[_Pair]:
    known = fold_decisions(events)
    for earlier in known:
        planned = earlier.basis in (Basis.PLAN, Basis.PLAN_CHECK, Basis.PLAN_RULE)
        if earlier.status != "superseded" or planned or earlier.touched[-1] < start:
            continue
        later = _later(known, earlier)
        if later is not None and not _same(earlier.text, later.text):
            text = f'"{_side(earlier.text)}" was withdrawn later: "{_side(later.text)}"'
            yield text, earlier.words[-1], later.words[-1]


def _taken_back(start: int, stated: Sequence[_Stated]) -> Iterator[_Pair]:
    """Yield each directive of the user that a later one takes back; the newest before that one counts."""
    before: list[tuple[EventWords, str]] = []
    for by, words, text in stated:
        if by != "user":
            continue
        if words.ordinal >= start:
            earlier = next((each for each in reversed(before) if takes_back(text, each[1])), None)
            if earlier is not None:
                wording = f'"{_side(earlier[1])}" was withdrawn later: "{_side(text)}"'
                yield wording, earlier[0], words
        before.append((words, text))


def _later(known: Sequence[Commitment], earlier: Commitment) -> Commitment | None:
    """Return what retracted a commitment: the same question answered again, or a reversing directive."""
    for other in known:
        if other is earlier or other.words[-1] <= earlier.words[-1]:
            continue
        if earlier.basis is Basis.ANSWER:
            same = fold(other.context).casefold() == fold(earlier.context).casefold()
            if other.basis is Basis.ANSWER and other.counts and same:
                return other
        elif other.touched[-1] == earlier.touched[-1] and reverses(other.text, earlier.text):
            return other
    return None


def _same(one: str, other: str) -> bool:
    """Return whether two texts are one statement: equal except for punctuation, or one restates the other."""
    bare = ["".join(c for c in fold(text).casefold() if c.isalnum()) for text in (one, other)]
    return bare[0] == bare[1] or (clash(one, other, by="user") is None and restated(other, one))


def _statements(start: int, said: _Said, stated: Sequence[_Stated]) -> Iterator[_Pair]:
    """Yield pairs of statements of one speaker that cannot both hold.

    The nearest earlier statement counts.
    """
    known: dict[tuple[str, tuple[str, ...]], list[tuple[EventWords, str]]] = defaultdict(list)
    for by, words, text in stated:
        read = reading(text)
        if read is None:
            continue
        before = known[by, read.key]
        for earlier, source_text in reversed(before) if words.ordinal >= start else ():
            parted = by == "agent" and _between(said.changes, earlier.ordinal, words.ordinal)
            if parted or (_same(source_text, text) and clash(source_text, text, by="user") is None):
                break
            if clash(source_text, text, by="user" if by == "user" else "agent") is not None:
                yield f'"{_side(source_text)}" conflicts with "{_side(text)}"', earlier, words
                break
        before.append((words, text))


def _opposed(start: int, said: _Said, stated: Sequence[_Stated]) -> Iterator[_Pair]:
    """Yield what the user demanded or saw, and what the agent states against it."""
    found = {each: None for each in _short_statements(said, start)}
    found |= {Spoken(*each): None for each in stated}
    spoken = sorted(found, key=lambda each: each.words)
    for one, other in contradictions(spoken, said.changes):
        if other.words.ordinal >= start:
            text = f'the {one.by} said "{_side(one.text)}", but the {other.by} said "{_side(other.text)}"'
            yield text, one.words, other.words


def _short_statements(said: _Said, start: int) -> Iterator[Spoken]:
    """Yield the user's plain orders and reports of failed tests, and the agent's claims that tests pass."""
    for event in said.messages:
        if len(event.text) > MAX_READ:
            continue
        if event.kind is EventKind.USER:
            for each in _plain(event.text, reports=event.ordinal >= start):
                yield Spoken("user", EventWords(event.ordinal, each.start, each.end), each.text)
        elif event.kind is EventKind.ASSISTANT and event.ordinal >= start - LOOK_BACK:
            for first, end in sentences(event.text):
                if claimed(text := fold(event.text[first:end])) is not None:
                    yield Spoken("agent", EventWords(event.ordinal, first, end), text)


@lru_cache(maxsize=1_024)
def _plain(message: str, *, reports: bool) -> tuple[HumanSentence, ...]:
    """Return the plain orders of a user's message, and with `reports` its reports of failed tests."""
    found = statements(message)
    return tuple(each for each in found if orders(each.text) or (reports and reports_failing(each.text)))


def _statements_since(said: _Said, start: int) -> Iterator[_Stated]:
    """Yield the user's directives, and the agent's sentences from `LOOK_BACK` events before the range on."""
    first = max(0, start - LOOK_BACK)
    for event in said.messages:
        if event.kind is EventKind.USER:
            for found in directives(event.text):
                yield "user", EventWords(event.ordinal, found.start, found.end), found.text
        elif event.kind is EventKind.ASSISTANT and event.ordinal >= first:
            for words in agent_sentences(event):
                text = fold(event.text[words.start : words.end])
                if text.endswith(
                    (".", "!")
                ):  # the meaning of a heading or a list entry depends on its context
                    yield "agent", words, text


def _results(events: Sequence[SourceEvent], start: int) -> Iterator[_Pair]:
    """Yield each claim that the nearest result on its matter denies, with nothing changed between them."""
    for event in events[start:]:
        if event.kind is not EventKind.ASSISTANT or event.sidechain is not None:
            continue
        for first, end in sentences(event.text[:MAX_READ]):
            words, source_text = EventWords(event.ordinal, first, end), fold(event.text[first:end])
            if claimed(source_text) is None:
                continue
            result = _denying(events, event.ordinal, source_text)
            if result is not None:
                text = (
                    f'"{_side(source_text)}" is not what the command reported: "{_side(fold(_line(result)))}"'
                )
                yield text, words, _words(result)


def _denying(events: Sequence[SourceEvent], ordinal: int, text: str) -> SourceEvent | None:
    """Return the result just before or just after a claim that contradicts it."""
    before = events[max(0, ordinal - _NEAR) : ordinal]
    after = events[ordinal + 1 : ordinal + 1 + _NEAR]
    for near in (reversed(before), after):
        for event in near:
            if _changes(event) or event.kind is EventKind.USER:
                break
            if event.kind is EventKind.TOOL_RESULT and event.tool is not None and event.sidechain is None:
                if event.tool.action is not ToolAction.COMMAND:
                    continue
                if result_clash(text, event.text[-4_000:]):
                    return event
                break
    return None


def _line(event: SourceEvent) -> str:
    return event.text[_words(event).start : _words(event).end]


def _words(event: SourceEvent) -> EventWords:
    """Return the last line of a result that counts failures, errors or passes."""
    at = len(event.text)
    for line in reversed(event.text.split("\n")):
        at -= len(line)
        if _COUNTS.search(line):
            return EventWords(event.ordinal, at, at + min(len(line), MAX_SIDE))
        at -= 1
    return EventWords(event.ordinal, 0, min(len(event.text), MAX_SIDE))


def _changes(event: SourceEvent) -> bool:
    tool = event.tool
    return event.kind is EventKind.TOOL_CALL and tool is not None and tool.action is ToolAction.CHANGE


def _between(places: Sequence[int], first: int, last: int) -> bool:
    at = bisect_right(places, first)
    return at < len(places) and places[at] < last


def _side(text: str) -> str:
    return shorten(text, MAX_SIDE)


def _item(
    session_id: str, events: Sequence[SourceEvent], text: str, earlier: EventWords, later: EventWords
) -> Iterator[Item]:
    """Yield the conflict if both its sides have links of their own."""
    one, two = (list(words.links(session_id, events)) for words in (earlier, later))
    side_a = tuple(link.evidence_id for link in one)
    side_b = tuple(link.evidence_id for link in two if link.evidence_id not in side_a)
    if side_a and side_b:
        links = tuple({link.evidence_id: link for link in (*one, *two)}.values())
        detail = ConflictDetail(side_a=side_a, side_b=side_b)
        yield Item(kind=ItemKind.CONFLICT, text=text, links=links, detail=detail)
