"""Scores how well a span supports a statement, from named features.

The weights were fitted by logistic regression on summaries of real sessions, their own sources against
sources of other sessions of the same project, leaving one session out at a time. They are constants here, so
that a score is the same everywhere; a change to them changes `LINKER_VERSION`.
"""

from __future__ import annotations

from dataclasses import dataclass

from gates.language.similarity import MILLION, ComparedText, coverage
from gates.search.index import STRONG_KINDS, SourceIndex


@dataclass(frozen=True, slots=True)
class Support:
    """The features of one statement and one span; shares lie in 0..1."""

    held: float
    """Weighted share of the statement's stems that the span contains."""
    mass: float
    """Weight of the stems contained: many rare words prove more than two common ones."""
    rarity: float
    """Mean weight of the statement's stems: words rare in this source count against it."""
    length: int
    """Number of distinct stems of the statement."""
    back: float
    """Weighted share of the span's stems that the statement contains."""
    in_range: bool
    absent: float
    """Share of the statement's identifiers that occur nowhere in the session."""
    unheard: float = 0.0
    """Share of the statement's stems that occur nowhere in the session."""

    @property
    def score(self) -> float:
        """The log odds that the statement comes from this source, rounded to 1e-6."""
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
        """Whether the span contains all words of a statement of some length."""
        return self.held >= 0.95 and self.length >= 4 and self.absent == 0


LINK_AT = 0.4
"""Least score at which a link is made unless the span contains all words."""


def support(
    claim: ComparedText, span_stems: frozenset[str], *, in_range: bool, index: SourceIndex, unheard: int = 0
) -> Support:
    """Return the features of a statement and a span with these stems."""
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
