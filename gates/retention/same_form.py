"""Writes two statements in one form where a writer has the choice, before they are compared (S1 gate C).

`Nobody may smoke outside the yard` is `smoking is allowed only in the yard`, `drop offs` are `drop-offs`, and
`ask if he comes` is `ask whether he comes`. A form is changed only if the other statement has the other one.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from gates.retention.words import base_stem

_ONLY = re.compile(r"\b(?:only|solely|exclusively)\b", re.IGNORECASE)
_NOT_OUTSIDE = re.compile(
    r"\b(?:(?:(?:do|does|must|may|should|can|shall) )?(?:not|never)|(?:do|does|must|should)n['’]t"
    r"|can(?:not|['’]t)|nobody|no one)\b((?: [\w'’-]{1,30}){1,8}?) outside(?: of)?(?= (?!of\b)\w)",
    re.IGNORECASE,
)
_WITHOUT_ASKING = re.compile(r"\bwithout (?:first )?asking (\w+)(?: first| before)?", re.IGNORECASE)
_IF_ASKED = re.compile(r"\b(?:unless|before|until|only after)\b[^.;,\n]{1,40}\basked\b", re.IGNORECASE)
_COMPOUND = re.compile(r"(?<![\w/.-])([A-Za-z]{2,20})-([A-Za-z]{2,20})(?![\w/-]|\.\w)")
_WHETHER = re.compile(r"\bwhether\b", re.IGNORECASE)
_ASKED_IF = re.compile(
    r"\b((?:ask|check|find out|know|see|tell|wonder|decide)(?:ed|s|ing)?\b(?: [\w'’-]{1,30}){0,4}),? if\b",
    re.IGNORECASE,
)

_GIVES_LEAVE = re.compile(
    r"\b(?P<whose>(?!(?:he|she|it|that|who)'s)(?:my|your|his|her|their|our|the|an|\w+'s)) "
    r"(?:ok(?:ay)?|go-?ahead|say-?so|blessing|green light)\b",
    re.IGNORECASE,
)
_GAVE_LEAVE = re.compile(r"(?<![\w'])ok(?:ay)?(?:ed|'?d|s)\b", re.IGNORECASE)
"""`Her ok`, `he ok'd it`: an approval, while `ok` alone is talk."""


@lru_cache(maxsize=20_000)
def in_one_form(original: str, stated: str) -> tuple[str, str]:
    """Return an item and a statement, each in the form of the other where both say the same."""
    return _adapted(original, stated), _adapted(stated, original)


def _adapted(text: str, other: str) -> str:
    if "outside" in text and _ONLY.search(other) and not _ONLY.search(text):
        text = _NOT_OUTSIDE.sub(r"\1 only in", text)
    if _IF_ASKED.search(other):
        text = _WITHOUT_ASKING.sub(r"unless \1 was asked", text)
    if " if " in text and _WHETHER.search(other) and not _WHETHER.search(text):
        text = _ASKED_IF.sub(r"\1 whether", text)
    text = _GIVES_LEAVE.sub(r"\g<whose> approval", _GAVE_LEAVE.sub("approved", text))
    return _COMPOUND.sub(lambda found: _apart(found, other), text) if "-" in text else text


def _apart(found: re.Match[str], other: str) -> str:
    """Return a compound in two words if another text has it so."""
    pair = (base_stem(found[1].casefold()), base_stem(found[2].casefold()))
    return f"{found[1]} {found[2]}" if pair in _pairs(other) else found.group()


@lru_cache(maxsize=2_000)
def _pairs(text: str) -> frozenset[tuple[str, str]]:
    """Return the stems of each two neighbouring words."""
    stems = [base_stem(word) for word in re.findall(r"[\w'’-]+", text.casefold())]
    return frozenset(pairwise(stems))
