"""When to ask a model no more: it answers, and time after time what it answers is of no use.

A model that ignores the form would else be paid for every claim of every report.
"""

from __future__ import annotations

import threading

from workbench.models.base import ModelTrouble


class UselessAnswers:
    """Counts answers of no use in a row, of whatever thread; a useful one begins the count anew.

    Args:
        most: of so many in a row nothing more is asked.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._count = 0
        self.stopped = ""
        """Why nothing more is asked: what was wrong with the last answer; empty while there is no reason."""

    def note(self, why: str = "") -> None:
        """Note one answer: why it was of no use, or nothing where it was."""
        with self._lock:
            self._count = self._count + 1 if why else 0
            if self._count >= self._most and not self.stopped:
                self.stopped = why

    def note_trouble(self, trouble: ModelTrouble) -> None:
        """Note that there was no answer; one that only came too late is limited by the time of the run."""
        if not trouble.late:
            self.note(trouble.reason)

    def note_for(self, named: str) -> tuple[str, ...]:
        """What the person who asked should know."""
        if not self.stopped:
            return ()
        return (
            f"judge {named}: asked no more after {self._most} answers in a row of no use ({self.stopped}); "
            "choose another model",
        )
