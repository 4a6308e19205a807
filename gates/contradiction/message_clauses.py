"""The messages of a short session, clause by clause, for the rules that compare a claim with them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from gates.artifact import Item
from gates.contradiction.negation import LONGEST, signed
from gates.findings import Found
from gates.language.past_tense import bases_of_past
from gates.language.sentence_spans import sentences
from gates.language.similarity import statement
from gates.language.tokens import stem_of
from gates.search.index import SourceIndex
from gates.source import EventKind, make_link

MATTER_AT = 0.6
"""Share of a claim's words that a clause must contain to be about the same thing."""

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|\d[\d.,:]*", re.IGNORECASE)
_CLAUSE = re.compile(r"[,;]\s+|:\s+|\s[—–-]\s|\s(?=(?:and|but|whereas|while)\s)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ChatClause:
    """One clause, or one sentence, of a message or of a tool's output."""

    ordinal: int
    kind: EventKind
    text: str
    stems: frozenset[str]
    denied: frozenset[str]
    """The stems that a negation applies to."""


@lru_cache(maxsize=20_000)
def plain_stems(text: str) -> frozenset[str]:
    """Return the stems of a text, past forms as the stems of their base forms."""
    found = set(statement(text).stems)
    for word in _WORD.findall(text.casefold()):
        bases = {stem_of(base) for base in bases_of_past(word)}
        if bases and stem_of(word) in found and stem_of(word) not in bases:
            found = found - {stem_of(word)} | {min(bases)}
    return frozenset(found)


def parts_of(text: str) -> list[str]:
    """Return the clauses of a sentence, in order."""
    return [part.strip() for part in _CLAUSE.split(text) if part.strip()]


def spoken(index: SourceIndex, *, clauses: bool) -> list[ChatClause]:
    """Return the sentences of all messages, or their clauses, in order."""
    found: list[ChatClause] = []
    for event in index.range_events:
        if event.kind in (EventKind.USER, EventKind.ASSISTANT):
            found += _of_message(event.ordinal, event.kind, event.text, clauses)
    return found


_OUTPUT_PARTS = re.compile(r"[\n,;]")


def spoken_or_shown(index: SourceIndex) -> list[ChatClause]:
    """Return the clauses of messages and of tool output, in order, without questions."""
    found = spoken(index, clauses=True)
    for event in index.range_events:
        if event.kind is EventKind.TOOL_RESULT:
            found += _of_output(event.ordinal, event.text)
    statements = (each for each in found if not each.text.endswith("?"))
    return sorted(statements, key=lambda each: each.ordinal)


@lru_cache(maxsize=256)
def _of_output(ordinal: int, text: str) -> tuple[ChatClause, ...]:
    """Return the parts of one tool output; cached like the clauses of messages."""
    return tuple(clause_of(ordinal, EventKind.TOOL_RESULT, part) for part in _OUTPUT_PARTS.split(text))


@lru_cache(maxsize=256)
def _of_message(ordinal: int, kind: EventKind, text: str, clauses: bool) -> tuple[ChatClause, ...]:
    """Return the clauses of one message; cached, because every rule needs them for every claim."""
    whole = (text[start:end] for start, end in sentences(text))
    short = (sentence for sentence in whole if len(sentence) <= LONGEST)
    parts = (part for sentence in short for part in (parts_of(sentence) if clauses else [sentence]))
    return tuple(clause_of(ordinal, kind, part) for part in parts)


def clause_of(ordinal: int, kind: EventKind, text: str) -> ChatClause:
    """Return a clause with its stems and its negated stems."""
    return ChatClause(
        ordinal, kind, text, plain_stems(text), frozenset(each.stem for each in signed(text) if each.denied)
    )


def share_of(needle: frozenset[str], hay: frozenset[str]) -> float:
    """Return the share of stems that occur in others; 0 if there are none."""
    return len(needle & hay) / len(needle) if needle else 0.0


def holds_term(text: str, term: str) -> bool:
    """Return whether a term occurs in a text, but not inside a longer name."""
    return re.search(rf"(?<![\w.-]){re.escape(term)}(?![\w-]|\.\w)", text, re.IGNORECASE) is not None


def warned(rule: str, message: str, item: Item, index: SourceIndex, at: ChatClause) -> list[Found]:
    """Return a warning about an item, with a link to the sentence that contradicts it."""
    text = index.events[at.ordinal].text
    start = max(0, text.find(at.text))
    shown = any(link.ordinal == at.ordinal and at.text in link.quote for link in item.links)
    links = (
        () if shown else (make_link(index.source.session_id, at.ordinal, text, start, start + len(at.text)),)
    )
    return [Found(rule, "warning", f"{message}: {at.text[:120]}", (*item.links, *links))]
