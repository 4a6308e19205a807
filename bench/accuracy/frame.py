"""What every accuracy table is made of: figures with intervals, and the comparison with the committed ones.

It knows no table and no data set. A figure's name is its key in `committed.json`, so it stays when words
around it change.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar

COMMITTED = Path(__file__).parent / "committed.json"
TOLERANCE = 0.005
"""The shortfall from the committed figure that still counts as equal."""

T = TypeVar("T")


@dataclass(frozen=True)
class Figure:
    """One measured value; `low` and `high` are the ends of its 95% interval, None where it has none."""

    name: str
    value: float
    n: int
    low: float | None = None
    high: float | None = None
    must: float | None = None
    """The value to reach; None for a figure that is only reported."""
    better: Literal["higher", "lower"] = "higher"
    tolerance: float = TOLERANCE

    @property
    def reached(self) -> bool | None:
        """Whether it is as good as it must be; None where nothing is asked."""
        if self.must is None:
            return None
        return self.value >= self.must if self.better == "higher" else self.value <= self.must

    def worse_than(self, committed: float) -> bool:
        """Whether it is worse than a committed value by more than its tolerance."""
        loss = committed - self.value if self.better == "higher" else self.value - committed
        return loss > self.tolerance


def wilson(hits: int, n: int) -> tuple[float, float]:
    """The 95% score interval of a proportion; (0, 1) without observations."""
    if n == 0:
        return 0.0, 1.0
    z, p = 1.959964, hits / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, middle - half), min(1.0, middle + half)


def share(
    name: str,
    hits: int,
    n: int,
    *,
    must: float | None = None,
    better: Literal["higher", "lower"] = "higher",
    tolerance: float = TOLERANCE,
) -> Figure:
    """A proportion with its Wilson interval."""
    low, high = wilson(hits, n)
    return Figure(name, hits / n if n else 0.0, n, low, high, must, better, tolerance)


def plain(
    name: str,
    value: float,
    n: int,
    *,
    interval: tuple[float, float] | None = None,
    must: float | None = None,
    better: Literal["higher", "lower"] = "higher",
    tolerance: float = TOLERANCE,
) -> Figure:
    """A value that is no proportion, with an interval where one was computed."""
    low, high = interval or (None, None)
    return Figure(name, value, n, low, high, must, better, tolerance)


def bootstrap(
    groups: Sequence[T], measure: Callable[[Sequence[T]], float], *, times: int = 1000
) -> tuple[float, float]:
    """The 95% percentile interval of a measure over groups (documents) drawn with replacement, seeded."""
    draw = random.Random(20261122)
    values = sorted(measure(draw.choices(groups, k=len(groups))) for _ in range(times))
    return values[int(0.025 * times)], values[int(0.975 * times) - 1]


def read_committed() -> dict[str, dict[str, float]]:
    """Committed figures: name to value and n."""
    known: dict[str, dict[str, float]] = json.loads(COMMITTED.read_text(encoding="utf-8"))
    return known


def write_committed(known: dict[str, dict[str, float]]) -> None:
    """Rewrite the committed figures, sorted, so that a change is one line of a diff."""
    COMMITTED.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def row(figure: Figure, committed: dict[str, float] | None) -> str:
    """One line of a table: name, value, interval, n, what must be, what was committed."""
    interval = "" if figure.low is None or figure.high is None else f"{figure.low:.3f}..{figure.high:.3f}"
    sign = ">=" if figure.better == "higher" else "<="
    must = "" if figure.must is None else f"{sign}{figure.must:g}"
    mark = {True: "ok", False: "MISSED", None: ""}[figure.reached]
    was = "new"
    if committed is not None:
        moved = figure.value - committed["value"]
        was = "" if abs(moved) < 5e-5 else f"{moved:+.4f}"
        was += " WORSE" if figure.worse_than(committed["value"]) else ""
    shown = f"{figure.name[:52]:<52} {figure.value:>8.4f} {interval:>13} {figure.n:>6}"
    return f"{shown} {must:>7} {mark:<6} {was}".rstrip()


HEADER = f"{'figure':<52} {'value':>8} {'95% interval':>13} {'n':>6} {'must':>7} {'':<6} against committed"
