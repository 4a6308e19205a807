"""The screens by name; a screen is imported when it is first opened."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from workbench.tui.screens.base import BaseScreen

SCREENS = {
    "library": "sessions.library:LibraryScreen",
    "timeline": "timeline.timeline:TimelineScreen",
    "draft": "review.draft:DraftScreen",
    "claims": "review.claims:ClaimsScreen",
    "compare": "comparing.compare:CompareScreen",
    "history": "moves.history:HistoryScreen",
    "context": "comparing.context:ContextScreen",
    "event": "timeline.event:EventScreen",
    "capture": "capture.capture:CaptureScreen",
    "replay": "comparing.replay:ReplayScreen",
    "run": "runs.run:RunScreen",
}


def make_screen(name: str) -> BaseScreen:
    """Return a new screen of that name."""
    module, _, kind = SCREENS[name].partition(":")
    return cast(BaseScreen, getattr(import_module(f"workbench.tui.screens.{module}"), kind)())
