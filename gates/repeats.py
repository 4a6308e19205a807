"""Statements of one artifact that restate one another: they count once (S1 gate B).

Neither repetition nor filler words make an artifact look better sourced than it is. The other way it is
stricter: a statement without a source is only covered by a sourced one that holds each of its words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from gates.artifact import Item
from gates.language.similarity import ComparedText, coverage, statement

LEAST_STEMS = 3
"""Shorter statements are only repeated by their equals."""
REPEATED_AT = 0.7
"""Share of each one's words that the other must hold for two sourced statements to be one."""
MOST_COMPARED = 200
"""Statements that share a rare word and are compared with one another, the first ones."""

Sign = tuple[str | None, bool, bool]


def repeated(items: Sequence[Item], traceable: Sequence[bool]) -> frozenset[int]:
    """Positions of items that need not count, for another item says the same and counts.

    A traceable statement is only repeated by one that is traceable too, and one that carries links which
    prove nothing is never passed over.
    """
    seen = _Seen()
    compared_texts = [statement(item.text) for item in items]
    order = sorted(range(len(items)), key=lambda n: (not traceable[n], -len(compared_texts[n].stems), n))
    found = set[int]()
    for number in order:
        item, stated, good = items[number], compared_texts[number], traceable[number]
        if not stated.stems or (not good and (item.links or item.speaker == "user")):
            continue
        sign = (item.status, item.speaker == "user", bool(stated.tokens.negations))
        if seen.holds(sign, stated, near=good):
            found.add(number)
        else:
            seen.add(sign, stated)
    return frozenset(found)


class _Seen:
    """The statements that count so far, found by their words; traceable ones come first."""

    def __init__(self) -> None:
        self._equal: set[tuple[Sign, frozenset[str]]] = set()
        self._by_stem: dict[tuple[Sign, str], list[ComparedText]] = defaultdict(list)

    def add(self, sign: Sign, stated: ComparedText) -> None:
        self._equal.add((sign, stated.stems))
        for stem in sorted(stated.stems):
            self._by_stem[sign, stem].append(stated)

    def holds(self, sign: Sign, stated: ComparedText, *, near: bool) -> bool:
        """Whether one of them holds every word of this one, or, where `near`, most words of each other."""
        if (sign, stated.stems) in self._equal:
            return True
        count = len(stated.stems)
        if count < LEAST_STEMS:
            return False
        lists = sorted((self._by_stem.get((sign, stem), []) for stem in sorted(stated.stems)), key=len)
        # One that holds the share of the words holds one of the rarest words that may be missing at most.
        rarest = int(count * (1 - REPEATED_AT)) + 1 if near else 1
        return any(
            stated.stems <= other.stems or (near and _near(stated.stems, other.stems))
            for candidates in lists[:rarest]
            for other in candidates[:MOST_COMPARED]
        )


def _near(one: frozenset[str], other: frozenset[str]) -> bool:
    return min(coverage(one, other), coverage(other, one)) >= REPEATED_AT
