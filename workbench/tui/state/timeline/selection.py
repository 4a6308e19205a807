"""A range of events being selected: it grows with the cursor, is then fixed, and lasts until cleared."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class RangeSelection:
    """A selection between the ordinals `anchor` and `head`; anchor None: nothing is selected."""

    anchor: int | None = None
    head: int = 0
    growing: bool = False
    """Whether the cursor moves `head` along."""

    @property
    def span(self) -> tuple[int, int] | None:
        """The selected ordinals, inclusive."""
        if self.anchor is None:
            return None
        return min(self.anchor, self.head), max(self.anchor, self.head)

    def toggled(self, cursor: int) -> RangeSelection:
        """Begin a range at the cursor, or end a growing one there."""
        if self.growing:
            return replace(self, head=cursor, growing=False)
        return RangeSelection(cursor, cursor, growing=True)

    def moved(self, old: int, new: int, *, extend: bool) -> RangeSelection:
        """Follow a move of the cursor; `extend` moves the end of the range too, or begins one."""
        if self.growing:
            return replace(self, head=new)
        if not extend:
            return self
        if self.anchor is None or old not in (self.anchor, self.head):
            return RangeSelection(old, new)
        if old == self.anchor and old != self.head:
            return RangeSelection(self.head, new)
        return replace(self, head=new)

    def to_turns(self, starts: Sequence[int], last: int) -> RangeSelection:
        """Grow to whole turns: from the start of the first turn to the end of the last."""
        if self.span is None or not starts:
            return self
        first, final = turn_of(starts, self.span[0]), turn_of(starts, self.span[1])
        end = starts[final + 1] - 1 if final + 1 < len(starts) else last
        return RangeSelection(starts[first], end)


def turn_of(starts: Sequence[int], ordinal: int) -> int:
    """Return the index of the turn that contains an event."""
    return max(bisect_right(starts, ordinal) - 1, 0)


def next_stop(stops: Sequence[int], here: int, by: int) -> int | None:
    """Return the next of some sorted ordinals, or with -1 the previous; None if there is none."""
    if by > 0:
        return next((stop for stop in stops if stop > here), None)
    return next((stop for stop in reversed(stops) if stop < here), None)
