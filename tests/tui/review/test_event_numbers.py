"""Events that a text names, as `[e375]`: a click or `:` goes to one, from every screen of a session."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from tests.tui.drive import name_of, press, timeline
from tests.tui.review.walk import on_screen, toast_texts
from workbench.bootstrap import Env
from workbench.presentation.spans import StyledText
from workbench.tui.app import WorkbenchApp
from workbench.tui.screens.timeline.event import EventScreen
from workbench.tui.state.session import SessionState
from workbench.tui.state.spans import number_at, numbers_of
from workbench.tui.widgets.line_view import LineView


def _numbers(*texts: StyledText) -> list[int]:
    return [number for _, _, number in numbers_of(texts)]


def test_a_named_event_is_found_in_any_style() -> None:
    """Also where the text is cut into pieces of several styles, or wraps within the brackets."""
    assert _numbers(StyledText("kept [e12, e148], see 144")) == [12, 148]
    assert _numbers(StyledText("kept [e1", "ins"), StyledText("2] so", "del")) == [12]
    assert _numbers(StyledText("  e148] and so on")) == [148]
    assert _numbers(StyledText("[144,150+2]", "ref")) == [144, 150]


def test_what_is_no_reference_leads_nowhere() -> None:
    """A word with a number, an index, a reference of another style."""
    for text in ("e12 is a word", "the file e12, too", "table[e12x]", "[144,150]", "see [12]"):
        assert _numbers(StyledText(text)) == []


def test_a_click_hits_the_digits_of_a_named_event() -> None:
    """The letter before them belongs to the number."""
    line = (StyledText("  a\u754c [e12, e148]"),)
    assert [number_at(line, cell) for cell in (6, 7, 8, 9, 10, 12, 15)] == [None, 12, 12, 12, None, 148, 148]


@pytest.mark.anyio
async def test_a_number_typed_after_a_colon_opens_the_event(env: Env) -> None:
    """With or without the brackets; a number beyond the session and other words are reported."""
    async with timeline(env) as (pilot, _):
        await press(pilot, ":", "1", "2", "enter")
        assert isinstance(pilot.app.screen, EventScreen)
        assert pilot.app.screen.ordinal == 12
        await press(pilot, ":", *"[e3]", "enter")
        assert pilot.app.screen.ordinal == 3
        await press(pilot, "q")
        assert name_of(pilot.app) == "timeline"
        await press(pilot, ":", *"9999", "enter")
        assert name_of(pilot.app) == "timeline"
        assert "There is no event 9999" in toast_texts(pilot.app)
        await press(pilot, ":", "x", "enter")
        assert "x is not the number of an event" in toast_texts(pilot.app)


@pytest.mark.anyio
async def test_a_clicked_number_opens_the_event(env: Env) -> None:
    """The list says which number was clicked; the screen goes there."""
    async with timeline(env) as (pilot, _):
        view = pilot.app.screen.query(LineView).first()
        view.post_message(LineView.Linked(view, 12))
        await pilot.pause()
        await press(pilot)
        assert isinstance(pilot.app.screen, EventScreen)
        assert pilot.app.screen.ordinal == 12


@pytest.mark.anyio
async def test_the_event_that_the_line_names_is_offered(store: Env, states: dict[int, SessionState]) -> None:
    """On the draft screen the first event of the statement under the cursor, in the list and in the text."""
    for text in (False, True):
        async with on_screen(store, states[2], "draft") as pilot:
            await press(pilot, "tab", *(["T"] if text else []), "j")
            view = pilot.app.screen.focused
            assert isinstance(view, LineView)
            stop = [_numbers(*row.line) for row in view.rows if row.key == view.cursor]
            named = next((number for numbers in stop for number in numbers), None)
            await press(pilot, ":")
            offered = pilot.app.screen.query_one(Input).value
            assert offered == ("" if named is None else str(named))
            assert offered or text


@pytest.mark.anyio
async def test_without_a_session_the_way_to_one_is_stated(env: Env) -> None:
    """On the library nothing is open."""
    async with timeline(env) as (pilot, _):
        await press(pilot, "1")
        app = pilot.app
        assert isinstance(app, WorkbenchApp)
        app.state = SessionState()
        await press(pilot, ":")
        assert "Open a session first" in toast_texts(pilot.app)
