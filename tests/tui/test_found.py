"""Sessions of this machine are offered in the library, and a path is completed."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input

from tests.tui.build import chat_log, fixed_env, login_log
from tests.tui.drive import NARROW, WIDE, press, running, screen_text

pytestmark = pytest.mark.anyio


async def test_a_session_of_this_machine_is_imported_with_one_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An empty library names the key; the list shows titles, and afterwards the imported session."""
    project = tmp_path / "claude" / "projects" / "p"
    project.mkdir(parents=True)
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "none"))
    login_log().write(project, "one.jsonl")
    chat_log().write(project, "two.jsonl")
    async with running(fixed_env(tmp_path)) as pilot:
        assert "import sessions that Claude Code and Codex keep" in screen_text(pilot.app)
        await press(pilot, "s")
        assert "Sessions on this machine (2 sessions)" in screen_text(pilot.app)
        assert "What is a rebase?" in screen_text(pilot.app)
        await press(pilot, "space", "space", "enter")
        assert "Sessions (2)" in screen_text(pilot.app)
        await press(pilot, "s")
        assert screen_text(pilot.app).count("imported") >= 2


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_where_nothing_was_found_is_named_in_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    """Both folders, whatever their length, and another way."""
    claude, codex = tmp_path / ("c" * 30), tmp_path / ("x" * 30)
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(claude))
    monkeypatch.setenv("CODEX_HOME", str(codex))
    async with running(fixed_env(tmp_path), size) as pilot:
        await press(pilot, "s")
        place = pilot.app.screen.query_one("#found-path").region
        lines = screen_text(pilot.app).splitlines()[place.y : place.bottom]
        text = "".join("".join(line[place.x : place.right] for line in lines).split())
        for words in (f"{claude}/projects", f"{codex}/sessions", "esc, then i imports a path"):
            assert words.replace(" ", "") in text
        await press(pilot, "escape")
        assert "Sessions on this machine" not in screen_text(pilot.app)


async def test_the_import_dialog_completes_paths(tmp_path: Path) -> None:
    """`tab` completes as far as names agree and lists them; then the path is imported."""
    chat_log().write(tmp_path, "chat-one.jsonl")
    login_log().write(tmp_path, "chat-two.jsonl")
    async with running(fixed_env(tmp_path)) as pilot:
        await press(pilot, "i")
        field = pilot.app.screen.query_one("#line", Input)
        field.value = f"{tmp_path}/ch"
        await press(pilot, "tab")
        assert field.value == f"{tmp_path}/chat-"
        assert "chat-two.jsonl" in screen_text(pilot.app)
        await press(pilot, "o", "tab")
        assert field.value == f"{tmp_path}/chat-one.jsonl"
        await press(pilot, "enter")
        assert "Sessions (1)" in screen_text(pilot.app)
