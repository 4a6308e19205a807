"""The shape of what is kept while events are read once, in order, and never looked at again.

A fold holds what was said, and no event but the few that a later one may refer to; so the length of
what was read does not decide how much is held.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from copy import copy
from typing import Self

from gates.source import SourceEvent


class EventFold(ABC):
    """What events said so far; a copy reads on without the other."""

    @abstractmethod
    def take(self, event: SourceEvent) -> None:
        """Read the next event, sidechains included."""

    def copy(self) -> Self:
        """The same state for another reader; what is held in it is never changed in place."""
        made = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, (list, dict, set, deque, EventFold)):
                setattr(made, name, value.copy())
        return made
