"""Whether what a sentence denies is in a part of it that an item does not tell.

`The tests pass on Linux, and the job for Windows was not started` has a word of denial and `The tests pass on
Linux` has none; both say the same of Linux.
"""

from __future__ import annotations

import re

from gates.language.similarity import coverage, statement
from workbench.strategies.modelled.act_words import DENIES
from workbench.strategies.modelled.clause_parts import clauses

_PARTS = re.compile(r"[,:;]\s")
_CONDITION = re.compile(
    r"\b(?:if|unless|until|when|whenever|once|before|except|without|as long as|provided)\b", re.IGNORECASE
)
TOLD = 0.75
"""Share of an item's words that must be in the parts that deny nothing."""


def denied_elsewhere(text: str, sentence: str) -> bool:
    """Return whether a text tells only parts of a sentence that deny nothing, and nothing of the others.

    Conditions, and denials that reach beyond their part (`you must not, ever, push`), do not count.
    """
    if DENIES.search(text):
        return False
    parts = [part for clause in clauses([sentence]) for part in _PARTS.split(clause.text)]
    denying = [(part, found) for part in parts if (found := DENIES.search(part)) is not None]
    affirmed = frozenset[str]().union(*(statement(p).stems for p in parts if DENIES.search(p) is None))
    told = statement(text).stems
    whole = all(
        statement(part[found.end() :]).stems and not _CONDITION.search(part) for part, found in denying
    )
    denied = frozenset[str]().union(*(statement(part).stems for part, _ in denying)) - affirmed
    return bool(denying) and whole and not (denied & told) and coverage(told, affirmed) >= TOLD
