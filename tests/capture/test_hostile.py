"""Captures of sessions with hostile texts: no error, quotations that occur, one reading when read back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gates.source import SignalKind, SourceEvent
from tests.facts.session import SESSION, Script
from workbench.capture import capture_range
from workbench.facts.reading import FactsReading
from workbench.facts.reading_bytes import from_bytes, to_bytes

PIECES = (
    *(
        "- [ ] ",
        "- [x] ",
        "* [X] ",
        "1. ",
        "12) ",
        "\u2022 ",
        "# ",
        "**Fix:** ",
        " | ",
        "|---|",
        "```",
        "~~~",
    ),
    *("\n", "\n\n", "\u2028", "\u0000", "\u202e", "\u017f", "\u0131", "\u0130", "e\u0301", "\U0001d54f"),
    *(
        "git mv ",
        "mv a b",
        "cd /x && ",
        'git commit -m "',
        "$(cat <<'EOF'\n",
        "EOF\n",
        "/../../",
        "--",
        "a/" * 60,
    ),
    *(
        "rejected by user",
        "aborted by user",
        "[Request interrupted by user]",
        "<command-name>",
        "</",
        "{",
        "}",
    ),
    *(
        "don\u2019t ",
        "never ",
        "always ",
        "Keep ",
        "should i ",
        "I would ",
        "yes ",
        "no ",
        "continue",
        "TODO ",
    ),
    *("9" * 400, " " * 450, "`", '"', "'", "(", ")", "."),
)
texts = st.lists(st.one_of(st.sampled_from(PIECES), st.text("abc deh", max_size=8)), max_size=30).map("".join)
named = texts.map(lambda text: text or "x")
paths = st.sampled_from(("a.md", "/r/docs/plan.md", "x.py", "/r/test_x.py"))
statuses = st.sampled_from(("pending", "in_progress", "completed", "unheard of"))
OUTCOMES = (SignalKind.PLAN_APPROVED, SignalKind.PLAN_REJECTED, None)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("user"), texts),
        st.tuples(st.just("agent"), texts),
        st.tuples(st.just("run"), named, texts),
        st.tuples(st.just("edit"), paths, texts, texts),
        st.tuples(st.just("write"), paths, texts),
        st.tuples(st.just("todos"), st.tuples(named, statuses), st.tuples(named, statuses)),
        st.tuples(st.just("plan"), named, st.sampled_from(OUTCOMES)),
        st.tuples(st.just("answer"), named, named),
        st.tuples(st.just("refuse"), named, named),
        st.tuples(st.just("task"), st.sampled_from("123"), named),
        st.tuples(st.just("task_status"), st.sampled_from("123"), statuses),
    ),
    min_size=1,
    max_size=12,
)


def played(moves: list[tuple[object, ...]]) -> list[SourceEvent]:
    """The events of a list of moves, each named as the script's method."""
    script = Script()
    for name, *rest in moves:
        getattr(script, str(name))(*rest)
    return script.events


@given(steps, st.data())
@settings(max_examples=60, deadline=None)
def test_hostile_texts_are_captured(moves: list[tuple[object, ...]], data: st.DataObject) -> None:
    """Every quotation occurs at its event; a reading that was written and read back is the same."""
    events = played(moves)
    start = data.draw(st.integers(0, len(events) - 1))
    found = capture_range(SESSION, events, start, len(events) - 1)
    for item in (*found.items, *found.proposed):
        assert item.text.strip()
        assert all(link.quote in events[link.ordinal].text for link in item.evidence)
    assert found == capture_range(SESSION, events, start, len(events) - 1)
    written = to_bytes(FactsReading().through(events))
    assert to_bytes(from_bytes(written)) == written


@pytest.mark.parametrize("lead", ["", " " * 500])
def test_a_todo_behind_many_spaces_is_kept_and_replaced(lead: str) -> None:
    """The list that follows replaces it."""
    script = Script()
    script.todos((f"{lead}Draw the tide tables", "pending"), ("Load the map", "completed"))
    (item,) = (i for i in capture_range(SESSION, script.events, 0, 0).items if i.status == "open")
    assert item.text == "Draw the tide tables"
    script.todos(("Load the map", "completed"))
    assert not [i for i in capture_range(SESSION, script.events, 0, 1).items if i.status == "open"]
