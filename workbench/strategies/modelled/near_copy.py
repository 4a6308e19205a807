"""Whether an item is a near copy of a part of a sentence: nearly all its words, in the same order.

What a sentence says behind or before that part is no other meaning of the part.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gates.language.lexicon import ANTONYMS, NEGATIONS
from gates.language.tokens import tokenise

COPIED = 0.8
"""Least share of an item's content words that the sentence has, in the same order."""
LEAST = 3
"""Fewest content words of a near copy."""
BEFORE = 4
"""Words before the part in which a negation may stand that reaches it."""
_WORD = re.compile(r"[a-z0-9]+(?:['.][a-z0-9]+)*", re.IGNORECASE)
_BOUNDS = NEGATIONS | frozenset(
    "all any both can could either every except if may might most must only should some unless until"
    " when".split()
)
"""Words that change what a sentence says, and are no content words."""
_FRAME = frozenset(
    "agent assistant decided decides goes go going model should user will ll to the a an".split()
)
_EXACT = re.compile(r"\d|[A-Z_./\\-]")


def is_near_copy(text: str, sentences: Sequence[str]) -> bool:
    """Return whether an item copies a part of one of these sentences, with its bounds and names."""
    return any(_copies(text, sentence) for sentence in sentences)


def _copies(text: str, sentence: str) -> bool:
    mine, theirs = _words(text), _words(sentence)
    wanted = [place for place, word in enumerate(mine) if _stem(word)]
    places = _in_order([_stem(mine[place]) for place in wanted], [_stem(word) for word in theirs])
    held = [place for place in places if place >= 0]
    if len(wanted) < LEAST or len(held) < COPIED * len(wanted):
        return False
    stems = {_stem(word) for word in theirs}
    missing = [mine[a] for a, b in zip(wanted, places, strict=True) if b < 0]
    if any(_stem(word) in stems or _EXACT.search(word[1:]) or word[0].isdigit() for word in missing):
        return False
    part = theirs[max(0, held[0] - BEFORE) : held[-1] + 1]
    return _bounds(mine) == _bounds(part) and not _opposed(mine, part)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.replace("’", "'"))


def _stem(word: str) -> str:
    """Return the stem of a content word; empty for any other."""
    stems = () if word.casefold() in _FRAME else tokenise(word).stems
    return stems[0] if stems else ""


def _in_order(wanted: Sequence[str], held: Sequence[str]) -> list[int]:
    """Return the place of each word in another row, in the same order; -1 for one that is not there."""
    found, begin = [], 0
    for stem in wanted:
        place = next((n for n in range(begin, len(held)) if held[n] == stem), -1)
        found.append(place)
        begin = place + 1 if place >= 0 else begin
    return found


def _bounds(words: Sequence[str]) -> list[str]:
    return sorted(word.casefold() for word in words if word.casefold() in _BOUNDS)


def _opposed(mine: Sequence[str], theirs: Sequence[str]) -> bool:
    own, other = {word.casefold() for word in mine}, {word.casefold() for word in theirs}
    return any(len(p & own) == 1 and len(p & other) == 1 and p & own != p & other for p in ANTONYMS)
