"""Which screen stands behind which name; a screen is imported when it is first opened."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from workbench.tui.screens.base import BaseScreen

SCREENS = {
    "library": "library:LibraryScreen",
    "timeline": "timeline:TimelineScreen",
    "draft": "draft:DraftScreen",
    "claims": "claims:ClaimsScreen",
    "compare": "compare:CompareScreen",
    "history": "history:HistoryScreen",
    "context": "context:ContextScreen",
    "event": "event:EventScreen",
    "capture": "capture:CaptureScreen",
    "replay": "replay:ReplayScreen",
    "run": "run:RunScreen",
}


def make_screen(name: str) -> BaseScreen:
    """A new screen of that name."""
    module, _, kind = SCREENS[name].partition(":")
    return cast(BaseScreen, getattr(import_module(f"workbench.tui.screens.{module}"), kind)())
