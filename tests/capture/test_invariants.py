"""What holds for the capture of any range of any session."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gates.capture import Capture, CapturedItem
from gates.language.similarity import subsumes
from gates.source import SourceEvent
from tests.facts.session import SESSION, Script
from workbench.capture import capture_range
from workbench.importers import detect

TODOS = ("write the parser", "run the tests", "run the tests of the parser", "update docs/a.md")
SAID = (
    "please write the parser first",
    "never drop the old table",
    "thanks, and what is left?",
    "don't use the parser of the old module",
    "please write the parser first, in src/parse.py",
    "remove the cache again",
)
STATUS = ("pending", "in_progress", "completed")

lists = st.lists(
    st.tuples(st.sampled_from(TODOS), st.sampled_from(STATUS)), max_size=4, unique_by=lambda e: e[0]
)
steps = st.lists(
    st.one_of(
        lists.map(lambda entries: ("todos", tuple(entries))),
        st.sampled_from(SAID).map(lambda text: ("user", text)),
        st.just(("agent", "The parser reads the whole table at once.")),
    ),
    min_size=2,
    max_size=12,
)


def played(moves: list[tuple[str, object]]) -> list[SourceEvent]:
    """The events of a list of moves."""
    script = Script()
    for kind, what in moves:
        if kind == "todos":
            script.todos(*what)  # type: ignore[misc]
        elif kind == "user":
            script.user(str(what))
        else:
            script.agent(str(what))
    return script.events


def check(events: list[SourceEvent], start: int, end: int) -> Capture:
    """The capture of a range, after the invariants of a single one."""
    found = capture_range(SESSION, events, start, end)
    for item in found.items:
        same = [i for i in found.items if i is not item and i.kind == item.kind]
        assert not any(subsumes(other.text, item.text) for other in same), item.text
        assert item.evidence
        assert all(link.ordinal <= end for link in item.evidence)
        assert not item.carried or (item.counts and item.evidence[0].ordinal < start)
        assert item.carried or any(link.ordinal >= start for link in item.evidence) or not item.counts
    assert len({item.item_id for item in found.items}) == len(found.items)
    return found


def held(found: Capture, text: str, kind: str) -> bool:
    """Return whether a capture contains an item that states at least this."""
    return any(i.kind == kind and (subsumes(i.text, text) or subsumes(text, i.text)) for i in found.items)


def certain(item: CapturedItem) -> bool:
    """Return whether an item cannot change later; statements and plans may turn out to be done."""
    return item.origin == "structural" and not item.text.startswith("Approved plan: ")


@given(steps, st.data())
@settings(max_examples=120, deadline=None)
def test_captures_of_any_range(moves: list[tuple[str, object]], data: st.DataObject) -> None:
    """No duplicates, carried only what came before and binds; a growing range forgets no structure."""
    events = played(moves)
    start = data.draw(st.integers(0, len(events) - 1))
    end = data.draw(st.integers(start, len(events) - 1))
    found = check(events, start, end)
    grown = check(events, start, len(events) - 1)
    for item in filter(certain, found.items):
        assert held(grown, item.text, item.kind)
    if start:
        before = capture_range(SESSION, events, 0, start - 1)
        for item in filter(certain, before.items):
            if item.counts:
                assert held(found, item.text, item.kind)
    assert capture_range(SESSION, tuple(events), start, end) == found


@pytest.mark.shared_data
@pytest.mark.parametrize("name", ["cc-2.1.7-3", "cc-2.1.29", "cc-2.1.33", "cc-2.0.76"])
def test_captures_of_real_sessions(shared_data: Path, name: str) -> None:
    """The invariants hold on real ranges, and a real session has decisions to capture."""
    path = next((shared_data / "sessions" / "claude-code").glob(f"{name}*"))
    reading = detect(path).read(path)
    events = list(reading.events())
    ranges = [(c.source_start, c.source_end) for c in reading.totals.compactions] or [(0, len(events) - 1)]
    for start, end in ranges:
        found = check(events, start, end)
        assert any(item.kind == "decision" for item in found.items)
        assert all(len(item.text) <= 900 for item in found.items)
