"""Verbs whose base is the past of another verb: who founded a club did not find it.

Stems fold `founded` and `found` into one. A form in `-ed` or `-ing` is always one of the verb with that base,
so it has a stem of its own here; the plain form stays that of the other verb, as which it is more frequent.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from gates.language.past_tense import irregular
from gates.language.tokens import stem_of

Relation = Callable[[str], frozenset[str]]
_BASES = "found saw fell felt".split()
"""Past forms that are verbs themselves; a closed class of English."""


@lru_cache(maxsize=1)
def _pasts() -> dict[str, frozenset[str]]:
    """The stems of these past forms, each with the stems of all forms of the verb that it is a past of."""
    found: dict[str, frozenset[str]] = {}
    for base, past in irregular().items():
        whole = frozenset(map(stem_of, (base, *past)))
        found |= {stem_of(form): whole for form in past if form in _BASES}
    return found


_OWN = {f"{past}{ending}": f"{past}ed" for past in _BASES for ending in ("ed", "ing")}


def stem_in_sense(word: str) -> str:
    """The stem of an English word in lower case, apart from the other verb's where its ending tells them."""
    return _OWN.get(word) or stem_of(word)


def _words_of(verb: frozenset[str], past: str, relation: Relation) -> frozenset[str]:
    """The forms of a verb and what they are related to, by other forms than this past."""
    found = set(verb)
    for form in verb - {past}:
        found |= relation(form)
    return frozenset(found)


def in_sense(relation: Relation) -> Relation:
    """A relation of stems with the two verbs apart: each is related to the words of its own sense."""

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
