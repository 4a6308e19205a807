"""What the human of a session said, and the task for which another session spawned it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gates.language.opening import has_substance
from gates.source import EventKind, SourceEvent
from workbench.facts.folding import SettledFold
from workbench.facts.history import folded

_SPAWNED = re.compile(r"You are the newly spawned agent\b")
TASK = 40
"""Fewest characters of a task that a session was spawned for."""
_OF_HUMAN = (EventKind.USER, EventKind.PLAN)


class SaidFold(SettledFold):
    """The human's messages and plans, and the spawned session's task."""

    def __init__(self) -> None:
        super().__init__()
        self.every: list[SourceEvent] = []
        """All of them, withdrawn ones and those of sidechains too."""
        self.own: list[SourceEvent] = []
        """Those that were not withdrawn; no sidechains."""
        self._task: SourceEvent | None = None
        self._forked = self._human = False

    @property
    def task(self) -> SourceEvent | None:
        """The task; None if a human began the session."""
        return self._task if self._forked or not self._human else None

    def take(self, event: SourceEvent) -> None:
        """Read the next event."""
        if event.kind in _OF_HUMAN:
            self.every.append(event)
        if event.sidechain is None:
            reported = event.kind is EventKind.META or (self._forked and event.kind is EventKind.USER)
            if begins_fork(event):
                self._task, self._forked = None, True
            elif reported and self._task is None and is_task(event.text):
                self._task = event
            self._human = self._human or event.kind in _OF_HUMAN
        super().take(event)

    def _read(self, event: SourceEvent) -> None:
        if event.kind in _OF_HUMAN and event.sidechain is None:
            self.own.append(event)


def said_in(events: Sequence[SourceEvent]) -> SaidFold:
    """Return what was said in these events."""
    return folded(events, SaidFold).settled()


def spawned_task(events: Sequence[SourceEvent]) -> SourceEvent | None:
    """Return the event with a spawned session's task, such as a review or a fork's part, or None.

    A session that a human began has no such task. A fork begins with its parent's history, in which the
    requests of the parent's user are only background.
    """
    return said_in(events).task


def begins_fork(event: SourceEvent) -> bool:
    """Return whether an agent is spawned at this event with the history so far as background only."""
    return event.kind is EventKind.TOOL_RESULT and _SPAWNED.match(event.text) is not None


def is_task(text: str) -> bool:
    """Return whether text that the program put before the agent is a task, not a note on its environment."""
    return len(text) >= TASK and not text.lstrip().startswith(("<", "#")) and has_substance(text)
