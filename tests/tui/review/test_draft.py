"""The draft screen: gates, problems, the way to each, and the actions that begin there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tui.drive import NARROW, name_of, press, screen_text, settle
from tests.tui.review.walk import on_screen, say, toast_texts
from workbench.bootstrap import Env
from workbench.services.drafts.draft_page import draft_page
from workbench.services.moves.history_page import history_page
from workbench.tui.state.session import SessionState
from workbench.tui.widgets.line_view import LineView

pytestmark = pytest.mark.anyio


async def test_a_failing_draft_shows_measured_beside_needed_and_why(
    store: Env, states: dict[int, SessionState]
) -> None:
    """Words and marks, not only colours; the failing gate explains itself."""
    async with on_screen(store, states[1], "draft") as pilot:
        text = screen_text(pilot.app)
    assert "C retention" in text
    assert "FAIL" in text
    assert "(1/3)" in text
    assert ">= 0.95" in text
    assert "!❯ C retention" in text
    assert "Add the dead letter alert to docs/runbook.md" in text
    assert "NOT REPLACEABLE" in text


async def test_n_walks_the_problems_and_enter_opens_the_claim(
    store: Env, states: dict[int, SessionState]
) -> None:
    """From the gate to its first problem, on to the next gate, around the end."""
    async with on_screen(store, states[1], "draft") as pilot:
        seen = []
        lines = pilot.app.screen.query_one("#gates", LineView)
        for _ in range(7):
            await press(pilot, "n")
            seen.append(lines.cursor)
        assert seen[0] == seen[6]
        assert len(set(seen)) == 6
        assert "D contradiction" in screen_text(pilot.app)
        await press(pilot, "enter")
        assert name_of(pilot.app) == "claims"


async def test_the_draft_has_no_cursor_beside_what_it_lost(
    store: Env, states: dict[int, SessionState]
) -> None:
    """No statement of the draft is about a lost item; `tab` shows the cursor, a gate again, too."""
    async with on_screen(store, states[1], "draft") as pilot:
        shown = pilot.app.screen.query_one("#draft", LineView)

        def cursors() -> int:
            return sum("❯" in shown.render_line(y).text for y in range(shown.height))

        await press(pilot, "n")
        assert cursors() == 0
        await press(pilot, "tab")
        assert cursors() == 1
        await press(pilot, "tab", "g")
        assert cursors() == 1


async def test_accepting_a_blocked_draft_opens_the_refusal_with_the_way(
    store: Env, states: dict[int, SessionState]
) -> None:
    """`a` is never dead: it names the gates, and enter goes to the problem."""
    async with on_screen(store, states[1], "draft", NARROW) as pilot:
        await press(pilot, "a")
        text = screen_text(pilot.app)
        assert "d-1 cannot be accepted" in text
        assert "C retention FAIL" in text
        assert "D contradiction FAIL" in text
        await press(pilot, "j", "enter")
        assert name_of(pilot.app) == "claims"
        assert "FAIL D" in screen_text(pilot.app)


async def test_a_draft_is_read_as_the_agent_would_before_it_is_accepted(
    store: Env, states: dict[int, SessionState]
) -> None:
    """`v` shows the context with it; `v` there goes to the active one, and nothing was moved."""
    async with on_screen(store, states[2], "draft") as pilot:
        await press(pilot, "v")
        text = screen_text(pilot.app)
        assert name_of(pilot.app) == "context"
        assert "Context, with d-2 accepted" in text
        assert "d-2 intentional" in text
        assert "nothing is moved" in text
        await press(pilot, "v")
        assert "Context, active view" in screen_text(pilot.app)
        await press(pilot, "v", "v")
        assert "Context, with d-2 accepted" in screen_text(pilot.app)
    assert history_page(store, states[2].session_id or "").moves == ()


async def test_mending_makes_a_new_draft_and_keeps_the_old_one(
    store: Env, states: dict[int, SessionState]
) -> None:
    """`m` repairs without a judgement; the parent stays."""
    async with on_screen(store, states[1], "draft") as pilot:
        await press(pilot, "m")
        state = pilot.app.state  # type: ignore[attr-defined]
        assert state.number == 4
        assert "Repaired as d-4" in screen_text(pilot.app)
    page = draft_page(store, str(states[3].session_id), state.artifact_id)
    assert page.judged is not None
    assert page.judged.artifact.parents == (states[1].artifact_id,)


async def test_rejecting_asks_for_a_reason_and_keeps_the_draft(
    store: Env, states: dict[int, SessionState]
) -> None:
    """Esc records nothing, enter records the reason."""
    async with on_screen(store, states[3], "draft") as pilot:
        await press(pilot, "x", "escape")
        assert "intentional · 3 of 3" in screen_text(pilot.app)
        await press(pilot, "x")
        await say(pilot, "no")
        assert "rejected" in screen_text(pilot.app)
    page = draft_page(store, str(states[3].session_id), states[3].artifact_id)
    assert page.reviews[-1].review.reason == "no"


async def test_x_again_withdraws_a_rejection(store: Env, states: dict[int, SessionState]) -> None:
    """The rejection can be withdrawn on the same screen, and the draft is open again."""
    async with on_screen(store, states[3], "draft") as pilot:
        await press(pilot, "x")
        await say(pilot, "no")
        await press(pilot, "x")
        assert "Withdraw the rejection" in screen_text(pilot.app)
        await say(pilot, "read it again")
        assert "intentional · 3 of 3" in screen_text(pilot.app)
    page = draft_page(store, str(states[3].session_id), states[3].artifact_id)
    assert [each.review.reason for each in page.reviews[-2:]] == ["no", "read it again"]
    assert not page.rejected


async def test_brackets_step_the_drafts_and_tab_shows_the_other_pane(
    store: Env, states: dict[int, SessionState]
) -> None:
    """At 80 columns one pane takes the other's place."""
    async with on_screen(store, states[3], "draft", NARROW) as pilot:
        await press(pilot, "left_square_bracket")
        assert "d-2" in screen_text(pilot.app)
        assert "*Gates" in screen_text(pilot.app)
        await press(pilot, "tab")
        assert "*Draft d-2" in screen_text(pilot.app)
        assert "*Gates" not in screen_text(pilot.app)
        await press(pilot, "n")
        await press(pilot, "left_square_bracket")
        await press(pilot, "left_square_bracket")
        assert pilot.app.state.number == 1  # type: ignore[attr-defined]


async def test_a_session_without_drafts_says_the_next_key(env: Env) -> None:
    """An empty screen names the next key."""
    from workbench.services.lookup.sessions import sessions_listing

    chat = next(each.session for each in sessions_listing(env) if each.session.compactions == 0)
    async with on_screen(env, SessionState(chat.session_id, "chat"), "draft") as pilot:
        text = screen_text(pilot.app)
        assert "No drafts yet." in text
        assert "select a range with v" in text
        await press(pilot, "a", "n", "x", "m", "e")
        assert name_of(pilot.app) == "draft"


async def test_a_click_puts_the_cursor_on_a_gate_and_a_second_one_goes_there(
    store: Env, states: dict[int, SessionState]
) -> None:
    """Everything has a mouse way."""
    async with on_screen(store, states[1], "draft") as pilot:
        rows = screen_text(pilot.app).split("\n")
        y = next(n for n, each in enumerate(rows) if "D contradiction" in each)
        await pilot.click(offset=(10, y))
        await settle(pilot)
        assert pilot.app.screen.query_one("#gates", LineView).cursor == "D"
        await pilot.click(offset=(10, y), times=2)
        await settle(pilot)
        assert name_of(pilot.app) == "claims"


async def test_the_numbered_screens_keep_their_names_beside_a_long_title(
    store: Env, states: dict[int, SessionState]
) -> None:
    """The title of the session is cut, and stays."""
    long = replace(states[2], title="investigate whether this issue is stale and should be closed")
    async with on_screen(store, long, "draft") as pilot:
        first = screen_text(pilot.app).splitlines()[0]
        assert first.startswith(" investigate wh… › d-2 ")
        assert "[3 Draft] 4 Claims" in first
        assert "intentional · 2 of 3" in first


async def test_the_same_content_drafted_again_is_reported_as_present(
    store: Env, states: dict[int, SessionState]
) -> None:
    """The toast names the existing draft by its number; only a new one is called drafted."""
    async with on_screen(store, states[3], "draft", toasts=True) as pilot:
        messages = []
        for keys in ((), ("j",), ("j",)):
            await press(pilot, "c", *keys, "enter")
            messages.append(pilot.app.recent[-1][2])  # type: ignore[attr-defined]
        assert [each.partition(",")[0] for each in messages] == ["This is d-3", "Drafted d-4.", "This is d-4"]
        assert "drafted before: the same content adds no draft" in messages[2]
        assert pilot.app.state.number == 4  # type: ignore[attr-defined]


async def test_a_warning_stays_on_its_screen(store: Env, states: dict[int, SessionState]) -> None:
    """Going to another screen by its number leaves it behind, as going back does."""
    async with on_screen(store, states[1], "draft", toasts=True) as pilot:
        pilot.app.screen.warn("Nothing to go to.")  # type: ignore[attr-defined]
        await settle(pilot)
        assert "Nothing to go to." in screen_text(pilot.app)
        await press(pilot, "6")
        assert name_of(pilot.app) == "history"
        assert "Nothing to go to." not in screen_text(pilot.app)
        assert "Nothing to go to." in toast_texts(pilot.app)
