"""Keys that come before their target has the focus: none is lost, none becomes a command."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.widgets import Button, Input

from tests.tui.build import chat_log, login_log, store_with
from tests.tui.drive import name_of, press, running, settle, until, until_shown
from tests.tui.review.walk import claims, on_screen
from workbench.bootstrap import Env
from workbench.errors import UsageError
from workbench.services.drafts import passages, range_choice
from workbench.services.moves import accept_rollback
from workbench.services.transcript_files import path_completion
from workbench.tui.keyboard.keymap import on_screen as keys_on
from workbench.tui.keyboard.keys import SCREENS
from workbench.tui.keyboard.typed_ahead import press_again
from workbench.tui.screens.dialogs.dialog import LineDialog, ReadDialog
from workbench.tui.screens.editing.relink import RelinkDialog
from workbench.tui.screens.moves.accept import AcceptDialog
from workbench.tui.screens.sessions.finding import FindDialog
from workbench.tui.state.session import SessionState
from workbench.tui.widgets.busy import BusyLine
from workbench.tui.widgets.confirm import ConfirmBox
from workbench.tui.widgets.line_view import LineView

pytestmark = pytest.mark.anyio
NAMED = {"\r": "enter", "\b": "backspace", "\x1b": "escape"}


async def burst(pilot: Pilot[None], typed: str, pasted: str = "", then: str = "") -> None:
    """Keys that arrive in one piece, as from a slow line: all are there before the first is looked at."""
    for text in (typed, then):
        for each in text:
            key = NAMED.get(each) or _character_to_key(each)
            pilot.app.post_message(events.Key(key, None if each in NAMED else each).set_sender(pilot.app))
        if pasted and text is typed:
            pilot.app.post_message(events.Paste(pasted).set_sender(pilot.app))
    await settle(pilot)


def field(pilot: Pilot[None], selector: str = "Input") -> Input:
    """Return the field of the screen on top."""
    return pilot.app.screen.query_one(selector, Input)


async def test_a_search_typed_at_once_is_no_command(tmp_path: Path) -> None:
    """No letter acts as a command; the field contains them in order."""
    async with running(store_with(tmp_path, login_log)) as pilot:
        await press(pilot, "enter")
        await burst(pilot, "/coqz")
        assert name_of(pilot.app) == "timeline"
        assert field(pilot).value == "coqz"


async def test_a_search_is_corrected_and_entered_in_one_piece(tmp_path: Path) -> None:
    """Backspace and enter are among the keys that wait."""
    async with running(store_with(tmp_path, login_log)) as pilot:
        await press(pilot, "enter")
        await burst(pilot, "/attempx\bt\r")
        await until(pilot, lambda: "match 1 of 6" in pilot.app.screen._status)  # type: ignore[attr-defined]
        assert field(pilot).value == "attempt"


async def test_a_search_left_at_once_takes_nothing_more(tmp_path: Path) -> None:
    """After esc the keys are commands again."""
    async with running(store_with(tmp_path, login_log)) as pilot:
        await press(pilot, "enter", "/", "escape")
        await burst(pilot, "v")
        assert "RANGE" in pilot.app.screen._status  # type: ignore[attr-defined]


async def test_the_filter_of_the_library_takes_a_whole_word(tmp_path: Path) -> None:
    """`i` would open the import, `q` quit."""
    async with running(store_with(tmp_path, login_log, chat_log)) as pilot:
        await burst(pilot, "/qin")
        assert pilot.app.is_running
        assert field(pilot).value == "qin"


async def test_what_was_held_comes_before_what_waits_in_the_queue(tmp_path: Path) -> None:
    """Held keys come first, even if the queue is full when they are sent."""
    async with running(store_with(tmp_path, login_log)) as pilot:
        await press(pilot, "i")
        app = pilot.app
        for each in "def":
            app.post_message(events.Key(each, each).set_sender(app))
        press_again(app, [events.Key("a", "a"), events.Paste("b"), events.Key("c", "c")])
        app.post_message(events.Key("g", "g").set_sender(app))
        await settle(pilot)
        assert field(pilot).value == "abcdefg"
        assert not app.again  # type: ignore[attr-defined]


async def test_what_comes_while_the_held_is_handed_out_waits_behind_it(tmp_path: Path) -> None:
    """Between the answer and the next drawing too."""
    async with running(store_with(tmp_path, login_log)) as pilot:
        dialog = ReadDialog("Title", "words")
        pilot.app.push_screen(dialog)
        await settle(pilot)
        dialog._early.hold(events.Key("j", "j"))
        dialog.on_key(event := events.Key("y", "y"))
        assert event._stop_propagation
        assert [each.key for each in dialog._early.release()] == ["j", "y"]  # type: ignore[union-attr]


async def test_a_dialog_for_a_line_has_all_that_was_typed(
    store: Env, states: dict[int, SessionState]
) -> None:
    """The first letters came before it was there; enter closes it with the words."""
    async with on_screen(store, states[1], "claims") as pilot:
        await burst(pilot, "/cookie")
        assert isinstance(pilot.app.screen, LineDialog)
        assert field(pilot).value == "cookie"
        await burst(pilot, "\r")
        await burst(pilot, "/flags\r")
        assert name_of(pilot.app) == "claims"
        assert "/flags" in pilot.app.screen._status  # type: ignore[attr-defined]


async def test_what_stood_in_a_field_is_replaced_as_the_focus_would_have_it(tmp_path: Path) -> None:
    """The words searched for last are selected when the dialog opens."""
    async with running(store_with(tmp_path, login_log)) as pilot:
        await burst(pilot, "Slogin\r")
        assert isinstance(pilot.app.screen, FindDialog)
        await press(pilot, "escape")
        await burst(pilot, "Scookie")
        assert field(pilot).value == "cookie"


async def test_a_reason_typed_at_once_is_a_reason(store: Env, states: dict[int, SessionState]) -> None:
    """Its spaces confirm nothing, and no letter of it is an answer."""
    async with on_screen(store, states[2], "draft") as pilot:
        await press(pilot, "a")
        assert isinstance(pilot.app.screen, AcceptDialog)
        await burst(pilot, "because yes nobody reads it")
        assert isinstance(pilot.app.screen, AcceptDialog)
        assert field(pilot, "#reason").value == "because yes nobody reads it"
        assert not pilot.app.screen.query_one(ConfirmBox).value
        await press(pilot, "enter")
        await burst(pilot, "at all")
        assert field(pilot, "#reason").value == "because yes nobody reads it at all"


async def test_what_is_typed_while_a_move_is_made_is_for_the_screen_below(
    store: Env, states: dict[int, SessionState], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole search waits for the acceptance: no letter is lost, none acts; a failed move drops it."""
    gate, real = threading.Event(), accept_rollback.accept
    failing = [UsageError("not now", "later"), None]

    def slowly(*args: Any, **named: Any) -> Any:
        assert gate.wait(60)
        gate.clear()
        if (error := failing.pop(0)) is not None:
            raise error
        return real(*args, **named)

    monkeypatch.setattr(accept_rollback, "accept", slowly)
    async with on_screen(store, states[3], "draft") as pilot:
        await press(pilot, "a")
        assert isinstance(pilot.app.screen, AcceptDialog)
        dialog: AcceptDialog = pilot.app.screen
        dialog.query_one("#yes", Button).active_effect_duration = 0  # a second press at once is taken, too
        for typed in ("q", "4/uncommitted"):
            await pilot.press("y", "enter")
            await until(pilot, lambda: dialog.writing)
            for each in typed:
                await pilot.press(_character_to_key(each))
            await pilot.press("escape")
            assert pilot.app.screen is dialog
            assert dialog.writing
            gate.set()
            await settle(pilot)
        assert isinstance(pilot.app.screen, LineDialog)
        assert pilot.app.screen_stack[-2].NAME == "claims"  # type: ignore[attr-defined]
        assert field(pilot).value == "uncommitted"


async def test_a_paste_before_the_field_is_there_is_kept(
    store: Env, states: dict[int, SessionState], tmp_path: Path
) -> None:
    """In a search field and in a dialog, in its place among what is typed."""
    async with running(store_with(tmp_path, login_log)) as pilot:
        await press(pilot, "enter")
        await burst(pilot, "/", "att\nempt", "s\r")
        await until(pilot, lambda: field(pilot).value == "att empts")
    async with on_screen(store, states[1], "claims") as pilot:
        await burst(pilot, "/", "cook", "ie")
        await until(pilot, lambda: field(pilot).value == "cookie")


async def test_what_follows_an_enter_is_not_for_the_field(tmp_path: Path) -> None:
    """In one piece: the search ends, `v` begins a range; the field, which stays open, does not take it."""
    async with running(store_with(tmp_path, login_log)) as pilot:
        await press(pilot, "enter")
        await burst(pilot, "/attempt\rv")
        await until(pilot, lambda: pilot.app.screen.range.span)  # type: ignore[attr-defined]
        assert field(pilot).value == "attempt"
        await press(pilot, "escape", "escape", "slash")
        assert not pilot.app.screen.range.span  # type: ignore[attr-defined]
        await until(pilot, lambda: pilot.app.focused is field(pilot))
        await burst(pilot, "attexx\b\bmpt\rv")
        await until(pilot, lambda: pilot.app.screen.range.span)  # type: ignore[attr-defined]
        assert field(pilot).value == "attempt"


async def test_keys_in_one_piece_with_c_are_for_the_dialog(tmp_path: Path) -> None:
    """The strategies are asked for in a thread; enter chooses one, and opens no event of the list below."""
    async with running(store_with(tmp_path, login_log)) as pilot:
        await press(pilot, "enter")
        await burst(pilot, "c\r")
        await until(pilot, lambda: name_of(pilot.app) == "draft")
        assert pilot.app.state.number == 2  # type: ignore[attr-defined]


async def test_esc_gives_up_a_dialog_that_did_not_open_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing opens later, and what was typed for it is not a command; a slow one says what it waits for."""
    gate, real = threading.Event(), range_choice.choose_range
    async with running(store_with(tmp_path, login_log)) as pilot:
        await press(pilot, "enter")
        await burst(pilot, "cq\x1b")
        assert name_of(pilot.app) == "timeline"
        monkeypatch.setattr(range_choice, "choose_range", lambda *args: gate.wait(60) and real(*args))
        await pilot.press("c")
        line = pilot.app.screen.query_one(BusyLine)
        await until(pilot, lambda: "Planning the draft" in line.text)
        await pilot.press("escape")
        assert not line.text
        gate.set()
        await settle(pilot)
        assert name_of(pilot.app) == "timeline"


async def test_what_is_typed_behind_a_look_for_citations_is_no_command(tmp_path: Path) -> None:
    """The key was meant for the dialog, and is dropped if nothing cites the event."""
    async with running(store_with(tmp_path, login_log)) as pilot:
        await press(pilot, "enter")
        await burst(pilot, "Cd")
        assert name_of(pilot.app) == "timeline"
        assert any("Nothing cites event 0" in text for _, _, text in pilot.app.recent)  # type: ignore[attr-defined]


async def test_keys_for_a_relink_wait_for_its_passages(
    store: Env, states: dict[int, SessionState], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`/` would ask for an event, and the passages, coming later, would show another; enter would be lost."""
    gate, real = threading.Event(), passages.offered

    def slowly(*args: Any) -> Any:
        assert gate.wait(60)
        return real(*args)

    monkeypatch.setattr(passages, "offered", slowly)
    async with on_screen(store, states[1], "claims") as pilot:
        await pilot.press("r")
        dialog = pilot.app.screen
        assert isinstance(dialog, RelinkDialog)
        for key in ("slash", "0", "enter", "v", "j"):
            await pilot.press(key)
        assert pilot.app.screen is dialog
        gate.set()
        await settle(pilot)
        assert pilot.app.screen is dialog
        assert dialog.shown.event is not None
        assert dialog.shown.event.ordinal == 0
        chosen = dialog.query_one(LineView).text.range
        assert chosen is not None
        assert chosen.active


async def test_keys_for_a_relink_are_forgotten_where_it_fails(
    store: Env, states: dict[int, SessionState], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were meant for passages; esc leaves at any time."""
    gate = threading.Event()

    def fails(*_given: Any) -> Any:
        assert gate.wait(60)
        raise UsageError("there is nothing to link to", "")

    monkeypatch.setattr(passages, "offered", fails)
    async with on_screen(store, states[1], "claims") as pilot:
        await pilot.press("r")
        dialog = pilot.app.screen
        await pilot.press("slash", "3")
        gate.set()
        await settle(pilot)
        assert pilot.app.screen is dialog
        await press(pilot, "escape")
        assert name_of(pilot.app) == "claims"


async def test_an_enter_after_tab_is_for_the_completed_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one piece: the part typed by hand is not a file, and is not tried."""
    gate, real = threading.Event(), path_completion.completions

    def slowly(*args: Any) -> Any:
        assert gate.wait(60)
        return real(*args)

    monkeypatch.setattr(path_completion, "completions", slowly)
    (tmp_path / "nightly.jsonl").write_text('{"role": "user", "content": "Count the rows."}\n' * 2)
    async with running(store_with(tmp_path, login_log)) as pilot:
        await press(pilot, "i")
        await burst(pilot, str(tmp_path / "night"), then="")
        await pilot.press("tab", "enter")
        gate.set()
        await settle(pilot)
        await until_shown(pilot, "Sessions (2)")


async def test_a_slash_begins_a_search_on_every_screen(store: Env, states: dict[int, SessionState]) -> None:
    """The words typed after it are no commands: on a draft they search its claims, else all sessions."""
    async with on_screen(store, states[3], "draft") as pilot:
        await burst(pilot, "/cookie\r")
        assert name_of(pilot.app) == "claims"
        assert claims(pilot).choice.words == "cookie"
        assert all("cookie" in str(each).casefold() for each in claims(pilot).choice.shown)
        await press(pilot, "3", "v")
        await burst(pilot, "/av")
        assert isinstance(pilot.app.screen, FindDialog)
        assert field(pilot).value == "av"
        assert all(any("/" in key.keys for key in keys_on(name)) for name in SCREENS)


async def test_a_held_enter_opens_one_screen(tmp_path: Path) -> None:
    """Its repetitions are for the screen on which the key was pressed; pressed again, it opens the next.

    A dialog takes each of them: it answers what the key before it asked.
    """
    async with running(store_with(tmp_path, login_log)) as pilot:
        pilot.app.held_enter.seconds = 60.0  # type: ignore[attr-defined]
        await press(pilot, *["enter"] * 8)
        assert name_of(pilot.app) == "timeline"
        pilot.app.push_screen(ReadDialog("Title", "words"))
        await press(pilot, "enter")
        assert name_of(pilot.app) == "timeline"
        pilot.app.held_enter.seconds = 0.0  # type: ignore[attr-defined]
        await press(pilot, "enter")
        assert name_of(pilot.app) == "event"
