"""Whether a model's summaries and narrative have the meaning of the turns.

A summary is compared with its quotation, a narrative with the nearest sentences. The rules of form (one
sentence, exact names, no ids) are the historian's own; the meaning is checked here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gates.artifact import Item, ItemKind
from gates.language.sentence_spans import sentences
from gates.language.similarity import coverage, statement
from gates.source import EventKind, SourceEvent
from workbench.facts.spans import EventWords, shorten
from workbench.strategies.historian.models import Turn
from workbench.strategies.historian.rules import response_problems
from workbench.strategies.modelled.answered import AnswerItem, AnswerQuote
from workbench.strategies.modelled.quoted_source import QuotedSource
from workbench.strategies.modelled.sourcing import NO_QUOTE, NOT_SAID, TURNED, UNTOLD, RefusedParts, Sources

SAME_MATTER = 0.5
"""Share of a narrative sentence's words in a sentence of the turns that it then retells."""
SHOWN = 80
_WRONG = {
    NO_QUOTE: "its quote does not occur in the reply",
    NOT_SAID: "its quote does not say it",
    TURNED: "it says something else than its quote",
    UNTOLD: "it tells as done, decided or certain what its quote does not",
}


def summary_problems(
    reply: str, summary: str, quote: str, labels: Sequence[str] = (), doubts: RefusedParts | None = None
) -> tuple[str, ...]:
    """Return the problems of a reply's summary: its quotation, its meaning, or a rule (S3).

    A summary that may say less or something else is noted in `doubts` and is no problem.
    """
    if not summary:
        return ("there is no summary of the reply",)
    event = SourceEvent(0, EventKind.ASSISTANT, reply, "reply")
    found = RefusedParts()
    given = AnswerItem(ItemKind.CLAIM, summary, None, (AnswerQuote(0, quote),), (), None, None)
    kept = Sources("reply", (event,), (event,)).item(given, found) is not None
    wrong = response_problems(reply, summary, tuple(labels))
    if not kept:
        why = next(why for why in found.counts if why in _WRONG)
        return wrong if wrong and why == TURNED else (_WRONG[why],)
    if doubts is not None and not wrong:
        doubts.notes += found.notes
    return wrong


def turned_sentences(narrative: str, turns: Sequence[Turn], previous: str = "") -> tuple[str, ...]:
    """Return a problem for each sentence of a narrative that says the opposite of what it retells."""
    texts = [text for turn in turns for text in turn.texts()]
    events = [SourceEvent(n, EventKind.ASSISTANT, text, f"t{n}") for n, text in enumerate([*texts, previous])]
    read, by_number = list(_read(events)), dict(enumerate(events))
    found = []
    for start, end in sentences(narrative):
        sentence = narrative[start:end]
        wanted = statement(sentence).stems
        near = [words for words, stems in read if coverage(wanted, stems) >= SAME_MATTER]
        item = Item(kind=ItemKind.CLAIM, text=sentence)
        against = [QuotedSource(by_number, [words]).denied(item) for words in near]
        if against and all(against):
            found.append(f"turned_round: {shorten(sentence, SHOWN)!r} says the opposite of the turns")
    return tuple(found)


def _read(events: Sequence[SourceEvent]) -> Iterator[tuple[EventWords, frozenset[str]]]:
    for event in events:
        for start, end in sentences(event.text):
            yield EventWords(event.ordinal, start, end), statement(event.text[start:end]).stems
