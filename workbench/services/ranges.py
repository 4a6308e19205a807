"""Ranges of a session: whether one parts a tool call from its result, and the default to draft.

Pure over events; moves no pointer and refuses nothing itself but a range that is none.
"""

from __future__ import annotations

from collections.abc import Sequence

from gates.errors import RangeError
from gates.source import EventKind, SourceEvent


def tool_pairs(events: Sequence[SourceEvent]) -> list[tuple[int, int]]:
    """Ordinals of each tool call and its last result, outside lanes, in the order of the calls."""
    calls: dict[str, int] = {}
    results: dict[str, int] = {}
    for event in events:
        if event.tool is None or event.lane is not None:
            continue
        if event.kind is EventKind.TOOL_CALL:
            calls.setdefault(event.tool.call_id, event.ordinal)
        elif event.kind is EventKind.TOOL_RESULT and event.tool.call_id in calls:
            results[event.tool.call_id] = event.ordinal
    return [(ordinal, results[call]) for call, ordinal in calls.items() if call in results]


def whole_range(events: Sequence[SourceEvent], start: int, end: int) -> tuple[int, int]:
    """The smallest range around `start..end` that parts no tool call from its result."""
    pairs = tool_pairs(events)
    while True:
        parted = [(a, b) for a, b in pairs if (start <= a <= end) != (start <= b <= end)]
        if not parted:
            return start, end
        start = min(start, *(a for a, _ in parted))
        end = max(end, *(b for _, b in parted))


def check_range(events: Sequence[SourceEvent], start: int, end: int) -> None:
    """Refuse a range that is no range of the session, or that parts a tool call from its result.

    Raises:
        RangeError: with the nearest range that would do.
    """
    last = len(events) - 1
    if not 0 <= start <= end <= last:
        raise RangeError(
            f"the range {start}..{end} lies outside the session, which has events 0..{last}",
            "`workbench timeline SESSION` lists the events",
        )
    nearest = whole_range(events, start, end)
    if nearest != (start, end):
        call, result = next(
            (a, b) for a, b in tool_pairs(events) if (start <= a <= end) != (start <= b <= end)
        )
        raise RangeError(
            f"the range {start}..{end} parts the tool call at {call} from its result at {result}",
            f"the nearest range that would do is --range {nearest[0]}..{nearest[1]}",
        )


def last_complete_turn(events: Sequence[SourceEvent], start: int) -> int | None:
    """The last event of the last turn at or after `start` that ended; None where no turn did.

    A turn ended when its tool calls have their results and the agent spoke last.
    """
    spoken = (EventKind.USER, EventKind.ASSISTANT, EventKind.TOOL_CALL, EventKind.TOOL_RESULT)
    main = [e for e in events[start:] if e.lane is None]
    paired = {call for call, _ in tool_pairs(events)}
    ends: dict[int, bool] = {}
    last: dict[int, int] = {}
    unanswered: set[int] = set()
    for event in main:
        last[event.turn] = event.ordinal
        if event.kind in spoken:
            ends[event.turn] = event.kind is EventKind.ASSISTANT
        if event.kind is EventKind.TOOL_CALL and event.ordinal not in paired:
            unanswered.add(event.turn)
    complete = [turn for turn, done in ends.items() if done and turn not in unanswered]
    return last[max(complete)] if complete else None
