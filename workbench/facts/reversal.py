"""Whether one directive takes another back in so many words. Doubt is no reversal: both stay."""

from __future__ import annotations

import re
from functools import lru_cache

from gates.matching import statement

_UNDO = frozenset("remove delete drop revert undo".split())
_DO = frozenset("add include keep create introduce use put write".split())
_AGAIN = re.compile(r"\b(?:again|after all|back out)\b", re.IGNORECASE)
_INSTEAD = re.compile(r"\binstead of (?:the |a |an |using )?([^,.;:!?\n]{2,80})", re.IGNORECASE)
_LEAD = re.compile(r"[a-z']+")
_MIN_STEMS = 2
"""Objects of fewer words are too vague to be provably the same."""


def reverses(later: str, earlier: str) -> bool:
    """Whether `later` undoes, negates or replaces exactly what `earlier` asked for."""
    return _negates(later, earlier) or _undoes(later, earlier) or _replaces(later, earlier)


def _negates(later: str, earlier: str) -> bool:
    """The same words, one with and one without a negation."""
    one, two = statement(later), statement(earlier)
    if len(one.stems) < _MIN_STEMS or one.stems != two.stems:
        return False
    return bool(one.tokens.negations) != bool(two.tokens.negations)


def _undoes(later: str, earlier: str) -> bool:
    """`remove X again` after `add X`."""
    if not _AGAIN.search(later):
        return False
    undone, done = _object(later, _UNDO), _object(earlier, _DO)
    return len(undone) >= _MIN_STEMS and undone == done


def _replaces(later: str, earlier: str) -> bool:
    """`use Y instead of X` after `use X`."""
    match = _INSTEAD.search(later)
    if match is None:
        return False
    replaced = statement(match.group(1)).stems
    return bool(replaced) and replaced == _object(earlier, _DO)


@lru_cache(maxsize=4_096)
def _object(text: str, verbs: frozenset[str]) -> frozenset[str]:
    """The stems after the first of the verbs; empty where none of them is said."""
    for match in _LEAD.finditer(text.casefold()):
        if match.group() in verbs:
            rest = statement(text[match.end() :])
            return frozenset() if rest.tokens.negations else rest.stems - statement("again").stems
    return frozenset()
