"""What leaves the app: the clipboard by OSC 52, the pager, and an import that is stopped on the way."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest

from tests.tui.build import chat_log, fixed_env, hostile_log, login_log, store_with
from tests.tui.drive import (
    STEER,
    keeping_pager,
    name_of,
    press,
    running,
    screen_text,
    settle,
    until,
    until_shown,
)
from workbench.bootstrap import Env
from workbench.services.lookup.sessions import sessions_listing
from workbench.services.transcript_files import import_transcripts, transcripts
from workbench.tui.screens.dialogs.dialog import ProgressDialog

pytestmark = pytest.mark.anyio


async def test_y_copies_through_the_terminal(env: Env, monkeypatch: pytest.MonkeyPatch) -> None:
    """OSC 52 contains the id of the session under the cursor, and a toast names it."""
    async with running(env) as pilot:
        sent: list[str] = []
        driver = pilot.app._driver
        monkeypatch.setattr(driver, "write", sent.append)
        await press(pilot, "y")
        session = sessions_listing(env)[0].session.session_id
        carried = base64.b64encode(session.encode()).decode()
        assert any(each.startswith("\x1b]52;") and carried in each for each in sent)
        assert any(text.startswith("Copied") for _, _, text in pilot.app.recent)  # type: ignore[attr-defined]


async def test_y_with_nothing_under_it_says_so(tmp_path: Path) -> None:
    """No silent key."""
    async with running(fixed_env(tmp_path)) as pilot:
        await press(pilot, "y")
        assert any("nothing to copy" in text for _, _, text in pilot.app.recent)  # type: ignore[attr-defined]


@pytest.fixture
def paged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Set a pager that keeps its input; return the file that it writes."""
    return keeping_pager(tmp_path, monkeypatch)


async def test_o_opens_the_whole_event_in_the_pager_made_visible(tmp_path: Path, paged: Path) -> None:
    """The text is complete, and terminal sequences are spelled out."""
    env = store_with(tmp_path, hostile_log)
    async with running(env) as pilot:
        await press(pilot, "enter", "j", "enter", "o")
        assert name_of(pilot.app) == "event"
    text = paged.read_text(encoding="utf-8")
    assert "\\x1b[31mred" in text
    assert not STEER.search(text)


async def test_a_pager_that_is_not_there_is_a_message(
    env: Env, paged: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The screen stays and shows the reason."""
    monkeypatch.setenv("PAGER", "/nowhere/pager")
    async with running(env) as pilot:
        await press(pilot, "enter", "enter", "o")
        assert name_of(pilot.app) == "event"
        assert any("$PAGER cannot be started" in text for _, _, text in pilot.app.recent)  # type: ignore[attr-defined]
    assert not paged.exists()


async def test_an_import_is_stopped_before_the_next_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Esc closes the dialog at once; the current file is imported completely, the next is not started."""
    import threading

    folder = tmp_path / "transcripts"
    folder.mkdir()
    chat_log().write(folder, "a.jsonl")
    login_log().write(folder, "b.jsonl")
    reading, go_on, ended = threading.Event(), threading.Event(), threading.Event()
    kept, whole = transcripts.open_file, import_transcripts.import_paths

    def slowly(path: str, input_format: str | None, *, typed: str | None = None) -> object:
        reading.set()
        go_on.wait(300)
        return kept(path, input_format, typed=typed)

    def imported(*args: Any, **options: Any) -> object:
        try:
            return whole(*args, **options)
        finally:
            ended.set()

    monkeypatch.setattr(import_transcripts, "open_file", slowly)
    monkeypatch.setattr(import_transcripts, "import_paths", imported)
    env = fixed_env(tmp_path)
    async with running(env) as pilot:
        await pilot.press("i")
        await pilot.pause()
        pilot.app.screen.query_one("Input").value = str(folder)  # type: ignore[attr-defined]
        await pilot.press("enter")
        await until(pilot, reading.is_set)
        await until_shown(pilot, "importing 1 of 2")
        assert isinstance(pilot.app.screen, ProgressDialog)
        await pilot.press("escape")
        await until(pilot, lambda: name_of(pilot.app) == "TriedPathDialog")  # the path may be corrected
        await pilot.press("escape")
        await until(pilot, lambda: name_of(pilot.app) == "library")
        go_on.set()
        await until(pilot, ended.is_set)
        await settle(pilot)
        assert any("cancelled" in text for _, _, text in pilot.app.recent)  # type: ignore[attr-defined]
    assert [each.session.source_name for each in sessions_listing(env)] == ["a.jsonl"]


async def test_a_store_that_may_only_be_read_says_so_on_every_screen(
    env: Env, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The words are at the top, and a write is refused with what to do."""
    from store import engine
    from store.database import access

    monkeypatch.setattr(access, "writable", lambda _path: False)
    monkeypatch.setattr(engine, "writable", lambda _path: False)
    async with running(env, (100, 30)) as pilot:
        assert "read-only store" in screen_text(pilot.app)
        await press(pilot, "enter")
        assert name_of(pilot.app) == "timeline"
        assert "read-only store" in screen_text(pilot.app)
        await press(pilot, "c", "enter")
        errors = " ".join(text for _, kind, text in pilot.app.recent if kind == "error")  # type: ignore[attr-defined]
        assert "may not be written" in errors
