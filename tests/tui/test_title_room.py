"""The room that names, titles and states have at the top of the screens, at every width."""

from __future__ import annotations

import re

import pytest

from tests.tui.drive import running, settle
from workbench.bootstrap import Env
from workbench.tui.keyboard.keys import SCREEN_TITLES
from workbench.tui.screens.base import with_size
from workbench.tui.state.sessions.library import LEAST_NAME
from workbench.tui.widgets.bars import _SHORT, GAP, SESSION, Crumbs, _cells
from workbench.tui.widgets.line_view import LineView

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("width", [60, 80, 100, 116, 120, 140, 200])
async def test_the_name_of_a_session_keeps_its_room(env: Env, width: int) -> None:
    """Count columns are dropped first, so that names with a common beginning can be distinguished."""
    async with running(env, (width, 30)) as pilot:
        table = pilot.app.screen.table  # type: ignore[attr-defined]
        await settle(pilot)
        named = [each.title for each in table.columns]
        assert named[0] == "Session" and named[-1] == "Active"
        assert ("Native" in named) == (width not in (60, 100))
        rows = pilot.app.screen.query_one("#sessions", LineView)
        fixed = sum(each.width for each in table.columns) + 2 * (len(named) - 1)
        assert rows.size.width - 3 - fixed >= LEAST_NAME


def line_of(screen: str, place: tuple[str, ...], state: str, width: int) -> str:
    """Return the first line of a screen."""
    bar = Crumbs(screen=screen)
    bar._crumbs, bar._place, bar._state = (*place, SCREEN_TITLES[screen]), place, state
    labels = bar._labels(width - len(state) - 4)
    path, last = bar._trail(
        width - len(state) - 4 - (_cells(labels) + GAP if labels else 0), named=bool(labels)
    )
    room = width - 2 - len(path) - len(last) - len(state)
    return f"{path}{last}" + "".join(each.text for each in bar._tabs(room, labels)) + state


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (200, "5 Compare  6 History"),
        (120, "2 Time [3 Draft] 4 Claims  5 Diff"),
        (104, "1  2 [3 Draft] 4  5  6  7"),
    ],
)
def test_the_screens_are_named_where_the_session_keeps_its_name(width: int, shown: str) -> None:
    """In whole words, in short ones, the others by number: the path does not repeat the screen's name."""
    line = line_of(
        "draft", ("morning. we're moving card capture", "d-2"), "events 0-213 · native · 2 of 2", width
    )
    assert shown in line
    assert re.match(r"morning\. we're .* › d-2", line)
    assert len(line) <= width - 2


def test_the_name_of_the_screen_stands_in_the_path_where_no_number_says_it() -> None:
    """A screen without a number, and one whose state leaves no room for the numbers."""
    assert line_of("capture", ("morning",), "0-318", 120).startswith("morning › Capture")
    assert "1 Lib  2 Time  3 Draft" in line_of("capture", ("morning",), "0-318", 120)
    assert " 1  2  3  4 " in line_of("run", ("a" * 40,), "waits for an answer" * 2, 120)
    assert line_of("context", ("morning",), "x" * 100, 130).startswith("morning › Context")


@pytest.mark.parametrize(("spare", "named"), [(0, True), (-1, False)])
def test_the_session_keeps_cells_of_its_name_before_the_screens_keep_theirs(spare: int, named: bool) -> None:
    """To the cell."""
    bar = Crumbs(screen="draft")
    bar._place = ("a" * 40, "d-2")
    free = _cells(_SHORT) + GAP + SESSION + len(" › d-2") + spare
    assert (bar._labels(free) is _SHORT) is named


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (60, "waits for an answer: a  60x20"),
        (61, "waits for an answer: a  61x20: panes left out"),
        (44, "44x20: panes left out"),
    ],
)
def test_a_status_is_not_lost_to_the_size(width: int, shown: str) -> None:
    """The part that needs the user comes first; the size is shown if there is room."""
    assert with_size("waits for an answer: a", width, 20) == shown
