"""How well a span supports a statement: one score out of named features.

The weights were fitted by logistic regression on summaries of real sessions, their own sources
against sources of other sessions of the same project, leaving one session out at a time. They are
constants here, so that a score is the same everywhere; a changed one changes `LINKER_VERSION`.
"""

from __future__ import annotations

from dataclasses import dataclass

from gates.language.similarity import MILLION, ComparedText, coverage
from gates.search.index import STRONG_KINDS, SourceIndex


@dataclass(frozen=True, slots=True)
class Support:
    """The features of one statement beside one span; shares lie in 0..1."""

    held: float
    """Weighted share of the statement's stems that the span holds."""
    mass: float
    """Weight of the stems held: many rare words prove more than two common ones."""
    rarity: float
    """Mean weight of the statement's stems: words rare in this source speak against it."""
    length: int
    """Distinct stems of the statement."""
    back: float
    """Weighted share of the span's stems that the statement holds."""
    in_range: bool
    absent: float
    """Share of the statement's identifiers that stand nowhere in the session."""
    unheard: float = 0.0
    """Share of the statement's stems that stand nowhere in the session."""

    @property
    def score(self) -> float:
        """The log odds that the statement rests on this source, rounded to 1e-6."""
        value = (
            2.5 * self.held
            + 0.89 * self.mass
            - 3.8 * self.rarity
            - 0.12 * self.length
            + 2.35 * self.back
            + 1.1 * self.in_range
            - 5.0 * self.absent
            - 3.0 * self.unheard
            - 1.6
        )
        return round(value, 6)

    @property
    def literal(self) -> bool:
        """All words of a statement of some length stand in the span."""
        return self.held >= 0.95 and self.length >= 4 and self.absent == 0


LINK_AT = 0.4
"""Least score at which a link is made without all words standing in the span."""


def support(
    claim: ComparedText, span_stems: frozenset[str], *, in_range: bool, index: SourceIndex, unheard: int = 0
) -> Support:
    """The features of a statement beside a span with these stems."""
    weigh = index.weight
    held = coverage(claim.stems, span_stems, weigh)
    total = sum(map(weigh, claim.stems)) / MILLION
    names = [name for name, kind in dict.fromkeys(claim.tokens.identifiers) if kind in STRONG_KINDS]
    absent = sum(not index.mentions(name) for name in names)
    count = len(claim.stems)
    return Support(
        held=held,
        mass=round(held * total, 6),
        rarity=round(total / count, 6) if count else 1.0,
        length=count,
        back=coverage(span_stems, claim.stems, weigh),
        in_range=in_range,
        absent=round(absent / len(names), 6) if names else 0.0,
        unheard=round(unheard / count, 6) if count else 0.0,
    )
