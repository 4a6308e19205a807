"""The points of a timeline at which the historian would compress: when there is a turn too many in full (S3).

A turn is one with a human message, as the draft counts them: events before the first human message, such as a
system prompt, and turns without one belong to the turn beside them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from gates.source import EventKind
from workbench.strategies.historian.summarize import FULL_DETAIL_TURNS
from workbench.strategies.triggers import EventFacts, TriggerMark

NAME = "historian"
USER = EventKind.USER.value


class HistorianTriggers:
    """The trigger of `historian`."""

    strategy = NAME

    def __init__(self, full_detail_turns: int = FULL_DETAIL_TURNS) -> None:
        self._full = full_detail_turns
        self._starts: deque[int] = deque()
        """First event of each turn that is in full, oldest first."""
        self._turn: int | None = None
        self._first = self._last = -1

    def feed(self, events: Sequence[EventFacts]) -> Iterator[TriggerMark]:
        """Yield a mark for each turn that is over and one too many; a turn is over when the next begins."""
        if self._last < 0 and events:
            self._first = events[0][0]
        for event in events:
            if event[1] == USER and event[2] != self._turn:
                yield from self._over()
                self._starts.append(event[0] if self._turn is not None else self._first)
                self._turn = event[2]
            self._last = event[0]

    def close(self) -> Iterator[TriggerMark]:
        """Yield the mark of the last turn, which is over with the session, if it is one too many."""
        return self._over()

    def _over(self) -> Iterator[TriggerMark]:
        count = len(self._starts)
        if count > self._full:
            start = self._starts.popleft()
            why = f"{count} turns are in full, over {self._full}: the oldest joins the narrative"
            rule, turn = "full_detail_turns", self._turn or 0
            yield TriggerMark(NAME, rule, self._last, turn, start, self._starts[0] - 1, why)
