"""Whether two texts have different circumstances: summer and winter, Friday and Saturday, adult and child.

A statement about one of them does not contradict a statement about the other.
"""

from __future__ import annotations

import re

from gates.language.tokens import stem_of
from workbench.runs.conflicts.clause_topics import clauses_of
from workbench.runs.language.terms import stems

_KINDS = (
    "spring summer autumn winter",
    "monday tuesday wednesday thursday friday saturday sunday weekday weekend",
    "morning afternoon evening night noon",
    "adult child children student pensioner senior baby infant",
    "upper lower", "inner outer", "north south east west", "single return", "first second third",
    "import export", "indoor outdoor",
)  # fmt: skip
_FIGURE = re.compile(r"\d")
_MEMBERS = tuple(frozenset(map(stem_of, kind.split())) for kind in _KINDS)
_WHEN_AND_WHO = 4
"""Number of the first kinds, of times and persons: a text that names none of them applies to any."""
CIRCUMSTANCES = frozenset().union(*_MEMBERS[:_WHEN_AND_WHO])
"""The stems of times and persons."""


def elsewhen(question: str, one: str, other: str) -> bool:
    """Return whether the texts name different circumstances of one kind, or others than the question."""
    asked = frozenset(stems(question))
    for members in _MEMBERS:
        named, mine, theirs = asked & members, _bound_to(one, members), _bound_to(other, members)
        if mine and theirs and mine.isdisjoint(theirs):
            return True
        if named and any(each and each.isdisjoint(named) for each in (mine, theirs)):
            return True
    return False


def unbound_by(*texts: str) -> frozenset[str]:
    """Return the stems of times and persons of those kinds that one of the texts does not name at all."""
    found: set[str] = set()
    for text in texts:
        known = frozenset(stems(text))
        found.update(
            *(members for members in _MEMBERS[:_WHEN_AND_WHO] if known.isdisjoint(members)),
        )
    return frozenset(found)


def _bound_to(text: str, members: frozenset[str]) -> frozenset[str]:
    """Return the circumstances that a text names; none if only one of several figures is bound to them.

    `A ticket costs 8 euros, 5 for children` gives the first price for everybody else.
    """
    found = frozenset(stems(text)) & members
    bound = {members.isdisjoint(stems(each)) for each in clauses_of(text) if found and _FIGURE.search(each)}
    return frozenset() if len(bound) > 1 and len(found) == 1 else found


def within(question: str, text: str) -> str:
    """Return the clauses with the question's circumstances, if a text has clauses for different ones."""
    for members in _MEMBERS:
        named = frozenset(stems(question)) & members
        if named and len(frozenset(stems(text)) & members) > len(named):
            text = ", ".join(each for each in clauses_of(text) if not named.isdisjoint(stems(each))) or text
    return text
