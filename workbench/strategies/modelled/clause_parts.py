"""Clauses of an item and of the sentences that it quotes, each with what it denies or leaves open.

A sentence often affirms one thing and denies another: `I could not run the tests, so I read the code`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from gates.language.similarity import statement

_SUBJECT = r"(?:i|we|it|they|he|she|you|everything|nothing|let)\b"
_DENIED = r"[^,;]{0,60}(?:\bnot\b|n't\b|\bcannot\b|\bnever\b)"
_BREAK = re.compile(
    rf"(?<!\be\.g)(?<!\bi\.e)[.;!?]\s+|\s[-–—]\s|,?\s(?:but|so|because|since|while|whereas|however|although|though|which|then)\s"
    rf"|,\s(?={_SUBJECT}|never\b)|,?\sand\s(?={_SUBJECT})|,\sand\s(?={_DENIED})",
    re.IGNORECASE,
)
_MARKS = re.compile(r"[*_`\"“”]+")
_OPEN_HEAD = re.compile(
    r"^\W{0,6}(?:still (?:open|to do|pending|missing)|to[ -]?do|open(?: work| points?| tasks?)?|remaining"
    r"|not (?:yet )?done|pending|outstanding|left to do|next(?: steps?)?)\s?:",
    re.IGNORECASE,
)
_NOT_DONE = re.compile(
    r"\b(?:can|ca|wo|could|did|does|do|has|have|had|is|are|was|were|will|would|may|might|should"
    r"|must)(?: \w+ly)?"
    r"(?:n't|not| not)\b|\bcannot\b|\bnever\b|\bunable to\b|\bfail(?:ed|s)? to\b|\bnot yet\b"
    r"|\b(?:yet|still|remains?|left) (?:open|pending|missing|to (?:be |do\b))|\bwithout being\b"
    r"|\b(?:none of|no longer|nobody|no one)\b|\bimpossible\b",
    re.IGNORECASE,
)
_NOT_ONLY = re.compile(r"\bnot (?:just|only|merely)\b", re.IGNORECASE)
_FAILS = re.compile(
    r"\b(?:fail(?:s|ed|ing|ures?)?|broken|broke|crash(?:es|ed|ing)?|errors?)\b", re.IGNORECASE
)
_NO_FAILURE = re.compile(
    r"\b(?:0|no|zero|without(?: any| an?)?|nothing|none|never)\s(?:\w+\s){0,2}?"
    r"(?:fail\w*|errors?|crash\w*|broke\w*)\b",
    re.IGNORECASE,
)


class ToldClause(NamedTuple):
    """One clause of a text."""

    text: str
    """On one line, without marks of emphasis."""
    stems: frozenset[str]
    unmet: bool
    """Whether it says that something was not done, cannot be done, fails, or is still to be done."""


def clauses(texts: Sequence[str]) -> list[ToldClause]:
    """Return the clauses of some sentences, in order."""
    return [clause for text in texts for clause in _clauses(text)]


@lru_cache(maxsize=4_000)
def _clauses(text: str) -> tuple[ToldClause, ...]:
    return tuple(_read(text))


def _read(text: str) -> Iterator[ToldClause]:
    plain = _NOT_ONLY.sub(" ", _MARKS.sub("", text).replace("’", "'")).strip()
    if _OPEN_HEAD.match(plain):
        yield ToldClause(plain, statement(plain).stems, unmet=True)
        return
    for part in filter(None, map(str.strip, _BREAK.split(plain))):
        denied = _NOT_DONE.search(_NO_FAILURE.sub(" ", part)) is not None
        fails = _FAILS.search(_NO_FAILURE.sub(" ", part)) is not None
        told = re.search(r"\bfail(?:ed|s)? to\b", part, re.IGNORECASE) is not None
        yield ToldClause(part, statement(part).stems, unmet=(denied != fails) or told)
