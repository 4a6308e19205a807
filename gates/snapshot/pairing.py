"""Pairs the statements of two snapshots so that they can be compared; each statement pairs once.

In order: equal ids; same kind and a shared evidence id, most similar first; same kind and a similarity of 0.6
or more, most similar first. Ties go to the earlier statement of either side, so that the pairing is the same
in both directions.
"""

from __future__ import annotations

import heapq
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rapidfuzz import process
from rapidfuzz.distance import Indel

from gates.artifact import normalise_text

SIMILAR = 0.6
"""Least similarity of two statements of one kind that count as one statement, reworded."""

_HELD = 12
"""Candidates of one statement that are kept at a time."""

_SINGLE = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORD = re.compile(rf"[{_SINGLE}]|[^\W{_SINGLE}]+(?:[./:\\-]+[^\W{_SINGLE}]+)*")
"""A word: a path, version or dashed name is one; in scripts written without spaces each letter is one."""

_FIRST_LETTER = 0xE000
_LETTERS = 0x110000 - _FIRST_LETTER


@dataclass(frozen=True, slots=True)
class SnapshotStatement:
    """The fields of a snapshot's statement that pairing reads."""

    key: str
    kind: str
    text: str
    evidence: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Pairing:
    """Pairs of indexes into both sides, ascending, and the unpaired indexes of either side."""

    pairs: tuple[tuple[int, int], ...]
    removed: tuple[int, ...]
    added: tuple[int, ...]


def pair(before: Sequence[SnapshotStatement], after: Sequence[SnapshotStatement]) -> Pairing:
    """Pair two sides; every index of either side occurs in the result exactly once."""
    sides = _Sides(before, after)
    for step in (_by_key, _by_evidence, _by_similarity):
        sides.settle(step(sides))
    return Pairing(tuple(sorted(sides.pairs)), tuple(sides.left), tuple(sides.right))


def similarity(one: str, other: str) -> float:
    """Return how similar two texts are, 0 to 1: twice their common words, in order, over all their words."""
    letters: dict[str, str] = {}
    return float(Indel.normalized_similarity(_coded(one, letters), _coded(other, letters)))


class _Sides:
    """Both sides with their unpaired statements; texts are coded with one letter for each word."""

    def __init__(self, before: Sequence[SnapshotStatement], after: Sequence[SnapshotStatement]) -> None:
        self.before, self.after = before, after
        self.left, self.right = list(range(len(before))), list(range(len(after)))
        self.pairs: list[tuple[int, int]] = []
        self._letters: dict[str, str] = {}
        self._codes: tuple[dict[int, str], dict[int, str]] = ({}, {})

    def settle(self, found: list[tuple[int, int]]) -> None:
        """Add pairs and remove their statements from the unpaired ones."""
        self.pairs += found
        gone_left, gone_right = {i for i, _ in found}, {j for _, j in found}
        self.left = [i for i in self.left if i not in gone_left]
        self.right = [j for j in self.right if j not in gone_right]

    def code(self, side: int, index: int) -> str:
        """Return the coded text of one statement, made once."""
        known = self._codes[side]
        if index not in known:
            entry = (self.before, self.after)[side][index]
            known[index] = _coded(entry.text, self._letters)
        return known[index]


def _by_key(sides: _Sides) -> list[tuple[int, int]]:
    waiting: dict[str, list[int]] = defaultdict(list)
    for j in reversed(sides.right):
        waiting[sides.after[j].key].append(j)
    keys = [(i, sides.before[i].key) for i in sides.left]
    return [(i, waiting[key].pop()) for i, key in keys if waiting.get(key)]


def _by_evidence(sides: _Sides) -> list[tuple[int, int]]:
    citing: dict[tuple[str, str], list[int]] = defaultdict(list)
    for j in sides.right:
        for evidence in sides.after[j].evidence:
            citing[sides.after[j].kind, evidence].append(j)

    free = {j: sides.code(1, j) for js in citing.values() for j in js}

    def near(i: int) -> dict[int, str]:
        entry = sides.before[i]
        found = {j for evidence in entry.evidence for j in citing.get((entry.kind, evidence), ())}
        return {j: free[j] for j in sorted(found) if j in free}

    return _best_first(sides, near, free.pop, 0.0)


def _by_similarity(sides: _Sides) -> list[tuple[int, int]]:
    free: dict[str, dict[int, str]] = defaultdict(dict)
    for j in sides.right:
        free[sides.after[j].kind][j] = sides.code(1, j)

    def near(i: int) -> dict[int, str]:
        return free.get(sides.before[i].kind, {})

    return _best_first(sides, near, lambda j: free[sides.after[j].kind].pop(j), SIMILAR)


def _best_first(
    sides: _Sides, near: Callable[[int], dict[int, str]], take: Callable[[int], object], least: float
) -> list[tuple[int, int]]:
    """Pair greedily over all candidates by falling similarity, then by index of either side.

    `near` returns the coded texts that are still free, ascending; `take` is called for each one that is
    taken. Only the best few candidates of each statement are kept at a time: two sides with thousands of
    similar statements would otherwise make millions of pairs.
    """
    taken: set[int] = set()
    waiting: dict[int, list[tuple[float, int]]] = {}

    def following(i: int) -> tuple[float, int, int] | None:
        while True:
            if not waiting.get(i):
                waiting[i] = _closest(sides.code(0, i), near(i), least)
            if not waiting[i]:
                return None
            score, j = waiting[i].pop()
            if j not in taken:
                return -score, i, j

    heap = [first for i in sides.left if (first := following(i)) is not None]
    heapq.heapify(heap)
    pairs = []
    while heap:
        _, i, j = heapq.heappop(heap)
        if j not in taken:
            taken.add(j)
            take(j)
            pairs.append((i, j))
        elif (other := following(i)) is not None:
            heapq.heappush(heap, other)
    return pairs


def _closest(coded: str, choices: dict[int, str], least: float) -> list[tuple[float, int]]:
    """Return the best few choices as `(score, key)`, the best one last.

    Of equal scores the smaller key last.
    """
    scorer = Indel.normalized_similarity
    # the scorer's own cut-off may leave out a score that equals it, so it is set a little lower
    found = process.extract(coded, choices, scorer=scorer, score_cutoff=max(0.0, least - 0.01), limit=_HELD)
    return [(score, j) for _, score, j in reversed(found) if score >= least]


def _coded(text: str, letters: dict[str, str]) -> str:
    """Return the text with one letter for each word, so that common letters are common words."""
    folded = normalise_text(text)
    words = _WORD.findall(folded) or list(folded)
    for word in words:
        if word not in letters:
            letters[word] = chr(_FIRST_LETTER + len(letters) % _LETTERS)
    return "".join([letters[word] for word in words])
