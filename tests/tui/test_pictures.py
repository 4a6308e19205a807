"""Pictures of the screens, so that a change of looks is seen: both sizes, monochrome, ASCII."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.build import fixed_env
from tests.tui.drive import NARROW, WIDE, app_of, press, settle
from workbench.bootstrap import Env

Snap = Callable[..., bool]
RANGE = ("enter", "right_square_bracket", "right_square_bracket", "v", "right_square_bracket", "equals_sign")


def after(*keys: str) -> Callable[[Pilot[Any]], Awaitable[None]]:
    """Press keys once the first answers are there."""

    async def run(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        await press(pilot, *keys)

    return run


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_library(env: Env, snap_compare: Snap, size: tuple[int, int]) -> None:
    """Sessions and details."""
    assert snap_compare(app_of(env), terminal_size=size, run_before=after())


def test_empty_library(tmp_path: Path, snap_compare: Snap) -> None:
    """The next key and the command."""
    assert snap_compare(app_of(fixed_env(tmp_path)), terminal_size=NARROW, run_before=after())


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_timeline(env: Env, snap_compare: Snap, size: tuple[int, int]) -> None:
    """A range on the timeline, in plot, rows and pane."""
    assert snap_compare(app_of(env), terminal_size=size, run_before=after(*RANGE))


def test_timeline_in_ascii_and_monochrome(
    env: Env, snap_compare: Snap, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No information depends on colour or a non-ASCII sign alone."""
    monkeypatch.setenv("NO_COLOR", "1")
    app = app_of(env, ascii_only=True)
    assert snap_compare(app, terminal_size=WIDE, run_before=after(*RANGE))
