"""Yardsticks for the app, and the app opened at a session with its blocked times counted.

Run: `python -m bench.app_yardsticks empty`, `scroll`, or `open STORE [HOLDS_FILE]`.
"""

from __future__ import annotations

import atexit
import json
import sys
import time
from pathlib import Path

from bench.usage import typed


def empty() -> None:
    """A Textual app with nothing in it."""
    from textual.app import App

    App[None]().run()


def scroll() -> None:
    """An empty scrolling view of a million lines, moved by the keys of the app's lists."""
    from textual.app import App, ComposeResult
    from textual.binding import Binding
    from textual.geometry import Size
    from textual.scroll_view import ScrollView
    from textual.strip import Strip

    class View(ScrollView, can_focus=True):
        BINDINGS = [  # noqa: RUF012 - as the library declares it
            Binding("j", "by(1)"),
            Binding("k", "by(-1)"),
            Binding("ctrl+d", "by(18)"),
            Binding("ctrl+u", "by(-18)"),
            Binding("G", "to(1_000_000)"),
            Binding("g", "to(0)"),
        ]

        def on_mount(self) -> None:
            self.virtual_size = Size(0, 1_000_000)

        def action_by(self, lines: int) -> None:
            self.scroll_relative(y=lines, animate=False)

        def action_to(self, line: int) -> None:
            self.scroll_to(y=line, animate=False)

        def render_line(self, y: int) -> Strip:  # noqa: ARG002 - as the library calls it
            return Strip.blank(self.size.width, self.rich_style)

    class Scroll(App[None]):
        def compose(self) -> ComposeResult:
            yield View()

    Scroll().run()


def count_holds(target: Path) -> None:
    """Time every callback of the event loop from now on; the longest ones are written at the end.

    The clock is the machine's, so that the times mean the same to the process that reads them.
    """
    from asyncio.events import Handle

    run = Handle._run
    holds: list[tuple[float, float, str]] = []

    def timed(self: Handle) -> object:
        started = time.perf_counter()
        try:
            return run(self)
        finally:
            took = time.perf_counter() - started
            if took > 0.008:
                holds.append((took, started, repr(self)[:160]))

    Handle._run = timed  # type: ignore[method-assign, assignment]
    atexit.register(lambda: target.write_text(json.dumps(sorted(holds, reverse=True)[:60])))


def open_session(store: str, holds: str | None = None) -> None:
    """The app on a store, its newest session opened at once."""
    if holds:
        count_holds(Path(holds))
    from workbench.tui.launch import run_app
    from workbench.tui.request import AppRequest

    run_app(AppRequest(store=store), session="")


if __name__ == "__main__":
    match typed("APP [STORE] [HOLDS]"):
        case ["open", store, *holds]:
            open_session(store, *holds)
        case ["scroll"]:
            scroll()
        case ["empty"]:
            empty()
        case _:
            print("APP is empty, scroll, or open with STORE and perhaps HOLDS", file=sys.stderr)
            sys.exit(2)
