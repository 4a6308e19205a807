"""Following of one growing transcript: the watch of the services runs in a thread and reports to the app."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.hooks.shapes import WatchShape

JOIN_SECONDS = 2.0
"""Seconds that the end of the app waits for an import under way."""


class Following:
    """The followed transcript, at most one at a time, across all screens."""

    def __init__(self, env: Env, on_found: Callable[[WatchShape], None]) -> None:
        """Prepare; `on_found` is called in the thread of the watch: per import, compaction or fault."""
        self._env, self._on_found = env, on_found
        self._stop: threading.Event | None = None
        self._thread: threading.Thread | None = None
        self.session_id: str | None = None
        self.path = ""

    def of(self, session_id: str | None) -> bool:
        """Return whether the transcript of a session is followed."""
        return session_id is not None and session_id == self.session_id

    def begin(self, session_id: str, path: str) -> None:
        """Follow a transcript and stop following any other."""
        self.end()
        stop = threading.Event()
        self._stop, self.session_id, self.path = stop, session_id, path
        self._thread = threading.Thread(target=self._run, args=(path, stop), name="follow", daemon=True)
        self._thread.start()

    def end(self, *, wait: bool = False) -> None:
        """Stop following; an import under way is completed."""
        if self._stop is not None:
            self._stop.set()
        if wait and self._thread is not None:
            self._thread.join(JOIN_SECONDS)
        self._stop = self._thread = self.session_id = None

    def _run(self, path: str, stop: threading.Event) -> None:
        from workbench.services.watches.watch import Watch, WatchRequest

        def stated(found: WatchShape) -> None:
            if not stop.is_set():
                self._on_found(found)

        Watch(self._env, WatchRequest(folders=(path,), imports=True), stated).run(stop)
