"""Recognises statements that something was done, without a word that denies, wishes or defers it."""

from __future__ import annotations

import re

from gates.language.lexicon import NEGATIONS, OPEN_WORDS

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_QUALIFYING = (
    NEGATIONS
    | OPEN_WORDS
    | frozenset(
        """
        about after asked be before being can could ensure if may might must need needed needs once progress
        should until user users wanted wants when will would
        """.split()
    )
)
"""Words beside which an action is wished, denied, or done by somebody else."""


def states_plainly(text: str) -> bool:
    """Return whether no word of a text qualifies its report that something was done."""
    return _QUALIFYING.isdisjoint(_WORD.findall(text.casefold()))
