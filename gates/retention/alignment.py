"""Aligns two statements word by word: which word of one corresponds to which of the other.

Words match by stem, by a shared root, as synonyms of one action, or as the same name or number. The unmatched
words are what a restatement leaves out, adds or exchanges; `gates.retention.edits` classifies them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from gates.language.quantities import DATE
from gates.language.synonyms import synonyms
from gates.retention.cues import SAME_ACTION
from gates.retention.words import Word, base_stem, words

EXACT, ROOT, SYNONYM = 1.0, 0.9, 0.7
LEAST_ROOT = 4
"""Letters that two words of one root share at their beginning."""


@lru_cache(maxsize=1)
def _same() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for group in SAME_ACTION.split("/"):
        stems = {base_stem(word) for word in group.split()}
        for stem in stems:
            found.setdefault(stem, set()).update(stems)
    return {stem: frozenset(group) for stem, group in found.items()}


@lru_cache(maxsize=200_000)
def alike(a: str, b: str) -> float:
    """Return how surely two stems mean the same: 1 for equal stems, 0 for unrelated ones."""
    if a == b:
        return EXACT
    if b in _same().get(a, ()) or b.removesuffix("abl") in _same().get(a.removesuffix("abl"), ()):
        return SYNONYM
    if "-" in a or "-" in b:
        return ROOT if a.replace("-", "") == b.replace("-", "") or a.removeprefix("re-") == b else 0.0
    if _other_end(a, b) or _other_end(b, a):
        return 0.0
    shared = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        shared += 1
    short, long = sorted((len(a), len(b)))
    if shared >= LEAST_ROOT and shared >= short - 1 and shared >= 0.55 * long:
        return ROOT
    return SYNONYM - 0.1 if b in synonyms(a) else 0.0


def _other_end(a: str, b: str) -> bool:
    """Return whether one stem names who acts and the other who is acted on: `caller`, `callee`."""
    return a.endswith(("er", "or")) and b in (a[:-2] + "e", a[:-2] + "ee")


def _match(mine: Word, theirs: Word) -> float:
    if "number" in (mine.kind, theirs.kind):
        return EXACT if mine.stem == theirs.stem or _same_day(mine, theirs) else 0.0
    if "name" in (mine.kind, theirs.kind):
        return _same_name(mine.stem, theirs.stem)
    return alike(mine.stem, theirs.stem)


def _same_day(mine: Word, theirs: Word) -> bool:
    """Return whether one number is a day of the month, and the other a date with it: `31st`, `31 May`."""
    day, date = sorted((mine, theirs), key=lambda word: word.unit == DATE)
    return day.unit == "day" and date.unit == DATE and int(date.stem[-2:]) == int(day.stem[1:])


def _same_name(a: str, b: str) -> float:
    if a == b:
        return EXACT
    short, long = sorted((a, b), key=len)
    if len(short) >= 3 and (long.endswith(("/" + short, "." + short)) or long.startswith(short + "(")):
        return ROOT
    return ROOT if a.replace("-", "").replace("_", "") == b.replace("-", "").replace("_", "") else 0.0


@dataclass(frozen=True, slots=True)
class Aligned:
    """The words of an original and of its restatement, with the pairs of places that match."""

    original: tuple[Word, ...]
    restated: tuple[Word, ...]
    pairs: tuple[tuple[int, int, float], ...]
    """Matching content words: place in the original, place in the restatement, certainty; in order."""

    @property
    def missing(self) -> list[int]:
        """Places of content words of the original that the restatement lacks."""
        held = {mine for mine, _, _ in self.pairs}
        return [place for place, word in enumerate(self.original) if word.counts and place not in held]

    @property
    def new(self) -> list[int]:
        """Places of content words that only the restatement has, within the clauses that match."""
        held = {theirs for _, theirs, _ in self.pairs}
        stated = {self.restated[theirs].clause for theirs in held}
        return [p for p, w in enumerate(self.restated) if w.counts and p not in held and w.clause in stated]


def align(original: str, restated: str) -> Aligned:
    """Match the content words of two statements, each word once.

    The most certain come first, then those in the clause that shares most words, and the nearest in order.
    """
    mine, theirs = words(original), words(restated)
    counted = [place for place, word in enumerate(theirs) if word.counts]
    found = []
    for a, word in enumerate(mine):
        if word.counts:
            for b in counted:
                sure = _match(word, theirs[b])
                if sure:
                    distance = abs(a / len(mine) - b / len(theirs))
                    found.append((-sure, _apart(mine, theirs, a, b), round(distance, 6), a, b))
    common = Counter(clause for clause, _ in {(theirs[b].clause, mine[a].stem) for *_, a, b in found})
    scored = sorted((sure, apart, -common[theirs[b].clause], far, a, b) for sure, apart, far, a, b in found)
    used_mine: set[int] = set()
    used_theirs: set[int] = set()
    pairs = []
    for sure, _, _, _, a, b in scored:
        if a not in used_mine and b not in used_theirs:
            used_mine.add(a)
            used_theirs.add(b)
            pairs.append((a, b, -sure))
    # A repeated word may be restated once.
    for sure, _, _, _, a, b in scored:
        if a not in used_mine and -sure >= ROOT:
            used_mine.add(a)
            pairs.append((a, b, -sure))
    return Aligned(mine, theirs, tuple(sorted(pairs)))


def _apart(mine: tuple[Word, ...], theirs: tuple[Word, ...], a: int, b: int) -> int:
    """Return 0 if a neighbour matches too, else 1.

    Of two equal words the one with equal neighbours is preferred.
    """
    beside = {mine[i].stem or mine[i].text for i in (a - 1, a + 1) if 0 <= i < len(mine)}
    other = {theirs[i].stem or theirs[i].text for i in (b - 1, b + 1) if 0 <= i < len(theirs)}
    return 0 if beside & other - {","} else 1
