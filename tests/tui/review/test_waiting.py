"""While a draft is scored or written, keys wait or are refused, and nothing false is reported."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.at_rest import nothing_to_run
from tests.tui.drive import NARROW, app_of, press, screen_text, settle, until
from tests.tui.review.walk import on_screen, toast_texts
from workbench.bootstrap import Env
from workbench.presentation.spans import StyledText, line
from workbench.services.drafts import draft_page as pages
from workbench.tui.screens.moves.accept import AcceptDialog
from workbench.tui.screens.moves.move_dialog import MoveDialog
from workbench.tui.state.session import SessionState
from workbench.tui.widgets.busy import BusyLine
from workbench.tui.widgets.statusline import StatusLine

pytestmark = pytest.mark.anyio


@contextmanager
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Hold every reading of a draft's page until the event is set."""
    gate, read = threading.Event(), pages.draft_page

    def slow(*args: Any, **named: Any) -> Any:
        gate.wait(300)
        return read(*args, **named)

    monkeypatch.setattr(pages, "draft_page", slow)
    try:
        yield gate
    finally:
        gate.set()


async def busy(pilot: Pilot[None]) -> BusyLine:
    """Return the busy line once it shows the reason."""

    def lines() -> list[BusyLine]:
        return [line for line in pilot.app.screen.query(BusyLine) if line.text]

    await until(pilot, lines, "nothing is said to be busy")
    return lines()[0]


async def test_keys_pressed_while_it_is_scored_wait_and_are_done_then(
    store: Env, states: dict[int, SessionState], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`n` visits no problem that is not known yet, and never reports that every gate passes."""
    with held(monkeypatch) as gate:
        app = app_of(store)
        async with app.run_test(size=(120, 36)) as pilot:
            app.state = states[1]
            app.go("draft")
            line = await busy(pilot)
            assert "Scoring d-1 against its source" in line.text
            assert "esc stops waiting" in screen_text(app)
            await pilot.press("n", "a")
            await until(pilot, lambda: toast_texts(app).count("the key is taken and waits") == 2)
            assert "every gate passes" not in toast_texts(app)
            assert app.screen.NAME == "draft"  # type: ignore[attr-defined]
            gate.set()
            await settle(pilot)
            assert line.text == ""
            assert "cannot be accepted" in screen_text(app)


async def test_esc_stops_waiting_and_a_reload_goes_on(
    store: Env, states: dict[int, SessionState], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first esc does not leave the screen."""
    with held(monkeypatch) as gate:
        app = app_of(store)
        async with app.run_test(size=(120, 36)) as pilot:
            app.state = states[1]
            app.go("claims")
            await busy(pilot)
            await pilot.press("escape")
            await until(pilot, lambda: "Not waited for any longer" in toast_texts(app))
            assert app.screen.NAME == "claims"  # type: ignore[attr-defined]
            assert app.screen.query_one(BusyLine).text == ""
            gate.set()
            await press(pilot, "R")
            assert "problems" in screen_text(app)


async def test_after_a_move_the_old_verdict_is_not_shown_until_the_draft_is_scored(
    store: Env, states: dict[int, SessionState], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Accepted here or rolled back on the history: no word and no key of the draft's earlier state."""
    async with on_screen(store, states[3], "draft") as pilot:
        app: Any = pilot.app
        assert "REPLACEABLE" in screen_text(app) and "a Accept" in screen_text(app)
        with held(monkeypatch) as gate:
            app.state = replace(app.state, revision=app.state.revision + 1)
            app.screen.written_elsewhere()
            await nothing_to_run()
            assert verdict(app).startswith("REPLACEABLE"), "events that were added change no verdict"
            gate.set()
            await settle(pilot)
        with held(monkeypatch) as gate:
            await press_until(pilot, ("a", "y", "enter"), "Accepted as #1")
            await until(pilot, lambda: not isinstance(app.screen, MoveDialog))
            await nothing_to_run()
            assert verdict(app).startswith("Scoring d-3")
            assert not app.screen.is_enabled("accept")
            gate.set()
            await settle(pilot)
        assert "ACTIVE" in screen_text(app)
        await press(pilot, "6", "z", "y", "enter")
        with held(monkeypatch) as gate:
            await pilot.press("q")
            await nothing_to_run()
            assert verdict(app).startswith("Scoring d-3")
            gate.set()
            await settle(pilot)
        assert "ACTIVE" not in screen_text(app) and "REPLACEABLE" in screen_text(app)


def verdict(app: Any) -> str:
    """Return the line below the draft."""
    return str(app.screen.query_one("#verdict", StatusLine).rows[0].text)


async def press_until(pilot: Pilot[None], keys: tuple[str, ...], words: str) -> None:
    """Open the dialog of a move, answer it, and wait until a message contains the words."""
    first, *others = keys
    await pilot.press(first)
    await until(pilot, lambda: isinstance(pilot.app.screen, MoveDialog) and pilot.app.screen.may_move())
    await pilot.press(*others)
    await until(pilot, lambda: words in toast_texts(pilot.app))


async def test_the_accept_dialog_is_of_the_draft_that_is_selected(
    store: Env, states: dict[int, SessionState], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`[` and `a` at once: the dialog waits for the other draft instead of speaking of the one before."""
    async with on_screen(store, states[3], "draft") as pilot:
        app = pilot.app
        with held(monkeypatch) as gate:
            await pilot.press("left_square_bracket", "a")
            await pilot.pause(0.2)
            assert not isinstance(app.screen, AcceptDialog)
            gate.set()
            await settle(pilot)
        assert isinstance(app.screen, AcceptDialog)
        assert app.screen.artifact_id == states[2].artifact_id


async def test_what_warns_is_above_the_fold_and_y_without_the_tick_moves_nothing(
    store: Env, states: dict[int, SessionState], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 80x24 the whole dialog is seen; a context that grows is confirmed, by a sign that is no colour."""
    from workbench.services.moves import move_preview

    foresee = move_preview.foresee_acceptance

    def growing(env: Env, artifact_id: str) -> Any:
        seen = foresee(env, artifact_id)
        return replace(seen, after=replace(seen.after, tokens=seen.before.tokens + 1_234))

    monkeypatch.setattr(move_preview, "foresee_acceptance", growing)
    async with on_screen(store, states[3], "draft", NARROW) as pilot:
        await press(pilot, "a")
        text = screen_text(pilot.app)
        assert "The context grows by 1,234 tokens" in text
        assert "y  Accept" in text
        assert "[ ] space: I accept" in text
        assert text.index("The context grows") < text.index("before")
        await press(pilot, "y")
        assert isinstance(pilot.app.screen, MoveDialog)
        assert "has to be confirmed" in toast_texts(pilot.app)
        await press(pilot, "escape")
        assert not pilot.app._notifications
        await press(pilot, "a", "y")
        assert [each for each in pilot.app._notifications if "to be confirmed" in each.message]
        await press(pilot, "space")
        assert "[x] space: I accept" in screen_text(pilot.app)
        assert not [each for each in pilot.app._notifications if "to be confirmed" in each.message]
        await press(pilot, "y", "enter")
        assert "Accepted as #1" in toast_texts(pilot.app)


async def test_a_long_verdict_is_read_on_in_a_second_line(
    store: Env, states: dict[int, SessionState]
) -> None:
    """At 80 columns nothing of it is cut; of one that is longer still the cut is marked before its key."""
    async with on_screen(store, states[1], "draft", NARROW) as pilot:
        rows = pilot.app.screen.query_one("#verdict", StatusLine).rows
        whole = " ".join(each.text for each in rows)
        for gate in pilot.app.screen.shown.judgement.report.blocking:  # type: ignore[attr-defined]
            assert f"{gate} " in whole
        assert whole.rstrip().endswith("n goes to the next problem")
        assert all(each.text in screen_text(pilot.app) for each in rows)
        assert "tab Text" in screen_text(pilot.app)
        verdict = pilot.app.screen.query_one("#verdict", StatusLine)
        for words, end in ((60, "…   a accepts"), (20, "word    a accepts")):
            verdict.announce(line(StyledText("word " * words)), line(StyledText("   a accepts")), kept=True)
            assert verdict.rows[-1].text.rstrip().endswith(end)
            assert all(each.width <= verdict.size.width for each in verdict.rows)


async def test_the_box_to_confirm_is_drawn_in_a_colour_of_its_own(
    store: Env, states: dict[int, SessionState]
) -> None:
    """Its brackets do not have the colour of the background."""
    async with on_screen(store, states[3], "draft", NARROW) as pilot:
        await press(pilot, "a")
        strips = pilot.app.screen._compositor.render_strips()
        signs = [each for strip in strips for each in strip if "[" in each.text and "]" in each.text]
        box = next(each for each in signs if each.text.strip() == "[ ]")
        assert box.style is not None and box.style.color != box.style.bgcolor


async def test_running_text_is_shown_where_there_is_room_for_one_pane(
    store: Env, states: dict[int, SessionState]
) -> None:
    """`T` turns to the draft at 80 columns; side by side the cursor stays with the gates."""
    for size, focused in ((NARROW, "draft"), ((120, 36), "gates")):
        async with on_screen(store, states[1], "draft", size) as pilot:
            await press(pilot, "T")
            assert pilot.app.screen.query_one("#draft").region
            assert pilot.app.focused is not None and pilot.app.focused.id == focused
