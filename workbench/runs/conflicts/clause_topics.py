"""The clauses of a text, each with one statement, and the subject of a clause."""

from __future__ import annotations

import re

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
_CLAUSE = re.compile(r"[;.!?](?:\s|$)|,\s(?:(?:but|and|though)\s)?")


def clauses_of(text: str) -> list[str]:
    """Return the clauses of a text, each with one statement."""
    return [part for part in _CLAUSE.split(text) if part.strip()]


def topic(text: str) -> list[str]:
    """Return the stems of a clause's subject, without denials, figures, months and days."""
    return [stem for stem in stems(DENIES.sub(" ", text)) if not stem[0].isdigit() and stem not in MOMENTS]
