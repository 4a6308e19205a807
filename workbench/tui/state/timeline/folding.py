"""Rows of a timeline in which an artifact replaces its range by one row."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FoldedRange:
    """A range shown as one row."""

    start: int
    end: int
    artifact_id: str


class Folds:
    """A mapping between rows and ordinals; without folds it is the identity."""

    def __init__(self, total: int, folds: Iterable[FoldedRange] = ()) -> None:
        """Create the mapping of `total` events; the folds must be disjoint."""
        self.total = total
        self.folds = tuple(sorted(folds, key=lambda fold: fold.start))

    @property
    def rows(self) -> int:
        """Number of rows."""
        return self.total - sum(fold.end - fold.start for fold in self.folds)

    def ordinal_of(self, row: int) -> int:
        """Return the event of a row; for a fold its first."""
        hidden = 0
        for fold in self.folds:
            if row + hidden <= fold.start:
                break
            hidden += fold.end - fold.start
        return row + hidden

    def end_of(self, row: int) -> int:
        """Return the last event of a row."""
        fold = self.fold_at(row)
        return fold.end if fold is not None else self.ordinal_of(row)

    def row_of(self, ordinal: int) -> int:
        """Return the row in which an event is shown."""
        hidden = 0
        for fold in self.folds:
            if ordinal < fold.start:
                break
            hidden += min(ordinal, fold.end) - fold.start
        return ordinal - hidden

    def fold_at(self, row: int) -> FoldedRange | None:
        """Return the fold that a row shows."""
        ordinal = self.ordinal_of(row)
        return next((fold for fold in self.folds if fold.start == ordinal), None)

    def pieces(self, row: int, count: int) -> tuple[tuple[int, int], ...]:
        """Return the inclusive ranges of events that some rows need; for a fold only its first event."""
        pieces: list[tuple[int, int]] = []
        last = min(row + count, self.rows) - 1
        at = row
        while at <= last:
            start = self.ordinal_of(at)
            following = next((fold.start for fold in self.folds if fold.start >= start), None)
            stop = self.ordinal_of(last)
            end = stop if following is None else min(stop, following)
            pieces.append((start, end))
            at = self.row_of(end) + 1
        return tuple(pieces)
