"""Words of a long linked passage that support a statement: those that both have, close together."""

from __future__ import annotations

import re

from gates.language.sentence_spans import sentences
from gates.language.similarity import statement

MOST_PARTS = 4
"""Most sentences or lines of the passage whose words are marked."""
LEAST_NEW = 2
"""Least words of the statement that a further part has to add."""

_WORD = re.compile(r"[\w./:@#'-]+")
_BESIDE = re.compile(r"[^\w\n]{1,3}")


def words_in(passage: str, claim: str) -> list[tuple[int, int]]:
    """Return half-open spans of the words in a passage, in order; adjacent words share one span."""
    wanted = statement(claim).stems
    parts = [_Part(passage, start, end, wanted) for start, end in sentences(passage)]
    chosen: list[_Part] = []
    left = set(wanted)
    for _ in range(MOST_PARTS if parts else 0):
        best = max(parts, key=lambda part: part.gain(left))
        if best.gain(left) < (LEAST_NEW if chosen else 1):
            break
        chosen.append(best)
        left -= best.held
    places: list[tuple[int, int]] = []
    for part in sorted(chosen, key=lambda each: each.start):
        places += _places(passage, part.start, part.end, wanted)
    return places


class _Part:
    """A sentence or line of the passage, and the words of the statement in it."""

    def __init__(self, passage: str, start: int, end: int, wanted: frozenset[str]) -> None:
        self.start, self.end = start, end
        self.held = _held(passage[start:end], wanted)
        self._words = len(passage[start:end].split())

    def gain(self, left: set[str]) -> int:
        """Return how many words it adds; words joined in an address or a hyphenated name count as one."""
        return min(len(self.held & left), self._words)


def _held(part: str, wanted: frozenset[str]) -> frozenset[str]:
    return statement(part).stems & wanted


def _places(passage: str, start: int, end: int, wanted: frozenset[str]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for word in _WORD.finditer(passage, start, end):
        if not _held(word.group(), wanted):
            continue
        if found and _BESIDE.fullmatch(passage, found[-1][1], word.start()):
            found[-1] = (found[-1][0], word.end())
        else:
            found.append(word.span())
    return found
