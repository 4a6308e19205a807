"""Recovery of a ^C that a callback swallows: Python prints such an exception as ignored and continues."""

from __future__ import annotations

import _thread
import sys
import threading
from types import TracebackType

_AGAIN_S = 0.05
"""Seconds until it is raised again, which is impossible while the callback is being left."""


class LateInterrupt:
    """Context that raises a KeyboardInterrupt again if a destructor or weak reference callback lost it.

    It is for a process of its own, on the main thread: it replaces `sys.unraisablehook`.
    """

    def __init__(self) -> None:
        self._former = sys.unraisablehook
        self._timer: threading.Timer | None = None
        self.pending = False
        """Whether one was lost and is not raised again yet."""

    def __enter__(self) -> LateInterrupt:
        self._former, sys.unraisablehook = sys.unraisablehook, self._lost
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        sys.unraisablehook = self._former
        if self._timer is not None:
            self._timer.cancel()

    def _lost(self, stated: sys.UnraisableHookArgs) -> None:
        if not issubclass(stated.exc_type, KeyboardInterrupt):
            self._former(stated)
            return
        self.pending = True
        self._timer = threading.Timer(_AGAIN_S, self._raise)
        self._timer.daemon = True
        self._timer.start()

    def _raise(self) -> None:
        self.pending = False
        _thread.interrupt_main()
