"""Statements of one artifact that restate one another: they count once (S1 gate B).

A statement is repeated where another holds every word of it, with the same sign, status and speaker, so
that neither repetition nor a filler word makes an artifact look better sourced than it is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from gates.artifact import Item
from gates.language.similarity import Statement, statement

LEAST_STEMS = 3
"""Shorter statements are only repeated by their equals."""
MOST_COMPARED = 200
"""Statements that share a rare word and are compared with one another, the first ones."""

Sign = tuple[str | None, bool, bool]


def repeated(items: Sequence[Item], traceable: Sequence[bool]) -> frozenset[int]:
    """Positions of items that need not count, for another item says the same and counts.

    A statement that is traceable is only repeated by one that is too, and one that carries links which
    prove nothing is never passed over.
    """
    said = [statement(item.text) for item in items]
    order = sorted(range(len(items)), key=lambda n: (-len(said[n].stems), not traceable[n], n))
    holders: dict[tuple[Sign, str], list[int]] = defaultdict(list)
    first: dict[tuple[Sign, frozenset[str], bool], int] = {}
    found = set[int]()
    for number in order:
        item, told = items[number], said[number]
        sign = _sign(item, told)
        bad = not traceable[number] and bool(item.links or item.speaker == "user")
        if not told.stems or bad:
            continue
        if _held(number, sign, told, said, traceable, holders, first):
            found.add(number)
            continue
        first.setdefault((sign, told.stems, traceable[number]), number)
        for stem in sorted(told.stems):
            holders[sign, stem].append(number)
    return frozenset(found)


def _sign(item: Item, told: Statement) -> Sign:
    return item.status, item.speaker == "user", bool(told.tokens.negations)


def _held(
    number: int,
    sign: Sign,
    told: Statement,
    said: Sequence[Statement],
    traceable: Sequence[bool],
    holders: dict[tuple[Sign, str], list[int]],
    first: dict[tuple[Sign, frozenset[str], bool], int],
) -> bool:
    """Whether an item that counts already holds every word of this one."""
    if (sign, told.stems, True) in first:
        return True
    if not traceable[number] and (sign, told.stems, False) in first:
        return True
    if len(told.stems) < LEAST_STEMS:
        return False
    near = min((holders.get((sign, stem), []) for stem in sorted(told.stems)), key=len)
    return any(
        told.stems <= said[other].stems and (traceable[other] or not traceable[number])
        for other in near[:MOST_COMPARED]
    )
