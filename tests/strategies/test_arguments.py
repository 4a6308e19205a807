"""What an author's loop hands over by mistake is refused with its name, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gates.source import EventKind
from tests.strategies.snapshot.build import InMemory
from workbench.strategies import BadArgument, Historian, MemoryRun, RunEvent, SnapshotRun

ODD: tuple[Any, ...] = (None, b"x", 12, ["a"], {"a": 1})


def _answered(text: Any) -> None:
    run = MemoryRun("m")
    run.ask("hello")
    run.answered(text)


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize(
    ("named", "call"),
    [
        ("user_message", lambda odd: Historian("h").turn(odd, "a")),
        ("final_response", lambda odd: Historian("h").turn("a", odd)),
        ("run_id", Historian),
        ("run_id", MemoryRun),
        ("run_id", lambda odd: SnapshotRun(odd, InMemory(), "x")),
        ("objective", lambda odd: SnapshotRun("s", InMemory(), odd)),
        ("name", lambda odd: SnapshotRun("s", InMemory(), "x").log(odd)),
        ("text", lambda odd: SnapshotRun("s", InMemory(), "x").log("USER", RunEvent(EventKind.USER, odd))),
        ("an event", lambda odd: SnapshotRun("s", InMemory(), "x").log("USER", odd)),
        ("a note", lambda odd: SnapshotRun("s", InMemory(), "x").note(odd)),
        ("text", lambda odd: MemoryRun("m").ask(odd)),
        ("text", _answered),
    ],
)
def test_what_is_no_text_is_refused_by_name(named: str, call: Callable[[Any], object], odd: Any) -> None:
    """None, bytes, numbers and lists raise the library's own error, with the argument's name."""
    with pytest.raises(BadArgument, match=named):
        call(odd)


def test_what_no_file_can_hold_is_refused_where_it_would_be_kept() -> None:
    """A lone surrogate is a text in memory, and none in a store."""
    MemoryRun("m").ask("\ud800")
    Historian("h").turn("\ud800", "a")
    kept = Historian("h", keeper=InMemory())
    with pytest.raises(BadArgument, match="user_message holds a lone surrogate at character 1"):
        kept.turn("a\ud800", "a")
    assert kept.unfinished is None


@pytest.mark.parametrize("full", [0, -1, 2.5, "3", None, True])
def test_a_historian_keeps_at_least_one_turn_in_full(full: Any) -> None:
    """With none nothing would ever be compressed; below that no turn would be kept."""
    with pytest.raises(BadArgument, match="full_detail_turns"):
        Historian("h", full_detail_turns=full)


@pytest.mark.parametrize("threshold", [-1, 0.5, None])
def test_a_threshold_is_a_count_of_characters(threshold: Any) -> None:
    """Not below 0."""
    with pytest.raises(BadArgument, match="threshold"):
        Historian("h", threshold=threshold)
