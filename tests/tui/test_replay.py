"""The replay in the app: curves drawn with characters, the passes, stopping it."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import pytest

from tests.tui.drive import NARROW, WIDE, name_of, press, running, screen_text, settle, until
from workbench.bootstrap import Env
from workbench.services.lookup.sessions import sessions_listing
from workbench.services.replays import replay as replay_service
from workbench.services.replays.replay import Replay, ReplayRequest, replay
from workbench.services.replays.replay_points import Share
from workbench.tui.glyphs import ASCII, UNICODE
from workbench.tui.screens.comparing.replay import ReplayScreen
from workbench.tui.screens.dialogs.dialog import ProgressDialog
from workbench.tui.screens.timeline.event import EventScreen
from workbench.tui.state.comparing.replay import (
    MEASURES,
    curve_lines,
    legend,
    pass_rows,
    sign_of,
    status_words,
)
from workbench.tui.widgets.line_view import LineView


def login_session(env: Env) -> str:
    """Return the id of the session with tool calls."""
    return next(each.session.session_id for each in sessions_listing(env) if each.session.turns == 6)


@pytest.fixture
def found(env: Env) -> Replay:
    """Its passes."""
    return replay(env, login_session(env), ReplayRequest(every=2))


def lines_of(found: Replay, measure: int, width: int, height: int, glyphs: Any = UNICODE) -> list[str]:
    """Return the curves as plain lines."""
    lines = curve_lines(found, MEASURES[measure], width, height, glyphs)
    return ["".join(span.text for span in line) for line in lines]


@pytest.mark.parametrize(("width", "height"), [(76, 8), (116, 14), (20, 5)])
@pytest.mark.parametrize("measure", range(len(MEASURES)))
def test_the_curves_keep_to_their_pane(found: Replay, measure: int, width: int, height: int) -> None:
    """Legend, scale, plot and axis in the height; no line of the plot is wider."""
    lines = lines_of(found, measure, width, height)
    assert max(height, 6) - 1 <= len(lines) <= max(height, 6)
    assert len(lines) % 2 == 0  # legend, axis, scale, and an odd number for the plot
    assert all(len(line) <= width for line in lines[1:])
    assert lines[-1].endswith(f"event {found.last}")


def test_a_wide_screen_shows_what_each_pass_still_holds(found: Replay) -> None:
    """Of what earlier passes retained: lossy over lossy has a column and a curve."""
    wide = ["".join(span.text for span in each.line) for each in pass_rows(found, 110, UNICODE)]
    assert "Held" in wide[0]
    held = next(point.held for point in found.points if point.held.of)
    assert any(f"{held.kept}/{held.of}" in text for text in wide[1:])
    assert any(measure.title.startswith("Held") for measure in MEASURES)


def test_every_series_has_a_sign_in_unicode_and_in_ascii(found: Replay) -> None:
    """The sign of a series without overlap is in the plot; ASCII signs are ASCII."""
    for glyphs in (UNICODE, ASCII):
        text = "".join(span.text for span in legend(found, glyphs))
        for name in found.series:
            assert f"{sign_of(name, found.series, glyphs).text} {name}" in text
        plot = "\n".join(lines_of(found, 2, 100, 20, glyphs)[1:])
        assert sign_of("transcript", found.series, glyphs).text in plot
    assert "\n".join(lines_of(found, 0, 100, 12, ASCII)).isascii()


def test_retained_lies_where_the_scale_says(found: Replay) -> None:
    """All retained is the upper edge, nothing is the lower one."""
    full = replace(found, points=tuple(p for p in found.points if p.series == "intentional"))
    assert all(point.retained.value in (1.0, None) for point in full.points)
    lines = lines_of(full, 0, 60, 10)
    assert lines[1].lstrip().startswith("100%")
    assert sign_of("intentional", found.series, UNICODE).text in lines[1]
    assert not any(sign_of("intentional", found.series, UNICODE).text in line for line in lines[2:])


def test_a_small_loss_lies_below_the_upper_edge(found: Replay) -> None:
    """In a pane of any height one loss of many is visible."""
    one = replace(found.of("intentional")[0], decisions=Share(99, 100), open_work=Share(0, 0))
    for kept, line in ((99, 2), (100, 1)):
        point = replace(one, decisions=Share(kept, 100))
        lines = lines_of(replace(found, points=(point,)), 0, 60, 6)
        assert sign_of("intentional", found.series, UNICODE).text in lines[line]


def test_series_of_equal_value_lie_side_by_side(found: Replay) -> None:
    """No sign covers another one, at the right edge neither, however narrow the plot is."""
    full = (replace(p, decisions=Share(1, 1), open_work=Share(0, 0), skipped="") for p in found.points)
    whole = replace(found, points=tuple(full))
    for width in (116, 40):
        lines = lines_of(whole, 0, width, 10)
        for name in whole.series:
            assert lines[1].count(sign_of(name, whole.series, UNICODE).text) == len(whole.of(name))
        assert all(len(line) <= width for line in lines[1:])


def test_the_passes_say_what_was_skipped_and_carried(found: Replay) -> None:
    """One row a pass, its range once; a skipped one has its reason below; more columns if there is room."""
    rows = [row.text for row in pass_rows(found, 78, UNICODE)]
    assert len(rows) == 1 + len(found.points)
    assert sum(row.startswith("0-") for row in rows) == len({point.end for point in found.points})
    assert all(len(row) <= 78 for row in rows)
    assert "Size" in pass_rows(found, 110, UNICODE)[0].text
    first = replace(found.points[0], skipped="there is \x1b[2J nothing")
    skipped = [row.text for row in pass_rows(replace(found, points=(first,)), 78, UNICODE)]
    assert "nothing" in skipped[2]
    assert "\x1b" not in "".join(skipped)


def test_the_status_says_what_was_left_out(found: Replay) -> None:
    """Cadence, passes and events."""
    assert status_words(found) == "every 2 turns"
    short = replace(found, last=9, cadence=replace(found.cadence, every=1, left_out=3))
    assert status_words(short) == f"every turn, 3 passes left out, {short.unread} events left out"


@pytest.mark.anyio
@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_r_replays_the_session_and_m_shows_another_measure(env: Env, size: tuple[int, int]) -> None:
    """Curves above, passes below, at both sizes; nothing is drafted by it."""
    before = len(sessions_listing(env)[0].to_json()["active"])
    async with running(env, size) as pilot:
        await press(pilot, "enter", "r")
        assert name_of(pilot.app) == "replay"
        text = screen_text(pilot.app)
        assert "Retained decisions and open work" in text
        assert "● intentional" in text
        assert "□ rolling" in text
        assert "▲ transcript" in text
        assert "100%" in text
        assert "Carried" in text
        assert "every turn" in text
        await press(pilot, "m")
        assert "Held from earlier passes" in screen_text(pilot.app)
        await press(pilot, "m")
        assert "Tokens in the context" in screen_text(pilot.app)
        await press(pilot, "m")
        assert "Contradictions" in screen_text(pilot.app)
        await press(pilot, "q")
        assert name_of(pilot.app) == "timeline"
    listed = next(each for each in sessions_listing(env) if each.session.turns == 6)
    assert (listed.session.artifacts, len(listed.active)) == (1, before)


@pytest.mark.anyio
@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_enter_opens_the_last_event_of_a_pass(env: Env, size: tuple[int, int]) -> None:
    """The passes have a cursor; back on the replay it is where it was, and nothing is replayed anew."""
    async with running(env, size) as pilot:
        await press(pilot, "enter", "r", "j", "j")
        replayed = pilot.app.screen
        assert isinstance(replayed, ReplayScreen) and replayed.found is not None
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, EventScreen)
        assert pilot.app.screen.ordinal == replayed.found.points[2].end
        made = replayed.found
        await press(pilot, "q")
        assert name_of(pilot.app) == "replay"
        assert replayed.found is made
        assert replayed.query_one("#passes", LineView).cursor == "2"


@pytest.mark.anyio
async def test_esc_stops_a_replay_and_r_begins_again(env: Env, monkeypatch: pytest.MonkeyPatch) -> None:
    """The screen reports it; the work stops at its next pass."""
    known, wait, stopped = replay_service.replay, threading.Event(), list[BaseException]()

    def slow(env: Env, session_id: str, request: ReplayRequest, say: Any = None) -> Replay:
        wait.wait(300)
        try:
            return known(env, session_id, request, say)
        except BaseException as error:
            stopped.append(error)
            raise

    monkeypatch.setattr(replay_service, "replay", slow)
    async with running(env, NARROW) as pilot:
        await press(pilot, "enter")
        await pilot.press("r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ProgressDialog))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(pilot.app.screen, ProgressDialog))
        assert any("Replaying: cancelled after" in str(each.message) for each in pilot.app._notifications)
        wait.set()
        await settle(pilot)
        assert "The replay was stopped" in screen_text(pilot.app)
        await until(pilot, lambda: bool(stopped))
        assert type(stopped[0]).__name__ == "Cancelled"
        await press(pilot, "R")
        assert "□ rolling" in screen_text(pilot.app)
