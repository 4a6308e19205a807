"""A stop rule for a model that answers, but whose answers are useless several times in a row.

Otherwise a model that ignores the required form would be paid for every claim of every report.
"""

from __future__ import annotations

import threading

from workbench.models.base import ModelTrouble


class UselessAnswers:
    """A counter of useless answers in a row, shared by threads; a useful answer resets it.

    Args:
        most: number of useless answers in a row after which nothing more is asked.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._count = 0
        self.stopped = ""
        """The fault of the last answer, as the reason for asking nothing more; empty while there is none."""

    def note(self, why: str = "") -> None:
        """Note an answer: `why` it was useless, or empty if it was useful."""
        with self._lock:
            self._count = self._count + 1 if why else 0
            if self._count >= self._most and not self.stopped:
                self.stopped = why

    def note_trouble(self, trouble: ModelTrouble) -> None:
        """Note a failed call, except one that came too late: the time limit of the run covers those."""
        if not trouble.late:
            self.note(trouble.reason)

    def note_for(self, named: str) -> tuple[str, ...]:
        """Return notes for the user."""
        if not self.stopped:
            return ()
        return (
            f"judge {named}: asked no more after {self._most} answers in a row of no use ({self.stopped}); "
            "choose another model",
        )
