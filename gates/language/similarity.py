"""Comparison of two statements, shared by linking, retention and contradiction.

Scores are fractions rounded to 1e-6, so that a compare never hangs on the order of a sum (GF).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz

from gates.language.tokens import Tokens, tokenise

SUBSUMES_AT = 0.999
"""Share of the shorter statement's words that must stand in the longer one."""

Weight = Callable[[str], float]


@dataclass(frozen=True)
class Statement:
    """A text prepared for comparison."""

    text: str
    tokens: Tokens
    stems: frozenset[str]
    sorted_stems: str


@lru_cache(maxsize=20_000)
def statement(text: str) -> Statement:
    """Prepare a text; equal texts are prepared once."""
    tokens = tokenise(text)
    stems = frozenset(tokens.stems)
    return Statement(text, tokens, stems, " ".join(sorted(stems)))


def even(_stem: str) -> float:
    """Every stem weighs the same."""
    return 1.0


def coverage(needle: Iterable[str], hay: frozenset[str], weight: Weight = even) -> float:
    """Weighted share of the needle's distinct stems that the hay holds; 0 for an empty needle."""
    wanted = set(needle)
    if hay.isdisjoint(wanted):
        return 0.0
    total = found = 0.0
    for stem in sorted(wanted):
        share = weight(stem)
        total += share
        if stem in hay:
            found += share
    return round(found / total, 6) if total else 0.0


def similarity(item: Statement, candidate: Statement, weight: Weight = even) -> float:
    """How much of an item a candidate restates: weighted coverage, with a set ratio beside it."""
    covered = coverage(item.stems, candidate.stems, weight)
    if covered < 0.2:
        return round(0.7 * covered, 6)
    ratio = fuzz.token_set_ratio(item.sorted_stems, candidate.sorted_stems) / 100
    return round(0.7 * covered + 0.3 * ratio, 6)


def subsumes(longer: str, shorter: str) -> bool:
    """Whether all that `shorter` says stands in `longer`: stems, identifiers, numbers and polarity."""
    inner, outer = statement(shorter), statement(longer)
    if not inner.stems:
        return shorter.strip().casefold() == longer.strip().casefold()
    if coverage(inner.stems, outer.stems) < SUBSUMES_AT:
        return False
    return bool(inner.tokens.negations) == bool(outer.tokens.negations)
