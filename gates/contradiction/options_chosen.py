"""Options that a claim reports as chosen, compared with the answers in the session.

`option_not_chosen`: hard if a tool's question offers the option and no answer takes it; a warning if it was
offered in prose.
"""

from __future__ import annotations

import re
from typing import Literal

from gates.artifact import Item
from gates.findings import Found
from gates.search.course_texts import letters
from gates.search.index import SourceIndex
from gates.source import EventKind, SignalKind, SourceEvent, ToolAction

LEAST_OPTION = 2
"""Fewest words of an option that is looked up."""

_CHOSE = re.compile(r"\b(?:select(?:s|ed)|chose|chosen|picked|opted for)\b", re.IGNORECASE)

_QUOTED = re.compile(r"[\"“]([^\"“”\n]{4,200})[\"”]")


def options_chosen(item: Item, index: SourceIndex) -> list[Found]:
    """Return this rule's finding on one item."""
    if item.speaker == "user" or "\n" in item.text:
        return []
    match = _CHOSE.search(item.text)
    if match is None:
        return []
    for quote in _QUOTED.findall(item.text[match.end() :]):
        words = letters(quote)
        if len(quote.split()) < LEAST_OPTION or _by_human(words, index):
            continue
        offers = (e.ordinal for e in reversed(index.events) if _offers(e) and words in letters(e.text))
        asked = next(offers, None)
        if asked is not None:
            message = f"states an option as chosen; [{asked}] offers it, and no answer takes it: {quote[:80]}"
            severity: Literal["hard", "warning"] = "hard" if _answered(asked, index) else "warning"
            return [Found("option_not_chosen", severity, message, item.links, quote[:60])]
    return []


def _answered(asked: int, index: SourceIndex) -> bool:
    """Return whether an offer is a tool's question that a human answered."""
    tool = index.events[asked].tool
    if tool is None or tool.action is not ToolAction.QUESTION:
        return False
    same = (e for e in index.events if e.tool is not None and e.tool.call_id == tool.call_id)
    return any(signal.kind is SignalKind.ANSWER for event in same for signal in event.signals)


def _offers(event: SourceEvent) -> bool:
    return event.kind in (EventKind.TOOL_CALL, EventKind.ASSISTANT)


def _by_human(words: str, index: SourceIndex) -> bool:
    return any(words in letters(text) for text in index.human_words)
