"""The preview of the event under the cursor, and the way from an event to the statements that cite it."""

from __future__ import annotations

import pytest

from tests.tui.drive import NARROW, WIDE, name_of, press, running, screen_text, settle
from tests.tui.review.walk import toast_texts
from workbench.bootstrap import Env
from workbench.services.drafts.draft_command import draft
from workbench.services.drafts.range_choice import choose_range
from workbench.services.lookup.citing import Citing
from workbench.services.lookup.sessions import sessions_listing
from workbench.tui.screens.dialogs.dialog import ChoiceDialog

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(("size", "at_first"), [(WIDE, True), (NARROW, False)])
async def test_the_event_under_the_cursor_is_shown_where_there_is_room_or_with_a_key(
    env: Env, size: tuple[int, int], at_first: bool
) -> None:
    """It follows the cursor; `P` hides it on a wide terminal and shows it on a small one."""
    async with running(env, size) as pilot:
        await press(pilot, "enter", "j", "j")
        assert ("Event 2 " in screen_text(pilot.app)) is at_first
        await press(pilot, "P")
        assert ("Event 2 " in screen_text(pilot.app)) is not at_first
        if not at_first:
            await press(pilot, "j")
            assert "Event 3 " in screen_text(pilot.app)


async def test_an_event_that_no_draft_cites_says_so(env: Env) -> None:
    """A summary that was not judged yet is only searched on demand."""
    async with running(env) as pilot:
        await press(pilot, "enter", "j")
        assert "C finds what cites it in d-1" in screen_text(pilot.app)
        await press(pilot, "C")
        assert "Nothing cites event 1." in toast_texts(pilot.app)
        assert "nothing cites this" in screen_text(pilot.app)
        await press(pilot, "q")
        assert not pilot.app._notifications


async def test_the_way_leads_from_an_event_to_the_statement_that_cites_it(env: Env) -> None:
    """The preview names its place; `C` opens it, or asks which."""
    session_id = next(each.session.session_id for each in sessions_listing(env) if each.session.compactions)
    made = draft(env, choose_range(env, session_id, None))
    assert made.judged is not None
    item = next(each for each in made.judged.artifact.items if each.links)
    ordinal = item.links[0].ordinal
    cited = Citing().known(env, session_id, ordinal)
    assert item.item_id in {each.item_id for each in cited.citations}
    async with running(env, session=session_id) as pilot:
        pilot.app.screen.rows.go(ordinal)  # type: ignore[attr-defined]
        await settle(pilot)
        assert "cited by d-2" in screen_text(pilot.app)
        await press(pilot, "C")
        if isinstance(pilot.app.screen, ChoiceDialog):
            await press(pilot, "enter")
        assert name_of(pilot.app) == "claims"
        assert f"event {ordinal}" in screen_text(pilot.app)


async def test_the_event_screen_says_what_cites_it(env: Env) -> None:
    """The same words, and the same key."""
    async with running(env) as pilot:
        await press(pilot, "enter", "j", "enter")
        assert name_of(pilot.app) == "event"
        assert "C finds what cites it in d-1" in screen_text(pilot.app)
        await press(pilot, "C")
        assert "nothing cites this" in screen_text(pilot.app)


async def test_help_has_the_glossary_behind_tab_and_searches_it(env: Env) -> None:
    """`tab` turns to the words and back; `/` leaves those that hold a text; esc clears it, then closes."""
    async with running(env) as pilot:
        await press(pilot, "question_mark")
        assert "Keys: Library" in screen_text(pilot.app)
        await press(pilot, "tab")
        assert "Glossary" in screen_text(pilot.app)
        await press(pilot, "slash", *"status", "underscore", *"conf", "enter")
        assert "status_conflict" in screen_text(pilot.app)
        assert "one agent or chat conversation" not in screen_text(pilot.app)
        await press(pilot, "escape")
        assert "one agent or chat conversation" in screen_text(pilot.app)
        await press(pilot, "tab")
        assert "Keys: Library" in screen_text(pilot.app)
        await press(pilot, "escape")
        assert name_of(pilot.app) == "library"
