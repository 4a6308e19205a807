"""Two windows of one person on one draft, and words that were typed and not entered."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from tests.tui.drive import press, screen_text, settle
from tests.tui.review.walk import claims, on_screen, stand_on, toast_texts
from workbench.bootstrap import Env
from workbench.edits import acts
from workbench.edits.changes import Act
from workbench.services.drafts.edit import Desk
from workbench.tui.screens.dialogs.dialog import LineDialog
from workbench.tui.screens.editing.edit_dialogs import ListedDialog, WordsDialog
from workbench.tui.state.session import SessionState
from workbench.tui.widgets.line_view import LineView

pytestmark = pytest.mark.anyio


def unseen(pilot: Pilot[None]) -> None:
    """Prevent the app from looking for other writers, so that the key comes first."""
    pilot.app.file_watch.changed = lambda: False  # type: ignore[attr-defined]


async def edited(pilot: Pilot[None]) -> None:
    """Edit the first claim in this window: " once" is appended."""
    stand_on(pilot, "c-1")
    await press(pilot, "e")
    await pilot.press(*" once", "enter")
    await settle(pilot)


async def test_after_the_other_window_kept_its_edits_nothing_typed_is_lost(
    store: Env, states: dict[int, SessionState]
) -> None:
    """This window continues with the draft that was kept, and `e` has the words."""
    artifact_id, other = str(states[1].artifact_id), Desk()
    async with on_screen(store, states[1], "claims") as pilot:
        await edited(pilot)
        key = stand_on(pilot, "c-1")
        unseen(pilot)
        assert other.open(store, artifact_id).edits == 1
        await press(pilot, "e")
        made = other.keep(store, artifact_id)
        assert made.judged is not None
        await pilot.press(*" and twice", "enter")
        await settle(pilot)
        assert f"kept as d-{made.judged.number} in another window" in toast_texts(pilot.app)
        assert pilot.app.state.artifact_id == made.judged.artifact_id  # type: ignore[attr-defined]
        entry = claims(pilot).entry()
        assert entry is not None
        assert entry.key == key
        await press(pilot, "e")
        assert isinstance(pilot.app.screen, WordsDialog)
        assert "once and twice" in screen_text(pilot.app)
        await press(pilot, "enter")
        entry = claims(pilot).entry()
        assert entry is not None
        assert entry.text.endswith("once and twice")


async def test_undo_of_what_the_other_window_kept_says_so(
    store: Env, states: dict[int, SessionState]
) -> None:
    """Not `Usage`: what became of the edits, and `R` reads instead of trying the same again."""
    artifact_id, other = str(states[1].artifact_id), Desk()
    async with on_screen(store, states[1], "claims") as pilot:
        await edited(pilot)
        unseen(pilot)
        other.keep(store, artifact_id)
        await press(pilot, "u")
        assert "in another window; this is d-" in toast_texts(pilot.app)
        before = toast_texts(pilot.app)
        await press(pilot, "R")
        assert toast_texts(pilot.app) == before


async def test_dropping_what_has_no_source_names_the_open_work_that_goes(
    store: Env, states: dict[int, SessionState]
) -> None:
    """First in the list, with a warning; the reason typed is there after esc."""
    artifact_id = str(states[1].artifact_id)
    working = Desk().open(store, artifact_id)
    live = next(each for each in working.copy.items if each.kind.value == "open_work")
    Desk().change(store, artifact_id, Act.RELINK, lambda w: acts.relinked(w.copy, live.item_id, ()))
    async with on_screen(store, states[1], "claims") as pilot:
        await press(pilot, "U")
        assert isinstance(pilot.app.screen, ListedDialog)
        assert "of them open work or in force" in screen_text(pilot.app)
        rows = " ".join(each.text for each in pilot.app.screen.query_one(LineView).rows)
        assert "still to be done, or in force" in rows
        await press(pilot, *"because", "escape", "U")
        assert "because" in screen_text(pilot.app)
        await press(pilot, "escape")


async def test_a_note_left_by_esc_is_there_the_next_time(store: Env, states: dict[int, SessionState]) -> None:
    """Until it is entered."""
    async with on_screen(store, states[1], "claims") as pilot:
        stand_on(pilot, "c-1")
        await press(pilot, "t", *"ask ann", "escape", "t")
        assert isinstance(pilot.app.screen, LineDialog)
        assert "ask ann" in screen_text(pilot.app)
        await press(pilot, "enter", "t")
        assert pilot.app.screen.query_one(Input).value == ""
        await press(pilot, "escape")


async def test_a_range_over_several_passages_links_all_of_them(
    store: Env, states: dict[int, SessionState]
) -> None:
    """Not the last one only."""
    async with on_screen(store, states[1], "claims") as pilot:
        key = stand_on(pilot, "c-1")
        await press(pilot, "r")
        passages = pilot.app.screen.query_one(LineView)
        offers = [each for each in passages.keys if each.startswith("near:")]
        assert len(offers) >= 2
        await press(pilot, "v", "J", "enter")
        entry = claims(pilot).claims.entry(key)
        assert entry is not None
        assert len(entry.links) == 2
