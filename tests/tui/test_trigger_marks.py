"""Triggers on the timeline: a sign and a word in the row, the reason beside it."""

from __future__ import annotations

from workbench.strategies.triggers import TriggerMark
from workbench.tui.glyphs import ASCII, UNICODE
from workbench.tui.state.spans import Span
from workbench.tui.state.triggers import by_event, marked, trigger_brief, trigger_lines

MARKS = (
    TriggerMark("memory", "safety", 7, 3, 0, 4, "user turn 10 is a multiple of 10"),
    TriggerMark("snapshot", "EVENT_THRESHOLD", 7, 3, 0, 7, "18 counted events reach 18"),
    TriggerMark("memory", "token_budget", 9, 4, 5, 6, "30 input tokens are over 70% of 40"),
)


def test_marks_are_found_by_their_event() -> None:
    """All marks of one event together, in order."""
    found = by_event(MARKS)
    assert found == {7: MARKS[:2], 9: MARKS[2:]}


def test_a_row_names_what_fires_in_unicode_and_ascii() -> None:
    """The sign and every strategy once before the text; other rows stay as they were."""
    cells = (Span("7", "dim"), Span("hello", "user"))
    assert marked(cells, (), UNICODE) == cells
    assert marked(cells, MARKS, UNICODE)[-1] == Span("⚑ memory, snapshot: hello", "user")
    assert marked(cells, MARKS[2:], ASCII)[-1].text == "% memory: hello"
    assert ASCII.trigger.isascii()


def test_the_pane_says_what_would_be_taken_in_and_why() -> None:
    """Rule, range and reason of each mark, within the width; on a narrow screen the first in one line."""
    told = ["".join(span.text for span in line) for line in trigger_lines(MARKS[:2], 36)]
    assert told[:4] == [
        "Trigger of memory",
        "Rule        safety",
        "Takes in    0 - 4",
        "Why         user turn 10 is a",
    ]
    assert "Trigger of snapshot" in told
    assert max(map(len, told)) <= 36
    brief = "".join(span.text for span in trigger_brief(MARKS[:2], ASCII))
    assert brief == "% memory safety would take in 0-4: user turn 10 is a multiple of 10  and 1 more"
