"""Below the smallest size that is drawn for, panes go before they are cut to pieces, and come back after."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from tests.tui.drive import NARROW, press, screen_text, settle, until_shown
from tests.tui.review.walk import on_screen
from workbench.bootstrap import Env
from workbench.tui.state.session import SessionState

LITTLE, SMALL = (40, 10), (60, 20)
PANES = [
    ("draft", "#draft-pane", "40x10: panes left out"),
    ("claims", "#source-pane", "6 problems  40x10"),  # a short status comes before what the size costs
    ("history", "#move-pane", "40x10: panes left out"),
    ("context", "#part-pane", "40x10: panes left out"),
]


@pytest.mark.parametrize(("name", "second", "header"), PANES)
@pytest.mark.anyio
async def test_one_pane_is_left_and_has_the_whole_width(
    store: Env, states: dict[int, SessionState], name: str, second: str, header: str
) -> None:
    async with on_screen(store, states[1], name, LITTLE) as pilot:
        assert not pilot.app.screen.query_one(second).region
        assert header in screen_text(pilot.app)
        first = pilot.app.screen.query_one(".first")
        assert first.region.width >= LITTLE[0] - 6
        await press(pilot, "tab", "tab", "tab")
        await pilot.resize_terminal(*NARROW)
        await settle(pilot)
        assert "panes left out" not in screen_text(pilot.app)
        if name != "draft":
            assert pilot.app.screen.query_one(second).region


@pytest.mark.anyio
async def test_the_drafts_text_takes_the_place_of_the_gates(
    store: Env, states: dict[int, SessionState]
) -> None:
    async with on_screen(store, states[1], "draft", LITTLE) as pilot:
        await press(pilot, "tab")
        assert pilot.app.screen.query_one("#draft-pane").region.width == LITTLE[0]
        assert not pilot.app.screen.query_one("#gates-pane").region


@pytest.mark.anyio
async def test_hints_and_the_size_of_a_draft_stay_in_view(
    store: Env, states: dict[int, SessionState]
) -> None:
    """The hint of a relink is read whole, and the compact dialog keeps the row where a size is typed."""
    async with on_screen(store, states[1], "claims", SMALL) as pilot:
        await press(pilot, "r")
        await until_shown(pilot, "Nearest passages")
        text = " ".join(line.strip("│ ") for line in screen_text(pilot.app).splitlines())
        assert "enter links (a range too)  a adds  v range  [ ] event  / number  esc leaves" in text
    async with on_screen(store, states[1], "timeline", SMALL) as pilot:
        await press(pilot, "right_parenthesis", "c")
        await until_shown(pilot, "Compact: which strategy?")
        assert "tab  Size" in screen_text(pilot.app)
        await press(pilot, "tab", "2", "0")
        assert pilot.app.screen.query_one("#size", Input).value == "20"
