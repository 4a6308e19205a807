"""Pairing of tool results with calls, for any ids that an agent uses."""

from __future__ import annotations

import pytest

from gates.source import EventKind, SourceEvent, ToolAction, ToolFact
from gates.tool_calls import calls_with_results, matched

CALL, RESULT = EventKind.TOOL_CALL, EventKind.TOOL_RESULT


@pytest.mark.parametrize(
    ("called", "pairs"),
    [
        ("Ca Ra Cb Rb", [(0, 1), (2, 3)]),
        ("Ca Cb Rb Ra", [(1, 2), (0, 3)]),
        ("Ca Ra Ca Ra", [(0, 1), (2, 3)]),
        ("Ca Ca Ra Ra", [(0, 2), (1, 3)]),
        ("Ca Ra Ra", [(0, 1), (0, 2)]),
        ("Ra Ca", []),
        ("Ca Rb", []),
    ],
)
def test_a_result_answers_the_oldest_call_that_waits(called: str, pairs: list[tuple[int, int]]) -> None:
    """In order, nested, with an id used again, twice at once, answered twice; what has no pair is left."""
    given = [(at, CALL if word[0] == "C" else RESULT, word[1]) for at, word in enumerate(called.split())]
    assert list(matched(given)) == pairs


def test_events_without_an_id_have_no_pair_and_sidechains_are_left_out_where_asked() -> None:
    """Two calls with empty ids would otherwise be taken for the same."""

    def event(at: int, kind: EventKind, call_id: str, sidechain: str | None = None) -> SourceEvent:
        tool = ToolFact("Read", call_id, ToolAction.READ)
        return SourceEvent(at, kind, "t", f"n{at}", sidechain=sidechain, tool=tool)

    events = [
        event(0, CALL, ""),
        event(1, RESULT, ""),
        event(2, CALL, "a", "agent-1"),
        event(3, RESULT, "a", "agent-1"),
        event(4, CALL, "b"),
        event(5, RESULT, "b"),
        SourceEvent(6, EventKind.USER, "t", "n6"),
    ]
    every = [(call.ordinal, result.ordinal) for call, result in calls_with_results(events)]
    assert every == [(2, 3), (4, 5)]
    main = calls_with_results(events, sidechains=False)
    assert [(call.ordinal, result.ordinal) for call, result in main] == [(4, 5)]
