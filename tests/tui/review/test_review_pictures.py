"""Pictures of the review's screens, of pages made by hand: both sizes, and monochrome ASCII."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.gates.build import SESSION
from tests.tui.build import fixed_env
from tests.tui.drive import NARROW, WIDE, app_of, press, settle
from tests.tui.review import frozen
from workbench.tui.screens import accept, claims, draft, history
from workbench.tui.screens.accept import AcceptDialog
from workbench.tui.state.session import SessionState

Snap = Callable[..., bool]
SIZES = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])


@pytest.fixture(autouse=True)
def pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """The screens read the pages made by hand."""
    monkeypatch.setattr(draft, "_page", lambda *_: frozen.draft())
    monkeypatch.setattr(claims, "_page", lambda *_: frozen.draft())
    monkeypatch.setattr(history, "_page", lambda *_: frozen.history())
    monkeypatch.setattr(accept.AcceptDialog, "foresee", lambda *_: frozen.foreseen())


def opened(name: str, *keys: str) -> Callable[[Pilot[Any]], Awaitable[None]]:
    """Open a screen and press keys."""

    async def run(pilot: Pilot[Any]) -> None:
        pilot.app.state = SessionState(SESSION, "fix-login-flow")  # type: ignore[attr-defined]
        pilot.app.go(name)  # type: ignore[attr-defined]
        await settle(pilot)
        await press(pilot, *keys)

    return run


@SIZES
def test_draft(tmp_path: Path, snap_compare: Snap, size: tuple[int, int]) -> None:
    """The failing gate explained, the verdict under it."""
    run = opened("draft", "n", "n")
    assert snap_compare(app_of(fixed_env(tmp_path)), terminal_size=size, run_before=run)


@SIZES
def test_claims(tmp_path: Path, snap_compare: Snap, size: tuple[int, int]) -> None:
    """A contradicted claim beside the words it links to."""
    assert snap_compare(app_of(fixed_env(tmp_path)), terminal_size=size, run_before=opened("claims", "n"))


@SIZES
def test_history(tmp_path: Path, snap_compare: Snap, size: tuple[int, int]) -> None:
    """The move under the cursor, and what comes back."""
    assert snap_compare(app_of(fixed_env(tmp_path)), terminal_size=size, run_before=opened("history"))


@SIZES
def test_accept(tmp_path: Path, snap_compare: Snap, size: tuple[int, int]) -> None:
    """Before and after."""

    async def run(pilot: Pilot[Any]) -> None:
        await opened("draft")(pilot)
        pilot.app.push_screen(AcceptDialog("art_3", 3))
        await settle(pilot)

    assert snap_compare(app_of(fixed_env(tmp_path)), terminal_size=size, run_before=run)


def test_draft_in_ascii_and_monochrome(
    tmp_path: Path, snap_compare: Snap, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Marks and words say it all."""
    monkeypatch.setenv("NO_COLOR", "1")
    app = app_of(fixed_env(tmp_path), ascii_only=True)
    assert snap_compare(app, terminal_size=WIDE, run_before=opened("draft", "n"))
