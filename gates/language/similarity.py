"""Compares two statements; shared by linking, retention and contradiction.

Weights are whole millionths, so that a sum is the same in any order, and scores are fractions rounded to 1e-6
(GF).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz

from gates.language.ruled_out import ruled_out
from gates.language.tokens import Tokens, tokenise

SUBSUMES_AT = 0.999
"""Share of the shorter statement's words that the longer one must contain."""

Weight = Callable[[str], int]
"""The relative weight of a stem, as an integer."""
MILLION = 1_000_000
"""The integer that represents a weight of one."""


@dataclass(frozen=True)
class ComparedText:
    """A text prepared for comparison."""

    text: str
    tokens: Tokens
    stems: frozenset[str]
    sorted_stems: str


@lru_cache(maxsize=20_000)
def statement(text: str) -> ComparedText:
    """Prepare a text; equal texts are prepared once."""
    tokens = tokenise(text)
    stems = frozenset(tokens.stems)
    return ComparedText(text, tokens, stems, " ".join(sorted(stems)))


def even(_stem: str) -> int:
    """Return the same weight for every stem."""
    return 1


def coverage(needle: Iterable[str], hay: frozenset[str], weight: Weight = even) -> float:
    """Return the weighted share of the needle's distinct stems that the hay contains.

    0 for an empty needle.
    """
    wanted = frozenset(needle)
    common = wanted & hay
    if not common:
        return 0.0
    if weight is even:
        return round(len(common) / len(wanted), 6)
    total = sum(map(weight, wanted))
    return round(sum(map(weight, common)) / total, 6) if total else 0.0


def similarity(item: ComparedText, candidate: ComparedText, weight: Weight = even) -> float:
    """Return how much of an item a candidate restates: weighted coverage, combined with a set ratio."""
    covered = coverage(item.stems, candidate.stems, weight)
    if covered < 0.2:
        return round(0.7 * covered, 6)
    ratio = fuzz.token_set_ratio(item.sorted_stems, candidate.sorted_stems) / 100
    return round(0.7 * covered + 0.3 * ratio, 6)


def subsumes(longer: str, shorter: str) -> bool:
    """Return whether `longer` contains all of `shorter`: stems (of words, names and numbers) and polarity.

    What the longer one rules out by contrast it does not contain.
    """
    inner, outer = statement(shorter), statement(longer)
    if not inner.stems:
        return shorter.strip().casefold() == longer.strip().casefold()
    if coverage(inner.stems, outer.stems) < SUBSUMES_AT:
        return False
    if bool(inner.tokens.negations) != bool(outer.tokens.negations):
        return False
    return not (ruled_out(longer) & inner.stems) - ruled_out(shorter)
