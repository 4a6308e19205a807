"""Fixtures for the screens."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from textual import app, pilot
from textual.notifications import Notification
from textual.widgets import Input, TextArea

from tests.tui.at_rest import nothing_to_run
from tests.tui.build import chat_log, fixed_env, login_log, store_with
from tests.tui.style_rules import parse_once
from tests.tui.unseen import draw_without_a_terminal
from workbench.bootstrap import Env


@pytest.fixture
def anyio_backend() -> str:
    """Return the name of the event loop that the tests run on."""
    return "asyncio"


@pytest.fixture(autouse=True)
def utf8(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set up a terminal that speaks UTF-8 and has all its colours."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")


@pytest.fixture(autouse=True)
def keys_are_handled_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a key the pilot waits until it is handled, not for an idle processor."""
    for waiting in (app, pilot):
        monkeypatch.setattr(waiting, "wait_for_idle", nothing_to_run)


@pytest.fixture(autouse=True)
def cursors_do_not_blink(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show cursors in every picture, however slow the machine is."""
    monkeypatch.setattr(Input, "_toggle_cursor", _nothing)
    monkeypatch.setattr(TextArea, "_toggle_cursor_blink_visible", _nothing)


def _nothing(_field: Input | TextArea) -> None: ...


@pytest.fixture(autouse=True)
def toasts_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what was said on the screen, however long a busy machine takes until the test reads it."""
    monkeypatch.setattr(Notification, "time_left", property(lambda _: 3_600.0))


@pytest.fixture(autouse=True)
def nothing_is_sent_to_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Widgets are drawn; the screen is put together when a test reads it."""
    draw_without_a_terminal(monkeypatch)


@pytest.fixture(autouse=True)
def styles_are_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every app of a run has the same style sheets."""
    parse_once(monkeypatch)


@pytest.fixture(scope="session")
def two_sessions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a store file with a chat and the login session, made once."""
    env = store_with(tmp_path_factory.mktemp("tui"), chat_log, login_log)
    return Path(env.store_location)


@pytest.fixture
def env(two_sessions: Path, tmp_path: Path) -> Env:
    """Return an environment on a copy of that store."""
    shutil.copy(two_sessions, tmp_path / "store.duckdb")
    return fixed_env(tmp_path)
