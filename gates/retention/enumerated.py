"""Finds a count that a restatement gives by naming everything counted: `those four`, and then four names."""

from __future__ import annotations

import re

from gates.retention.words import Word, words

MOST_NAMED = 12
"""Largest count that names are taken to give."""
_POINTS = frozenset("all both the these those".split())
_JOINS = frozenset(("and", "or", "&"))


def without_named_count(original: str, stated: str) -> str:
    """Return an item's text without a number for which a statement lists as many names instead.

    The number points at what was named (`those four`), or the item names the same things itself.
    """
    mine = words(original)
    for place, word in enumerate(mine):
        if word.kind == "number" and _counted_by_names(mine, place, words(stated)):
            return " ".join(re.sub(rf"(?i)\b{re.escape(word.text)}\b", "", original, count=1).split())
    return original


def _counted_by_names(original: tuple[Word, ...], place: int, restated: tuple[Word, ...]) -> bool:
    word, before = original[place], original[place - 1] if place else None
    if word.unit or not word.stem[1:].isdigit() or not 1 < int(word.stem[1:]) <= MOST_NAMED:
        return False
    if any(near.tag in ("over", "under") for near in original[max(0, place - 3) : place + 3]):
        return False
    count = int(word.stem[1:])
    if any(each.stem == word.stem for each in restated):
        return False
    points = before is not None and before.text in _POINTS
    return count in _runs(restated) and (points or count in _runs(original))


def _runs(words: tuple[Word, ...]) -> frozenset[int]:
    """Return the lengths of the lists of names in a statement."""
    found, length, joined = set(), 0, True
    for word in words:
        if word.proper or word.kind == "name":
            length = length + 1 if joined else 1
            joined = False
            found.add(length)
        elif (word.kind == "break" and word.text in (",", ";")) or word.text in _JOINS:
            joined = True
        else:
            length, joined = 0, True
    return frozenset(found)
