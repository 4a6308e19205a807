"""Every screen and dialog at both sizes, in colour and in monochrome ASCII, of pages made by hand."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from tests.gates.build import SESSION
from tests.tui.build import fixed_env
from tests.tui.drive import NARROW, WIDE, app_of, press, screen_text, settle
from tests.tui.review import frozen
from workbench import plugin_registry
from workbench.bootstrap import Env
from workbench.services.lookup import range_capture
from workbench.services.moves.history_page import HistoryPage
from workbench.tui.screens.comparing import compare, context
from workbench.tui.screens.dialogs.dialog import ReadDialog
from workbench.tui.screens.moves import accept, history, rollback
from workbench.tui.screens.moves.moved import MovedDialog
from workbench.tui.screens.review import claims, draft
from workbench.tui.state.session import SessionState

Snap = Callable[..., bool]
Run = Callable[[Pilot[Any]], Awaitable[None]]


@pytest.fixture(autouse=True)
def pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the screens of the review read the pages made by hand."""
    monkeypatch.setattr(plugin_registry, "names", lambda _group: ["checkpoint", "intentional"])
    monkeypatch.setattr(draft, "_page", lambda *_: frozen.draft())
    monkeypatch.setattr(claims, "_page", lambda *_: frozen.draft())
    monkeypatch.setattr(history, "_page", lambda *_: frozen.history())
    monkeypatch.setattr(compare, "_contrast", lambda *_: frozen.contrast())
    monkeypatch.setattr(context, "_read", lambda *_: frozen.context())
    monkeypatch.setattr(range_capture, "capture", lambda *_: frozen.captured())
    monkeypatch.setattr(accept.AcceptDialog, "foresee", lambda *_: frozen.foreseen())
    monkeypatch.setattr(rollback.RollbackDialog, "foresee", lambda *_: frozen.foreseen("rollback"))


def review(name: str, *keys: str) -> Run:
    """Open a screen of the review and press keys."""

    async def run(pilot: Pilot[Any]) -> None:
        pilot.app.state = SessionState(SESSION, "fix-login-flow")  # type: ignore[attr-defined]
        pilot.app.go(name)  # type: ignore[attr-defined]
        await settle(pilot)
        await press(pilot, *keys)

    return run


def over(name: str, make: Callable[[], Screen[Any]]) -> Run:
    """Open a dialog over a screen of the review."""

    async def run(pilot: Pilot[Any]) -> None:
        await review(name)(pilot)
        pilot.app.push_screen(make())
        await settle(pilot)

    return run


def walked(*keys: str) -> Run:
    """Walk from the library by keys."""

    async def run(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        await press(pilot, *keys)

    return run


REVIEW: dict[str, Run] = {
    "draft": review("draft", "n"),
    "claims": review("claims", "n"),
    "compare": review("compare"),
    "compare-text": review("compare", "m", "s"),
    "context": review("context"),
    "history": review("history"),
    "accept": over("draft", lambda: accept.AcceptDialog("art_3", 3)),
    "refusal": review("draft", "a"),
    "rollback": over("history", lambda: rollback.RollbackDialog("art_3", 3, 3)),
    "moved": over("draft", lambda: MovedDialog(frozen.foreseen(), frozen.foreseen("rollback"))),
    "error": over("draft", lambda: ReadDialog("Store unreadable", "it is damaged\n\nrestore a backup")),
    "help": review("claims", "question_mark"),
    "palette": review("draft", "ctrl+p"),
}
SESSIONS: dict[str, Run] = {
    "library": walked(),
    "import": walked("i"),
    "timeline": walked("enter", "right_parenthesis"),
    "event": walked("enter", "j", "enter"),
    "capture": walked("enter", "d"),
    "strategies": walked("enter", "c"),
}
MATRIX = [
    pytest.param(name, size, mono, id=f"{name}-{'wide' if size == WIDE else 'narrow'}{'-mono' * mono}")
    for name in (*REVIEW, *SESSIONS)
    for size in (WIDE, NARROW)
    for mono in (False, True)
]


@pytest.mark.parametrize(("name", "size", "mono"), MATRIX)
def test_looks(
    env: Env,
    tmp_path: Path,
    snap_compare: Snap,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    size: tuple[int, int],
    mono: bool,
) -> None:
    """A screen looks as it did; in monochrome it is drawn with ASCII alone."""
    if mono:
        monkeypatch.setenv("NO_COLOR", "1")
    app = app_of(fixed_env(tmp_path / "none") if name in REVIEW else env, ascii_only=mono)
    go = {**REVIEW, **SESSIONS}[name]

    async def run(pilot: Pilot[Any]) -> None:
        await go(pilot)
        assert "fault in the program" not in screen_text(pilot.app)
        if mono:
            beyond = sorted({sign for sign in screen_text(pilot.app) if not sign.isascii()})
            assert not beyond, f"signs beyond ASCII: {beyond}"

    assert snap_compare(app, terminal_size=size, run_before=run)


def test_the_history_made_by_hand_has_a_move_to_roll_back() -> None:
    """The pictures above show what their names promise."""
    page: HistoryPage = frozen.history()
    assert [each.pointer.action for each in page.moves] == ["accept", "rollback", "accept"]
