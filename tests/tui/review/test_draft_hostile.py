"""A hostile transcript on the screens of the review: nothing in it steers the terminal (WB3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.build import hostile_log, store_with
from tests.tui.drive import NARROW, STEER, press, screen_text, settle
from tests.tui.review.walk import on_screen, toast_texts
from workbench.services.drafts.draft_command import draft
from workbench.services.drafts.range_choice import choose_range
from workbench.services.lookup.sessions import sessions_listing
from workbench.services.moves.accept_rollback import accept
from workbench.services.moves.accept_rollback import history as moves
from workbench.tui.state.session import SessionState

pytestmark = pytest.mark.anyio


async def test_nothing_hostile_is_drawn_on_any_screen_of_the_review(tmp_path: Path) -> None:
    """Draft, claims with a line of five megabytes near, refusal or dialog, compare, history, context."""
    env = store_with(tmp_path, hostile_log)
    session = sessions_listing(env)[0].session.session_id
    made = draft(env, choose_range(env, session, (0, 5)))
    judged = made.judged
    assert judged is not None
    draft(env, choose_range(env, session, (0, 5)), strategy="checkpoint")
    if made.report.replaceable:
        accept(env, judged.artifact_id, confirm=("C",), reason="\x1b[31m\u202ered")
    state = SessionState(session, judged.artifact.objective, judged.artifact_id, judged.number)
    places = [
        "draft",
        "n",
        "a",
        "escape",
        "tab",
        "4",
        "j",
        "j",
        "l",
        "G",
        "tab",
        "j",
        "j",
        "5",
        "m",
        "s",
        "6",
        "enter",
    ]
    async with on_screen(env, state, places[0]) as pilot:
        for key in places[1:]:
            assert not STEER.search(screen_text(pilot.app).replace("\n", "")), key
            await press(pilot, key)
        await pilot.resize_terminal(*NARROW)
        await settle(pilot)
        assert not STEER.search(screen_text(pilot.app).replace("\n", ""))
        assert "fault in the program" not in toast_texts(pilot.app)
    assert len(moves(env, session).pointers) == int(made.report.replaceable)
