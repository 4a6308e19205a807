"""Whether a sentence of one source is about the same subject and attribute as another source's answer.

This is looser than comparing clauses word by word, so it is used only if both have one value of the expected
kind. Two sources seldom use the same words, but the words they share then name what the value belongs to.
"""

from __future__ import annotations

import re

from gates.language.tokens import stem_of
from workbench.runs.language.currencies import CURRENCY_STEMS
from workbench.runs.language.kinds_of_things import closely
from workbench.runs.language.measures import MONTHS
from workbench.runs.language.phrases import meant
from workbench.runs.language.terms import stems
from workbench.runs.ranking.questions import LIGHT, measuring, wanted
from workbench.runs.ranking.scoring import RankedPassage

LEAST_SHARED = 3
"""Minimum words in common, including headings."""
LEAST_OWN = 2
"""Minimum of them in both sentences themselves; one must be the same specific word."""
SHARE = 0.5
"""Minimum share of the words of either sentence that the other or its headings name."""
_NO_SUBJECT = CURRENCY_STEMS | {stem_of(month) for month in MONTHS}
_VALUE = re.compile(
    r"\d|^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve?|thirteen|fourteen|fifteen|twenty|"
    r"thirti|forti|fifti|hundr|thousand|second|minut|hour|day|night|week|month|year|per|"
    r"cent|metr|knot|mile|kilometr|tonn|least|most|within|about)$"
)


def aligned(question: str, one: RankedPassage, other: RankedPassage) -> bool:
    """Return whether two sentences are about the same attribute, so that two values of one kind disagree."""
    asked = _topic(question)
    first, second = _topic(one.text), _topic(other.text)
    above = _topic(one.above), _topic(other.above)
    shared = _named(second | above[1], first | above[0])
    both = _named(asked, first | above[0]), _named(asked, second | above[1])
    if len(shared) < LEAST_SHARED or not all(both) or 2 * len(both[0] & both[1]) < len(both[0]):
        return False
    itself = (first & second) - LIGHT - measuring(wanted(question).kind)
    if not itself or len(_named(second, first)) < LEAST_OWN:
        return False
    named = len(_named(second, first | above[0])), len(_named(first, second | above[1]))
    return any(
        count >= SHARE * len(stems) for count, stems in zip(named, (second, first), strict=True) if stems
    )


def _topic(text: str) -> frozenset[str]:
    """Return the stems of a sentence's subject, without its values and their units."""
    said = (*stems(text), *meant(text))
    return frozenset(stem for stem in said if not _VALUE.search(stem) and stem not in _NO_SUBJECT)


def _named(stems: frozenset[str], by: frozenset[str]) -> frozenset[str]:
    """Return the stems that others name, themselves or by a synonym."""
    return frozenset(stem for stem in stems if stem in by or not by.isdisjoint(closely(stem)))
