"""Whether two texts speak of other circumstances: summer and winter, Friday and Saturday, adult and child.

What holds in one of them is no contradiction of what holds in the other.
"""

from __future__ import annotations

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
_MEMBERS = tuple(frozenset(map(stem_of, kind.split())) for kind in _KINDS)


def elsewhen(question: str, one: str, other: str) -> bool:
    """Whether each names other circumstances of one kind, or one other ones than the question does."""
    asked, first, second = (frozenset(stems(text)) for text in (question, one, other))
    for members in _MEMBERS:
        named, mine, theirs = asked & members, first & members, second & members
        if mine and theirs and mine.isdisjoint(theirs):
            return True
        if named and any(each and each.isdisjoint(named) for each in (mine, theirs)):
            return True
    return False


def within(question: str, text: str) -> str:
    """The clauses that name the circumstances of the question, where a text tells them apart by clauses."""
    for members in _MEMBERS:
        named = frozenset(stems(question)) & members
        if named and len(frozenset(stems(text)) & members) > len(named):
            text = ", ".join(each for each in clauses_of(text) if not named.isdisjoint(stems(each))) or text
    return text
