"""When an app under test has done all it was asked: seen at its event loop, not waited for by the clock."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from textual.screen import Screen

from workbench.tui.screens.asking import AskingScreen

LOOK_AGAIN = 0.002
"""Seconds until a thread that works is asked again whether it has answered."""
GIVE_UP = 120
"""Seconds, as long as a machine with much else to do may take."""


async def nothing_to_run(_least: float = 0, _most: float = 0) -> None:
    """Give way until no coroutine can go on: messages are handled, and all wait for keys, time or threads.

    Takes the place of `textual._wait.wait_for_idle`, which sleeps 20 ms or more after each key.
    """
    loop: Any = asyncio.get_running_loop()
    quiet = 0
    while quiet < 2:
        await asyncio.sleep(0)
        quiet = 0 if loop._ready else quiet + 1


async def drawn(app: Any) -> None:
    """Wait until nothing is to run, and nothing to be laid out or painted either."""
    while True:
        await nothing_to_run()
        if app._resize_timer is not None:
            app._check_resize()
        elif _to_draw(app.screen):
            app.screen._on_timer_update()
        else:
            return


async def at_rest(app: Any, *, runs: bool = False) -> None:
    """Wait until every request is answered and drawn and, if wanted, until no run is driven either."""
    end = time.monotonic() + GIVE_UP
    while True:
        await drawn(app)
        if not _asking(app) and not (runs and app.driven.any):
            return
        if time.monotonic() > end:
            raise AssertionError("the app did not come to rest")
        await asyncio.sleep(LOOK_AGAIN)


def _asking(app: Any) -> bool:
    """Return whether a screen waits for an answer, or a worker of a screen of another kind is running."""
    if any(isinstance(each, AskingScreen) and each.busy for each in app.screen_stack):
        return True
    top = app.screen
    return not isinstance(top, AskingScreen) and any(
        each.node.screen is top and not each.is_finished for each in app.workers
    )


def _to_draw(screen: Screen[Any]) -> bool:
    """Return whether the next tick of the screen's timer has something to do."""
    return bool(
        screen._callbacks
        or screen._layout_required
        or screen._scroll_required
        or screen._repaint_required
        or screen._recompose_required
        or screen._dirty_widgets
    )
