"""Finds text that was declined without an answer in words: sections about options, and revised plans.

If the user chose one option of a question tool, a section of the agent's last message that describes another
one no longer applies. Neither does a plan that the user refused, once the agent proposed another.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gates.language.similarity import statement
from gates.source import EventKind, SignalKind, SourceEvent, ToolAction
from workbench.facts.spans import EventWords, fold

_LABEL = re.compile(r"\"label\": ?\"((?:[^\"\\\n]|\\.){1,200})\"")
_ADVISED = re.compile(r"\s*\((?:recommended|default|suggested)\)\s*$", re.IGNORECASE)
_HEADING = re.compile(r"^ {0,3}(?P<marks>#{1,6}) (?P<said>[^\n]{1,200})$", re.MULTILINE)


def sections_left(events: Sequence[SourceEvent], start: int) -> list[EventWords]:
    """Return the sections about options that were not chosen, in messages at or after event `start`."""
    found: list[EventWords] = []
    message: SourceEvent | None = None
    labels: list[str] = []
    for event in events[start:]:
        if event.sidechain is not None:
            continue
        tool = event.tool
        if event.kind is EventKind.ASSISTANT and event.text.strip():
            message = event
        elif event.kind is EventKind.USER:
            message, labels = None, []
        elif tool is not None and tool.action is ToolAction.QUESTION:
            if event.kind is EventKind.TOOL_CALL:
                labels = [_ADVISED.sub("", label) for label in _LABEL.findall(event.text)]
            elif message is not None:
                found += _left(message, labels, _chosen(event))
    return found


def plans_revised(events: Sequence[SourceEvent], start: int) -> list[EventWords]:
    """Return the plans at or after event `start` that the user refused and the agent replaced later."""
    proposed: dict[str, SourceEvent] = {}
    refused: list[SourceEvent] = []
    last = -1
    for event in events[start:]:
        tool = event.tool
        if event.sidechain is not None or tool is None:
            continue
        kinds = {signal.kind for signal in event.signals}
        if SignalKind.PLAN_PROPOSED in kinds and event.kind is EventKind.TOOL_CALL:
            proposed[tool.call_id], last = event, event.ordinal
        elif SignalKind.PLAN_REJECTED in kinds and tool.call_id in proposed:
            refused.append(proposed[tool.call_id])
    return [EventWords(each.ordinal, 0, len(each.text)) for each in refused if each.ordinal < last]


def _chosen(event: SourceEvent) -> list[str]:
    """Return the options that the user chose, without the agent's `(recommended)` mark."""
    entries = [e for signal in event.signals if signal.kind is SignalKind.ANSWER for e in signal.entries]
    return [_ADVISED.sub("", fold(entry.text)) for entry in entries]


def _left(message: SourceEvent, labels: Sequence[str], chosen: Sequence[str]) -> list[EventWords]:
    """Return the sections of a message whose heading names exactly one label, one that was not chosen."""
    taken = [label for label in labels if label in chosen]
    if len(taken) != 1 or len(chosen) != 1:
        return []
    text = message.text
    headings = list(_HEADING.finditer(text))
    found = []
    for n, heading in enumerate(headings):
        named = [label for label in labels if _names(heading["said"], label)]
        if len(named) != 1 or named == taken:
            continue
        level = len(heading["marks"])
        ends = (h.start() for h in headings[n + 1 :] if len(h["marks"]) <= level)
        found.append(EventWords(message.ordinal, heading.start(), next(ends, len(text))))
    return found


def _names(heading: str, label: str) -> bool:
    """Return whether a heading contains all words of a label."""
    wanted = statement(label).stems
    return bool(wanted) and wanted <= statement(heading).stems
