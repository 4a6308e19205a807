"""A text longer than its field: after typing or pasting, the end with the cursor is visible."""

from __future__ import annotations

import pytest
from textual import events
from textual.widgets import Input

from tests.tui.drive import NARROW, WIDE, press, running, screen_text, settle
from workbench.bootstrap import Env

START, END = ("words that are pasted " * 60).strip(), "and end here"
LONG = f"{START} {END}"
"""The kept text of both, pasted as two lines: no line of a paste is lost."""


@pytest.mark.parametrize("size", [WIDE, NARROW])
@pytest.mark.parametrize("keys", [("slash",), ("i",), ("S",), ("enter", "slash")])
@pytest.mark.anyio
async def test_the_end_of_what_was_pasted_is_seen(
    env: Env, keys: tuple[str, ...], size: tuple[int, int]
) -> None:
    async with running(env, size) as pilot:
        await press(pilot, *keys)
        field = pilot.app.screen.query(Input).first()
        pilot.app.screen.post_message(events.Paste(f"{START}\n\r\n  {END}\n"))
        await settle(pilot)
        assert field.value == LONG and field.scrollable_content_region.height == 1
        assert "words that are pasted" in screen_text(pilot.app)
        await press(pilot, "x")
        assert "and end herex" in screen_text(pilot.app)
        await press(pilot, "escape")
        assert "and end herex" not in screen_text(pilot.app)
