"""The timeline: matches of a search, and keys pressed while its capture is being read."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from tests.importers.build import Log, text
from tests.tui.drive import name_of, press, running, screen_text, settle, timeline
from tests.tui.review.walk import toast_texts
from workbench.bootstrap import Env
from workbench.services.lookup import range_capture
from workbench.services.transcript_files.import_transcripts import import_paths
from workbench.tui.screens.capture.capture import CaptureScreen
from workbench.tui.screens.dialogs.dialog import LineDialog

pytestmark = pytest.mark.anyio


async def test_while_matches_are_walked_the_footer_names_the_keys_first(env: Env) -> None:
    """`n` and `p` are compactions else; after the search the footer is as it was."""
    async with timeline(env) as (pilot, _screen):
        before = screen_text(pilot.app).splitlines()[-1]
        await press(pilot, "slash")
        await pilot.press(*"samesite")
        await press(pilot, "enter")
        assert screen_text(pilot.app).splitlines()[-1].startswith(" n p Match ")
        await press(pilot, "escape")
        assert screen_text(pilot.app).splitlines()[-1] == before


async def test_the_preview_of_a_match_shows_the_match(env: Env, tmp_path: Path) -> None:
    """It is shown at any depth of the text; beyond the part read, the key to it is named."""
    log = Log()
    log.user("line of no interest\n" * 60 + "here is the needle\n" + "more lines\n" * 60)
    log.assistant(text("nothing to see. " * 400 + "needle"))
    log.lines = [line.replace("11111111", "44444444") for line in log.lines]
    run = import_paths(env, [str(log.write(tmp_path, "deep.jsonl"))])
    async with running(env, session=run.imported[0].appended.session_id) as pilot:
        await press(pilot, "slash")
        await pilot.press(*"needle")
        await press(pilot, "enter")
        assert "here is the needle" in screen_text(pilot.app)
        await press(pilot, "n")
        assert "The match is further on: enter opens" in screen_text(pilot.app)
        await press(pilot, "enter")
        assert name_of(pilot.app) == "event" and "match 1 of 1" in screen_text(pilot.app)


async def test_keys_pressed_before_the_capture_is_read_wait_for_it(
    env: Env, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is denied of a list that is not known yet: `n` and `c` come to the first proposed item."""
    gate, read = threading.Event(), range_capture.capture

    def slow(*args: Any) -> Any:
        assert gate.wait(120)
        return read(*args)

    monkeypatch.setattr(range_capture, "capture", slow)
    async with timeline(env) as (pilot, _screen):
        await pilot.press("d", "n", "c")
        assert "Nothing is proposed" not in toast_texts(pilot.app)
        gate.set()
        await settle(pilot)
        dialog, below = pilot.app.screen, pilot.app.screen_stack[-2]
        assert isinstance(dialog, LineDialog) and dialog.heading == "Count"
        assert isinstance(below, CaptureScreen) and below.item is not None
        assert below.waiting[below.item.item_id] == "proposed"
