"""Finds questions and offers of the agent that still wait for an answer after the last event read.

They are picked by form and position alone; a question that a later message of the user may have answered does
not wait.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gates.language.sentence_spans import sentences
from gates.source import EventKind, SourceEvent, ToolAction
from workbench.facts.spans import EventWords, shorten, trimmed

MAX_QUESTION = 240
MAX_QUESTIONS = 4
_MIN = 8
_DOES = r"(?!(?:answer|clarify|elaborate|explain|help|walk|be)\b)\w{2,20}"
_OFFERS = re.compile(
    r"^\W{0,4}(?:if|once|when(?:ever)?) you(?:'d| would|'re| are)? (?:want|like|prefer|agree|ready|confirm)\b"
    rf"[^.;]{{0,80}}\bI(?:'ll|'d| can| could| would| will) (?:also |now |then )?{_DOES}"
    rf"|\bI(?:'ll|'d| can| could| would) (?:also |now |then )?{_DOES}\b[^.;]{{0,160}}"
    r"\bif you(?:'d| would)? (?:want|like|prefer|agree|confirm|say so)\b"
    r"|\b(?:let me know|tell me|say) (?:if|whether|when) you(?:'d| would)? (?:want|like|prefer) me to "
    rf"{_DOES}",
    re.IGNORECASE,
)
"""Wordings by which the agent offers to do something once the user agrees."""


def asked(event: SourceEvent) -> list[EventWords]:
    """Return the questions and offers of one event, in order, at most 240 characters of each."""
    found = []
    for start, end in sentences(event.text[:40_000]):
        text = event.text[start:end]
        asks = text.rstrip("\"')*_ ").endswith("?") or _OFFERS.search(text.replace("’", "'"))
        if asks and len(text) >= _MIN:
            kept = shorten(text, MAX_QUESTION)
            words = trimmed(event.text, event.ordinal, start, start + len(kept))
            if words is not None:
                found.append(words)
    return found


def waiting_questions(events: Sequence[SourceEvent], start: int) -> list[EventWords]:
    """Return the last four unanswered questions and offers at most, at or after event `start`."""
    results = {
        e.tool.call_id for e in events[start:] if e.kind is EventKind.TOOL_RESULT and e.tool is not None
    }
    found: list[EventWords] = []
    for event in events[start:]:
        if event.sidechain is not None:
            continue
        if event.kind is EventKind.USER:
            found.clear()
        elif event.kind is EventKind.ASSISTANT:
            found = asked(event)
        elif event.kind is EventKind.TOOL_CALL and event.tool is not None:
            asks = event.tool.action is ToolAction.QUESTION and event.tool.call_id not in results
            found = [*found, *asked(event)] if asks else []
    return list(dict.fromkeys(found))[-MAX_QUESTIONS:]
