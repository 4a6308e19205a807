"""Start of the app on a store, or on the sample sessions in a temporary store."""

from __future__ import annotations

import gc
import sys
import tempfile
from dataclasses import replace
from functools import partial
from pathlib import Path

from workbench.bootstrap import make_env
from workbench.tui.request import AppRequest

COLLECT_AFTER = 50_000
"""Objects created until the next collection; with Python's own 700 one key in twenty takes twice as long."""
TERMINAL_LOST = 129
"""Exit code after the terminal was hung up: that of a program which the signal for it ends."""


def run_app(request: AppRequest, *, session: str | None = None) -> int:
    """Run the app until it ends and return its exit code; 0 after quitting.

    `session` is opened at once; empty: the one imported last.
    """
    gc.set_threshold(COLLECT_AFTER, 20, 20)
    if not request.demo:
        return _run(request, request.store, session)
    with tempfile.TemporaryDirectory(prefix="workbench-demo-") as folder:
        return _run(request, str(Path(folder) / "demo.duckdb"), session)


def _run(request: AppRequest, store: str | None, session: str | None) -> int:
    from workbench.tui.app import WorkbenchApp
    from workbench.tui.keyboard.lost_terminal import watch_terminal
    from workbench.tui.keyboard.pasting import guard_pastes
    from workbench.tui.settings import Settings

    env = make_env(store=store, actor=request.actor, policy_path=request.policy)
    if request.wait is not None:
        env = env.with_timeout(request.wait)
    if request.read_only:
        env = replace(env, only_read=True)
    app = WorkbenchApp(
        env,
        ascii_only=request.ascii_only,
        settings=Settings.read(),
        session=session,
        samples=request.demo,
    )
    guard_pastes()
    watch = watch_terminal(partial(app.call_from_thread, app.exit, return_code=TERMINAL_LOST))
    app.run()
    if watch is not None:
        watch.set()
    if app.unkept and not request.demo:
        from workbench.tui.state.review.editing import unkept_words

        sys.stderr.write(f"workbench: {unkept_words(tuple(app.unkept.values()))}\n")
    return app.return_code or 0
