"""The terminal is recovered from an editor or a pager, however that ends."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest
from textual.drivers.headless_driver import HeadlessDriver

from tests.tui.build import login_log, store_with
from tests.tui.drive import press, running, settle, until
from workbench.tui.hand_over import handed_over

pytestmark = pytest.mark.anyio


@pytest.fixture
def handed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the driver's actions, `away` and `back`, as in a terminal that can be handed over."""
    done: list[str] = []

    def away(_driver: HeadlessDriver) -> None:
        done.append("away")

    def back(_driver: HeadlessDriver) -> None:
        done.append("back")

    monkeypatch.setattr(HeadlessDriver, "can_suspend", property(lambda _driver: True))
    monkeypatch.setattr(HeadlessDriver, "suspend_application_mode", away)
    monkeypatch.setattr(HeadlessDriver, "resume_application_mode", back)
    return done


def toast_texts(app: Any) -> str:
    """Return the texts of all toasts."""
    return " ".join(text for _, _, text in app.recent)


async def test_a_pager_that_cannot_be_started_leaves_the_app_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, handed: list[str]
) -> None:
    monkeypatch.setenv("PAGER", str(tmp_path / "no-such-pager"))
    async with running(store_with(tmp_path, login_log)) as pilot:
        await press(pilot, "enter", "o")
        await until(pilot, lambda: "cannot be started" in toast_texts(pilot.app))
        assert handed == ["away", "back"]


async def test_an_interrupt_meant_for_the_other_program_does_not_end_the_app(
    tmp_path: Path, handed: list[str]
) -> None:
    before = signal.getsignal(signal.SIGINT)
    async with running(store_with(tmp_path, login_log)) as pilot:
        with handed_over(pilot.app):
            os.kill(os.getpid(), signal.SIGINT)
        await settle(pilot)
        assert handed == ["away", "back"]
        await press(pilot, "enter")
        assert pilot.app.is_running
    assert signal.getsignal(signal.SIGINT) == before


async def test_what_the_other_program_raises_is_raised_after_the_app_is_back(
    tmp_path: Path, handed: list[str]
) -> None:
    async with running(store_with(tmp_path, login_log)) as pilot:
        with pytest.raises(ValueError, match="no editor"), handed_over(pilot.app):
            raise ValueError("no editor")
        assert handed == ["away", "back"]
