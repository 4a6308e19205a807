"""What a quoted text takes and bars: `call it "River Walk", not "Walk"`, `the lift rather than stairs`.

An item that takes the barred thing without the taken one says the opposite. One that takes the same, or bars
the same in other words, says the same, though only one of the two texts denies something.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gates.language.ruled_out import CONTRAST
from gates.language.similarity import coverage, statement
from gates.language.tokens import stem_of
from workbench.strategies.modelled.clause_parts import clauses

SAME_MATTER = 0.5
"""Share of the words of a clause that another clause about the same matter has."""

_NEXT = r"(?=[,;.!?)]|\s(?:because|since|but|so|and)\b|$)"
_BARRED = re.compile(rf",?\s?{CONTRAST}(?:just |only |merely )?(.{{1,60}}?){_NEXT}", re.IGNORECASE)
_BUT = re.compile(r"\b(?:not|n't)\s(?:\w+\s)?(.{1,60}?),?\sbut\s(?!not\b)(.{1,80})", re.IGNORECASE)
_WORD = re.compile(r"[\w'./@-]+")
_DENIES = re.compile(
    r"\b(?:not|no|never|nobody|none|nothing|without|avoid|forbidden|instead|rather|cannot|neither|former|from)\b|n't\b",
    re.IGNORECASE,
)
_NEVER = re.compile(
    r"\b(?:never|nobody|no one|not|none|nothing|no|cannot|forbid(?:s|den)?|prohibit(?:s|ed)?|banned)\b|n't\b",
    re.IGNORECASE,
)
_UN = re.compile(r"\bun(?!der|i)(?=[a-z]{5,20}\b)", re.IGNORECASE)
"""The beginning of a word that denies the rest: `untouched`."""
_SAYS_NO = frozenset(
    map(
        stem_of,
        "nobody none one anybody anyone ever even allow permit forbid forbidden prohibit ban leave stay"
        " keep".split(),
    )
)


class BarredChoice(NamedTuple):
    """One thing taken and another barred, as rows of words in lower case."""

    taken: str
    barred: str


def bars_turned(text: str, touched: Sequence[str]) -> bool | None:
    """Return whether an item takes what the quoted sentences bar; False if it takes what they take.

    None where they bar nothing that it names.

    Args:
        text: the item's.
        touched: the sentences that its quotations touch.
    """
    own = list(_contrasts(text))
    taken = own[0].taken if own else _row(text)
    verdict = None
    for each in (contrast for sentence in touched for contrast in _contrasts(sentence)):
        shared = statement(each.taken).stems | statement(each.barred).stems
        if not shared & statement(taken).stems:
            continue
        if not own and _ends_barred(taken, each):
            return True
        if _has(taken, each.taken, each.barred):
            verdict = False
        elif own:
            if _has(own[0].taken, each.barred, each.taken):
                return True
        elif not _DENIES.search(text) and _holds_barred(taken, each):
            return True
    return verdict


def denies_alike(text: str, touched: Sequence[str]) -> bool:
    """Return whether an item denies only what a quoted clause denies, and affirms nothing of the kind.

    `Nobody ran it` and `it was never run` deny the same.
    """
    own = clauses([text])
    said = [_denied(each.text) for each in clauses(touched)]
    whole = [_denied(each) for each in touched] if len(own) == 1 else []
    mine = [found for each in own if (found := _denied(each.text))]
    affirmed = [each.stems for each in own if not _NEVER.search(_UN.sub("not ", each.text))]
    denied = bool(mine) and all(any(found <= each for each in (*said, *whole)) for found in mine)
    return denied and not any(coverage(stems, each) >= SAME_MATTER for stems in affirmed for each in said)


def _denied(text: str) -> frozenset[str]:
    """Return the stems of a text that denies something, without the words of denial; else none."""
    plain = _UN.sub("not ", text)
    return statement(plain).stems - _SAYS_NO if _NEVER.search(plain) else frozenset()


def _contrasts(text: str) -> Iterator[BarredChoice]:
    but = _BUT.search(text)
    if but is not None:
        yield BarredChoice(_row(but[2]), _row(but[1]))
        return
    for found in _BARRED.finditer(text):
        yield BarredChoice(_row(text[: found.start()]), _row(found[1]))


def _row(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold().replace("’", "'"))).strip(".")


def _distinct(taken: str, barred: str) -> frozenset[str]:
    """Return the words for what was taken that what was barred has not."""
    return statement(taken).stems - statement(barred).stems


def _has(row: str, taken: str, barred: str) -> bool:
    """Return whether a row of words names what was taken: the words that tell it from what was barred."""
    marks = _distinct(_nearest(taken, barred), barred)
    return bool(marks) and marks <= statement(row).stems


def _nearest(taken: str, barred: str) -> str:
    """Return the last words of what was taken, one more than what was barred has: the thing in its place."""
    return " ".join(taken.split()[-(len(barred.split()) + 1) :])


def _holds_barred(row: str, contrast: BarredChoice) -> bool:
    """Return whether a row of words names what was barred and not what was taken."""
    stems, barred = statement(row).stems, statement(contrast.barred).stems
    marks = _distinct(_nearest(contrast.taken, contrast.barred), contrast.barred)
    return bool(barred) and barred <= stems and marks.isdisjoint(stems)


def _ends_barred(row: str, contrast: BarredChoice) -> bool:
    """Return whether a row ends with what was barred, behind the word behind which the taken thing is."""
    words, taken, barred = row.split(), contrast.taken.split(), contrast.barred.split()
    if not barred or len(words) <= len(barred) or words[-len(barred) :] != barred:
        return False
    places = [
        n
        for n, word in enumerate(taken)
        if n and statement(word).stems & _distinct(contrast.taken, contrast.barred)
    ]
    near = [n for n in places if n >= len(taken) - len(barred) - 1]
    return bool(near) and taken[near[0] - 1] == words[-len(barred) - 1]
