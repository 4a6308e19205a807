"""Drive the app in tests: wait until every question is answered, press keys, read the screen."""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.strip import Strip

from tests.tui.at_rest import GIVE_UP, LOOK_AGAIN, at_rest
from workbench.bootstrap import Env
from workbench.tui.app import WorkbenchApp
from workbench.tui.screens.timeline.timeline import TimelineScreen
from workbench.tui.settings import Settings

WIDE, NARROW = (120, 36), (80, 24)
STEER = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
"""Characters of a transcript that must never reach a terminal."""


def app_of(env: Env, **options: Any) -> WorkbenchApp:
    """Return the app on a store, in Unicode whatever the locale, with nothing remembered."""
    options.setdefault("settings", Settings(theme="workbench-dark"))
    app = WorkbenchApp(env, **options)
    app.held_enter.seconds = 0.0  # tests press keys faster than anybody
    return app


async def settle(pilot: Pilot[None], *, runs: bool = False) -> None:
    """Wait until no request is open, including timers of the screens and, if wanted, `runs`."""
    await at_rest(pilot.app, runs=runs)


async def until(pilot: Pilot[None], holds: Callable[[], object], what: str = "") -> None:
    """Wait until a condition holds, for as long as a busy machine may need."""
    end = time.monotonic() + GIVE_UP
    while not holds():
        if time.monotonic() > end:
            raise AssertionError(what or f"it never held; on the screen:\n{screen_text(pilot.app)}")
        await pilot.pause(LOOK_AGAIN)


async def until_shown(pilot: Pilot[None], words: str) -> None:
    """Wait until the screen shows some words."""
    await until(pilot, lambda: words in screen_text(pilot.app), f"{words!r} did not come")


@asynccontextmanager
async def running(env: Env, size: tuple[int, int] = WIDE, **options: Any) -> AsyncIterator[Pilot[None]]:
    """Yield the app, opened and at rest."""
    app = app_of(env, **options)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        yield pilot


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, coming to rest after each."""
    for key in keys:
        await pilot.press(key)
        await settle(pilot)


def screen_text(app: WorkbenchApp | Any) -> str:
    """Every line as it is drawn, without styles."""
    return text_of(app, app.screen._compositor.render_strips())


def text_of(app: WorkbenchApp | Any, strips: Sequence[Strip]) -> str:
    """Return the text of a screen that is already drawn, without styles."""
    width, height = app.size
    return "\n".join("".join(segment.text for segment in strip)[:width] for strip in strips[:height])


def name_of(app: Any) -> str:
    """Return the name of the screen on top."""
    return str(getattr(app.screen, "NAME", type(app.screen).__name__))


def keeping_pager(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Set a pager that keeps its input, in a terminal that can be handed over; return the file it writes."""
    kept, pager = folder / "paged.txt", folder / "pager"
    pager.write_text(f'#!/bin/sh\ncat "$1" >> "{kept}"\n')
    pager.chmod(0o755)

    @contextmanager
    def suspended(_app: WorkbenchApp) -> Iterator[None]:
        yield

    monkeypatch.setenv("PAGER", str(pager))
    monkeypatch.setattr(WorkbenchApp, "suspend", suspended)
    return kept


@asynccontextmanager
async def timeline(
    env: Env, size: tuple[int, int] = WIDE
) -> AsyncIterator[tuple[Pilot[None], TimelineScreen]]:
    """Yield the app with the login session open at its timeline."""
    async with running(env, size) as pilot:
        await press(pilot, "enter")
        screen = pilot.app.screen
        assert isinstance(screen, TimelineScreen)
        yield pilot, screen
