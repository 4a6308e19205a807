"""A model's item compared with its own quotations, by the rules of gate D, as if they were the whole source.

In a long session nearly every word of a claim occurs somewhere, so that gate D seldom sees that a statement
reverses the words it quotes. Here the source is what the item names as its source, and little more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from gates.artifact import Item, ItemKind
from gates.contradiction.negation import added
from gates.contradiction.rules import judge_item
from gates.findings import Found
from gates.language.lexicon import FAIL_WORDS, NEGATIONS, PASS_WORDS
from gates.language.sentence_spans import sentences
from gates.language.similarity import statement
from gates.language.tokens import stem_of
from gates.search.index import SourceIndex
from gates.search.linking import SpanSearch
from gates.source import EventKind, SourceEvent, SourceLink, SourceRange, make_link
from workbench.facts.spans import EventWords

AROUND = 300
"""Characters before and after a quotation that belong to it: its sentence and the next."""
OPPOSITE = frozenset({"num_conflict", "negation_dropped", "polarity_conflict"})
"""Rules of gate D by which an item says the opposite of its quotations, or another value."""
DOUBTFUL = frozenset(
    "negation_added num_replaced num_rival opposite_word outcome_differs overclaim plan_told_done "
    "polarity_hint".split()
)
"""Rules by which it may say something else."""
ABSENT = frozenset("id_absent id_unseen kin_name name_unseen num_absent".split())
"""Rules by which it names something that is not in its quotations."""
_STATES_NOTHING = frozenset({ItemKind.CONFLICT, ItemKind.OPEN_QUESTION})
_SESSION = "quoted"
_EDGE = ".,;:!?()[]\"'`*"
_OUTCOMES = frozenset(stem_of(word) for word in PASS_WORDS | FAIL_WORDS)


class QuotedSource:
    """The quotations and carried over texts of an item, as a source of their own."""

    def __init__(
        self, events: Mapping[int, SourceEvent], places: Iterable[EventWords], carried: Sequence[str] = ()
    ) -> None:
        quoted: dict[int, list[EventWords]] = {}
        for words in places:
            quoted.setdefault(words.ordinal, []).append(words)
        self._whole = (*(events[ordinal].text for ordinal in quoted), *carried)
        self._events: list[SourceEvent] = []
        self._links: list[SourceLink] = []
        self._spans: list[tuple[int, int, int]] = []
        for ordinal, own in sorted(quoted.items()):
            text = events[ordinal].text
            begin = max(0, min(words.start for words in own) - AROUND)
            end = min(len(text), max(words.end for words in own) + AROUND)
            spans = [(words.start - begin, words.end - begin) for words in own]
            self._add(events[ordinal], text[begin:end], spans)
        for text in carried:
            self._add(SourceEvent(0, EventKind.ASSISTANT, text, "carried"), text, [(0, len(text))])

    def _add(self, event: SourceEvent, text: str, spans: Iterable[tuple[int, int]]) -> None:
        number = len(self._events)
        self._events.append(event._replace(ordinal=number, text=text, sidechain=None))
        self._links += [make_link(_SESSION, number, text, start, end) for start, end in spans]
        self._spans += [(number, start, end) for start, end in spans]

    def against(self, item: Item) -> bool:
        """Return whether the quotations say the opposite of an item, or have another value in its place."""
        return self.denied(item) or not OPPOSITE.isdisjoint(self._rules(item))

    def denied(self, item: Item) -> bool:
        """Return whether an item denies what its quotations affirm, or reports the other outcome."""
        texts = self._touched
        denies = (
            texts and item.kind is not ItemKind.FAILURE and added(item.text, texts, self._near, certain=True)
        )
        return bool(denies) or self._outcome_differs(item)

    def doubted(self, item: Item) -> bool:
        """Return whether an item may say something else than its quotations."""
        return not DOUBTFUL.isdisjoint(self._rules(item))

    def absent(self, item: Item) -> str:
        """Return a name or number of an item that occurs nowhere in its quoted events; empty if all do."""
        named = (each.distinct for each in self._found(item) if each.rule in ABSENT)
        return next((name for name in named if not self._occurs(name)), "")

    def _occurs(self, name: str) -> bool:
        wanted = [word.strip(_EDGE).casefold() for word in name.split()[:1]]
        return all(any(each in text.casefold() for text in self._whole) for each in wanted)

    def _rules(self, item: Item) -> frozenset[str]:
        return frozenset(each.rule for each in self._found(item))

    def _found(self, item: Item) -> tuple[Found, ...]:
        if item.kind in _STATES_NOTHING or not self._events:
            return ()
        bare = item.model_copy(update={"links": tuple(self._links), "speaker": None, "detail": None})
        return _judged(bare, tuple(self._events))

    @property
    def _near(self) -> list[str]:
        return [event.text.casefold() for event in self._events]

    @property
    def _touched(self) -> list[str]:
        """The sentences that the quotations touch, in lower case, without questions, which affirm nothing."""
        found = []
        for number, start, end in self._spans:
            text = self._events[number].text
            found += [text[a:b].casefold() for a, b in sentences(text) if a < end and start < b]
        return [each for each in dict.fromkeys(found) if not each.rstrip().endswith("?")]

    def _outcome_differs(self, item: Item) -> bool:
        """Return whether it reports a failure where the quotations report success, or the reverse."""
        stated = outcome(item.text)
        if stated is None or item.kind is ItemKind.FAILURE:
            return False
        about = statement(item.text).stems - _OUTCOMES
        each_stated = [outcome(each) for each in self._touched if about & statement(each).stems]
        return stated not in each_stated and (not stated) in each_stated


def outcome(text: str) -> bool | None:
    """Return whether a text reports success (True) or failure; None if it reports neither, or both."""
    words = {word.strip(_EDGE) for word in text.casefold().split()}
    passes, fails = bool(words & PASS_WORDS), bool(words & FAIL_WORDS)
    return None if passes == fails or words & NEGATIONS or "0" in words else passes


@lru_cache(maxsize=256)
def _judged(item: Item, events: tuple[SourceEvent, ...]) -> tuple[Found, ...]:
    source = SourceRange(_SESSION, 0, len(events) - 1)
    index = SourceIndex.build(source, events, scope_complete=True)
    return tuple(judge_item(item, index, SpanSearch(index)))
