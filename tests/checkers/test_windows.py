"""A range as a model is sent it: what is in it, masked, below its size."""

from __future__ import annotations

from gates.source import EventKind, Signal, SignalEntry, SignalKind, SourceEvent, ToolAction, ToolFact
from workbench.checkers.windows import (
    LEFT_OUT,
    OVERLAP_LENGTH,
    PART_LENGTH,
    THINKING_LENGTH,
    TOOL_LENGTH,
    SentPart,
    tokens_of,
    windows_of,
)

KEY = "AKIA" + "ABCDEFGHIJKLMNOP"


def event(ordinal: int, kind: EventKind, text: str, **more: object) -> SourceEvent:
    return SourceEvent(ordinal, kind, text, f"n{ordinal}")._replace(**more)  # type: ignore[arg-type]


def test_who_speaks_is_said_and_the_rest_is_left_out() -> None:
    """Side chains and harness text are not sent; thinking and output of length by their ends."""
    answer = Signal(SignalKind.ANSWER, (SignalEntry("yes"),))
    long = "a" * TOOL_LENGTH + "b"
    events = [
        event(0, EventKind.USER, "Keep the API."),
        event(1, EventKind.THINKING, "t" * THINKING_LENGTH + "."),
        event(2, EventKind.META, "A hook."),
        event(3, EventKind.ASSISTANT, "On a side chain.", sidechain="agent"),
        event(4, EventKind.TOOL_RESULT, long[:TOOL_LENGTH]),
        event(5, EventKind.TOOL_RESULT, long),
        event(6, EventKind.TOOL_RESULT, long, signals=(answer,)),
        event(7, EventKind.PLAN, " \n"),
        event(8, EventKind.TOOL_CALL, long, tool=ToolFact("Ask", "c", ToolAction.QUESTION)),
        event(9, EventKind.TOOL_RESULT, long[1:], tool=ToolFact("Ask", "c", ToolAction.QUESTION)),
        event(10, EventKind.TOOL_CALL, long, tool=ToolFact("Write", "c", ToolAction.CHANGE, "docs/PLAN.MD")),
        event(11, EventKind.TOOL_CALL, long, tool=ToolFact("Write", "c", ToolAction.CHANGE, "plan.py")),
        event(12, EventKind.TOOL_CALL, long, tool=ToolFact("Read", "c", ToolAction.READ, "plan.md")),
    ]
    (window,) = windows_of(events, 10_000)
    half, thought = TOOL_LENGTH // 2, THINKING_LENGTH // 2
    ends = long[:half] + LEFT_OUT + long[-half:]
    assert [(part.ordinal, part.who, part.text) for part in window.parts] == [
        (0, "user", "Keep the API."),
        (1, "thinking", "t" * thought + LEFT_OUT + "t" * (thought - 1) + "."),
        (4, "tool_result", "a" * TOOL_LENGTH),
        (5, "tool_result", ends),
        (6, "tool_result", long),
        (8, "tool_call", long),
        (9, "tool_result", long[1:]),
        (10, "tool_call", long),
        (11, "tool_call", ends),
        (12, "tool_call", ends),
    ]


def test_a_window_is_below_its_size_and_repeats_the_last_part() -> None:
    """What fits exactly stays together; one token less makes another window."""
    events = [event(n, EventKind.USER, f"Sentence number {n}.") for n in range(4)]
    each = SentPart(0, "user", events[0].text).tokens
    assert [w.ordinals for w in windows_of(events, 4 * each)] == [(0, 1, 2, 3)]
    assert [w.ordinals for w in windows_of(events, 4 * each - 1)] == [(0, 1, 2), (2, 3)]
    for length, expected in ((OVERLAP_LENGTH, [(0, 1), (1, 2)]), (OVERLAP_LENGTH + 1, [(0, 1), (2,)])):
        long = [event(n, EventKind.USER, "x" * length) for n in range(3)]
        size = SentPart(0, "user", long[0].text).tokens
        assert [w.ordinals for w in windows_of(long, 2 * size)] == expected
        assert [w.ordinals for w in windows_of(long, 2 * size - 1)] == [(0,), (1,), (2,)]


def test_a_long_text_is_cut_at_a_line_and_nothing_is_lost() -> None:
    """The parts add up to the whole text, and later events do not change earlier windows."""
    text = ("A line of words.\n" * 1_000)[: 2 * PART_LENGTH + 5]
    (window,) = windows_of([event(0, EventKind.ASSISTANT, text)], 10**6)
    assert "".join(part.text for part in window.parts) == text
    assert all(len(part.text) <= PART_LENGTH for part in window.parts)
    assert all(part.text.endswith("\n") for part in window.parts[:-1])
    assert len(next(windows_of([event(0, EventKind.USER, "x" * PART_LENGTH)], 10**6)).parts) == 1
    assert len(next(windows_of([event(0, EventKind.USER, "x" * (PART_LENGTH + 1))], 10**6)).parts) == 2
    events = [event(n, EventKind.USER, f"Sentence {n}. " * 20) for n in range(40)]
    few, many = list(windows_of(events[:30], 2_000)), list(windows_of(events, 2_000))
    assert few[:-1] == many[: len(few) - 1]


def test_secrets_are_masked_and_counted_once() -> None:
    """A secret sent again with the next window is not counted again."""
    events = [event(n, EventKind.USER, f"The key of {n} is {KEY}.") for n in range(3)]
    found = list(
        windows_of(events, 2 * SentPart(0, "user", "The key of 0 is [masked: AWS key].").tokens + 10)
    )
    assert KEY not in str(found)
    assert sum(window.masked for window in found) == 3


def test_tokens_are_estimated_from_above() -> None:
    """A token is counted for every three bytes begun."""
    assert [tokens_of("x" * n) for n in (0, 1, 3, 4)] == [0, 1, 1, 2]
    assert tokens_of("é" * 3) == 2
