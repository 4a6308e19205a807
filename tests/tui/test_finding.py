"""Search over all sessions and within an event: all matches marked, the event opened at the match."""

from __future__ import annotations

import pytest

from tests.tui.drive import NARROW, name_of, press, running, screen_text, settle
from workbench.bootstrap import Env
from workbench.tui.state.matches import marked_lines
from workbench.tui.state.timeline.plot import HIT
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.plot import Plot

pytestmark = pytest.mark.anyio


def test_matches_are_marked_whatever_their_case_and_over_line_ends() -> None:
    """Each match counts once, in the line in which it begins."""
    lines, starts = marked_lines(["Keep the amber", "index. AMBER", "", "x"], ("amber index", "amber"))
    assert starts == [0, 1]
    assert lines[0] == (("Keep the ", ""), ("amber", "match"))
    assert lines[1] == (("index", "match"), (". ", ""), ("AMBER", "match"))
    assert marked_lines(["a"], ()) == ([(("a", ""),)], [])
    assert marked_lines(["a.b"], (".",))[0][0][1] == (".", "match")


async def test_a_search_over_all_sessions_opens_the_event_at_the_match(env: Env) -> None:
    """`S` from any screen; the results are there the next time."""
    async with running(env) as pilot:
        await press(pilot, "S", *"rebase", "enter")
        text = screen_text(pilot.app)
        assert "1 event" in text
        assert "What is a rebase?" in text
        await press(pilot, "enter")
        assert name_of(pilot.app) == "event"
        assert pilot.app.screen.search.status().strip() == "match 1 of 1"  # type: ignore[attr-defined]
        await press(pilot, "S")
        assert "What is a rebase?" in screen_text(pilot.app)
        await press(pilot, "ctrl+u", *"SameSite attempt", "enter", "enter")
        assert name_of(pilot.app) in ("event", "claims")
        assert "SameSite" in screen_text(pilot.app)


async def test_nothing_found_and_no_words_are_said(env: Env) -> None:
    """In the dialog, which stays."""
    async with running(env, NARROW) as pilot:
        await press(pilot, "S", *"zzzzz", "enter")
        assert "Nothing in any session holds these words." in screen_text(pilot.app)
        await press(pilot, "escape")
        assert name_of(pilot.app) == "library"


async def test_within_an_event_matches_are_walked(env: Env) -> None:
    """`/` searches, `n` and `p` go around, esc clears and then goes back."""
    async with running(env) as pilot:
        await press(pilot, "enter", *"jj", "enter")
        while "tool_result" not in screen_text(pilot.app):
            await press(pilot, "right_square_bracket")
        await press(pilot, "slash", *"trace line", "enter")
        assert "match 1 of 30" in screen_text(pilot.app)
        await press(pilot, *"p")
        assert "match 30 of 30" in screen_text(pilot.app)
        text = pilot.app.screen.query_one("#event-text", LineView)
        assert text.scroll_y > 0
        await press(pilot, "escape")
        assert "match" not in screen_text(pilot.app).split("\n")[0]
        await press(pilot, "escape")
        assert name_of(pilot.app) == "timeline"


async def test_a_search_on_the_timeline_marks_list_plot_and_text(env: Env) -> None:
    """The preview and the event that is opened mark it too."""
    async with running(env) as pilot:
        await press(pilot, "enter", "slash", *"SameSite", "enter")
        await settle(pilot)
        plot = pilot.app.screen.query_one(Plot)
        axis = "".join(segment.text for segment in plot.render_line(plot.size.height - 1))
        assert HIT in axis
        preview = pilot.app.screen.query_one("#preview", LineView)
        assert any(span.style == "match" for row in preview.rows for span in row.line)
        await press(pilot, "enter")
        assert "match 1 of" in screen_text(pilot.app)
