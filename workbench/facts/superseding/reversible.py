"""An index of directives that finds those which a sentence can reverse by what they must have in common.

The keys follow `reversal`: a directive that it would count as reversed is filed under a key that the later
sentence looks up, and most others are never compared.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations

from gates.language.similarity import statement
from workbench.facts.superseding.retaken import rejected_stems
from workbench.facts.superseding.reversal import may_reverse, object_done, objects_undone
from workbench.facts.superseding.revision import subject_of

_PREFIX = 4
"""Number of rarest words of which a sentence with two differing words still shares two."""
_SURE = 2
"""Fewest words that name something."""


class Reversible:
    """Directives, by their positions, that later sentences may reverse."""

    def __init__(self, texts: Mapping[int, str]) -> None:
        self._under: dict[Hashable, set[int]] = defaultdict(set)
        self._keys: dict[int, set[Hashable]] = {}
        self._common: dict[str, int] = defaultdict(int)
        """Number of texts that contain each stem."""
        for text in texts.values():
            for stem in statement(text).stems:
                self._common[stem] += 1
        for position, text in texts.items():
            self._keys[position] = set(self._filed_keys(text))
            for key in self._keys[position]:
                self._under[key].add(position)

    def remove(self, position: int) -> None:
        """Remove a directive that is no longer valid."""
        for key in self._keys.pop(position, ()):
            self._under[key].discard(position)

    def to(self, text: str) -> list[int]:
        """Return the positions of the directives that a sentence might reverse, ascending."""
        found: set[int] = set()
        for key in _looked_up(text):
            found |= self._under.get(key, set())
        if may_reverse(text):
            for stems in objects_undone(text):
                found |= self._holding(stems) if len(stems) >= _SURE else set()
        return sorted(found)

    def _holding(self, stems: frozenset[str]) -> set[int]:
        """Return the positions of the directives with all of the stems."""
        held = sorted((self._under.get(("stem", stem), set()) for stem in stems), key=len)
        return set.intersection(*held)

    def _filed_keys(self, text: str) -> Iterator[Hashable]:
        yield from _own_keys(text)
        known, subject = statement(text), subject_of(text)
        for pair in combinations(sorted(self._rarest(subject.about, _PREFIX)), 2):
            yield "of", subject.purpose, pair
        for stems in (subject.about, _plain(known.stems)):
            if len(stems) >= _SURE:
                yield "whole", tuple(sorted(self._rarest(stems, _SURE)))

    def _rarest(self, stems: frozenset[str], most: int) -> list[str]:
        return sorted(sorted(stems), key=self._common.__getitem__)[:most]


@lru_cache(maxsize=4_096)
def _own_keys(text: str) -> frozenset[Hashable]:
    """Return the keys of a directive that do not depend on others."""
    known, subject = statement(text), subject_of(text)
    found: set[Hashable] = {("words", known.stems, bool(known.tokens.negations)), ("done", object_done(text))}
    if not subject.adds:
        found.add(("about", subject.about, subject.verb))
    if subject.chooses and subject.purpose:
        found.add(("purpose", subject.purpose))
    found.update(("rejected", stem) for stem in rejected_stems(text))
    found.update(("stem", stem) for stem in known.stems)
    found.update(("value", value) for value in subject.values)
    return frozenset(found)


@lru_cache(maxsize=4_096)
def _looked_up(text: str) -> frozenset[Hashable]:
    """Return the keys of the directives that a sentence can reverse."""
    return frozenset(_reversed_keys(text))


def _reversed_keys(text: str) -> Iterator[Hashable]:
    known, subject = statement(text), subject_of(text)
    yield "words", known.stems, not known.tokens.negations
    yield "about", subject.about, subject.verb
    yield from (("rejected", stem) for stem in known.stems)
    if not may_reverse(text):
        return
    yield "purpose", subject.purpose
    yield from (("value", value) for value in subject.was)
    yield from (("done", stems) for stems in objects_undone(text))
    for pair in combinations(sorted(subject.about), 2):
        yield "of", subject.purpose, pair
    for pair in combinations(sorted(_plain(known.stems)), 2):
        yield "whole", pair


def _plain(stems: frozenset[str]) -> frozenset[str]:
    return frozenset(stem for stem in stems if stem[0] != "#")
