"""Detection of statements in one artifact that restate one another: they count once (S1 gate B).

Neither repetition nor filler words make an artifact look better sourced than it is. Statements without a
source are compared more strictly: a sourced statement covers one only if it contains each of its words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from gates.artifact import Item
from gates.language.similarity import ComparedText, coverage, statement

LEAST_STEMS = 3
"""Statements with fewer stems are repeated only by statements with equal stems."""
REPEATED_AT = 0.7
"""Share of its words that each of two sourced statements must share with the other to count as one."""
MOST_COMPARED = 200
"""Most statements with one rare word in common that are compared, the first ones."""

Sign = tuple[str | None, bool, bool]


def repeated(items: Sequence[Item], traceable: Sequence[bool]) -> frozenset[int]:
    """Return the positions of items that need not count, because another counted item says the same.

    A traceable statement is repeated only by another traceable one, and an untraceable statement that has
    links or is attributed to the user always counts.
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
    """The statements that count so far, found by their words; traceable ones are added first."""

    def __init__(self) -> None:
        self._equal: set[tuple[Sign, frozenset[str]]] = set()
        self._by_stem: dict[tuple[Sign, str], list[ComparedText]] = defaultdict(list)

    def add(self, sign: Sign, stated: ComparedText) -> None:
        self._equal.add((sign, stated.stems))
        for stem in sorted(stated.stems):
            self._by_stem[sign, stem].append(stated)

    def holds(self, sign: Sign, stated: ComparedText, *, near: bool) -> bool:
        """Return whether a seen statement has every word of this one, or, with `near`, most words of each."""
        if (sign, stated.stems) in self._equal:
            return True
        count = len(stated.stems)
        if count < LEAST_STEMS:
            return False
        lists = sorted((self._by_stem.get((sign, stem), []) for stem in sorted(stated.stems)), key=len)
        # A statement with the needed share of the words has at least one of these rarest words.
        rarest = int(count * (1 - REPEATED_AT)) + 1 if near else 1
        return any(
            stated.stems <= other.stems or (near and _near(stated.stems, other.stems))
            for candidates in lists[:rarest]
            for other in candidates[:MOST_COMPARED]
        )


def _near(one: frozenset[str], other: frozenset[str]) -> bool:
    return min(coverage(one, other), coverage(other, one)) >= REPEATED_AT
