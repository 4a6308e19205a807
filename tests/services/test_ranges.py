"""Ranges: none parts a tool call from its result, and the default ends with a complete turn."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gates.errors import RangeError
from gates.source import EventKind, SourceEvent, ToolAction, ToolFact
from workbench.services.drafts.ranges import (
    Pairs,
    check_range,
    figures,
    last_complete_turn,
    tool_pairs,
    whole_range,
)


def events(kinds: str) -> list[SourceEvent]:
    """One event a letter: u user, a assistant, c call, r its result in order, C and R a second pair."""
    made: list[SourceEvent] = []
    turn = 0
    for ordinal, letter in enumerate(kinds):
        turn += letter == "u"
        kind = {
            "u": EventKind.USER,
            "a": EventKind.ASSISTANT,
            "m": EventKind.META,
            "c": EventKind.TOOL_CALL,
            "C": EventKind.TOOL_CALL,
            "r": EventKind.TOOL_RESULT,
            "R": EventKind.TOOL_RESULT,
        }[letter]
        tool = None
        if letter in "cr":
            tool = ToolFact("Bash", f"t{kinds[: ordinal + 1].count(letter)}", ToolAction.COMMAND)
        if letter in "CR":
            tool = ToolFact("Read", f"T{kinds[: ordinal + 1].count(letter)}", ToolAction.READ)
        made.append(SourceEvent(ordinal, kind, letter, f"n{ordinal}", turn=turn, tool=tool))
    return made


def pairs(kinds: str) -> Pairs:
    """The calls of such events with their results."""
    return tool_pairs(figures(events(kinds)))


def test_calls_are_paired_with_their_results() -> None:
    """Parallel calls find their own results."""
    assert pairs("ucCRra") == [(1, 4), (2, 3)]


@pytest.mark.parametrize(
    ("wanted", "nearest"),
    [((0, 5), (0, 5)), ((0, 2), (0, 4)), ((2, 5), (1, 5)), ((4, 5), (1, 5)), ((0, 0), (0, 0))],
)
def test_a_range_grows_to_whole_tool_calls(wanted: tuple[int, int], nearest: tuple[int, int]) -> None:
    """The nearest valid range holds calls and results together."""
    assert whole_range(pairs("ucCRra"), *wanted) == nearest


def test_a_range_that_parts_a_call_is_refused_with_the_nearest_one() -> None:
    """The error names the call, its result and a range to type."""
    with pytest.raises(RangeError, match="splits tool call 1 from its result 2") as stated:
        check_range(pairs("ucra"), 3, 0, 1, "ses_0123456789abcdef")
    assert "--range 0..2" in stated.value.hint
    check_range(pairs("ucra"), 3, 0, 2, "ses_0123456789abcdef")


@pytest.mark.parametrize("wanted", [(0, 4), (-1, 2), (3, 2)])
def test_a_range_outside_the_session_is_refused(wanted: tuple[int, int]) -> None:
    """The error names the existing events."""
    with pytest.raises(RangeError, match=r"events 0\.\.3"):
        check_range(pairs("ucra"), 3, *wanted, "ses_0123456789abcdef")


@pytest.mark.parametrize(
    ("kinds", "start", "end"),
    [
        ("ucra", 0, 3),
        ("uauc", 0, 1),
        ("uaucr", 0, 1),
        ("uaucram", 0, 6),
        ("uaua", 2, 3),
        ("ucr", 0, None),
        ("uau", 2, None),
        ("uacru", 0, 3),
        ("uacu", 0, 2),
        ("ucuru", 0, 3),
    ],
)
def test_the_default_ends_with_the_last_complete_turn(kinds: str, start: int, end: int | None) -> None:
    """A turn is complete when its calls are answered and the agent spoke last, or the user went on."""
    assert last_complete_turn(figures(events(kinds)), pairs(kinds), start) == end


@given(st.text(alphabet="uacrCRm", min_size=1, max_size=30), st.data())
def test_the_nearest_range_contains_the_wanted_one_and_is_whole(kinds: str, data: st.DataObject) -> None:
    """Growing a range never shrinks it, and what comes out needs no more growing."""
    made = pairs(kinds)
    start = data.draw(st.integers(0, len(kinds) - 1))
    end = data.draw(st.integers(start, len(kinds) - 1))
    first, last = whole_range(made, start, end)
    assert first <= start <= end <= last
    assert whole_range(made, first, last) == (first, last)
