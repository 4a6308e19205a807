"""One generation of a replay as values: retention, size, and contradictions with the source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

TRANSCRIPT = "transcript"
"""Name of the series of the summaries that the transcript itself contains."""


@dataclass(frozen=True, slots=True)
class Share:
    """A count out of a total; a share of zero has no value."""

    kept: int
    of: int

    @property
    def value(self) -> float | None:
        """The share between 0 and 1, rounded to six decimals; None for a total of zero."""
        return round(self.kept / self.of, 6) if self.of else None

    def __add__(self, other: Share) -> Share:
        return Share(self.kept + other.kept, self.of + other.of)


@dataclass(frozen=True, slots=True)
class ItemAge:
    """One item of an artifact, and how often it has been summarized."""

    item_id: str
    kind: str
    text: str | None
    """The item's text; None if it was in the pass before."""
    generation: int
    """The artifact's own number: one above the highest that was rolled up."""
    since: int
    """Number of the pass in which the item first appeared in this series."""


@dataclass(frozen=True, slots=True)
class LostItem:
    """A counted captured item that is not retained."""

    item_id: str
    kind: str
    text: str
    verdict: str
    since: int
    """Number of the pass since which it has been lost."""
    was_kept: bool
    """Whether an earlier pass retained it, so that it was lost by summarizing again."""


@dataclass(frozen=True)
class Point:
    """One generation of one series."""

    series: str
    """The strategy, or `transcript`."""
    number: int
    """Number of the pass, from 1."""
    end: int
    """The last event of the range, which begins at event 0."""
    turn: int
    source_tokens: int
    skipped: str = ""
    """The reason why there is no artifact; then the fields below have no meaning."""
    tokens: int = 0
    """Context tokens of the artifact and of the events that it keeps."""
    items: tuple[ItemAge, ...] = ()
    decisions: Share = Share(0, 0)
    open_work: Share = Share(0, 0)
    proposed: Share = Share(0, 0)
    """Retained share of the capture's first proposals, which decide nothing."""
    held: Share = Share(0, 0)
    """Of what earlier passes retained and the source still counts or proposes, the share retained now."""
    contradictions: int = 0
    """Number of hard findings of gate D, and of captured items that another item contradicts."""
    warnings: int = 0
    """Number of warnings of gates C and D."""
    failed: tuple[str, ...] = ()
    """Gates that block acceptance."""
    lost: tuple[LostItem, ...] = ()
    counted: frozenset[tuple[str, str]] = frozenset()
    """Kind and id of the captured items that gate C counts for the artifact."""

    @property
    def retained(self) -> Share:
        """Retained decisions and open work together."""
        return self.decisions + self.open_work

    @property
    def size(self) -> Share:
        """Tokens of the compacted range out of its source tokens."""
        return Share(self.tokens, self.source_tokens)

    @property
    def carried(self) -> int:
        """Number of items that were in the pass before."""
        return sum(item.since < self.number for item in self.items)

    @property
    def ages(self) -> dict[int, int]:
        """Number of items by how often they have been summarized: 1 for new ones."""
        counted = Counter(self.number - item.since + 1 for item in self.items)
        return dict(sorted(counted.items()))

    def to_json(self) -> dict[str, Any]:
        """Return one entry of `points[]`."""
        from workbench.services.output_shapes.plan_shapes import PointShape
        from workbench.services.output_shapes.shape import printed

        return printed(
            PointShape,
            self,
            generation=self.number,
            source_end=self.end,
            skipped=self.skipped or None,
            size=self.size.value if not self.skipped else None,
            decision_recall=self.decisions,
            open_work_recall=self.open_work,
            proposed_retained=self.proposed,
            failed_gates=self.failed,
        )


def on_one_base(points: Iterable[Point]) -> list[Point]:
    """Return passes over one range with shares of the same captured items, so that they can be compared.

    Those are what all of them count, and what one of them lost: gate C counts a request that was carried out
    only for an artifact that states it.
    """
    made = list(points)
    judged = [point for point in made if not point.skipped]
    base = frozenset.intersection(*(point.counted for point in judged)) if judged else frozenset()
    base |= {(item.kind, item.item_id) for point in judged for item in point.lost}
    return [point if point.skipped else _on_base(point, base) for point in made]


def _on_base(point: Point, base: frozenset[tuple[str, str]]) -> Point:
    total = Counter(kind for kind, _ in base)
    lost = Counter(item.kind for item in point.lost)
    decisions, open_work = (
        Share(total[kind] - lost[kind], total[kind]) for kind in ("decision", "open_work")
    )
    return replace(point, decisions=decisions, open_work=open_work)
