"""What the app keeps of services, made when first asked for: the services are not part of the start."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.services.drafts.edit import Desk
    from workbench.services.lookup.citing import Citing


class LazyDesk:
    """Called for the one desk of the app, from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._desk: Desk | None = None

    def __call__(self) -> Desk:
        """The desk."""
        with self._lock:
            if self._desk is None:
                from workbench.services.drafts.edit import Desk

                self._desk = Desk()
            return self._desk


class LazyCiting:
    """Called for the one memory of what cites events, from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._citing: Citing | None = None

    def __call__(self) -> Citing:
        """The memory."""
        with self._lock:
            if self._citing is None:
                from workbench.services.lookup.citing import Citing

                self._citing = Citing()
            return self._citing

    def look_again(self) -> None:
        """Have it look again at what had no links yet, where it has looked at all."""
        if self._citing is not None:
            self._citing.look_again()
