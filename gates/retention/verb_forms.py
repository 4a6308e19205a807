"""Measures how much of an item a statement restates, with a verb's irregular forms as one: `send`, `sent`."""

from __future__ import annotations

from functools import lru_cache

from gates.language.similarity import ComparedText, Weight, similarity, statement
from gates.retention.words import base_stem


def similarity_of_forms(item: ComparedText, stated: ComparedText, weight: Weight) -> float:
    """Return the similarity of an item and a statement; another form of a verb counts as that verb."""
    bases = _bases(stated.text)
    other = frozenset(stem for stem in item.stems - stated.stems if base_stem(stem) in bases)
    if not other:
        return similarity(item, stated, weight)
    stems = stated.stems | other
    return similarity(item, ComparedText(stated.text, stated.tokens, stems, " ".join(sorted(stems))), weight)


@lru_cache(maxsize=20_000)
def _bases(text: str) -> frozenset[str]:
    """Return the stems of a text, and those of the base forms of its irregular verbs."""
    stems = statement(text).stems
    return stems | frozenset(map(base_stem, stems))
