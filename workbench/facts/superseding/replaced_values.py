"""Values in plain talk that a later message of the user replaced.

A sentence is compared only with the latest ones that share a word, or give a value of the same type, so the
time does not depend on the length of the conversation.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from gates.language.similarity import statement
from gates.source import EventKind, SourceEvent
from workbench.facts.folding import EventFold
from workbench.facts.sentences.prose import statements
from workbench.facts.spans import EventWords
from workbench.facts.superseding.bare_amounts import meant
from workbench.facts.superseding.replacement import Rank, Tie, may_set_value, replaces, speaks_of_now
from workbench.facts.superseding.replacement_words import CORRECTS
from workbench.facts.superseding.stated_clauses import clauses_of

MOST_NEAR = 40
"""Earlier sentences that are compared: those with most words and value types in common, then the latest."""
LONGEST = 300
"""Most characters of a sentence that is compared."""
PASTED_FROM = 4_000
"""Most characters of a message that is talk and no document."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """A sentence whose value is no longer valid, and the one that replaced it."""

    words: EventWords
    text: str
    by: EventWords
    by_text: str


@dataclass(frozen=True, slots=True)
class StatedSentence:
    """A sentence of a user message that may give a value."""

    words: EventWords
    text: str


class ReplacedValues(EventFold):
    """The values that user messages replaced so far; none once a tool was called."""

    def __init__(self) -> None:
        self._replaced: list[Replaced] = []
        self._sentences: list[StatedSentence] = []
        self._gone: set[int] = set()
        self._by_key: dict[str, tuple[int, ...]] = {}
        self._tools = False
        self._last_said = ""
        """The user's last message and the agent's replies to it, by their beginnings."""

    def take(self, event: SourceEvent) -> None:
        """Read the next event."""
        self._tools = self._tools or event.tool is not None
        if event.sidechain is not None:
            return
        if not self._tools and event.kind is EventKind.ASSISTANT:
            self._last_said = f"{self._last_said}\n{event.text[:LONGEST]}"[-PASTED_FROM:]
        if self._tools or event.kind is not EventKind.USER:
            return
        self._read(event)
        self._last_said = event.text[:LONGEST]

    def _read(self, event: SourceEvent) -> None:
        if len(event.text) > PASTED_FROM:
            return
        before = ""
        fresh: list[StatedSentence] = []
        for human_sentence in statements(event.text):
            if len(human_sentence.text) <= LONGEST:
                sentence = StatedSentence(
                    EventWords(event.ordinal, human_sentence.start, human_sentence.end), human_sentence.text
                )
                if CORRECTS.match(sentence.text):
                    # A message that corrects itself gives the value of its last words.
                    fresh = self._keep_all(fresh)
                self._replace(sentence, before)
                fresh.append(sentence)
            before = f"{before} {human_sentence.text}"[-LONGEST:].strip()
        self._keep_all(fresh)

    def _keep_all(self, fresh: list[StatedSentence]) -> list[StatedSentence]:
        """Keep the sentences, and return the empty list of those that are not kept yet."""
        for sentence in fresh:
            self._keep(sentence)
        return []

    def _replace(self, later: StatedSentence, before: str) -> None:
        if not speaks_of_now(later.text):
            return
        ranks: dict[int, Rank] = {}
        for position in self._near(_keys(later.text) | _keys(before)):
            earlier = self._sentences[position]
            if earlier.text != later.text:
                rank = replaces(later.text, earlier.text, before)
                ranks.update({position: rank} if rank is not None else {})
        leaning = {at: self._sentences[at].text for at, rank in ranks.items() if rank[0] is Tie.LEANS}
        kept = meant(later.text, leaning, self._last_said)
        ranks = {at: rank for at, rank in ranks.items() if at not in leaning or at in kept}
        best = max(ranks.values(), default=None)
        chosen = [position for position, rank in ranks.items() if rank == best]
        if best is None or (len(chosen) > 1 and best[0] is not Tie.LEANS):
            return
        self._gone.add(chosen[-1])
        earlier = self._sentences[chosen[-1]]
        self._replaced.append(Replaced(earlier.words, earlier.text, later.words, later.text))

    def _near(self, keys: set[str]) -> list[int]:
        """Return positions of valid sentences with most of the keys, of equals the latest; in order."""
        held = Counter(at for key in keys for at in self._by_key.get(key, ()) if at not in self._gone)
        return sorted(sorted(held, key=lambda at: (-held[at], -at))[:MOST_NEAR])

    def _keep(self, sentence: StatedSentence) -> None:
        if not may_set_value(sentence.text):
            return
        position = len(self._sentences)
        self._sentences.append(sentence)
        for key in _keys(sentence.text):
            self._by_key[key] = (*self._by_key.get(key, ())[-(MOST_NEAR - 1) :], position)

    def result(self) -> tuple[Replaced, ...]:
        """Return the replaced sentences, in the order of the sentences that replaced them."""
        return () if self._tools else tuple(self._replaced)


def _keys(text: str) -> set[str]:
    """Return the keys that a sentence is found by: its stems, and the types of its values."""
    clauses = clauses_of(text)
    kinds = {f"type {kind}" for clause in clauses for kind in clause.values}
    kinds |= {"type name" for clause in clauses if clause.names}
    amounts = (
        {"type number"}
        if any(kind.startswith("type of ") for kind in kinds) or kinds & _AMOUNT_KEYS
        else set()
    )
    return set(statement(text).stems) | kinds | amounts


_AMOUNT_KEYS = {"type money", "type duration", "type clock", "type percent"}
