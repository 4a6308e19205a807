"""Which result answers which tool call: the one rule for ranges, drafts, windows and exports.

A result answers the oldest call of its id that has none yet; where each has one, it says more of the latest,
as of a command that is asked again how it goes. What has no counterpart is in no pair.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from gates.source import EventKind, SourceEvent

T = TypeVar("T")


def matched(called: Iterable[tuple[T, str, str]]) -> Iterator[tuple[T, T]]:
    """Call and result, in the order of the results; given are each event, its kind and its call's id."""
    waiting: dict[str, list[T]] = {}
    latest: dict[str, T] = {}
    for event, kind, call_id in called:
        if kind == EventKind.TOOL_CALL:
            waiting.setdefault(call_id, []).append(event)
            latest[call_id] = event
        elif kind == EventKind.TOOL_RESULT and call_id in latest:
            yield (waiting[call_id].pop(0) if waiting[call_id] else latest[call_id]), event


def calls_with_results(
    events: Iterable[SourceEvent], *, sidechains: bool = True
) -> Iterator[tuple[SourceEvent, SourceEvent]]:
    """The same of events; without `sidechains` only what stands in the main line."""
    return matched(
        (event, event.kind, event.tool.call_id)
        for event in events
        if event.tool is not None and event.tool.call_id and (sidechains or event.sidechain is None)
    )
