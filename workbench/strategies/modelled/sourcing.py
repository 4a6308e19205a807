"""Items from a model's answer, each with the words of the source that it quotes, or dropped.

A quotation that does not occur is dropped, and so is an item whose quotations do not say it, or say the
opposite; an agent's decision or a user's wish is not taken from the output of tools. Everything dropped is
reported.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from gates.artifact import ConflictDetail, FailureDetail, Item, ItemKind
from gates.language.sentence_spans import sentences
from gates.language.similarity import coverage, statement
from gates.language.tokens import stem_of
from gates.source import SourceEvent, SourceLink
from workbench.facts.quoting import LONGEST, SHORTEST, ShownEvents, quotable
from workbench.facts.spans import EventWords, fold, shorten
from workbench.masking import mask
from workbench.strategies.modelled.altered import is_alike, is_altered
from workbench.strategies.modelled.answered import QUOTE_LENGTH, AnswerItem, AnswerQuote
from workbench.strategies.modelled.near_copy import is_near_copy
from workbench.strategies.modelled.quoted_source import AROUND, QuotedSource
from workbench.strategies.modelled.told import told_otherwise
from workbench.strategies.modelled.told_facts import ToldFacts
from workbench.strategies.modelled.told_open import done_later
from workbench.strategies.modelled.turned import ChangedSense, sentences_around, turned

SAYS = 0.2
"""Share of a statement's words that must be in or near its quotations; gate B's own minimum."""
SAYS_EACH = 0.3
"""Like `SAYS`, for each sentence of a statement with several: a quotation of one does not cover another."""
SAYS_BESIDE = 0.5
"""Like `SAYS`, for a statement that shares no word with its quotations: what is around them must say it."""
STATES = 2
"""Fewest content words of a sentence that states something by itself."""
SHOWN_QUOTE = 80
_BINDS = frozenset({ItemKind.DECISION, ItemKind.CONSTRAINT})
_HEADING = re.compile(r"(?:^|\s)#{1,6}\s")
"""The mark of a heading, after which another statement begins."""
_STOPS = " \t.!;:"
_MARKS = " \t-*+•>0123456789.)"
"""Characters that may precede a sentence of a list."""
_TAG = re.compile(r"</?[A-Za-z][\w:-]{0,40}(?:\s[^<>]{0,80})?>")
"""A tag of a markup language; those of a prompt end or begin a part of it."""
_SPEAKERS = frozenset(stem_of(word) for word in "user agent assistant want ask".split())
"""Stems that name who said something; they make no statement like its quotation."""
_MASKED = re.compile(r"\[masked: [^\]\n]{0,60}\]")


@dataclass
class RefusedParts:
    """The rejected parts of an answer, for the person who asked."""

    notes: list[str] = field(default_factory=list)
    """One line for each rejected part."""
    counts: Counter[str] = field(default_factory=Counter)
    lost: list[tuple[str, AnswerItem]] = field(default_factory=list)
    """The dropped items, each with the reason."""

    def drop(self, why: str, given: AnswerItem) -> None:
        """Note an item that is dropped."""
        self.add(why, given.text)
        self.lost.append((why, given))

    def extend(self, other: RefusedParts) -> None:
        """Add the rejected parts of a later answer."""
        self.notes += other.notes
        self.counts += other.counts
        self.lost += other.lost

    def add(self, why: str, text: str) -> None:
        """Note a rejected part."""
        self.counts[why] += 1
        self.notes.append(f"{why}: {shorten(fold(mask(text)[0]), SHOWN_QUOTE)!r}")


NO_SUCH_QUOTE = "dropped a quote that does not occur"
NO_SUCH_EVENT = "took a quote from the one event that has it; it names one that was not sent"
TOO_SHORT = f"dropped a quote of fewer than {SHORTEST} characters that is no whole message"
TOO_LONG = f"dropped a quote of over {QUOTE_LENGTH:,} characters"
NO_QUOTE = "dropped an item without a quote that occurs"
NOT_SAID = "dropped an item that its quotes do not say"
TURNED = "dropped an item that says something else than its quotes"
UNTOLD = "dropped an item that tells as done, decided or certain what its quotes do not"
OTHERWISE = "kept an item that may say less than its quotes, or something else"
NOT_NAMED = "kept an item that names what none of its quotes does"
DONE_LATER = "kept open work that a later event tells as done"
AGAINST_FACTS = "kept an item that the session's tools contradict"
OUTPUT_ONLY = "took as a fact what only the output of tools says"
ONE_SIDED = "took as a question a conflict that is quoted from one side"
NO_ITEM = "dropped an entry that is no valid item"


def none_borne_out(dropped: RefusedParts) -> str:
    """Return why no item of an answer was taken, in a clause."""
    stated = sum(dropped.counts[why] for why in (NOT_SAID, TURNED, UNTOLD))
    if not stated:
        return "none of its items quotes words that occur in the events"
    without = dropped.counts[NO_QUOTE]
    more = f", and {without} quoted no words that occur in the events" if without else ""
    return f"of its items {stated} did not say what the quoted words say{more}"


def _why_lost(quote: AnswerQuote) -> str:
    if len(quote.text) > QUOTE_LENGTH:
        return TOO_LONG
    return NO_SUCH_QUOTE if len(quote.text.strip()) >= SHORTEST else TOO_SHORT


class Sources:
    """The events and earlier items that a model was shown."""

    def __init__(
        self,
        session_id: str,
        events: Sequence[SourceEvent],
        shown: Iterable[SourceEvent],
        earlier: Sequence[Item] = (),
    ) -> None:
        """`events` are dense from ordinal 0; `shown` are those of them that the request contained."""
        self._session = session_id
        self._events = events
        self._shown = ShownEvents(shown)
        self._earlier = earlier
        self._facts = ToldFacts(session_id, events)
        self._passages: set[tuple[int, str]] = set()

    def also(self, passages: Iterable[tuple[int, str]]) -> None:
        """Also allow quotations from the events whose passages were shown with a problem.

        A passage that was shown by itself may be quoted whole, however short it is.
        """
        shown = [(at, fold(text)) for at, text in passages if 0 <= at < len(self._events)]
        self._passages.update(shown)
        found = {ordinal: self._events[ordinal] for ordinal, _ in shown}
        self._shown = ShownEvents({**self._shown.events, **found}.values())

    def item(self, given: AnswerItem, dropped: RefusedParts, *, unsourced: bool = False) -> Item | None:
        """Return the item with its links.

        None without a source, unless `unsourced` allows it without links.
        """
        sides: dict[str | None, list[SourceLink]] = {"a": [], "b": [], None: []}
        places: list[EventWords] = []
        lost: list[AnswerQuote] = []
        for quote in given.quotes:
            place = self._found(quote, dropped)
            if place is None:
                lost.append(quote)
                continue
            places.append(place)
            sides[quote.side] += place.links(self._session, self._events)
        carried = [self._earlier[number] for number in given.carries if number < len(self._earlier)]
        if (places or carried) and not self._supports(given.text, places, carried):
            dropped.drop(NOT_SAID, given)
            return None
        links = [*sides["a"], *sides["b"], *sides[None], *(link for item in carried for link in item.links)]
        unique = tuple({link.evidence_id: link for link in links}.values())
        if not unique and not carried and not unsourced:
            dropped.drop(NO_QUOTE, given)
            return None
        for quote in lost:
            dropped.add(_why_lost(quote), quote.text or f"event {quote.event}")
        made = self._made(given, unique, sides, dropped)
        if made.kind in _BINDS and places and not carried and not self._quotable(places):
            dropped.add(OUTPUT_ONLY, given.text)
            made = made.model_copy(update={"kind": ItemKind.CLAIM})
        changed = self._changed_sense(made, places, carried, dropped)
        if changed:
            dropped.drop(changed, given)
        elif (
            places
            and (done := done_later(made, max(places).ordinal, self._shown.events.values())) is not None
        ):
            dropped.add(DONE_LATER, f"event {done}: {made.text}")
        elif against := self._facts.against(made):
            dropped.add(f"{AGAINST_FACTS}, it {against}", made.text)
        return None if changed else made

    def passage(self, quote: AnswerQuote) -> tuple[int, str] | None:
        """Return the event that a quotation is from and its text around it, else its beginning.

        None if no event of that number was shown.
        """
        place = self._place(quote)
        if place is not None:
            text = self._shown.events[place.ordinal].text
            return place.ordinal, text[max(0, place.start - AROUND) : place.end + AROUND]
        event = self._shown.events.get(quote.event)
        return None if event is None else (quote.event, event.text[: 2 * AROUND])

    def _changed_sense(
        self, made: Item, places: Sequence[EventWords], carried: Sequence[Item], dropped: RefusedParts
    ) -> str:
        """Return why an item has another meaning than its quotations; a doubtful one is only reported."""
        if made.status != "done" and any(self._is_copied(made.text, words.ordinal) for words in places):
            return ""
        source_texts = [each for words in places for each in sentences_around(self._shown.events, words)]
        texts = [item.text for item in carried]
        said = [*source_texts, *texts]
        told = told_otherwise(made, self._shown.events, places, said)
        alike = is_alike(made, said)
        changed = None if alike else turned(made, said)
        quoted = QuotedSource(self._shown.events, places, texts)
        copied = told is None and not quoted.denied(made) and is_near_copy(made.text, said)
        differs = changed is ChangedSense.TURNED or (not alike and quoted.against(made))
        messages = self._messages(places, carried)
        if told is ChangedSense.TURNED or (differs and not copied) or is_altered(made, said, messages):
            return TURNED
        if told is ChangedSense.UNTOLD:
            return UNTOLD
        if copied and changed is ChangedSense.TURNED:
            changed = None
        changed = changed or told
        if changed is not None or quoted.doubted(made):
            dropped.add(OTHERWISE, made.text)
        elif (name := quoted.absent(made)) and not any(name in each for each in texts):
            dropped.add(NOT_NAMED, f"{name}: {made.text}")
        return ""

    def _is_copied(self, text: str, ordinal: int) -> bool:
        """Return whether a text is whole sentences of a message, verbatim, with the same meaning."""
        place = self._shown.occurrence(text.strip().rstrip(_STOPS), ordinal)
        if place is None:
            return False
        message = self._shown.events[ordinal].text
        spans = sentences(message)
        begins = any(a <= place.start < b and not message[a : place.start].strip(_MARKS) for a, b in spans)
        ends = any(a < place.end <= b and not message[place.end : b].strip(_STOPS) for a, b in spans)
        return begins and ends

    def _made(
        self,
        given: AnswerItem,
        links: tuple[SourceLink, ...],
        sides: Mapping[str | None, Sequence[SourceLink]],
        dropped: RefusedParts,
    ) -> Item:
        kind, detail = given.kind, None
        if kind is ItemKind.FAILURE and given.failure is not None:
            category, where, why = given.failure
            return Item(
                kind=kind,
                text=given.text,
                links=links,
                detail=FailureDetail(category=category, where=where, why=why),
            )
        if kind is ItemKind.CONFLICT:
            one = tuple(dict.fromkeys(link.evidence_id for link in sides["a"]))
            other = tuple(dict.fromkeys(e.evidence_id for e in sides["b"] if e.evidence_id not in one))
            if one and other:
                detail = ConflictDetail(side_a=one, side_b=other)
                return Item(kind=kind, text=given.text, links=links, detail=detail)
            dropped.add(ONE_SIDED, given.text)
            kind = ItemKind.OPEN_QUESTION
        if kind is ItemKind.OPEN_WORK:
            status = "done" if given.status == "done" else "open"
            return Item(kind=kind, text=given.text, status=status, links=links)  # type: ignore[arg-type]
        return Item(kind=kind, text=given.text, links=links)

    def _found(self, quote: AnswerQuote, dropped: RefusedParts) -> EventWords | None:
        """Return `_place` of a quotation; one that names an event that was not sent is noted."""
        place = self._place(quote)
        if place is not None and quote.event not in self._shown.events:
            dropped.add(NO_SUCH_EVENT, f"event {quote.event}, found in {place.ordinal}: {quote.text}")
        return place

    def _place(self, quote: AnswerQuote) -> EventWords | None:
        """Return the place of a quotation.

        If it has a masked secret, that of the whole message if it is one, else of its longest clear part.
        """
        if len(quote.text) > QUOTE_LENGTH:
            return None
        text = quote.text.strip()
        if _MASKED.search(text):
            event = self._shown.events.get(quote.event)
            short = event is not None and len(event.text) <= 2 * QUOTE_LENGTH
            if event is not None and short and fold(mask(event.text)[0]) == fold(text):
                return EventWords(quote.event, 0, len(event.text))
            text = max((part.strip() for part in _MASKED.split(text)), key=len)
        if len(text) > LONGEST:
            text = text[:LONGEST].rstrip()
        if len(text) < SHORTEST:
            event = self._shown.events.get(quote.event)
            whole = event is not None and bool(text) and event.text.strip() == text
            named = whole or (quote.event, fold(text)) in self._passages
            return self._shown.occurrence(text, quote.event) if named else None
        return self._shown.place(text, quote.event)

    def _supports(self, text: str, places: Sequence[EventWords], carried: Sequence[Item]) -> bool:
        """Return whether the quotations, their context and the carried over items cover each sentence."""
        parts = _HEADING.split(text)
        spans = [part[start:end] for part in parts for start, end in sentences(part)]
        stated = [each for each in spans if len(statement(each).stems) >= STATES]
        several = len(spans) > 1
        messages = self._messages(places, carried)
        if not all(any(tag in message for message in messages) for tag in _TAG.findall(text)):
            return False
        least = SAYS if carried or self._is_quoted(text, places) else SAYS_BESIDE
        return self._holds(text, places, carried, least) and all(
            self._holds(each, places, carried, SAYS_EACH) for each in stated if several
        )

    def _messages(self, places: Sequence[EventWords], carried: Sequence[Item]) -> list[str]:
        """Return the whole messages that an item quotes, and the earlier items that it carries over."""
        return [*(self._shown.events[words.ordinal].text for words in places), *(e.text for e in carried)]

    def _is_quoted(self, text: str, places: Sequence[EventWords]) -> bool:
        """Return whether a statement shares a word of its own with what it quotes."""
        stems = statement(text).stems
        quoted = (statement(words.quote(self._shown.events)).stems for words in places)
        return not stems or any((stems & each) - _SPEAKERS for each in quoted)

    def _holds(self, text: str, places: Sequence[EventWords], carried: Sequence[Item], least: float) -> bool:
        wanted = statement(text).stems
        held = frozenset[str]().union(*(statement(item.text).stems for item in carried))
        if not wanted:  # such as "yes, A": without content words, only its own quotation counts
            return any(fold(text) in fold(words.quote(self._shown.events)) for words in places)
        for words in places:
            message = self._shown.events[words.ordinal]
            near = message.text[max(0, words.start - AROUND) : words.end + AROUND]
            near = mask(near)[0] if _MASKED.search(text) else near
            target = message.tool.target if message.tool is not None else ""
            held |= statement(f"{near}\n{target}").stems
        return coverage(wanted, held) >= least

    def _quotable(self, places: Sequence[EventWords]) -> bool:
        return any(quotable(self._shown.events[words.ordinal]) for words in places)
