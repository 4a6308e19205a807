"""Who spoke in a message that stands in the user's place, and which message is told twice.

Codex writes what a human typed as the item that the model is given and again as an event for its screen.
The first one counts; which of the two comes first differs between versions.
"""

from __future__ import annotations

from collections import Counter

from workbench.importers.codex.contents import is_harness


class Speech:
    """Matches messages and events as they go by.

    Args:
        agent: the session is a subagent's: who speaks in the user's place there is the agent above it.
        forked: it begins with a copy of the history of the agent above, in which humans speak.
    """

    def __init__(self, *, agent: bool, forked: bool) -> None:
        self._agent = agent
        self._copying = forked
        self._items: Counter[int] = Counter()
        self._events: Counter[int] = Counter()

    @property
    def human(self) -> bool:
        """Whether a human speaks in the user's place at this point."""
        return not self._agent or self._copying

    def forked_here(self) -> None:
        """The copied history ends: what follows is the subagent's own."""
        self._copying = False

    def item(self, text: str) -> bool:
        """Whether a message item is new; False where an event has told it before."""
        return self._first(text, self._items, self._events)

    def event(self, text: str) -> bool:
        """Whether an event tells a message that no item has told."""
        return self._first(text, self._events, self._items)

    def is_human(self, text: str) -> bool:
        """Whether a message in the user's place is a human's own."""
        return self.human and not is_harness(text)

    @staticmethod
    def _first(text: str, own: Counter[int], other: Counter[int]) -> bool:
        key = hash(text)
        if other[key] > 0:
            other[key] -= 1
            return False
        own[key] += 1
        return True
