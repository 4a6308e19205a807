"""Service objects that live as long as the app, created when first used: the start imports no services."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.services.drafts.edit import Desk
    from workbench.services.lookup.citing import Citing


class LazyDesk:
    """Callable that returns the one `Desk` of the app, from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._desk: Desk | None = None

    def __call__(self) -> Desk:
        """Return the desk; create it in the first call."""
        with self._lock:
            if self._desk is None:
                from workbench.services.drafts.edit import Desk

                self._desk = Desk()
            return self._desk


class LazyCiting:
    """Callable that returns the one `Citing` index of the app, from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._citing: Citing | None = None

    def __call__(self) -> Citing:
        """Return the index; create it in the first call."""
        with self._lock:
            if self._citing is None:
                from workbench.services.lookup.citing import Citing

                self._citing = Citing()
            return self._citing

    def look_again(self) -> None:
        """Make an existing index look again for links of events that had none."""
        if self._citing is not None:
            self._citing.look_again()
