"""Everything has a way by mouse: keys, numbered screens, the wheel over the plot; a click scrolls nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from tests.tui.build import login_log, store_with
from tests.tui.drive import NARROW, WIDE, name_of, press, running, screen_text, settle
from tests.tui.test_line_view import blocks, shown
from workbench.bootstrap import Env
from workbench.presentation.spans import StyledText
from workbench.tui.keyboard.keymap import footer
from workbench.tui.state.spans import row
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.plot import Plot
from workbench.tui.widgets.text_view import Text

pytestmark = pytest.mark.anyio


@pytest.fixture
def env(tmp_path: Path) -> Env:
    """Return a store with one session, compacted once."""
    return store_with(tmp_path, login_log)


async def click_on(pilot: Pilot[None], line: int, words: str, at: int = 0) -> None:
    """Click a letter of words in a line of the screen."""
    x = screen_text(pilot.app).splitlines()[line].index(words) + at
    await pilot.click(offset=(x, line % pilot.app.size.height))
    await settle(pilot)


def test_a_label_goes_on_and_each_key_its_own_way() -> None:
    """`( )` begins with the way back, its label does not."""
    entry = next(each for each in footer("timeline", 8) if each.label == "Compaction")
    assert (entry.action, *entry.others) == ("compaction(-1)", "compaction(1)")
    assert entry.forward == "compaction(1)"
    assert next(each for each in footer("draft", 8) if each.label == "Problem").forward == "problem(1)"


async def test_keys_that_share_a_label_are_pressed_one_by_one(env: Env) -> None:
    """`]` and the label go to the next turn, `[` back."""
    async with running(env) as pilot:
        await press(pilot, "enter")
        for at, here in ((2, "turn 2 of 6"), (4, "turn 3 of 6"), (0, "turn 2 of 6")):
            await click_on(pilot, -1, "[ ] Turn", at)
            assert here in screen_text(pilot.app)


async def test_a_numbered_screen_is_gone_to(env: Env) -> None:
    """From the first line, and back."""
    async with running(env) as pilot:
        await press(pilot, "enter")
        await click_on(pilot, 0, "6 Hist")
        assert name_of(pilot.app) == "history"
        await click_on(pilot, 0, "2 Time", 3)
        assert name_of(pilot.app) == "timeline"


async def test_the_wheel_over_the_plot_looks_closer_at_what_is_under_it(env: Env) -> None:
    """And out again; the list stays unchanged."""
    async with running(env) as pilot:
        await press(pilot, "enter")
        plot = pilot.app.screen.query_one(Plot)
        whole = plot.view.window
        await pilot._post_mouse_events([_wheel(up=True)], plot, offset=(100, 3))
        await settle(pilot)
        nearer = plot.view.window
        assert nearer.size < whole.size
        assert nearer.start > whole.start
        await pilot._post_mouse_events([_wheel(up=False)], plot, offset=(100, 3))
        await settle(pilot)
        assert plot.view.window == whole


def _wheel(*, up: bool) -> type[events.MouseEvent]:
    return events.MouseScrollUp if up else events.MouseScrollDown


async def test_a_click_leaves_every_line_where_it_is() -> None:
    """A partly visible line is not scrolled in, or a second click would hit another one."""
    view = LineView(Text())
    async with shown(view) as (pilot, _):
        keys = [f"k{n}" for n in range(40)]
        view.show(lambda _width: blocks(*keys))
        await pilot.pause()
        view.scroll_to(y=20, animate=False, immediate=True)
        await pilot.pause()
        first = view.text.key_at(20)
        await pilot.click(view, offset=(5, 0))
        assert view.cursor == first
        assert round(view.scroll_y) == 20


async def test_a_drag_beyond_the_lower_edge_goes_on() -> None:
    """It includes the rows that come into view."""
    view = LineView(Text(ranged=True))
    async with shown(view) as (pilot, _):
        keys = [f"k{n}" for n in range(40)]
        view.show(lambda _width: blocks(*keys))
        await pilot.pause()
        await pilot.mouse_down(view, offset=(5, 1))
        last = view.text.key_at(view.size.height - 1)
        for step in range(6):
            view.post_message(_moved(view, view.size.height + step % 2))
            await pilot.pause()
        await pilot.mouse_up(view, offset=(5, 1))
        assert view.scroll_y > 0
        assert last is not None
        assert keys.index(str(view.cursor)) >= 6


async def test_a_number_is_clicked_where_a_panned_line_shows_it() -> None:
    """Ten cells further left than in the line."""
    view = LineView(Text(gutter=False))
    async with shown(view) as (pilot, reported):
        view.show(lambda _width: [row("x" * 20, StyledText("[144]", "ref"), "x" * 200)])
        await pilot.pause()
        view.pan(10)
        await pilot.click(view, offset=(21, 0))
        assert reported == []
        await pilot.click(view, offset=(11, 0))
        assert reported == ["144"]


def _moved(view: LineView, y: int) -> events.MouseMove:
    return events.MouseMove(view, 5, y, 0, 1, 1, False, False, False, screen_x=5, screen_y=y)


async def test_a_click_on_the_unit_in_the_border_of_the_plot_changes_it(env: Env) -> None:
    """The words name the key; a click beside them does nothing."""
    async with running(env) as pilot:
        await press(pilot, "enter")
        line = next(n for n, each in enumerate(screen_text(pilot.app).splitlines()) if "u percent" in each)
        await click_on(pilot, line, "u percent", -2)
        assert "u percent" in screen_text(pilot.app)
        for at, words, then in ((0, "u percent", "u tokens"), (7, "u tokens", "u percent")):
            await click_on(pilot, line, words, at)
            assert then in screen_text(pilot.app)
            assert ("100%" in screen_text(pilot.app)) == (then == "u tokens")


def place_of(pilot: Pilot[None], words: str) -> int:
    """Return the first line of the screen with these words."""
    return next(at for at, line in enumerate(screen_text(pilot.app).splitlines()) if words in line)


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_a_native_draft_is_made_and_read_by_mouse(env: Env, size: tuple[int, int]) -> None:
    """A second click on its row in the dialog, a number of an event in the draft, and the way back."""
    async with running(env, size) as pilot:
        await press(pilot, "enter", "right_parenthesis")
        await click_on(pilot, -1, "c Compact")
        row = place_of(pilot, " native  ")
        await pilot.click(offset=(screen_text(pilot.app).splitlines()[row].index("native"), row), times=2)
        await settle(pilot)
        assert name_of(pilot.app) == "draft"
        assert "native" in screen_text(pilot.app)
        if size == NARROW:
            await click_on(pilot, -1, "tab Text")
        found = re.search(r"\[(\d+)[],]", screen_text(pilot.app))
        assert found is not None
        await click_on(pilot, place_of(pilot, found[0]), found[0], 1)
        assert name_of(pilot.app) == "event"
        assert f"Event {found[1]} " in screen_text(pilot.app)
        await click_on(pilot, -1, "q Back", 2)
        assert name_of(pilot.app) == "draft"
