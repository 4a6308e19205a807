"""The library: sessions, import, samples, filter, errors."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from store.errors import StoreBusy
from tests.tui.build import chat_log, fixed_env
from tests.tui.drive import NARROW, name_of, press, running, screen_text, settle, until_shown
from tests.tui.review.walk import toast_texts
from workbench.bootstrap import Env
from workbench.services.start_up import first_look
from workbench.tui.keyboard.keymap import on_screen
from workbench.tui.keyboard.keys import SCREEN_NUMBERS
from workbench.tui.keyboard.palette import entries
from workbench.tui.keyboard.unbound import does_nothing
from workbench.tui.screens.dialogs.dialog import LineDialog
from workbench.tui.screens.sessions.library import LibraryScreen
from workbench.tui.screens.timeline.timeline import TimelineScreen
from workbench.tui.settings import Settings
from workbench.tui.widgets.searchline import SearchLine

pytestmark = pytest.mark.anyio


async def type_text(pilot: object, text: str) -> None:
    """Type letters into the widget that has the focus."""
    for letter in text:
        await pilot.press({" ": "space", "/": "slash", ".": "full_stop"}.get(letter, letter))  # type: ignore[attr-defined]


async def test_sessions_are_listed_with_details_of_the_one_under_the_cursor(env: Env) -> None:
    """The newest first; moving the cursor mentions the next one."""
    async with running(env) as pilot:
        text = screen_text(pilot.app)
        assert "Sessions (2)" in text
        assert "1 compaction" in text
        await press(pilot, "j")
        assert "What is a rebase?" in screen_text(pilot.app)
        assert "2 of 2" in screen_text(pilot.app)


async def test_an_empty_library_says_the_next_key_and_the_command(tmp_path: Path) -> None:
    """No store is made by looking."""
    env = fixed_env(tmp_path)
    async with running(env, NARROW) as pilot:
        text = screen_text(pilot.app)
        assert "│ No sessions yet." in text
        assert "workbench import PATH" in text
    assert not Path(env.store_location).exists()


async def test_a_session_without_a_title_is_called_by_its_file_at_once(tmp_path: Path) -> None:
    """The first line of the timeline names it, as the library does, though no human message did."""
    path = tmp_path / "only-answers.jsonl"
    path.write_text('{"role": "assistant", "content": "I began."}\n' * 3)
    async with running(fixed_env(tmp_path)) as pilot:
        await press(pilot, "i")
        await type_text(pilot, str(path))
        await press(pilot, "enter")
        await until_shown(pilot, "Sessions (1)")
        await settle(pilot)
        await press(pilot, "enter")
        assert name_of(pilot.app) == "timeline"
        assert "only-answers" in screen_text(pilot.app).splitlines()[0]


async def test_a_transcript_is_imported_by_path(tmp_path: Path) -> None:
    """`i`, a path, enter; the session is there."""
    path = chat_log().write(tmp_path, "chat.jsonl")
    async with running(fixed_env(tmp_path)) as pilot:
        await press(pilot, "i")
        assert isinstance(pilot.app.screen, LineDialog)
        pilot.app.screen.query_one("Input").value = str(path)  # type: ignore[attr-defined]
        await press(pilot, "enter")
        assert name_of(pilot.app) == "library"
        assert "Sessions (1)" in screen_text(pilot.app)


async def test_a_path_that_is_not_there_is_a_message_not_a_crash(tmp_path: Path) -> None:
    """The error names the path and stays in the recent messages; the dialog stays, with what was typed."""
    async with running(fixed_env(tmp_path)) as pilot:
        await press(pilot, "i")
        pilot.app.screen.query_one("#line", Input).value = "/nowhere/at/all.jsonl"
        await press(pilot, "enter")
        assert any(kind == "error" and "nowhere" in text for _, kind, text in pilot.app.recent)  # type: ignore[attr-defined]
        field = pilot.app.screen.query_one("#line", Input)
        assert field.value == "/nowhere/at/all.jsonl"
        field.value = str(chat_log().write(tmp_path, "chat.jsonl"))
        await press(pilot, "enter")
        assert name_of(pilot.app) == "library"
        assert "Imported 1 session" in toast_texts(pilot.app)


async def test_a_hint_names_no_option_that_the_app_does_not_have(tmp_path: Path) -> None:
    """A file of unknown format can be imported only in a shell, and the hint says so."""
    (tmp_path / "odd.jsonl").write_text('{"a": 1}\n')
    async with running(fixed_env(tmp_path)) as pilot:
        await press(pilot, "i")
        pilot.app.screen.query_one("#line", Input).value = str(tmp_path / "odd.jsonl")
        await press(pilot, "enter")
        assert "in a shell: workbench import PATH --input-format F" in toast_texts(pilot.app)


async def test_a_key_of_another_screen_says_where_it_works(env: Env) -> None:
    """Nothing is silent that the hints of this screen name; keys of nowhere and of here say nothing."""
    async with running(env) as pilot:
        await press(pilot, "e")
        assert "e does nothing here; elsewhere: 2 Timeline: Scores, 3 Draft: Score again" in toast_texts(
            pilot.app
        )
        await press(pilot, "enter", "7", "a")
        assert "a does nothing here; elsewhere: 2 Timeline: Add, 3 Draft: Accept" in toast_texts(pilot.app)
    for screen in SCREEN_NUMBERS:
        assert not any(
            does_nothing(screen, each) for key in on_screen(screen) for each in key.textual.split(",")
        )
        assert does_nothing(screen, "f9") == ""


@pytest.mark.parametrize("key", ["i", "s", "I"])
async def test_nothing_is_asked_where_nothing_can_be_imported(env: Env, key: str) -> None:
    """A read-only store is reported before a path is typed."""
    async with running(env) as pilot:
        pilot.app.read_only = True  # type: ignore[attr-defined]
        await press(pilot, key)
        assert "This store is read-only: nothing can be imported" in toast_texts(pilot.app)
        assert name_of(pilot.app) == "library"


async def test_before_a_session_is_there_no_key_of_one_is_named(env: Env) -> None:
    """The first frame, before the store was read, and an empty library say the same."""
    screen = LibraryScreen()
    assert "undo" not in screen.only() and "import" in screen.only()
    async with running(env) as pilot:
        assert not pilot.app.screen.only()  # type: ignore[attr-defined]
        assert "z Roll back" in screen_text(pilot.app)


async def test_a_warning_said_again_stands_once(env: Env) -> None:
    """A key that does nothing, pressed three times, does not fill the screen; another message is kept."""
    async with running(env) as pilot:
        await press(pilot, "e", "right_square_bracket", "right_square_bracket", "right_square_bracket")
        messages = [each.message for each in pilot.app._notifications]
        assert [each[:14] for each in messages] == ["e does nothing", "] does nothing"]


def test_the_palette_finds_what_other_screens_do_by_the_names_in_the_footer() -> None:
    """`Replay` and `Captured` are found though no sentence has the word; from elsewhere the screen opens."""
    here = {each.title: each for each in entries("timeline")}
    assert here["Captured: List the decisions and open work of the range"].action == "go('capture')"
    assert any(title.startswith("Replay: ") and not each.there for title, each in here.items())
    there = {each.title: each for each in entries("library")}
    found = there["Timeline: Captured: List the decisions and open work of the range"]
    assert (found.under, found.action, found.there) == (
        "opens 2 Timeline and presses d there",
        "go('capture')",
        "timeline",
    )
    titles = [each.title for each in entries("draft")]
    assert len(titles) == len(set(titles))


async def choose(pilot: Pilot[None], begins: str) -> None:
    """Choose the entry of the palette, of another screen, that begins with some words."""
    commands = {each.title: each for each in pilot.app.get_system_commands(pilot.app.screen)}
    found = next(each for title, each in commands.items() if title.startswith(begins))
    assert not found.discover
    await found.callback()
    await settle(pilot)


async def test_an_entry_of_another_screen_is_found_by_typing_opens_it_and_does_it(env: Env) -> None:
    """On the open session's, as its number and the key there do: whether it is new or lies below."""
    async with running(env) as pilot:
        await choose(pilot, "Timeline: Replay: ")
        assert name_of(pilot.app) == "replay"
        await choose(pilot, "Timeline: Start or end a range")
        assert name_of(pilot.app) == "timeline"
        assert isinstance(pilot.app.screen, TimelineScreen)
        assert pilot.app.screen.range.span is not None
        await choose(pilot, "Library: Filter: Show only sessions")
        assert name_of(pilot.app) == "library"
        assert pilot.app.screen.query_one(SearchLine).is_open


async def test_an_entry_of_a_screen_that_cannot_be_opened_does_nothing(tmp_path: Path) -> None:
    """Without a session there is no timeline.

    A message reports that, and the library does nothing instead.
    """
    async with running(fixed_env(tmp_path)) as pilot:
        await choose(pilot, "Timeline: Start or end a range")
        assert name_of(pilot.app) == "library"
        assert "Open a session first" in "".join(each.message for each in pilot.app._notifications)


async def test_the_samples_load_with_one_key(tmp_path: Path) -> None:
    """`I` imports all of them, and the list follows."""
    async with running(fixed_env(tmp_path)) as pilot:
        await press(pilot, "I")
        await settle(pilot)
        assert "Sessions (4)" in screen_text(pilot.app)


async def test_a_filter_leaves_what_matches_and_esc_clears_it(env: Env) -> None:
    """Typing narrows the list at once."""
    async with running(env) as pilot:
        await press(pilot, "slash")
        await type_text(pilot, "rebase")
        await settle(pilot)
        assert "Sessions (1 of 2)" in screen_text(pilot.app)
        await press(pilot, "escape")
        assert "Sessions (2)" in screen_text(pilot.app)
        await press(pilot, "escape")
        assert name_of(pilot.app) == "library"


async def test_undo_without_a_move_says_why(env: Env) -> None:
    """`z` is never silent."""
    async with running(env) as pilot:
        await press(pilot, "z")
        assert any("No move to roll back" in text for _, _, text in pilot.app.recent)  # type: ignore[attr-defined]


async def test_a_busy_store_is_named_and_reload_tries_again(env: Env, monkeypatch: object) -> None:
    """Another process holds the store: its pid, the time waited, and `R` are named."""
    from store.errors import StoreBusy
    from workbench.services.lookup import library

    kept = library.library
    calls = []
    elsewhere = os.getpid() + 1  # of this process the app says "This app"

    def busy_once(env: Env) -> object:
        calls.append(env.wait_seconds)
        if len(calls) == 1:
            raise StoreBusy("the store is busy", pid=elsewhere)
        return kept(env)

    monkeypatch.setattr(library, "library", busy_once)  # type: ignore[attr-defined]
    async with running(env) as pilot:
        errors = [text for _, kind, text in pilot.app.recent if kind == "error"]  # type: ignore[attr-defined]
        assert errors == [f"Another process (pid {elsewhere}) is writing. Tried for 1 s. R tries again."]
        await press(pilot, "R")
        assert "Sessions (2)" in screen_text(pilot.app)


async def test_a_library_without_sessions_offers_what_brings_one(tmp_path: Path) -> None:
    """Nothing in the footer that needs a session."""
    async with running(fixed_env(tmp_path)) as pilot:
        keys = screen_text(pilot.app).splitlines()[-1]
        offered = "i Import   s Found here   I Samples   n New run   ? Help   q Quit"
        assert keys.split() == offered.split()


async def test_a_small_terminal_loses_panes_and_says_so(env: Env) -> None:
    """Under 80x24 nothing crashes."""
    async with running(env, (60, 16)) as pilot:
        text = screen_text(pilot.app)
        assert "60x16: panes left out" in text
        assert "Details" not in text
        await press(pilot, "enter")
        assert name_of(pilot.app) == "timeline"
        await pilot.resize_terminal(30, 8)
        await settle(pilot)
        await pilot.resize_terminal(200, 60)
        await settle(pilot)
        assert "Selection" in screen_text(pilot.app)


async def test_a_theme_is_remembered_only_when_it_was_chosen(env: Env, tmp_path: Path) -> None:
    """The theme of the terminal's colours is not stored as a choice."""
    place = tmp_path / "settings" / "app.json"
    async with running(env, settings=Settings.read(place)) as pilot:
        assert not place.exists()
        pilot.app.theme = "workbench-light"
        await settle(pilot)
        await pilot.app.workers.wait_for_complete()
    assert Settings.read(place).theme == "workbench-light"


async def test_recent_messages_can_be_read_again(env: Env) -> None:
    """The texts of toasts are kept."""
    async with running(env) as pilot:
        await press(pilot, "z")
        await pilot.app.run_action("app.recent")
        await settle(pilot)
        assert "No move to roll back" in screen_text(pilot.app)


def test_a_terminal_of_sixteen_colours_uses_its_own() -> None:
    """Without a remembered theme the terminal's colours are used if it has only those."""
    assert Settings().theme_for(["ansi-dark", "workbench-dark"], "standard") == "ansi-dark"
    assert Settings().theme_for(["ansi-dark", "workbench-dark"], "truecolor") == "workbench-dark"
    assert Settings(theme="gone").theme_for(["workbench-dark"], "truecolor") == "workbench-dark"


async def test_sessions_that_cannot_be_read_are_no_empty_library(
    env: Env, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Why stays on the screen after the message went, with the key that tries again."""
    locked, read = True, first_look.glance

    def glance(environment: Env) -> Any:
        if locked:
            raise StoreBusy("another process is writing", pid=1)
        return read(environment)

    monkeypatch.setattr(first_look, "glance", glance)
    async with running(env) as pilot:
        pilot.app.clear_notifications()
        await settle(pilot)
        shown = screen_text(pilot.app)
        assert "The sessions were not read." in shown and "Another process (pid 1)" in shown
        assert "R   try again" in shown and "No sessions yet" not in shown
        locked = False
        await press(pilot, "R")
        assert "The sessions were not read." not in screen_text(pilot.app)
        assert "Sessions (2)" in screen_text(pilot.app)
