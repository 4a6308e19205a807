"""Whether an item rejects what its quotation says no to, in other words.

`The ferry was rejected` beside `not the ferry`, `the cabin instead of the tent` beside `I changed my mind
about the tent`: one has a word of denial and the other has none, and both say the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gates.language.similarity import statement
from workbench.strategies.modelled.act_words import DENIES, REFUSES, REJECTED
from workbench.strategies.modelled.clause_parts import clauses

_PARTS = re.compile(r"[,:;]\s")
_INSTEAD = re.compile(
    r"\b(?:instead of|rather than|not|over)\s(?:for\s|to\s|with\s)?(.{2,80})", re.IGNORECASE
)
_BY = re.compile(r"\s(?:by|for|in favou?r of)\s", re.IGNORECASE)


def refused_alike(text: str, sentence: str) -> bool:
    """Return whether each thing that a text rejects is one that a sentence says no to."""
    rejected = list(_rejected(text))
    denied = [
        statement(part).stems
        for clause in clauses([sentence])
        for part in _PARTS.split(clause.text)
        if DENIES.search(part) or REFUSES.search(part)
    ]
    return bool(rejected) and all(any(thing & each for each in denied) for thing in rejected)


def _rejected(text: str) -> Iterator[frozenset[str]]:
    """Yield the words of each thing that a text says was rejected or not taken."""
    for clause in clauses([text]):
        for part in _PARTS.split(clause.text):
            found, instead = REJECTED.search(part), _INSTEAD.search(part)
            if found is not None:
                before, behind = part[: found.start()], part[found.end() :]
                passive = re.search(r"\b(?:was|were|is|are|been|being)\s(?:\w+ly\s)?$", before, re.IGNORECASE)
                named = statement(before if passive else _BY.split(behind)[0]).stems
            elif instead is not None:
                named = statement(instead[1]).stems
            else:
                continue
            if named:
                yield named
