"""Checks whether a statement contains the option that answered a question, in the option's own words."""

from __future__ import annotations

from gates.language.modality import runs
from gates.language.similarity import statement

LEAST_LABEL = 2
"""Fewest stems of an option that is recognised beside a word of its question."""
ALONE_LABEL = 4
"""Fewest stems of an option that is recognised by itself."""
NEAR_WORDS = 4
"""Words before or after an option in which it may be refused."""
_REFUSED_BEFORE = frozenset(
    "not never no against declined declining rejected rejecting instead than over without versus vs "
    "offered option options either or".split()
)
_REFUSED_BEHIND = frozenset(
    "rejected declined refused withdrawn dropped abandoned reverted superseded replaced".split()
)


_CHOSEN = frozenset("approved choice chose chosen decided picked prefers preferred selected".split())
"""Words before an option that show that it was chosen."""


def answer_retained(wanted: str, stated: str) -> bool:
    """Return whether `wanted` is a question with its chosen option and `stated` has it as chosen.

    A summary reports such an answer by its option (`chose "Local file in repo" for the plan`), seldom by its
    question, so other words for the question are no loss. A short option needs a word of its question beside
    it, or a word that shows that it was chosen; words of refusal next to it reject it.
    """
    question, mark, option = wanted.rpartition("? ")
    if not mark:
        return False
    sought = runs(option).strip()
    before, found, behind = runs(stated).partition(f" {sought} ")
    stems = statement(option).stems
    if not found or len(stems) < LEAST_LABEL:
        return False
    if not _REFUSED_BEFORE.isdisjoint(before.split()[-NEAR_WORDS:]):
        return False
    if not _REFUSED_BEHIND.isdisjoint(behind.split()[:NEAR_WORDS]):
        return False
    if not _CHOSEN.isdisjoint(before.split()[-NEAR_WORDS:]):
        return True
    beside = statement(stated).stems & statement(question).stems
    return len(stems) >= ALONE_LABEL or not beside <= stems
