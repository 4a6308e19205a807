"""Accepting: preview, confirmation, moves by others, and a busy store."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest
from textual import events
from textual.widgets import Button, Input

from tests.tui.drive import NARROW, name_of, press, screen_text, settle
from tests.tui.review.walk import on_screen, toast_texts
from workbench.bootstrap import Env
from workbench.services.drafts.draft_command import draft
from workbench.services.drafts.range_choice import choose_range
from workbench.services.moves.accept_rollback import accept, history
from workbench.services.review_log.reviews import dismiss
from workbench.tui.screens.moves.accept import AcceptDialog
from workbench.tui.screens.moves.moved import MovedDialog
from workbench.tui.state.session import SessionState
from workbench.tui.widgets.confirm import ConfirmBox

pytestmark = pytest.mark.anyio

HOLD = """
import sys, duckdb
held = duckdb.connect(sys.argv[1])
print("held", flush=True)
sys.stdin.readline()
"""


async def test_the_whole_review_from_draft_to_comparison(store: Env, states: dict[int, SessionState]) -> None:
    """Inspect, accept with a reason, see the move, roll back, compare the two snapshots."""
    async with on_screen(store, states[3], "draft") as pilot:
        app = pilot.app
        assert "REPLACEABLE" in screen_text(app)
        await press(pilot, "a")
        dialog = app.screen
        assert isinstance(dialog, AcceptDialog)
        assert dialog.query_one("#no", Button).has_focus
        text = screen_text(app)
        assert "no move yet" in text
        assert "#1 (accept d-3)" in text
        assert "A PASS  B PASS  C PASS  D PASS  E PASS" in text
        await press(pilot, "shift+tab")
        await pilot.press(*"settled")
        await press(pilot, "enter", "enter")
        assert "ACTIVE" in screen_text(app)
        await press(pilot, "6")
        text = screen_text(app)
        assert "active: d-3" in text
        assert "settled" in text
        assert "events 216-318 as before d-" in text
        await press(pilot, "z", "y", "enter")
        text = screen_text(app)
        assert "now #2" in text
        assert "rolled back by #2" in text
        await press(pilot, "5")
        assert name_of(app) == "compare"
        text = screen_text(app)
        assert "after #1" in text
        assert "active: none" in text
    moves = history(store, states[3].session_id).pointers
    assert [move.action for move in moves] == ["rollback", "accept"]
    assert moves[1].reason == "settled"


async def test_esc_changes_nothing_and_keeps_the_reason(store: Env, states: dict[int, SessionState]) -> None:
    """`n` in the field is a letter; the reason is still there at the next try."""
    async with on_screen(store, states[3], "draft", NARROW) as pilot:
        await press(pilot, "a", "shift+tab")
        await pilot.press(*"not yet")
        await press(pilot, "escape")
        assert name_of(pilot.app) == "draft"
        await press(pilot, "a")
        assert pilot.app.screen.query_one("#reason", Input).value == "not yet"
        assert "y  Accept" in screen_text(pilot.app)
        await press(pilot, "n")
    assert history(store, states[3].session_id).pointers == ()


async def test_a_pointer_moved_by_another_is_reported_and_reloaded(
    store: Env, states: dict[int, SessionState]
) -> None:
    """Nothing moves; the dialog names the other actor, and R continues from the new state."""
    async with on_screen(store, states[3], "draft", NARROW) as pilot:
        await press(pilot, "a")
        accept(replace(store, actor="ben"), str(states[2].artifact_id))
        await press(pilot, "y", "enter")
        assert isinstance(pilot.app.screen, MovedDialog)
        text = screen_text(pilot.app)
        assert "no move yet" in text
        assert "#1 (accept d-2, ben" in text
        await press(pilot, "R")
        assert "#2 (accept d-3)" in screen_text(pilot.app)
        await press(pilot, "y", "enter")
        assert "ACTIVE" in screen_text(pilot.app)
    assert [move.actor for move in history(store, states[3].session_id).pointers] == ["ann", "ben"]


async def test_a_gate_that_does_not_apply_is_confirmed_by_hand(
    store: Env, states: dict[int, SessionState]
) -> None:
    """Without the confirmation nothing moves; with it the gate is stored with the move."""
    session = str(states[3].session_id)
    made = draft(store, choose_range(store, session, (0, 22)))
    assert made.judged is not None
    for each in made.report.retention:
        dismiss(store, each.item_id, reason="not for this test")
    state = replace(states[3], artifact_id=made.judged.artifact_id, number=made.judged.number)
    async with on_screen(store, state, "draft", NARROW) as pilot:
        await press(pilot, "a", "y")
        assert isinstance(pilot.app.screen, AcceptDialog)
        assert "Gate C (retention) does not apply." in screen_text(pilot.app)
        assert "[ ] space: I accept gate C as it is" in screen_text(pilot.app)
        await press(pilot, "enter", "enter")  # both meant for the move
        assert not pilot.app.screen.query_one(ConfirmBox).value
        assert "This has to be confirmed: space confirms it" in toast_texts(pilot.app)
        assert "enter confirms nothing: space does, then y and enter accepts." in screen_text(pilot.app)
        await press(pilot, "space", "enter")  # goes on to the answer
        assert "enter confirms nothing" not in screen_text(pilot.app)
        assert pilot.app.screen.query_one(ConfirmBox).value
        assert history(store, session).pointers == ()
        await press(pilot, "space")
        assert not pilot.app.screen.query_one(ConfirmBox).value
        await press(pilot, "space", "y", "enter")
        assert "ACTIVE" in screen_text(pilot.app)
    assert history(store, session).pointers[0].confirmed == ("C",)


async def test_a_busy_store_names_the_process_and_r_tries_again(
    store: Env, states: dict[int, SessionState]
) -> None:
    """While another process holds the file nothing is lost: the dialog stays, and accepts afterwards."""
    async with on_screen(replace(store, wait_seconds=0.1), states[3], "draft", NARROW) as pilot:
        await press(pilot, "a")
        command = [sys.executable, "-c", HOLD, store.store_location]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
            assert other.stdout is not None
            assert other.stdout.readline() == "held\n"
            await press(pilot, "y", "enter")
            assert f"pid {other.pid}" in toast_texts(pilot.app)
            assert "R tries again" in toast_texts(pilot.app)
            other.communicate("\n")
        await press(pilot, "R")
        await settle(pilot)
        assert "ACTIVE" in screen_text(pilot.app)


async def test_an_overlap_is_reported_before_anything_is_tried(
    store: Env, states: dict[int, SessionState]
) -> None:
    """A range that splits an active one is rejected by name, with the nearest valid range."""
    session = str(states[3].session_id)
    accept(store, str(states[3].artifact_id))
    made = draft(store, choose_range(store, session, (149, 260)))
    assert made.judged is not None
    state = replace(states[3], artifact_id=made.judged.artifact_id, number=made.judged.number)
    async with on_screen(store, state, "draft") as pilot:
        app = pilot.app
        app.push_screen(AcceptDialog(made.judged.artifact_id, made.judged.number))
        await settle(pilot)
        assert "overlaps" in screen_text(app)
        assert app.screen.query_one("#yes", Button).disabled
        await press(pilot, "y")
        assert isinstance(app.screen, AcceptDialog)


@pytest.mark.parametrize(
    "reason",
    ["no open work is lost", "yes, jk: RFC 7 agreed", "12 new tests", "7: agreed"],
)
async def test_whoever_types_at_once_writes_the_reason(
    store: Env, states: dict[int, SessionState], reason: str
) -> None:
    """No letter is lost, none is an answer, and nothing reaches the screen below; enter, enter accepts."""
    async with on_screen(store, states[3], "draft") as pilot:
        await press(pilot, "a")
        await pilot.press(*reason)
        assert isinstance(pilot.app.screen, AcceptDialog)
        assert pilot.app.screen.query_one("#reason", Input).value == reason
        assert not history(store, states[3].session_id).pointers
        await press(pilot, "enter", "enter")
        assert "ACTIVE" in screen_text(pilot.app)
    assert history(store, states[3].session_id).pointers[0].reason == reason


async def test_an_answer_is_given_twice_or_entered(store: Env, states: dict[int, SessionState]) -> None:
    """The first press asks for a second; another answer replaces it, and `tab` leaves it."""
    async with on_screen(store, states[3], "draft", NARROW) as pilot:
        await press(pilot, "a")
        assert "just type it" in screen_text(pilot.app)
        await press(pilot, "y")
        assert "y again or enter accepts" in screen_text(pilot.app)
        await press(pilot, "n")
        assert "n again or enter cancels" in screen_text(pilot.app)
        await press(pilot, "n")
        assert name_of(pilot.app) == "draft"
        assert not history(store, states[3].session_id).pointers
        await press(pilot, "a", "y", "y")
        assert "ACTIVE" in screen_text(pilot.app)


async def test_an_answer_that_lost_its_button_is_none(store: Env, states: dict[int, SessionState]) -> None:
    """A page key keeps the focus; if the focus leaves, the hint about enter disappears."""
    async with on_screen(store, states[3], "draft") as pilot:
        await press(pilot, "a", "y", "shift+tab")
        assert "y again or enter accepts" not in screen_text(pilot.app)
        await press(pilot, "escape", "a", "y", "ctrl+u")
        assert "y again or enter accepts" in screen_text(pilot.app)
        assert not history(store, states[3].session_id).pointers
        await press(pilot, "enter")
        assert "ACTIVE" in screen_text(pilot.app)


async def test_a_reason_is_pasted_beside_the_field(store: Env, states: dict[int, SessionState]) -> None:
    """A paste while a button has the focus is the reason too, its lines joined."""
    async with on_screen(store, states[3], "draft") as pilot:
        await press(pilot, "a")
        pilot.app.screen.post_message(events.Paste("settled\nyesterday"))
        await settle(pilot)
        assert pilot.app.screen.query_one("#reason", Input).value == "settled yesterday"
        await press(pilot, "escape")
        assert not history(store, states[3].session_id).pointers


async def test_a_digit_alone_is_no_reason(store: Env, states: dict[int, SessionState]) -> None:
    """A digit shows how to reach another screen; a later answer has no reason."""
    async with on_screen(store, states[3], "draft") as pilot:
        await press(pilot, "a", "7", "6")
        assert isinstance(pilot.app.screen, AcceptDialog)
        assert "6 opens no screen here. y and enter accepts, esc cancels" in screen_text(pilot.app)
        assert pilot.app.screen.query_one("#reason", Input).value == ""
        await press(pilot, "y", "enter")
        assert "ACTIVE" in screen_text(pilot.app)
    assert history(store, states[3].session_id).pointers[0].reason is None


async def test_a_digit_after_the_box_was_ticked_is_no_reason(
    store: Env, states: dict[int, SessionState]
) -> None:
    """The box stays ticked, and one that was not is ticked by space after a digit too."""
    made = draft(store, choose_range(store, str(states[3].session_id), (0, 22)))
    assert made.judged is not None
    for each in made.report.retention:
        dismiss(store, each.item_id, reason="not for this test")
    state = replace(states[3], artifact_id=made.judged.artifact_id, number=made.judged.number)
    async with on_screen(store, state, "draft", NARROW) as pilot:
        await press(pilot, "a", "7", "space")
        assert "[x] space: I accept gate C as it is" in screen_text(pilot.app)
        await press(pilot, "7", "6")
        assert "[x] space: I accept gate C as it is" in screen_text(pilot.app)
        assert pilot.app.screen.query_one("#reason", Input).value == ""


@pytest.mark.parametrize("key", ["y", "n"])
async def test_a_digit_behind_an_answer_is_no_reason(
    store: Env, states: dict[int, SessionState], key: str
) -> None:
    """It opens no screen either: the answer is still the one that enter gives, without a reason."""
    async with on_screen(store, states[3], "draft") as pilot:
        await press(pilot, "a", key, "5")
        assert "5 opens no screen here" in screen_text(pilot.app)
        assert pilot.app.screen.query_one("#reason", Input).value == ""
        await press(pilot, "enter")
    moves = history(store, states[3].session_id).pointers
    assert [each.reason for each in moves] == ([None] if key == "y" else [])


async def test_digits_behind_an_answer_are_kept_once_a_reason_is_typed(
    store: Env, states: dict[int, SessionState]
) -> None:
    """Nothing that was typed is lost."""
    async with on_screen(store, states[3], "draft") as pilot:
        await press(pilot, "a")
        await pilot.press(*"y2k is over")
        await settle(pilot)
        assert pilot.app.screen.query_one("#reason", Input).value == "y2k is over"
