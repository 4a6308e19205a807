"""Actions or things that a claim states in the reverse order of a sentence of a short chat.

Warning: `order_reversed`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gates.artifact import Item
from gates.contradiction.message_clauses import ChatClause, plain_stems, spoken, warned
from gates.findings import Found
from gates.search.index import SourceIndex

_A, _B = r"(?P<a>[^,;.:]{3,80}?)", r"(?P<b>[^,;.:]{2,80})"
_EARLIER = (
    rf"\bfirst,?\s{_A},?\s(?:and\s)?(?:then|afterwards|after that)\s{_B}",
    rf"{_A}\s(?:comes? |is |goes )?first,?\s(?:and\s|but\s)?(?:then\s)?{_B[:-1]}?)"
    r"(?:\s(?:after(?: that|wards)?|later|second))?(?=[,;.:]|$)",
    rf"{_A},?\s(?:and\s)?(?:then|followed by)\s{_B}",
    rf"{_A},?\sand\s{_B[:-1]}?)\s(?:following that|after that|afterwards|after it)\b",
    rf"{_A}\s(?:before|ahead of|prior to|precedes)\s{_B}",
    rf"\b(?:before|prior to)\s{_B},\s(?P<a>[^;.:]{{3,80}})",
)
"""Phrases that put `a` before `b`."""
_LATER = (
    rf"{_A}\s(?:only\s)?(?:after|once|following|as soon as)\s{_B}",
    rf"\b(?:after|once)\s{_B},\s(?P<a>[^;.:]{{3,80}})",
)
"""Phrases that put `a` after `b`."""
_RELATIONS = tuple(
    (re.compile(words, re.IGNORECASE), straight)
    for straight, row in ((True, _EARLIER), (False, _LATER))
    for words in row
)
_NOT_BEFORE = re.compile(r"\b(?:not|never|don't|isn't|aren't)\b", re.IGNORECASE)
_NO_TIME = re.compile(
    r"\bat once\b|\bafter all\b|\bonce (?:a|an|per|every)\b|\bthe day after\b", re.IGNORECASE
)


def _relations(text: str) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """Yield the stems that a sentence puts first and those that it puts later."""
    for pattern, straight in _RELATIONS:
        for match in pattern.finditer(text):
            if _NOT_BEFORE.search(match["a"]) or _NO_TIME.search(match.group()):
                continue
            one, two = plain_stems(match["a"]), plain_stems(match["b"])
            earlier, later = (one, two) if straight else (two, one)
            if earlier - later and later - earlier:
                yield earlier - later, later - earlier


_FIRST = re.compile(r"(?P<a>[^,;.:]{3,80}?) (?:(?:comes?|goes|is done|is) )?first(?=[,;.:]|$)", re.IGNORECASE)


def _near(one: frozenset[str], other: frozenset[str]) -> bool:
    return 2 * len(one & other) >= min(len(one), len(other)) and bool(one & other)


def order(item: Item, index: SourceIndex) -> list[Found]:
    """Find two actions or things stated in the reverse order of a sentence."""
    mine = list(_relations(item.text))
    turned: ChatClause | None = None
    for clause in spoken(index, clauses=False) if mine else ():
        for first, second in _relations(clause.text):
            for earlier, later in mine:
                if _near(earlier, first) and _near(later, second):
                    return []
                if _near(earlier, second) and _near(later, first):
                    turned = turned or clause
        for match in _FIRST.finditer(clause.text):
            first = plain_stems(match["a"])
            if any(_near(later, first) and not _near(earlier, first) for earlier, later in mine):
                turned = turned or clause
    if turned is None:
        return []
    return warned("order_reversed", "the session has this order the other way round", item, index, turned)
