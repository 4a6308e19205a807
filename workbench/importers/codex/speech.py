"""Who spoke in a message that stands in the user's place, and which message is reported twice.

Codex writes what a human typed as the item that the model is given and again as an event for its screen.
The first one counts; which of the two comes first differs between versions.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime

FORKED = "You are the newly spawned agent."
"""How the output begins with which the copied history of the agent above ends, in builds that tell it."""

_AT_ONCE = 0.5
"""Seconds within which a history is copied; what a subagent is reported itself comes later."""


class Copy:
    """Whether the records are still a copy of the history of the agent above, in which humans speak.

    A second header says that one follows; it is written in one go.
    """

    def __init__(self) -> None:
        self.running = False
        self._headers = 0
        self._begun: datetime | None = None

    def header(self, timestamp: object) -> None:
        """A header of a session stands here."""
        self._headers += 1
        if self._headers == 2:
            self._begun = _time(timestamp)
            self.running = self._begun is not None

    def record(self, timestamp: object) -> None:
        """A record was written at this time."""
        if self.running and self._begun is not None:
            time = _time(timestamp)
            self.running = time is not None and (time - self._begun).total_seconds() < _AT_ONCE

    def output(self, text: str) -> None:
        """A tool answered."""
        self.running = self.running and not text.startswith(FORKED)


def _time(timestamp: object) -> datetime | None:
    try:
        time = datetime.fromisoformat(timestamp) if isinstance(timestamp, str) else None
    except ValueError:
        return None
    return time if time is not None and time.tzinfo is not None else None


class Speech:
    """Matches messages and events as they go by.

    Args:
        agent: the session is a subagent's: who speaks in the user's place there is the agent above it.
    """

    def __init__(self, *, agent: bool) -> None:
        self._agent = agent
        self.copy = Copy()
        self._items: Counter[int] = Counter()
        self._events: Counter[int] = Counter()

    @property
    def human(self) -> bool:
        """Whether a human speaks in the user's place at this point."""
        return not self._agent or self.copy.running

    def item(self, text: str) -> bool:
        """Whether a message item is new; False where an event has told it before."""
        return self._first(text, self._items, self._events)

    def event(self, text: str) -> bool:
        """Whether an event tells a message that no item has reported."""
        return self._first(text, self._events, self._items)

    @staticmethod
    def _first(text: str, own: Counter[int], other: Counter[int]) -> bool:
        key = hash(text)
        if other[key] > 0:
            other[key] -= 1
            return False
        own[key] += 1
        return True
