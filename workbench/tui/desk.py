"""The desk of the app, made when it is first asked for: the services behind it are not part of the start."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.services.edit import Desk


class LazyDesk:
    """Called for the one desk of the app, from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._desk: Desk | None = None

    def __call__(self) -> Desk:
        """The desk."""
        with self._lock:
            if self._desk is None:
                from workbench.services.edit import Desk

                self._desk = Desk()
            return self._desk
