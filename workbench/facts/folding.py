"""The base class of states that are built by reading events once, in order.

A fold keeps statements, and only the few events that a later one may refer to, so its size does not grow with
the number of events read.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable
from copy import copy
from typing import Self

from gates.source import SourceEvent
from gates.withdrawn import next_of


class EventFold(ABC):
    """A state built from the events so far; copies are independent of each other."""

    @abstractmethod
    def take(self, event: SourceEvent) -> None:
        """Read the next event, sidechains included."""

    def through(self, events: Iterable[SourceEvent]) -> Self:
        """Read these events and return this fold."""
        for event in events:
            self.take(event)
        return self

    def copy(self) -> Self:
        """Return an independent copy; the values in its containers are never changed in place."""
        made = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, (list, dict, set, deque, EventFold)):
                setattr(made, name, value.copy())
        return made


class SettledFold(EventFold):
    """A fold that reads no message which was withdrawn (`gates.withdrawn`)."""

    def __init__(self) -> None:
        self._held: list[SourceEvent] = []
        """The last message and the harness text after it: the next message may withdraw it."""

    def take(self, event: SourceEvent) -> None:
        """Read the next event."""
        for sure in next_of(self._held, event):
            self._read(sure)

    def settled(self) -> Self:
        """Return a fold that includes the last message, which is valid so far."""
        if not self._held:
            return self
        made = self.copy()
        for event in self._held:
            made._read(event)
        made._held.clear()
        return made

    @abstractmethod
    def _read(self, event: SourceEvent) -> None:
        """Read the next event that was not withdrawn."""
