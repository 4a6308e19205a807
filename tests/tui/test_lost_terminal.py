"""A terminal that was hung up: how the app knows, and that it ends with the code that stands for it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from workbench.tui.keyboard import lost_terminal
from workbench.tui.keyboard.lost_terminal import terminal_is_lost, watch_terminal
from workbench.tui.launch import TERMINAL_LOST

pty = pytest.importorskip("pty")
GENEROUS = 120
"""Seconds after which a process that should end counts as one that never does."""


def test_a_terminal_is_lost_once_its_other_end_is_closed() -> None:
    """It is asked without reading from it, so nothing that was typed is taken."""
    outside, inside = pty.openpty()
    try:
        os.write(outside, b"typed\n")
        assert not terminal_is_lost(inside)
        assert os.read(inside, 64) == b"typed\n"
        os.close(outside)
        assert terminal_is_lost(inside)
    finally:
        os.close(inside)


def test_the_loss_is_reported_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The watch ends by itself afterwards."""
    outside, inside = pty.openpty()
    with os.fdopen(inside, "rb", buffering=0) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        monkeypatch.setattr(lost_terminal, "EVERY_SECONDS", 0.01)
        calls: list[bool] = []
        watch = watch_terminal(lambda: calls.append(True))
        assert watch is not None
        assert not calls
        os.close(outside)
        for each in threading.enumerate():
            if each.name == "lost-terminal":
                each.join(GENEROUS)
        assert calls == [True]


def test_a_standard_input_that_is_no_terminal_is_not_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file never hangs up, and the app in a browser has a pipe."""
    path = tmp_path / "typed.txt"
    path.write_text("q")
    with path.open() as file:
        monkeypatch.setattr(sys, "stdin", file)
        assert watch_terminal(lambda: None) is None


def test_the_app_ends_when_its_terminal_is_hung_up(tmp_path: Path) -> None:
    """No signal reaches it, as in a session of its own; it says so by its exit code."""
    outside, inside = pty.openpty()
    app = subprocess.Popen(
        [sys.executable, "-m", "workbench", "--store", str(tmp_path / "a.duckdb")],
        stdin=inside,
        stdout=inside,
        stderr=inside,
        start_new_session=True,
        env={**os.environ, "TERM": "xterm-256color", "HOME": str(tmp_path)},
    )
    os.close(inside)
    try:
        shown = b""
        while b"Sessions" not in shown:
            shown += os.read(outside, 65536)
        os.close(outside)
        assert app.wait(GENEROUS) == TERMINAL_LOST
    finally:
        if app.poll() is None:
            app.kill()
            app.wait()
