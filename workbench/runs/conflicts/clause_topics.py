"""The clauses of a text, each with one statement, and the subject of a clause."""

from __future__ import annotations

import re
from collections.abc import Callable

from gates.language.tokens import stem_of
from workbench.runs.language.measures import MONTHS
from workbench.runs.language.terms import stems

_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
MOMENTS = frozenset(stem_of(name) for name in (*MONTHS, *_DAYS))
DENIES = re.compile(
    r"\b(?:not(?! only)|no longer|no(?! (?:more|less|later|fewer|earlier) than)|never|nor|cannot|can't|isn't|"
    r"aren't|won't|without|forbidden|banned|prohibited|refused|rejected|except|"
    r"(?:stay|stays|left|kept|wait|waits) outside|keep out)\b",
    re.I,
)
"""Words that deny the subject of a clause."""
_REACHES = re.compile(r"(?:not|no longer|no|never|nor|cannot|\w+n't|without)$", re.I)
"""Denials of what follows them, or of the subject before them; the other ones deny their whole clause."""
_BARS = re.compile(r"[(),;:|]|\b(?:that|which|who|and|but)\b")
_SUBJECT = re.compile(
    r"([\w'’-]+)(?: (?:is|are|was|were|do|does|did|may|must|can|could|should|will|would|has|have|had))?\s*$"
)
_PRONOUNS = frozenset("it they this these those he she we you".split())
MOST_REACHED = 5
"""Words after a denial that it denies."""
_CLAUSE = re.compile(r"[;.!?](?:\s|$)|,\s(?:(?:but|and|though)\s)?")


def clauses_of(text: str) -> list[str]:
    """Return the clauses of a text, each with one statement."""
    return [part for part in _CLAUSE.split(text) if part.strip()]


def topic(text: str) -> list[str]:
    """Return the stems of a clause's subject, without denials, figures, months and days."""
    return [stem for stem in stems(DENIES.sub(" ", text)) if not stem[0].isdigit() and stem not in MOMENTS]


def denies(clause: str, about: Callable[[str], bool]) -> bool:
    """Return whether a clause denies something that words may be about.

    `Locked boxes never travel` does not deny that boxes are locked: what follows the denial, or the subject
    right before it, must be about it.
    """
    for found in DENIES.finditer(clause):
        if not _REACHES.match(found.group()):
            return True
        reached = " ".join(_BARS.split(clause[found.end() :])[0].split()[:MOST_REACHED])
        subject = _SUBJECT.search(clause[: found.start()])
        head = subject[1].casefold() if subject else ""
        if not reached or about(reached) or head in _PRONOUNS or about(head):
            return True
    return False
