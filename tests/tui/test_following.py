"""A transcript that grows is followed in the app, and a new compaction announces itself."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.importers.build import text, usage
from tests.tui.build import SUMMARY, fixed_env, login_log
from tests.tui.drive import press, running, screen_text, settle, until
from tests.tui.review.walk import toast_texts
from workbench.services.transcript_files.import_transcripts import import_paths
from workbench.services.watches import watch

pytestmark = pytest.mark.anyio


async def until_said(pilot: Pilot[None], words: str) -> None:
    """Wait for words on the screen or in a toast."""
    app = pilot.app
    await until(
        pilot, lambda: words in screen_text(app) or words in toast_texts(app), f"{words!r} did not come"
    )
    await settle(pilot)


async def test_a_growing_transcript_is_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`F` finds it by its name; events come in, the cursor stays at the end, the compaction is reported."""
    monkeypatch.setattr(watch, "SETTLE_SECONDS", 0.05)
    project = tmp_path / "claude" / "projects" / "p"
    project.mkdir(parents=True)
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "none"))
    log = login_log()
    place = log.write(project, "live.jsonl")
    env = replace(fixed_env(tmp_path), ticks=time.monotonic)
    import_paths(env, [str(place)])
    async with running(env) as pilot:
        await press(pilot, "enter", "G")
        await until_said(pilot, "F Follow")
        await press(pilot, "F")
        await until_said(pilot, "following")
        screen = pilot.app.screen
        before = screen.outline.session.events  # type: ignore[attr-defined]
        log.user("Now the deploy.")
        log.assistant(text("Decision: deploy with the green build."), usage=usage(4_000))
        log.compact(SUMMARY, trigger="auto", preTokens=4_000)
        log.write(project, "live.jsonl")
        await until_said(pilot, "A new compaction of events")
        await until_said(pilot, f"Events ({before + 4}")
        assert screen.here == before + 3  # type: ignore[attr-defined]
        await press(pilot, "F")
        assert "Not followed any more." in toast_texts(pilot.app)
        assert "following" not in screen_text(pilot.app).split("\n")[0]
        await press(pilot, "1", "F")
        await until_said(pilot, "following")


async def test_without_a_known_file_the_path_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The transcript of another session is rejected with a message."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "none"))
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "none"))
    env = fixed_env(tmp_path)
    import_paths(env, [str(login_log().write(tmp_path, "one.jsonl"))])
    async with running(env) as pilot:
        await press(pilot, "enter", "F")
        assert "Where is its transcript?" in screen_text(pilot.app)
        await press(pilot, *"nowhere.jsonl", "enter")
        assert "There is no file" in toast_texts(pilot.app)
