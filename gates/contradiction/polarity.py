"""Linked sentences that state the opposite of a claim: one has a negation more, or one antonym is exchanged.

Both warn: `polarity_conflict`, if the rest is the same in both directions; `polarity_hint`, less certainly.
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
"""Share of the words, in both directions, from which a possible opposite is worth a hint."""

SAME_SENTENCE = 0.8
"""Share of the words, in both directions, from which two sentences state the same or its opposite."""

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")

_STATE = re.compile(r"\b(?:not (?:started|done|implemented|committed|run)|yet)\b", re.IGNORECASE)
"""Words for the open state of a thing, which are no opposite of the source."""

_NOT_YET = re.compile(r"\b(?:is|are|was|were|has|have|had|does|did|could)(?:n't| not)\b", re.IGNORECASE)
"""A stated fact that something is not so: work that is to change it is no opposite."""

_LACKS = re.compile(
    r"^\W{0,4}(?:add|allow|enable|fix|implement|make|support)\b|\bneed(?:s|ed)? (?:for|to)\b", re.IGNORECASE
)
"""Words for something missing that is to be made: a source that states its absence is no opposite."""

_PLANNED = re.compile(r"\b(?:need to|needs to|to add|should|must|todo)\b", re.IGNORECASE)
"""Words for work still to be done in the source: a claim that it is done is no opposite."""

_AHEAD = re.compile(r"\b(?:will|shall|going to|(?:is|are|still|yet) to)\b", re.IGNORECASE)
_SO_FAR = re.compile(r"\b(?:yet|so far|still)\b", re.IGNORECASE)
"""`Not yet` in the source: a claim that it will be done is no opposite."""
_CONCEDED = re.compile(r"^(?:al|even )?though\b[^,;.]*,\s*|,?\s(?:al|even )?though\b[^,;.]*", re.IGNORECASE)
"""A concession in a claim, which may have a negation of its own."""


def polarity(item: Item, index: SourceIndex, linked: list[SourceLink]) -> list[Found]:
    """Find a linked sentence that states the same with the opposite sign, or with one antonym exchanged."""
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
    """Yield linked sentences of the opposite sign, their common share, and whether it is certain."""
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
    """Return the common share of two statements of opposite signs, and whether it is certain; else None."""
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
    # A negation without a predicate (`the hook not installed`) is a denial, too.
    plain = claim if not claim.tokens.negations else source
    if negated and NEGATIONS & _words_of(plain.text):
        return None
    return min(forth, back), False


def _turns_shared(claim: ComparedText, source: ComparedText) -> bool:
    """Return whether the one negation applies to a word of the other statement, or to no word at all."""
    denying, other = (claim, source) if claim.tokens.negations else (source, claim)
    turned = {each.stem for each in signed(denying.text) if each.denied}
    return not turned or bool(turned & other.stems)


def _failing(compared: ComparedText) -> bool:
    """Return whether a statement reports a failure, which is a `not` in another word."""
    return bool(FAIL_WORDS & _words_of(compared.text))


@lru_cache(maxsize=20_000)
def _words_of(text: str) -> frozenset[str]:
    """Return the words of a text in lower case."""
    return frozenset(_WORD.findall(text.casefold()))


def _antonyms(claim: str, source: str) -> tuple[int, int]:
    """Count antonym pairs of which each text has one side: plain pairs, and pairs with a negation."""
    mine, theirs = _words_of(claim), _words_of(source)
    opposed = [p for p in ANTONYMS if len(p & mine) == 1 and len(p & theirs) == 1 and p & mine != p & theirs]
    signed = sum(bool(pair & NEGATIONS) for pair in opposed)
    return len(opposed) - signed, signed
