"""Whether two texts speak of other circumstances: summer and winter, Friday and Saturday, adult and child.

What holds in one of them is no contradiction of what holds in the other.
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
"""The first kinds: what names none of them holds for any; the others tell things apart."""
CIRCUMSTANCES = frozenset().union(*_MEMBERS[:_WHEN_AND_WHO])
"""The stems of the times and persons among them."""


def elsewhen(question: str, one: str, other: str) -> bool:
    """Whether each names other circumstances of one kind, or one other ones than the question does."""
    asked = frozenset(stems(question))
    for members in _MEMBERS:
        named, mine, theirs = asked & members, _bound_to(one, members), _bound_to(other, members)
        if mine and theirs and mine.isdisjoint(theirs):
            return True
        if named and any(each and each.isdisjoint(named) for each in (mine, theirs)):
            return True
    return False


def unbound_by(*texts: str) -> frozenset[str]:
    """The stems of times and persons of whose kind one of the texts names none: it holds for any."""
    found: set[str] = set()
    for text in texts:
        known = frozenset(stems(text))
        found.update(
            *(members for members in _MEMBERS[:_WHEN_AND_WHO] if known.isdisjoint(members)),
        )
    return frozenset(found)


def _bound_to(text: str, members: frozenset[str]) -> frozenset[str]:
    """The circumstances that a text names; none where one figure of it is bound to them, another to none.

    `A ticket costs 8 euros, 5 for children` says the first price of everybody else.
    """
    found = frozenset(stems(text)) & members
    bound = {members.isdisjoint(stems(each)) for each in clauses_of(text) if found and _FIGURE.search(each)}
    return frozenset() if len(bound) > 1 and len(found) == 1 else found


def within(question: str, text: str) -> str:
    """The clauses that name the circumstances of the question, where a text tells them apart by clauses."""
    for members in _MEMBERS:
        named = frozenset(stems(question)) & members
        if named and len(frozenset(stems(text)) & members) > len(named):
            text = ", ".join(each for each in clauses_of(text) if not named.isdisjoint(stems(each))) or text
    return text
