"""Numbers in a claim between words between which the session has another number.

Warning: `bound_number_differs`. The word before a number and the one after it (`older than 30 minutes`), or
the two after it (`301 missing blobs`), enclose only other numbers in passages that share some of the rest of
the claim, and the session nowhere has the claim's number beside them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from gates.artifact import Item, ItemKind
from gates.contradiction.in_place import passages, text_of
from gates.contradiction.ranking import SHORT_SOURCE
from gates.findings import Found
from gates.language.code_lines import is_code
from gates.language.lexicon import COUNT_WORDS
from gates.language.quantities import time_unit
from gates.language.similarity import statement
from gates.language.tokens import stem_of
from gates.search.index import SourceIndex, TextSegment
from gates.search.linking import SpanSearch
from gates.source import EventKind

BOUND_AT = 0.2
"""Weighted share of a claim's words that a passage must contain for its numbers to be compared."""
BESIDE = 40
"""Most characters between a number and a word that it counts as beside."""

_NUMBER = rf"\d{{1,3}}(?:,\d{{3}})+|\d{{1,9}}(?:\.\d{{1,4}})?|{'|'.join(COUNT_WORDS)}"
_AFTER_WORD = re.compile(
    rf"(?<![\w'-])(?P<before>[A-Za-z][\w'-]{{0,40}})(?P<than> than)?[ :~]{{1,2}}"
    rf"(?<![\w.,/#:-])(?P<number>{_NUMBER}) ?"
    r"(?P<noun>[a-z][a-z-]*)\b",
    re.IGNORECASE,
)
_BEFORE_TWO = re.compile(
    rf"(?<![\w.,/#:~-])(?P<number>{_NUMBER}) (?P<before>[a-z][a-z-]{{2,}}) (?P<noun>[a-z][a-z-]{{2,}})\b",
    re.IGNORECASE,
)
_NOTHING = frozenset(
    """
    a all an and are as at be by caveat case critical each first for from had has have important in into is
    issue it item last line lines more new no not number of on one option or other out over per phase pr
    scenario section since step task than that the then this to version was were when which while with
    """.split()
)
"""Words that bind a number to nothing, and labels that a number names (`phase 2`)."""


@lru_cache(maxsize=20_000)
def bound(text: str) -> tuple[tuple[tuple[str, str, str], float, str], ...]:
    """Return the numbers of a text with the two words that they are between or before."""
    return tuple(_bound(text))


def _bound(text: str) -> Iterator[tuple[tuple[str, str, str], float, str]]:
    for place, pattern in (("between", _AFTER_WORD), ("before", _BEFORE_TWO)):
        for match in pattern.finditer(text):
            before, noun = match["before"].casefold(), match["noun"].casefold()
            if before in _NOTHING or noun in _NOTHING:
                continue
            than = " than" if place == "between" and match["than"] else ""
            yield (place, stem_of(before) + than, _noun(noun)), _value(match["number"]), match["number"]


def _noun(word: str) -> str:
    return stem_of(time_unit(word) or word)


def _value(number: str) -> float:
    low = number.casefold().replace(",", "")
    return float(low) if low[0].isdigit() else COUNT_WORDS.index(low) + 1.0


def numbers_bound(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """Return this rule's finding on one item."""
    if item.speaker == "user" or "\n" in item.text or is_code(item.text) or not index.scope_complete:
        return []
    if item.kind is ItemKind.OPEN_WORK and item.status != "done":
        return []
    mine = bound(item.text)
    if not mine:
        return []
    near = [(s, text_of(s, index)) for share, s in passages(_topic(item), index, search) if share >= BOUND_AT]
    short = index.range_length < SHORT_SOURCE
    for words, value, number in mine:
        if short and value in index.numbers:
            continue  # a short source states each thing once, perhaps in another place
        others = [(v, s) for s, text in near for w, v, _ in bound(text) if w == words]
        if others and all(other != value for other, _ in others) and not _beside(value, words[2], index):
            return [_found(item, number, others, search)]
    return []


def _found(item: Item, number: str, others: list[tuple[float, TextSegment]], search: SpanSearch) -> Found:
    other, segment = others[0]
    message = f"claims {number}; between the same words the session has {other:g}"
    return Found("bound_number_differs", "warning", message, (*item.links, search.link_of(segment)), number)


def _topic(item: Item) -> frozenset[str]:
    return frozenset(stem for stem in statement(item.text).stems if not stem.startswith("#"))


def _beside(value: float, noun: str, index: SourceIndex) -> bool:
    """Return whether the session has a number beside a word with the noun's first letters."""
    forms = [f"{value:g}", f"{value:,.0f}"]
    forms += [COUNT_WORDS[int(value) - 1]] if value in range(1, len(COUNT_WORDS) + 1) else []
    either = "|".join(map(re.escape, dict.fromkeys(forms)))
    number, word = rf"(?<![\w.,])(?:{either})(?!\d|[.,]\d)", rf"\b{re.escape(noun[:5])}"
    beside = re.compile(
        rf"{number}[^\n]{{0,{BESIDE}}}{word}|{word}\w*[^\n]{{0,{BESIDE}}}{number}", re.IGNORECASE
    )
    own = (e for e in index.events if e.kind is not EventKind.COMPACTION)
    return any(any(form in e.text for form in forms) and beside.search(e.text) for e in own)
