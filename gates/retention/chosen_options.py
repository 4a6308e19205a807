"""Whether a statement holds the option that answered a question, in the option's own words."""

from __future__ import annotations

from gates.language.modality import runs
from gates.language.similarity import statement

LEAST_LABEL = 2
"""Stems from which an option is recognised beside a word of its question."""
ALONE_LABEL = 4
"""Stems from which an option is recognised by itself."""
NEAR_WORDS = 4
"""Words before an option, or behind it, in which it may be refused."""
_REFUSED_BEFORE = frozenset(
    "not never no against declined declining rejected rejecting instead than over without versus vs "
    "offered option options either or".split()
)
_REFUSED_BEHIND = frozenset(
    "rejected declined refused withdrawn dropped abandoned reverted superseded replaced".split()
)


_CHOSEN = frozenset("approved choice chose chosen decided picked prefers preferred selected".split())
"""Words before an option that say that it was taken."""


def answer_retained(wanted: str, stated: str) -> bool:
    """Whether `wanted` is a question with the option that was taken, and `stated` holds that option as taken.

    A summary tells such an answer by its option (`chose "Local file in repo" for the plan`), seldom by its
    question: what of the question is worded otherwise is no loss. An option of few words needs a word of its
    question beside it, or one that says that it was chosen; words that refuse it next to it make it none.
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
