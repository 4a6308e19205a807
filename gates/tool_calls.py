"""Matching of tool results to tool calls: the one rule for ranges, drafts, windows and exports.

A result answers the oldest call of its id that has no result yet. If each has one, it is a further result of
the latest call, for example of a running command that is polled again. Unmatched events are in no pair.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from gates.source import EventKind, SourceEvent

T = TypeVar("T")


def matched(called: Iterable[tuple[T, str, str]]) -> Iterator[tuple[T, T]]:
    """Yield call and result, in the order of the results.

    `called` is event, kind and call id of each event.
    """
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
    """Like `matched`, for events; without `sidechains` only events of the main line."""
    return matched(
        (event, event.kind, event.tool.call_id)
        for event in events
        if event.tool is not None and event.tool.call_id and (sidechains or event.sidechain is None)
    )


def unanswered_calls(events: Iterable[SourceEvent]) -> tuple[SourceEvent, ...]:
    """Return the calls of the main line whose result is missing although the events go on after them."""
    inside = [event for event in events if event.sidechain is None]
    answered = {call.ordinal for call, _ in calls_with_results(inside)}
    goes_on = max((e.ordinal for e in inside if e.kind is not EventKind.TOOL_CALL), default=-1)
    return tuple(
        event
        for event in inside
        if event.kind is EventKind.TOOL_CALL
        and event.tool is not None
        and event.tool.call_id
        and event.ordinal < goes_on
        and event.ordinal not in answered
    )
