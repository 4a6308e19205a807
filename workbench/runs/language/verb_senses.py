"""Verbs whose base form is the past of another verb: whoever founded a club did not find it.

Stems fold `founded` and `found` into one. A form in `-ed` or `-ing` always belongs to the verb with that
base, so it has its own stem here. The plain form keeps the stem of the other verb, which is more frequent.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from gates.language.past_tense import irregular
from gates.language.tokens import stem_of

Relation = Callable[[str], frozenset[str]]
_BASES = "found saw fell felt".split()
"""Past forms that are also base forms; a closed class of English."""


@lru_cache(maxsize=1)
def _pasts() -> dict[str, frozenset[str]]:
    """Return the stem of each such past form, with the stems of all forms of its verb."""
    found: dict[str, frozenset[str]] = {}
    for base, past in irregular().items():
        whole = frozenset(map(stem_of, (base, *past)))
        found |= {stem_of(form): whole for form in past if form in _BASES}
    return found


_OWN = {f"{past}{ending}": f"{past}ed" for past in _BASES for ending in ("ed", "ing")}


def stem_in_sense(word: str) -> str:
    """Return the stem of an English word in lower case, apart from the other verb if its ending shows it."""
    return _OWN.get(word) or stem_of(word)


def _words_of(verb: frozenset[str], past: str, relation: Relation) -> frozenset[str]:
    """Return the forms of a verb and words related to them, without this past form."""
    found = set(verb)
    for form in verb - {past}:
        found |= relation(form)
    return frozenset(found)


def in_sense(relation: Relation) -> Relation:
    """Return a relation of stems that keeps the two verbs apart: each has the words of its own sense."""

    def parted(stem: str) -> frozenset[str]:
        past = stem.removesuffix("ed")
        if stem in _OWN:
            return relation(past) - _words_of(_pasts()[past], past, relation)
        verb = _pasts().get(stem)
        if verb is not None:
            return relation(stem) & _words_of(verb, stem, relation)
        found = relation(stem)
        for other in found & _pasts().keys():
            if stem not in _pasts()[other] and not any(
                stem in relation(x) for x in _pasts()[other] - {other}
            ):
                found = found - {other} | {f"{other}ed"}
        return found

    return parted
