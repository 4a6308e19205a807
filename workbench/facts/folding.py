"""The base class of states that are built by reading events once, in order.

A fold keeps statements, and only the few events that a later one may refer to, so its size does not grow with
the number of events read.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from copy import copy
from typing import Self

from gates.source import SourceEvent


class EventFold(ABC):
    """A state built from the events so far; copies are independent of each other."""

    @abstractmethod
    def take(self, event: SourceEvent) -> None:
        """Read the next event, sidechains included."""

    def copy(self) -> Self:
        """Return an independent copy; the values in its containers are never changed in place."""
        made = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, (list, dict, set, deque, EventFold)):
                setattr(made, name, value.copy())
        return made
