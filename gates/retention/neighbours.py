"""Measures how much of an item neighbouring statements state together: a summary may use several for one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from gates.language.similarity import Weight, coverage
from gates.restatement import ArtifactStatement

NEIGHBOURS = 3
"""Number of consecutive statements that are read together."""


def stated_together(stems: frozenset[str], units: Sequence[ArtifactStatement], weight: Weight) -> float:
    """Return the largest share of some stems that consecutive statements contain."""
    runs = _runs(tuple(unit.compared.stems for unit in units))
    return max((coverage(stems, run, weight) for run in runs), default=0.0)


@lru_cache(maxsize=8)
def _runs(stems: tuple[frozenset[str], ...]) -> tuple[frozenset[str], ...]:
    """Return the stems of every group of neighbours, computed once per artifact."""
    last = max(1, len(stems) - NEIGHBOURS + 1)
    return tuple(frozenset().union(*stems[at : at + NEIGHBOURS]) for at in range(last))
