"""Reads answers to the agent's questions, and refusals with their reason, as decisions.

An answer that is only a question decides nothing; a question that was answered again is superseded.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from gates.source import SignalEntry, SignalKind, SourceEvent
from workbench.facts.commitment import Basis, Commitment, CommitmentKind
from workbench.facts.directives.directed import directed
from workbench.facts.directives.directives import MAX_DIRECTIVE, directives
from workbench.facts.folding import EventFold
from workbench.facts.spans import EventWords, entry_words, first_line, fold, shorten

MAX_ANSWER = 320
LABEL_WORDS = 8
"""Longest answer, in words, that is a label and means nothing without its question."""

REFUSES = 78
"""Leading characters of a result that report the refused call, before the reason."""

NEAR = 40
"""Events before an answer that are searched for its question."""

_WAITS = re.compile(
    r"^(?:hang on|hold on|wait|one (?:sec|second|moment)|just a (?:sec|second|moment))\b", re.I
)


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """One answer in both of its readings; later answers decide which of them is valid."""

    number: int
    question: str
    current: Commitment
    superseded: Commitment


class AnswerFold(EventFold):
    """Every answer in order, with the directives in the cut part of a long one; no sidechains."""

    def __init__(self) -> None:
        self._recent: deque[SourceEvent] = deque(maxlen=NEAR + 1)
        self._found: list[GivenAnswer | Commitment] = []
        self._count = 0
        self._last: dict[str, int] = {}
        """Number of the last answer to each question."""

    def take(self, event: SourceEvent) -> None:
        """Remember the event for later answers, and add the answers in it."""
        self._recent.append(event)
        for entry, words in _entries(event, SignalKind.ANSWER):
            question = fold(entry.context)
            if entry.context:
                self._last[question.casefold()] = self._count
            text = fold(event.text[words.start : words.end])
            if not asks_back(text):
                self._found.append(self._answer(event, words, text, question))
                self._found += _within(event, words, MAX_ANSWER)
            self._count += 1

    def _answer(self, event: SourceEvent, words: EventWords, source_text: str, question: str) -> GivenAnswer:
        shown = shorten(event.text[words.start : words.end], MAX_ANSWER)
        kept = EventWords(words.ordinal, words.start, words.start + len(shown))
        text, place = fold(shown), (words.ordinal,)
        superseded = Commitment(
            CommitmentKind.DECISION, Basis.ANSWER, text, "superseded", (kept,), place, question
        )
        places: tuple[EventWords, ...] = (kept,)
        if question and len(source_text.split()) <= LABEL_WORDS:
            asked = self._asked(event, words, question)
            text = f"{question} {text}"
            places = (kept,) if asked is None else (asked, kept)
        active = Commitment(CommitmentKind.DECISION, Basis.ANSWER, text, "in_force", places, place, question)
        return GivenAnswer(self._count, question, active, superseded)

    def _asked(self, answered: SourceEvent, answer: EventWords, question: str) -> EventWords | None:
        """Find the question of an answer: before it in the same event, else in the call."""
        call = answered.tool
        for event in reversed(self._recent):
            own = event is answered
            if own or (call is not None and event.tool is not None and event.tool.call_id == call.call_id):
                limit = answer.start if own else len(event.text)
                position = event.text.rfind(question, 0, limit)
                if position >= 0:
                    return EventWords(event.ordinal, position, position + len(question))
        return None

    def result(self) -> list[Commitment]:
        """Return the answers so far."""
        return [self._reading(each) if isinstance(each, GivenAnswer) else each for each in self._found]

    def _reading(self, answer: GivenAnswer) -> Commitment:
        last = self._last.get(answer.question.casefold(), answer.number)
        return answer.current if not answer.question or last == answer.number else answer.superseded


class RefusalFold(EventFold):
    """Every refusal with its reason, in order, and the directives of a long reason; no sidechains."""

    def __init__(self) -> None:
        self._found: list[Commitment] = []

    def take(self, event: SourceEvent) -> None:
        """Add the refusals of one event."""
        for entry, words in _entries(event, SignalKind.REFUSAL):
            shown = shorten(event.text[words.start : words.end], MAX_DIRECTIVE)
            kept = EventWords(words.ordinal, words.start, words.start + len(shown))
            text, place, context = fold(shown), (words.ordinal,), fold(entry.context)
            sure = not asks_back(text) and not _WAITS.match(text)
            lead = first_line(event, REFUSES)
            places = (kept,) if lead is None or lead.end > kept.start else (lead, kept)
            refusal = Commitment(
                CommitmentKind.DECISION, Basis.REFUSAL, text, "in_force", places, place, context, sure
            )
            self._found += [refusal, *_within(event, words, MAX_DIRECTIVE)]

    def result(self) -> list[Commitment]:
        """Return the refusals so far."""
        return list(self._found)


def _entries(event: SourceEvent, kind: SignalKind) -> Iterator[tuple[SignalEntry, EventWords]]:
    if event.sidechain is None:
        for signal in event.signals:
            if signal.kind is kind:
                for entry in signal.entries:
                    words = entry_words(event, entry)
                    if words is not None:
                        yield entry, words


def _within(event: SourceEvent, words: EventWords, limit: int) -> list[Commitment]:
    """Return the directives of an answer or a reason that lie beyond its first `limit` characters."""
    text = event.text[words.start : words.end]
    if len(text) <= limit:
        return []
    return [directed(event, words.start, found) for found in directives(text) if found.end > limit]


def asks_back(text: str) -> bool:
    """Return whether an answer consists of questions only, which decides nothing."""
    parts = [part for part in re.split(r"(?<=[.!?])\s+|\n+", text) if any(map(str.isalnum, part))]
    return bool(parts) and all(part.rstrip("\"')] ").endswith("?") for part in parts)
