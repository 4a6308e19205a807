"""Notices about a run that the app drives, on whatever screen is on top."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.tui.screens.asking import AskingScreen
from workbench.tui.screens.base import BaseScreen

if TYPE_CHECKING:
    from workbench.tui.app import WorkbenchApp
    from workbench.tui.driven_runs import RunNotice

_ENDED = {"WAITING": "it asks you something", "FAILED": "it failed"}
"""Words for statuses of a stopped run that would not be clear by themselves."""


def show_run_moved(app: WorkbenchApp, found: RunNotice) -> None:
    """Show that a run ended, asks a question or was left, and read the store again."""
    screen = app.screen
    if not isinstance(screen, AskingScreen):
        return
    if found.error is not None:
        screen.show_error(found.error)
    elif not found.doing:
        screen.toast(f"Run {found.run_id}: {_ENDED.get(found.status, found.status.lower())}")
    if not found.doing and isinstance(screen, BaseScreen):
        screen.written_elsewhere()
    screen.run_moved(found)
