"""Linked sentences that say the opposite of a claim: with another sign, or with one antonym exchanged.

Both warn: `polarity_conflict`, where the rest is the same in both directions; `polarity_hint`, less surely.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from gates.artifact import Item, ItemKind, normalise_text
from gates.contradiction.negation import proposes, signed
from gates.findings import Found
from gates.language.lexicon import ANTONYMS, FAIL_WORDS, NEGATIONS
from gates.language.similarity import ComparedText, coverage, statement
from gates.search.index import SourceIndex
from gates.source import SourceLink

HINTED = 0.68
"""The same, from which an opposite sign is worth a look."""

SAME_SENTENCE = 0.8
"""Share of the words, in both directions, from which two sentences say the same or its opposite."""

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")

_STATE = re.compile(r"\b(?:not (?:started|done|implemented|committed|run)|yet)\b", re.IGNORECASE)
"""Open state stated of a thing, not the opposite of what was said."""

_NOT_YET = re.compile(r"\b(?:is|are|was|were|has|have|had|does|did|could)(?:n't| not)\b", re.IGNORECASE)
"""Told as a fact that it is not so: work that is to make it so says no opposite."""

_LACKS = re.compile(
    r"^\W{0,4}(?:add|allow|enable|fix|implement|make|support)\b|\bneed(?:s|ed)? (?:for|to)\b", re.IGNORECASE
)
"""Said of what is lacking and to be made: the source that says it is lacking says no opposite."""

_PLANNED = re.compile(r"\b(?:need to|needs to|to add|should|must|todo)\b", re.IGNORECASE)
"""Said of what is still to be done: stated as done later, it is no opposite."""

_AHEAD = re.compile(r"\b(?:will|shall|going to|(?:is|are|still|yet) to)\b", re.IGNORECASE)
_SO_FAR = re.compile(r"\b(?:yet|so far|still)\b", re.IGNORECASE)
"""Not done yet, in the source: a claim that it will be done says no opposite."""
_CONCEDED = re.compile(r"^(?:al|even )?though\b[^,;.]*,\s*|,?\s(?:al|even )?though\b[^,;.]*", re.IGNORECASE)
"""What a claim concedes has a sign of its own."""


def polarity(item: Item, index: SourceIndex, linked: list[SourceLink]) -> list[Found]:
    """A linked sentence that says the same with the opposite sign, or with one antonym swapped."""
    for link, text, share, hard in opposed_sentences(item, index, linked):
        message = f"the linked source says the opposite: {text[:160]}"
        if hard:
            return [Found("polarity_conflict", "warning", message, (link,))]
        if share >= HINTED:
            return [Found("polarity_hint", "warning", message, (link,))]
    return []


def opposed_sentences(
    item: Item, index: SourceIndex, linked: list[SourceLink]
) -> Iterator[tuple[SourceLink, str, float, bool]]:
    """The linked sentences of the opposite sign, the share that they hold in common, whether it is sure."""
    claim = statement(_CONCEDED.sub("", item.text))
    if len(claim.stems) < 3 or item.speaker == "user" or _STATE.search(item.text) or _LACKS.search(item.text):
        return
    for link in linked:
        place = index.resolve(link)
        for segment in index.segments(place.ordinal):
            if segment.start < place.end and place.start < segment.end:
                text = index.events[place.ordinal].text[segment.start : segment.end]
                if normalise_text(item.text).rstrip(".") in normalise_text(text):
                    return
                opposed = _opposed(claim, statement(text))
                if opposed is not None and not (item.kind is ItemKind.OPEN_WORK and _NOT_YET.search(text)):
                    yield link, text, *opposed


def _opposed(claim: ComparedText, source: ComparedText) -> tuple[float, bool] | None:
    """The share of words in both directions of two statements of opposite signs, and whether that is sure."""
    if _failing(claim) != _failing(source):
        return None
    if _AHEAD.search(claim.text) and _SO_FAR.search(source.text):
        return None
    negated = bool(claim.tokens.negations) != bool(source.tokens.negations)
    swapped, signed = _antonyms(claim.text, source.text)
    if negated == (swapped > 0) or proposes(source.text):
        return None
    slack = bool(swapped or signed) / max(3, len(claim.stems))
    shared = len(claim.stems & source.stems)
    forth = coverage(claim.stems, source.stems) + slack
    back = coverage(source.stems, claim.stems) + slack
    if min(forth, back) >= SAME_SENTENCE and shared >= 3 and (swapped or _turns_shared(claim, source)):
        return min(forth, back), True
    if shared < 3 or _PLANNED.search(source.text):
        return None
    # A negation that turns no predicate (`the hook not installed`) denies all the same.
    plain = claim if not claim.tokens.negations else source
    if negated and NEGATIONS & _words_of(plain.text):
        return None
    return min(forth, back), False


def _turns_shared(claim: ComparedText, source: ComparedText) -> bool:
    """Whether the negation of one of them turns a word that the other has too, or nothing in particular."""
    denying, other = (claim, source) if claim.tokens.negations else (source, claim)
    turned = {each.stem for each in signed(denying.text) if each.denied}
    return not turned or bool(turned & other.stems)


def _failing(compared: ComparedText) -> bool:
    """Whether a statement tells a failure, which says `not` in another word."""
    return bool(FAIL_WORDS & _words_of(compared.text))


@lru_cache(maxsize=20_000)
def _words_of(text: str) -> frozenset[str]:
    """The words of a text in lower case."""
    return frozenset(_WORD.findall(text.casefold()))


def _antonyms(claim: str, source: str) -> tuple[int, int]:
    """Antonym pairs of which each text holds one side: plain pairs, and pairs with a negation in them."""
    mine, theirs = _words_of(claim), _words_of(source)
    opposed = [p for p in ANTONYMS if len(p & mine) == 1 and len(p & theirs) == 1 and p & mine != p & theirs]
    signed = sum(bool(pair & NEGATIONS) for pair in opposed)
    return len(opposed) - signed, signed
