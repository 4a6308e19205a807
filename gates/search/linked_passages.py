"""Builds the passage that a link represents: its quote with a few sentences on either side, and its call."""

from __future__ import annotations

from gates.language.similarity import ComparedText, coverage
from gates.search.index import SourceIndex
from gates.source import EventKind, ToolFact

BESIDE = 3
"""Sentences or lines on either side of the quote that belong to its passage."""
MOST_TARGET = 400
"""Characters of a call's command or path that are read."""
MOST_BACK = 200
"""Events before a result in which its call is searched."""


def passage_of(claim: ComparedText, ordinal: int, start: int, end: int, index: SourceIndex) -> list[str]:
    """Return the sentences that a span of an event represents, with the call for an action."""
    event = index.events[ordinal]
    texts = _around(index, ordinal, start, end) or [event.text[start:end]]
    if event.tool is None:
        return texts
    texts.append(acted(event.tool))
    if event.kind is EventKind.TOOL_RESULT:
        texts += _called(claim, ordinal, event.tool, index)
    return texts


def _around(index: SourceIndex, ordinal: int, start: int, end: int) -> list[str]:
    """Return the texts of the segments that a span touches and of those beside them."""
    segments = index.segments(ordinal)
    inside = [place for place, each in enumerate(segments) if each.end > start and each.start < end]
    if not inside:
        return []
    near = segments[max(0, inside[0] - BESIDE) : inside[-1] + BESIDE + 1]
    return [index.events[ordinal].text[each.start : each.end] for each in near]


def acted(tool: ToolFact) -> str:
    """Return an action in words: the tool, and its command, path or query."""
    return f"{tool.name} {tool.target[:MOST_TARGET]}"


def _called(claim: ComparedText, ordinal: int, tool: ToolFact, index: SourceIndex) -> list[str]:
    """Return the lines of a result's call around the one that contains most of the statement."""
    call = _call_of(ordinal, tool, index)
    segments = index.segments(call) if call is not None else ()
    if call is None or not segments:
        return []
    fullest = max(segments, key=lambda each: (coverage(claim.stems, each.stems, index.weight), -each.start))
    return _around(index, call, fullest.start, fullest.end)


def _call_of(ordinal: int, tool: ToolFact, index: SourceIndex) -> int | None:
    if not tool.call_id:
        return None
    for place in range(ordinal - 1, max(-1, ordinal - 1 - MOST_BACK), -1):
        event = index.events[place]
        if event.kind is EventKind.TOOL_CALL and event.tool and event.tool.call_id == tool.call_id:
            return place
    return None
