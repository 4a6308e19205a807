"""Triggers on the timeline: a sign and a word in the row, the reason beside it."""

from __future__ import annotations

import pytest

from tests.tui.drive import press, running, screen_text
from workbench.bootstrap import Env
from workbench.presentation.spans import StyledText
from workbench.strategies.triggers import TriggerMark
from workbench.tui.glyphs import ASCII, UNICODE
from workbench.tui.screens.timeline import trigger_marks
from workbench.tui.state.timeline.triggers import by_event, marked, trigger_brief, trigger_lines

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
    """The sign and every strategy once before the text; other rows stay unchanged."""
    cells = (StyledText("7", "dim"), StyledText("hello", "user"))
    assert marked(cells, (), UNICODE) == cells
    assert marked(cells, MARKS, UNICODE)[-1] == StyledText("⚑ [memory, snapshot] hello", "user")
    assert marked(cells, MARKS[2:], ASCII)[-1].text == "% [memory] hello"
    assert ASCII.trigger.isascii()


def test_the_pane_says_what_would_be_taken_in_and_why() -> None:
    """Rule, range and reason of each mark, within the width; on a narrow screen the first in one line."""
    lines = ["".join(span.text for span in line) for line in trigger_lines(MARKS[:2], 36)]
    assert lines[:4] == [
        "Trigger of memory",
        "Rule        safety",
        "Takes in    0 - 4",
        "Why         user turn 10 is a",
    ]
    assert "Trigger of snapshot" in lines
    assert max(map(len, lines)) <= 36
    brief = "".join(span.text for span in trigger_brief(MARKS[:2], ASCII))
    assert brief == "% memory would compact 0-4 here: user turn 10 is a multiple of 10  and 1 more"


@pytest.mark.anyio
async def test_a_long_session_is_marked_when_asked(env: Env, monkeypatch: pytest.MonkeyPatch) -> None:
    """No marks at first, `t` shows them, `t` again leaves them out for good."""
    monkeypatch.setattr(trigger_marks, "MARKED_EVENTS", 10)
    sign = UNICODE.trigger + " [historian"
    async with running(env) as pilot:
        await press(pilot, "enter", "right_parenthesis")
        assert sign not in screen_text(pilot.app)
        await press(pilot, "t")
        assert sign in screen_text(pilot.app)
        await press(pilot, "t")
        assert sign not in screen_text(pilot.app)
        await press(pilot, "R")
        assert sign not in screen_text(pilot.app)


@pytest.mark.anyio
async def test_an_ordinary_session_is_marked_at_once(env: Env) -> None:
    """Without a key."""
    async with running(env) as pilot:
        await press(pilot, "enter", "right_parenthesis")
        assert UNICODE.trigger + " [historian" in screen_text(pilot.app)
