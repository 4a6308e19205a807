"""Staged windows: below the cap, without gaps, parting no call from its result."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from gates.render import NEXT
from gates.source import EventKind, ToolAction, ToolFact
from tests.facts.session import Script
from tests.strategies.source import whole, work_session
from workbench.services.drafts.ranges import figures, tool_pairs, whole_range
from workbench.strategies.intentional import IntentionalStrategy
from workbench.strategies.staging import SEED_TOKENS, even_windows, seed_of, windows

sizes = st.lists(
    st.tuples(st.sampled_from(("user", "agent", "call", "result", "late")), st.integers(1, 60)), max_size=40
)


def script_of(parts: list[tuple[str, int]]) -> Script:
    """Events of these sizes; a `late` one answers the first call that waits, `result` the last."""
    script = Script()
    waiting: list[str] = []
    script.user("begin")
    for number, (what, size) in enumerate(parts):
        text = "word " * size
        if what == "call":
            waiting.append(f"c{number}")
            script.add(EventKind.TOOL_CALL, text, tool=ToolFact("t", waiting[-1], ToolAction.OTHER))
        elif what in ("result", "late") and waiting:
            call = waiting.pop(0 if what == "late" else -1)
            script.add(EventKind.TOOL_RESULT, text, tool=ToolFact("t", call, ToolAction.OTHER))
        elif what == "user":
            script.user(text)
        else:
            script.agent(text)
    return script


@settings(max_examples=60, deadline=None)
@given(sizes, st.integers(5, 200))
def test_windows_tile_the_range(parts: list[tuple[str, int]], room: int) -> None:
    """They are contiguous, split no call, and exceed the limit only if unavoidable."""
    events = script_of(parts).events
    pairs = tool_pairs(figures(events))
    found = windows(events, 0, len(events) - 1, room)
    assert [w.start for w in found] == [0, *(w.end + 1 for w in found[:-1])]
    assert found[-1].end == len(events) - 1
    for window in found:
        assert whole_range(pairs, window.start, window.end) == (window.start, window.end)
        assert window.tokens == sum(e.tokens for e in events[window.start : window.end + 1])
        assert window.over == (window.tokens > room)
        if window.over:
            inner = [whole_range(pairs, window.start, end) for end in range(window.start, window.end)]
            assert (window.start, window.start) not in inner or window.start == window.end


def test_a_window_ends_with_a_turn_where_that_costs_little() -> None:
    """A turn's end in the later half of the room is preferred to a fuller window."""
    script = Script()
    for _ in range(6):
        script.user("word " * 40)
        script.agent("word " * 40)
    room = 3 * sum(e.tokens for e in script.events[:2]) + script.events[0].tokens
    found = windows(script.events, 0, 11, room)
    assert [(w.start, w.end) for w in found] == [(0, 5), (6, 11)]


def test_a_seed_package_says_what_binds_and_where_it_comes_from() -> None:
    """Decisions, constraints and open work of the latest artifact; equal artifacts, equal text and id."""
    artifact = whole(work_session()).draft(IntentionalStrategy())
    seed = seed_of([artifact], "Ship it")
    again = seed_of([artifact], "Ship it")
    assert (seed.text, seed.seed_id) == (again.text, again.seed_id)
    assert f"- {NEXT}write a changelog entry" in seed.text
    assert "split the query" not in seed.text
    assert f"- {artifact.artifact_id}" in seed.text
    assert seed.tokens < SEED_TOKENS


def test_a_seed_package_is_bounded() -> None:
    """Of too many decisions the oldest go; open work stays."""
    artifact = whole(work_session()).draft(IntentionalStrategy())
    decision = next(item for item in artifact.items if item.kind.value == "decision")
    many = [decision.model_copy(update={"text": f"rule {n} " + "of some length " * 20}) for n in range(200)]
    seed = seed_of([artifact.with_items((*many, *artifact.items))], "")
    assert seed.tokens <= SEED_TOKENS
    assert "rule 199 " in seed.text
    assert "rule 0 " not in seed.text
    assert "write a changelog entry" in seed.text


def test_even_windows_leave_no_small_rest() -> None:
    """As many windows as without, none larger than its room, none much smaller than the others."""
    script = Script()
    for number in range(23):
        script.user(f"Please turn the wheel number {number:02d} once. " * 4)
        script.agent(f"I turned the wheel number {number:02d} once. " * 4)
    last = len(script.events) - 1
    room = sum(event.tokens for event in script.events[:20])
    plain, even = (cut(script.events, 0, last, room) for cut in (windows, even_windows))
    assert len(plain) == len(even) == 3
    assert min(window.tokens for window in plain) < 0.4 * room
    assert min(window.tokens for window in even) > 0.6 * room
    assert max(window.tokens for window in even) <= room
    assert even_windows(script.events, 0, last, 10 * room) == windows(script.events, 0, last, 10 * room)
