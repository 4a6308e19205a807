"""Choosing thresholds on some folds for the others: every combination of choices, counted by bit sets.

A row is one summary or claim with its fold, its class and its margins. Nothing is judged here.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bench.accuracy.margins import THRESHOLDS, Margins

Choice = tuple[float, ...]
Counts = dict[str, tuple[int, int]]
"""Class of rows to how many are flagged, of how many."""


@dataclass(frozen=True)
class Row:
    """One judged text: the fold that it is held out with, what it is, and its margins."""

    fold: str
    label: str
    margins: Margins


Objective = Callable[[dict[str, Counts]], float]
"""The value to maximize, given the counts of each fold of the others."""


class Sweep:
    """The counts of every combination of choices, by fold and class."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.folds = sorted({row.fold for row in rows})
        groups: dict[tuple[str, str], int] = defaultdict(int)
        fired = [dict.fromkeys(threshold.choices, 0) for threshold in THRESHOLDS]
        sure = 0
        for place, row in enumerate(rows):
            bit = 1 << place
            groups[row.fold, row.label] |= bit
            sure |= bit * row.margins.sure
            for number, masks in enumerate(fired):
                for choice in masks:
                    masks[choice] |= bit * row.margins.fires(number, choice)
        self._counts: list[tuple[Choice, dict[str, Counts]]] = []
        for chosen in itertools.product(*(threshold.choices for threshold in THRESHOLDS)):
            flagged = sure
            for masks, choice in zip(fired, chosen, strict=True):
                flagged |= masks[choice]
            counts: dict[str, Counts] = {fold: {} for fold in self.folds}
            for (fold, label), mask in sorted(groups.items()):
                counts[fold][label] = (flagged & mask).bit_count(), mask.bit_count()
            self._counts.append((chosen, counts))

    def best(self, objective: Objective, without: str = "") -> Choice:
        """The choices with the best objective on all folds but one; of equal ones the strictest."""

        def worth(counts: dict[str, Counts]) -> float:
            return round(objective({fold: own for fold, own in counts.items() if fold != without}), 9)

        return max(self._counts, key=lambda entry: worth(entry[1]))[0]

    def chosen(self, objective: Objective) -> dict[str, Choice]:
        """For each fold, what the others choose."""
        return {fold: self.best(objective, fold) for fold in self.folds}
