"""The match of one statement with a captured item, and the order of matches (S1 gate C)."""

from __future__ import annotations

from dataclasses import dataclass

from gates.report import Retention
from gates.restatement import ArtifactStatement


@dataclass(frozen=True, slots=True)
class Match:
    """The match of one statement with a captured item."""

    verdict: Retention
    rule: str
    score: float
    unit: ArtifactStatement | None = None
    held: float = 0.0
    """Share of the item's content words that the statement contains."""
    edits: int = 0
    """Number of classified differences."""
    together: float = 0.0
    """Weighted share of the item's words that neighbouring statements contain together."""

    @property
    def rank(self) -> tuple[int, float]:
        """The sort key: better verdicts first, then higher scores."""
        return _RANK[self.verdict], self.score

    @property
    def is_best(self) -> bool:
        """Whether no other match has a higher rank."""
        return self.verdict is Retention.PRESERVED and self.score >= 1


_ORDER = (
    Retention.PRESERVED,
    Retention.PARAPHRASED,
    Retention.CONTRADICTED,
    Retention.MUTATED,
    Retention.WEAKENED,
    Retention.UNCERTAIN,
    Retention.DROPPED,
)
WORST = (Retention.CONTRADICTED, Retention.MUTATED, Retention.WEAKENED, Retention.UNCERTAIN)
RETAINED = (Retention.PRESERVED, Retention.PARAPHRASED)
_RANK = {verdict: -place for place, verdict in enumerate(_ORDER)}
