"""The history: moves newest first, what comes back, rollbacks and their refusals, the context at a move."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tui.drive import NARROW, WIDE, app_of, name_of, press, screen_text, settle
from tests.tui.review.walk import on_screen, toast_texts
from workbench.bootstrap import Env
from workbench.presentation.moves import when
from workbench.services.moves.accept_rollback import accept, history, rollback
from workbench.services.moves.history_page import history_page
from workbench.services.moves.move_preview import foresee_rollback
from workbench.tui.glyphs import ASCII, UNICODE
from workbench.tui.state.moves import move_rows, rollback_rows
from workbench.tui.state.session import SessionState
from workbench.tui.widgets.line_view import LineView

pytestmark = pytest.mark.anyio


async def test_without_a_move_the_import_stands_alone_and_z_says_so(
    store: Env, states: dict[int, SessionState]
) -> None:
    """`z` answers with a reason, from any screen of the session."""
    async with on_screen(store, states[3], "draft", NARROW) as pilot:
        await press(pilot, "z")
        assert name_of(pilot.app) == "history"
        text = screen_text(pilot.app)
        assert "No move yet" in text
        assert "import" in text
        assert "Nothing is active" in toast_texts(pilot.app)


async def test_z_anywhere_takes_back_the_last_move_after_asking(
    moved: Env, states: dict[int, SessionState]
) -> None:
    """The dialog names what is restored; `n` leaves everything."""
    async with on_screen(moved, states[2], "claims", NARROW) as pilot:
        await press(pilot, "z")
        text = screen_text(pilot.app)
        assert "Roll back #2" in text
        assert "events 216-318 as before d-" in text
        await press(pilot, "n", "n")
        assert len(history(moved, states[3].session_id).pointers) == 2
        await press(pilot, "j", "z")
        assert "Roll back #1" in screen_text(pilot.app)
        await press(pilot, "y", "enter")
        assert "active: d-3" in screen_text(pilot.app)
    newest = history(moved, states[3].session_id).pointers[0]
    assert (newest.action, newest.artifact_id) == ("rollback", states[2].artifact_id)


async def test_marked_moves_are_compared_and_enter_shows_the_context_then(
    moved: Env, states: dict[int, SessionState]
) -> None:
    """Space marks two; enter folds the context as of the row."""
    rollback(moved, str(states[2].artifact_id))
    async with on_screen(moved, states[3], "history") as pilot:
        await press(pilot, "space", "j", "j", "space")
        assert "2 marked" in screen_text(pilot.app)
        await press(pilot, "5")
        text = screen_text(pilot.app)
        assert "after #1" in text
        assert "after #3" in text
        await press(pilot, "q", "enter")
        assert name_of(pilot.app) == "context"
        text = screen_text(pilot.app)
        assert "as of an earlier move" in text
        assert "d-2" in text
        await press(pilot, "v")
        assert "native view" in screen_text(pilot.app)
        await press(pilot, "6", "g", "enter")
        assert name_of(pilot.app) == "context"
        assert "earlier move" not in screen_text(pilot.app)
        await press(pilot, "6", "G", "enter")
        assert name_of(pilot.app) == "history"
        assert "The import is not a move" in toast_texts(pilot.app)


async def test_the_rollback_dialog_states_each_fact_once(moved: Env, states: dict[int, SessionState]) -> None:
    """Tokens before and after, what the range holds, that nothing is erased, and where the draft stays."""
    seen = foresee_rollback(moved, str(states[3].artifact_id))
    text = "\n".join(each.text for each in rollback_rows(seen, seen.title, 76))
    for fact in (f"{seen.before.tokens:,}", f"{seen.after.tokens:,}", "as before d-3", "erased"):
        assert text.count(fact) == 1
    async with on_screen(moved, states[3], "history") as pilot:
        await press(pilot, "z")
        dialog = screen_text(pilot.app).split("Roll back #2", 1)[1]
        assert dialog.count("The draft stays in the store") == 1
        assert "d-3 stays in the store as a draft" not in text


def test_a_refused_rollback_does_not_state_what_it_would_restore(
    moved: Env, states: dict[int, SessionState]
) -> None:
    """It states the obstacle, and that everything stays as it is."""
    seen = replace(foresee_rollback(moved, str(states[3].artifact_id)), obstacle="another move covers it")
    text = "\n".join(each.text for each in rollback_rows(seen, seen.title, 76))
    assert "Stays as it is" in text and "another move covers it" in text
    assert "as before d-3" not in text


def test_tokens_before_and_after_follow_each_other(moved: Env, states: dict[int, SessionState]) -> None:
    """Each move begins where the one before ended, and a rollback ends where the acceptance began."""
    rollback(moved, str(states[3].artifact_id))
    page = history_page(moved, str(states[3].session_id))
    newest, middle, oldest = page.moves
    assert oldest.tokens_after == middle.tokens_before
    assert middle.tokens_after == newest.tokens_before
    assert newest.tokens_after == middle.tokens_before
    assert middle.undone_by == 3
    assert [each.number for each in page.active] == [2]
    stated = " ".join(each.text for each in move_rows(page, newest, None, 100))
    assert when(newest.pointer.created_at) in stated and newest.pointer.created_at not in stated
    back = page.backs[oldest.pointer.pointer_id]
    assert back.after.tokens == oldest.tokens_before
    assert back.before.tokens == newest.tokens_after


async def test_a_rollback_is_not_rolled_back_but_says_how(
    store: Env, states: dict[int, SessionState]
) -> None:
    """Every row answers `z` with a move or a reason."""
    accept(store, str(states[3].artifact_id))
    rollback(store, str(states[3].artifact_id))
    async with on_screen(store, replace(states[3], artifact_id=None), "history", NARROW) as pilot:
        for key in ("g", "j", "j"):
            await press(pilot, key, "z")
            assert name_of(pilot.app) == "history"
        assert "is a rollback" in toast_texts(pilot.app)
        assert "was rolled back already" in toast_texts(pilot.app)
        assert "An import is not a move" in toast_texts(pilot.app)


@pytest.mark.parametrize("screen", ["history", "context"])
@pytest.mark.parametrize("ascii_only", [False, True])
async def test_what_is_active_has_the_sign_of_the_glossary(
    moved: Env, states: dict[int, SessionState], screen: str, ascii_only: bool
) -> None:
    """The one for an artifact, as on the timeline; the tilde only in ASCII."""
    lists = {"history": "#moves", "context": "#parts"}
    app = app_of(moved, ascii_only=ascii_only)
    async with app.run_test(size=WIDE) as pilot:
        app.state = states[3]
        app.go(screen)
        await settle(pilot)
        marks = {each.mark.text for each in app.screen.query_one(lists[screen], LineView).rows}
        assert (ASCII if ascii_only else UNICODE).artifact in marks
        assert ("~" in marks) is ascii_only
        await press(pilot, "?")
        sign = (ASCII if ascii_only else UNICODE).artifact
        assert f"{sign} ~" in screen_text(app) and "in place of its events" in screen_text(app)
