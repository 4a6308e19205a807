"""A statement in the person's own editor: the form it is given, and what becomes of its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.drive import press, screen_text
from tests.tui.review.walk import listed, on_screen, toast_texts
from workbench.bootstrap import Env
from workbench.tui.app import WorkbenchApp
from workbench.tui.state.session import SessionState

pytestmark = pytest.mark.anyio


async def test_the_editor_is_given_the_form_and_errors_keep_its_file(
    store: Env, states: dict[int, SessionState], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second time the same file is opened, with what was typed in it."""
    from contextlib import nullcontext

    editor = tmp_path / "editor"
    monkeypatch.setattr(WorkbenchApp, "suspend", lambda _app: nullcontext())
    monkeypatch.setenv("EDITOR", str(editor))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.delenv("VISUAL", raising=False)
    editor.write_text('#!/bin/sh\nprintf "## idea\\nmine\\n" >> "$1"\n')
    editor.chmod(0o755)
    async with on_screen(store, states[1], "claims") as pilot:
        before = len(listed(pilot).keys)
        await press(pilot, "E")
        assert "'idea' is no kind" in screen_text(pilot.app)
        (kept,) = tmp_path.glob("workbench-d-1-*.md")
        editor.write_text("#!/bin/sh\nsed -i 's/^## idea/## claim/' \"$1\"\n")
        await press(pilot, "escape", "E")
        assert "Taken from the editor" in toast_texts(pilot.app)
        assert len(listed(pilot).keys) > before
        assert not kept.exists()


@pytest.mark.parametrize(
    ("command", "expected"),
    [("exit 0", "Back from the editor: the draft is as it was"), ('rm "$1"', "The editor left no file")],
)
async def test_an_editor_that_changes_nothing_or_leaves_no_file(
    store: Env,
    states: dict[int, SessionState],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    expected: str,
) -> None:
    """Each case has its own message, and the draft has no edit."""
    from contextlib import nullcontext

    editor = tmp_path / "editor"
    editor.write_text(f"#!/bin/sh\n{command}\n")
    editor.chmod(0o755)
    monkeypatch.setattr(WorkbenchApp, "suspend", lambda _app: nullcontext())
    monkeypatch.setenv("EDITOR", str(editor))
    monkeypatch.delenv("VISUAL", raising=False)
    async with on_screen(store, states[1], "claims") as pilot:
        await press(pilot, "E")
        assert expected in toast_texts(pilot.app)
        assert "not kept" not in screen_text(pilot.app)


async def test_a_terminal_that_cannot_be_handed_over_is_left_no_form(
    store: Env, states: dict[int, SessionState], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a browser: the message names the command, and no file with the draft is left behind."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    async with on_screen(store, states[1], "claims") as pilot:
        await press(pilot, "E")
        assert "`workbench edit` does the same in a shell" in toast_texts(pilot.app)
        assert not list(tmp_path.glob("workbench-d-*.md"))
