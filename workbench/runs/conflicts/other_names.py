"""Whether two texts name different persons for the same action or office."""

from __future__ import annotations

import re

from gates.language.sentence_spans import sentence_texts
from workbench.runs.conflicts.clause_topics import clauses_of, topic
from workbench.runs.language.name_shapes import FULL_NAME

LEAST_SHARED = 2
"""Minimum words that two clauses have in common, without the names."""
CLOSE = 0.6
"""Minimum share of the shorter clause's words in common, so that both state the same of the persons."""
_FULL_NAME = re.compile(rf"\b(?:(?:Mr|Mrs|Ms|Dr|Captain|Prof)\.? )?{FULL_NAME}\b")
_OFFICE = re.compile(
    r"\b(?P<office>(?:[Hh]ead of [a-z]+|[Cc]aptain|[Mm]aster|[Ee]ngineer|[Dd]irector|[Cc]hair(?:man|woman)?|"
    r"[Mm]anager|[Pp]resident|[Ss]ecretary|[Oo]wner|[Tt]reasurer|[Ee]ditor|[Ll]ead|[Dd]octor|[Tt]eacher))"
    rf"(?:, |: | is (?:now )?| was |\s\|\s| )(?P<name>(?:(?:Mr|Mrs|Ms|Dr)\.? )?{FULL_NAME})"
)


def _offices(text: str) -> dict[str, set[str]]:
    """Return the holders of each office: `Manager: Ann Lee`, `our new manager, Ann Lee`."""
    found: dict[str, set[str]] = {}
    for match in _OFFICE.finditer(text):
        found.setdefault(match.group("office").casefold(), set()).add(match.group("name"))
    return found


def other_persons(question: str, one: str, other: str) -> bool:
    """Return whether the texts state the same of different persons, or differ in who holds an office."""
    held, also = _offices(one), _offices(other)
    if any(held[office].isdisjoint(also[office]) for office in held.keys() & also.keys()):
        return True
    return any(
        _apart(question.casefold(), mine, theirs)
        for parted in (clauses_of, sentence_texts)
        for mine in parted(one)
        for theirs in parted(other)
    )


def _apart(known: str, mine: str, theirs: str) -> bool:
    """Return whether both state the same of different persons, none of whom the question names."""
    names = [
        {name for name in _FULL_NAME.findall(part) if name.casefold() not in known} for part in (mine, theirs)
    ]
    if not all(names) or not names[0].isdisjoint(names[1]):
        return False
    words = [frozenset(topic(_FULL_NAME.sub(" ", part))) for part in (mine, theirs)]
    shared = len(words[0] & words[1])
    return shared >= LEAST_SHARED and shared >= CLOSE * min(map(len, words))
