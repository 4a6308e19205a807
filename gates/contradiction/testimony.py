"""What a claim says that the user stated, chose or asked for, against the user's own words.

Hard: `option_not_chosen`, an option stated as chosen that a tool's question offers and no answer takes; a
warning where it was offered in prose. Warnings: `question_as_statement`, a question of the user stated as
something he stated; `work_not_named`, open work that nothing in the
session names.
"""

from __future__ import annotations

import re
from typing import Literal

from gates.artifact import Item, ItemKind
from gates.findings import Found
from gates.language.similarity import statement
from gates.search.index import SourceIndex
from gates.search.linking import SpanSearch
from gates.source import EventKind, SignalKind, SourceEvent, ToolAction

ASKED_AT = 0.3
"""Share of a claim's words that a question of the user must hold to be what the claim tells."""
ASKED_FOR_AT = 0.4
"""Share of open work's words that a human message must hold to have asked for it."""
LEAST_WORK = 3
"""Distinct words from which open work says what is to be done."""
LEAST_OPTION = 2
"""Words of an option that is looked up."""

_STATED = re.compile(
    r"\b(?:the )?user (?:\w{2,12}ly |also |then |later |had |has |have )?"
    r"(?:acknowledg\w+|admit\w*|agree[sd]?|conclud\w+|confirm\w+|decid\w+|explain\w*|realiz\w+|stat(?:es|ed))\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\?|^\W{0,3}(?:so |but |and |hm+,? |wait,? |ok(?:ay)?,? ){0,2}(?:is|isn't|are|aren't|does|doesn't|do"
    r"|don't|did|didn't|can|can't|could|couldn't|would|should|shouldn't|why|what|how|where|when|which|who)\b",
    re.IGNORECASE,
)
_CHOSE = re.compile(r"\b(?:select(?:s|ed)|chose|chosen|picked|opted for)\b", re.IGNORECASE)
_QUOTED = re.compile(r"[\"“]([^\"“”\n]{4,200})[\"”]")
_KEPT = re.compile(r"[^a-z0-9]+")


def testified(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """What these rules find in one item."""
    if item.speaker == "user" or "\n" in item.text:
        return []
    return [*_questions(item, index, search), *_options(item, index), *_work(item, index, search)]


def _questions(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    match = _STATED.search(item.text)
    if match is None or "?" in item.text:
        return []
    stems = statement(item.text[match.end() :]).stems
    best = search.best(stems, human=True)
    if len(stems) < 3 or best is None or best.support < ASKED_AT:
        return []
    segments = [s for s in index.segments(best.ordinal) if s.start < best.end and best.start < s.end]
    held = [s for s in segments if s.stems & stems]
    texts = [index.events[s.ordinal].text[s.start : s.end] for s in held]
    if not texts or not all(_ASKS.search(text) for text in texts):
        return []
    message = f'claims "{match.group()}"; the user asks there: {texts[0][:120]}'
    return [Found("question_as_statement", "warning", message, (*item.links, search.link(best)))]


def _letters(text: str) -> str:
    return _KEPT.sub("", text.casefold())


def _options(item: Item, index: SourceIndex) -> list[Found]:
    match = _CHOSE.search(item.text)
    if match is None:
        return []
    for quote in _QUOTED.findall(item.text[match.end() :]):
        words = _letters(quote)
        if len(quote.split()) < LEAST_OPTION or _by_human(words, index):
            continue
        offers = (e.ordinal for e in reversed(index.events) if _offers(e) and words in _letters(e.text))
        asked = next(offers, None)
        if asked is not None:
            message = f"states an option as chosen; [{asked}] offers it, and no answer takes it: {quote[:80]}"
            severity: Literal["hard", "warning"] = "hard" if _answered(asked, index) else "warning"
            return [Found("option_not_chosen", severity, message, item.links, quote[:60])]
    return []


def _answered(asked: int, index: SourceIndex) -> bool:
    """Whether an offer is a question of a tool that a human answered."""
    tool = index.events[asked].tool
    if tool is None or tool.action is not ToolAction.QUESTION:
        return False
    same = (e for e in index.events if e.tool is not None and e.tool.call_id == tool.call_id)
    return any(signal.kind is SignalKind.ANSWER for event in same for signal in event.signals)


def _offers(event: SourceEvent) -> bool:
    return event.kind in (EventKind.TOOL_CALL, EventKind.ASSISTANT)


def _by_human(words: str, index: SourceIndex) -> bool:
    return any(words in _letters(said) for said in index.human_words)


def _work(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    if item.kind is not ItemKind.OPEN_WORK or item.status == "done" or item.links or not index.scope_complete:
        return []
    stems = statement(item.text).stems
    asked = search.best(stems, human=True)
    if len(stems) < LEAST_WORK or (asked is not None and asked.support >= ASKED_FOR_AT):
        return []
    message = "states open work that no passage of the session names"
    return [Found("work_not_named", "warning", message)]
