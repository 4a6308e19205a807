"""Below the smallest size that is drawn for, panes go before they are cut to pieces, and come back after."""

from __future__ import annotations

import pytest

from tests.tui.drive import NARROW, press, screen_text, settle
from tests.tui.review.walk import on_screen
from workbench.bootstrap import Env
from workbench.tui.state.session import SessionState

LITTLE = (40, 10)
PANES = [
    ("draft", "#draft-pane"),
    ("claims", "#source-pane"),
    ("history", "#move-pane"),
    ("context", "#part-pane"),
]


@pytest.mark.parametrize(("name", "second"), PANES)
@pytest.mark.anyio
async def test_one_pane_is_left_and_has_the_whole_width(
    store: Env, states: dict[int, SessionState], name: str, second: str
) -> None:
    async with on_screen(store, states[1], name, LITTLE) as pilot:
        assert not pilot.app.screen.query_one(second).region
        assert "40x10: panes left out" in screen_text(pilot.app)
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
