"""Measures how much of an item a statement restates, as its words are read for a comparison.

Another form of a verb counts as that verb (`send`, `sent`), and a word that means the same counts as the
word. Words of conversation in the item are no part of what is to be restated.
"""

from __future__ import annotations

from functools import lru_cache

from gates.language.similarity import ComparedText, Weight, similarity, statement
from gates.retention.alignment import SYNONYM, alike
from gates.retention.words import base_stem, words

LEAST_TOPIC = 2
"""Fewest stems that must be left of an item without its words of conversation."""


def similarity_of_forms(item: ComparedText, stated: ComparedText, weight: Weight) -> float:
    """Return the similarity of an item and a statement by the words of the item's topic."""
    topic = item.stems - _talk(item.text)
    if len(topic) >= LEAST_TOPIC and topic != item.stems:
        item = _with_stems(item, topic)
    bases = _bases(stated.text)
    other = frozenset(stem for stem in item.stems - stated.stems if _occurs(stem, bases))
    return similarity(item, _with_stems(stated, stated.stems | other) if other else stated, weight)


def _with_stems(text: ComparedText, stems: frozenset[str]) -> ComparedText:
    return ComparedText(text.text, text.tokens, stems, " ".join(sorted(stems)))


@lru_cache(maxsize=20_000)
def _occurs(stem: str, bases: frozenset[str]) -> bool:
    """Return whether a stem, another form of it, or a word for the same action is among some stems."""
    base = base_stem(stem)
    return base in bases or any(alike(base, other) >= SYNONYM for other in bases)


@lru_cache(maxsize=20_000)
def _talk(text: str) -> frozenset[str]:
    """Return the stems of the words of conversation of a text, except those that also carry its topic."""
    read = words(text)
    content = {word.stem for word in read if word.counts}
    return (
        frozenset(stem for word in read if word.tag == "talk" for stem in statement(word.text).stems)
        - content
    )


@lru_cache(maxsize=20_000)
def _bases(text: str) -> frozenset[str]:
    """Return the stems of a text, and those of the base forms of its irregular verbs."""
    stems = statement(text).stems
    return stems | frozenset(map(base_stem, stems))
