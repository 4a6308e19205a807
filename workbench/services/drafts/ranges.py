"""Ranges of a session: whether one splits a tool call from its result, and where turns end.

Computed from figures of events, without their texts; moves no pointer. Rejects only an invalid range.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from gates.errors import RangeError
from gates.source import EventKind, SourceEvent
from gates.tool_calls import matched

_SPOKEN = (EventKind.USER, EventKind.ASSISTANT, EventKind.TOOL_CALL, EventKind.TOOL_RESULT)
"""Kinds of events after which it is known whether the agent spoke last."""


class Figures(NamedTuple):
    """The facts about one main-line event that ranges depend on."""

    ordinal: int
    kind: str
    turn: int
    call_id: str | None
    """Set for tool calls and their results."""


Pairs: TypeAlias = Sequence[tuple[int, int]]
"""Ordinals of each tool call and its last result, in the order of the calls."""


def figures(events: Iterable[SourceEvent]) -> Iterator[Figures]:
    """Yield the figures of loaded events, without sidechains."""
    for event in events:
        if event.sidechain is None:
            call_id = None if event.tool is None else event.tool.call_id
            yield Figures(event.ordinal, event.kind.value, event.turn, call_id)


def tool_pairs(seen: Iterable[Figures]) -> list[tuple[int, int]]:
    """Return the tool calls that have a result, each with its last."""
    return sorted(dict(matched((e.ordinal, e.kind, e.call_id) for e in seen if e.call_id)).items())


def whole_range(pairs: Pairs, start: int, end: int) -> tuple[int, int]:
    """Return the smallest range around `start..end` that splits no tool call from its result."""
    while True:
        parted = [(a, b) for a, b in pairs if (start <= a <= end) != (start <= b <= end)]
        if not parted:
            return start, end
        start = min(start, *(a for a, _ in parted))
        end = max(end, *(b for _, b in parted))


def check_range(pairs: Pairs, last: int, start: int, end: int, session_id: str) -> None:
    """Check that a range lies in a session that ends at `last`, and splits no tool call from its result.

    Raises:
        RangeError: it does not; the hint names the nearest valid range.
    """
    if not 0 <= start <= end <= last:
        raise RangeError(
            f"the range {start}..{end} lies outside the session, which has events 0..{last}",
            f"`workbench timeline {session_id[:12]}` lists the events",
        )
    nearest = whole_range(pairs, start, end)
    if nearest != (start, end):
        call, result = next((a, b) for a, b in pairs if (start <= a <= end) != (start <= b <= end))
        raise RangeError(
            f"the range {start}..{end} splits tool call {call} from its result {result}",
            f"the nearest valid range is --range {nearest[0]}..{nearest[1]}",
        )


def last_complete_turn(seen: Iterable[Figures], pairs: Pairs, start: int) -> int | None:
    """Return the last event of the last turn at or after `start` that ended; None if no turn did."""
    return max(complete_turns(seen, pairs, start), default=None)


def complete_turns(seen: Iterable[Figures], pairs: Pairs, start: int) -> frozenset[int]:
    """Return the last events of the turns at or after `start` that ended.

    A turn ended if its tool calls have their results and the agent spoke last, or if the user went on.
    """
    paired = {call for call, _ in pairs}
    ends: dict[int, bool] = {}
    last: dict[int, int] = {}
    unanswered: set[int] = set()
    for event in seen:
        if event.ordinal < start:
            continue
        last[event.turn] = event.ordinal
        if event.kind in _SPOKEN:
            ends[event.turn] = event.kind == EventKind.ASSISTANT
        if event.kind == EventKind.TOOL_CALL and event.ordinal not in paired:
            unanswered.add(event.turn)
    latest = max(ends, default=0)
    return frozenset(
        last[turn]
        for turn, done in ends.items()
        if (done and turn not in unanswered)
        or (turn < latest and not any(a <= last[turn] < b for a, b in pairs))
    )


def has_activity(seen: Iterable[Figures], start: int, end: int) -> bool:
    """Return whether anybody spoke or called a tool in a range."""
    informative = (EventKind.USER, EventKind.ASSISTANT, EventKind.TOOL_CALL)
    return any(event.kind in informative for event in seen if start <= event.ordinal <= end)
