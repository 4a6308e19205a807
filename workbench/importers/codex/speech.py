"""Speakers of messages in the user's role, and detection of messages that are reported twice.

Codex writes what a human typed both as the item for the model and as an event for its screen. The first one
counts; which of the two comes first differs between versions.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime

FORKED = "You are the newly spawned agent."
"""Beginning of the output that ends the copied history of the parent agent, in builds that write it."""

_AT_ONCE = 0.5
"""Seconds within which a history is copied; the subagent's own messages come later."""


class Copy:
    """Detector of whether the records are still a copy of the parent agent's history, where humans speak.

    A second header announces the copy, which is written in one go.
    """

    def __init__(self) -> None:
        self.running = False
        self._headers = 0
        self._begun: datetime | None = None

    def header(self, timestamp: object) -> None:
        """Record a session header."""
        self._headers += 1
        if self._headers == 2:
            self._begun = _time(timestamp)
            self.running = self._begun is not None

    def record(self, timestamp: object) -> None:
        """Record the time of a record."""
        if self.running and self._begun is not None:
            time = _time(timestamp)
            self.running = time is not None and (time - self._begun).total_seconds() < _AT_ONCE

    def output(self, text: str) -> None:
        """Record a tool's output."""
        self.running = self.running and not text.startswith(FORKED)


def _time(timestamp: object) -> datetime | None:
    try:
        time = datetime.fromisoformat(timestamp) if isinstance(timestamp, str) else None
    except ValueError:
        return None
    return time if time is not None and time.tzinfo is not None else None


class Speech:
    """Matcher of message items and events, which report the same words twice.

    Args:
        agent: whether the session is a subagent's: there, the parent agent speaks in the user's role.
    """

    def __init__(self, *, agent: bool) -> None:
        self._agent = agent
        self.copy = Copy()
        self._items: Counter[int] = Counter()
        self._events: Counter[int] = Counter()

    @property
    def human(self) -> bool:
        """Whether a human speaks in the user's role at this point."""
        return not self._agent or self.copy.running

    def item(self, text: str) -> bool:
        """Return whether a message item is new; False if an event reported it before."""
        return self._first(text, self._items, self._events)

    def event(self, text: str) -> bool:
        """Return whether an event reports a message that no item has reported."""
        return self._first(text, self._events, self._items)

    @staticmethod
    def _first(text: str, own: Counter[int], other: Counter[int]) -> bool:
        key = hash(text)
        if other[key] > 0:
            other[key] -= 1
            return False
        own[key] += 1
        return True
