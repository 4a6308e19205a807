"""The current item stays visible beside toasts, after a filter and in dialogs; focus follows it."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets._toast import Toast

from tests.tui.build import login_log, store_with
from tests.tui.drive import NARROW, press, running, screen_text, settle
from tests.tui.review.walk import on_screen, say, toast_texts
from workbench.bootstrap import Env
from workbench.presentation.cells import width_of
from workbench.services.lookup.overview import details
from workbench.services.moves.accept_rollback import accept, rollback
from workbench.tui.glyphs import UNICODE
from workbench.tui.screens.capture.capture import CaptureScreen
from workbench.tui.screens.editing.edit_dialogs import StatementInput
from workbench.tui.screens.editing.relink import RelinkDialog
from workbench.tui.screens.turns import focus_shown
from workbench.tui.state.session import SessionState
from workbench.tui.state.sessions.library import detail_lines
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.statusline import StatusLine

pytestmark = pytest.mark.anyio
LITTLE = (60, 20)


async def test_a_toast_covers_its_own_words_only(store: Env, states: dict[int, SessionState]) -> None:
    """Beside it the page is read on, after a dialog was closed too; the verdict of two lines is whole."""
    async with on_screen(store, states[1], "draft", NARROW, toasts=True) as pilot:
        verdict = pilot.app.screen.query_one("#verdict", StatusLine)
        assert verdict.size.height == 2
        await press(pilot, "question_mark", "escape")
        pilot.app.screen.toast("There")  # type: ignore[attr-defined]
        await settle(pilot)
        toast = pilot.app.screen.query_one(Toast).region
        assert toast.bottom <= verdict.region.y
        line = screen_text(pilot.app).splitlines()[toast.y]
        assert "There" in line
        assert line[: toast.x].strip()


async def test_a_toast_of_the_page_below_is_not_drawn_over_a_dialog(
    store: Env, states: dict[int, SessionState]
) -> None:
    """Not by the dialog either, whose keys it would hide; the recent messages have it."""
    async with on_screen(store, states[1], "draft", toasts=True) as pilot:
        pilot.app.screen.toast("Stays below", seconds=600.0)  # type: ignore[attr-defined]
        await settle(pilot)
        assert "Stays below" in screen_text(pilot.app)
        await press(pilot, "question_mark")
        assert "Stays below" not in screen_text(pilot.app)
        assert "Stays below" in toast_texts(pilot.app)


async def test_the_cursor_is_in_view_after_a_filter(store: Env, states: dict[int, SessionState]) -> None:
    """The earlier scroll position does not matter."""
    async with on_screen(store, states[1], "claims", NARROW) as pilot:
        await press(pilot, "G", "slash")
        await say(pilot, "the")
        claims = pilot.app.screen.query_one("#claims", LineView)
        block = claims.text.block
        assert block is not None
        assert claims.scroll_y <= block[0] < claims.scroll_y + claims.height


async def test_the_relink_dialog_fits_a_small_terminal(store: Env, states: dict[int, SessionState]) -> None:
    """It also fits when resized; its keys are visible at 80x24."""
    async with on_screen(store, states[1], "claims") as pilot:
        await press(pilot, "r")
        assert isinstance(pilot.app.screen, RelinkDialog)
        for width, height in (LITTLE, NARROW):
            await pilot.resize_terminal(width, height)
            await settle(pilot)
            box = pilot.app.screen.query_one(".dialog").region
            assert (box.right, box.bottom) <= (width, height)
            assert "enter links" in screen_text(pilot.app)
        assert "esc leaves" in screen_text(pilot.app)


async def test_the_words_are_edited_in_a_box_of_eight_lines(
    store: Env, states: dict[int, SessionState]
) -> None:
    """Not in one as high as the terminal."""
    async with on_screen(store, states[1], "claims") as pilot:
        await press(pilot, "e")
        assert pilot.app.screen.query_one(StatementInput).region.height == 8


async def test_a_pane_that_is_shown_late_does_not_take_the_focus_back(
    store: Env, states: dict[int, SessionState]
) -> None:
    """The reader continued before it was drawn."""
    async with on_screen(store, states[1], "claims") as pilot:
        screen = pilot.app.screen
        source, claims = screen.query_one("#source"), screen.query_one("#claims")
        focus_shown(screen, screen.query_one("#detail"))
        screen.set_focus(source)
        await settle(pilot)
        assert screen.focused is source
        focus_shown(screen, claims)
        await settle(pilot)
        assert screen.focused is claims


async def test_q_is_asked_for_anew_after_anything_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run at work keeps the app; two `q` in a row leave it."""
    async with running(store_with(tmp_path, login_log)) as pilot:
        monkeypatch.setitem(pilot.app.driven._doing, "run_1", "step 1")  # type: ignore[attr-defined]
        await press(pilot, "q", "enter", "q", "q")
        assert pilot.app.is_running
        assert pilot.app._exit is False
        await pilot.press("q")
        assert pilot.app._exit is True


def test_the_state_of_a_draft_is_never_cut(store: Env, states: dict[int, SessionState]) -> None:
    """The name of the strategy is cut instead in the library's narrow pane."""
    accept(store, str(states[2].artifact_id))
    rollback(store, str(states[2].artifact_id))
    lines = detail_lines(details(store, str(states[2].session_id)), 36, UNICODE)
    words = ["".join(piece.text for piece in each) for each in lines]
    assert any(each.rstrip().endswith("rolled back") for each in words)
    assert all(width_of(each) <= 36 for each in words if "d-" in each)


async def test_after_a_review_the_cursor_is_on_the_next_item(
    store: Env, states: dict[int, SessionState]
) -> None:
    """The cursor follows the items, so the next key does not apply to an unread one."""
    async with on_screen(store, states[1], "capture") as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, CaptureScreen)
        first = next(
            n for n, each in enumerate(screen.items) if screen.waiting.get(each.item_id) == "proposed"
        )
        await press(pilot, *["j"] * (first + 1))
        for key in ("c", "x"):
            this, following = screen.item, screen.items[screen.table.cursor + 1]
            await press(pilot, key)
            await say(pilot, "so it is")
            assert screen.item is not None
            assert this is not None
            assert screen.item.item_id == following.item_id != this.item_id
        here = screen.item
        await press(pilot, "R")
        assert screen.item == here
