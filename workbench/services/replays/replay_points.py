"""One generation of a replay as values: what was retained, how large it is, what contradicts the source."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

TRANSCRIPT = "transcript"
"""The series of the summaries that the transcript holds itself, as they are."""


@dataclass(frozen=True, slots=True)
class Share:
    """How many of so many; a share of nothing is null."""

    kept: int
    of: int

    @property
    def value(self) -> float | None:
        """Between 0 and 1, to six decimals."""
        return round(self.kept / self.of, 6) if self.of else None

    def __add__(self, other: Share) -> Share:
        return Share(self.kept + other.kept, self.of + other.of)


@dataclass(frozen=True, slots=True)
class ItemAge:
    """One item of an artifact and how often it was summarized."""

    item_id: str
    kind: str
    text: str | None
    """None where it stood in the pass before."""
    generation: int
    """As the artifact has it: one above the highest that was rolled up."""
    since: int
    """Number of the pass in which it first stood in this series."""


@dataclass(frozen=True, slots=True)
class LostItem:
    """A captured item that counts and is not retained."""

    item_id: str
    kind: str
    text: str
    verdict: str
    since: int
    """Number of the pass from which on it is lost."""
    was_kept: bool
    """Whether a pass before retained it: lost by summarizing again, and not from the start."""


@dataclass(frozen=True)
class Point:
    """One generation of one series."""

    series: str
    """The strategy, or `transcript`."""
    number: int
    """1 for the first pass."""
    end: int
    """The last event of the range, which begins at event 0."""
    turn: int
    source_tokens: int
    skipped: str = ""
    """Why there is no artifact; then nothing below is known."""
    tokens: int = 0
    """What the artifact and the events that it keeps take in the context."""
    items: tuple[ItemAge, ...] = ()
    decisions: Share = Share(0, 0)
    open_work: Share = Share(0, 0)
    proposed: Share = Share(0, 0)
    """Of the first proposals of the capture, which decide nothing."""
    contradictions: int = 0
    """Hard findings of gate D."""
    warnings: int = 0
    """Warnings of gates C and D."""
    failed: tuple[str, ...] = ()
    """Gates that forbid acceptance."""
    lost: tuple[LostItem, ...] = ()

    @property
    def retained(self) -> Share:
        """Decisions and open work together."""
        return self.decisions + self.open_work

    @property
    def size(self) -> Share:
        """Tokens of all that the range takes."""
        return Share(self.tokens, self.source_tokens)

    @property
    def carried(self) -> int:
        """Items that stood in the pass before."""
        return sum(item.since < self.number for item in self.items)

    @property
    def ages(self) -> dict[int, int]:
        """How many items were summarized how often: 1 for those that are new."""
        counted = Counter(self.number - item.since + 1 for item in self.items)
        return dict(sorted(counted.items()))

    def to_json(self) -> dict[str, Any]:
        """One entry of `points[]`."""
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
