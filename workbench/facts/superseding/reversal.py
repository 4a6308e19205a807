"""Decides whether one directive explicitly retracts another. In doubt it does not, and both stay."""

from __future__ import annotations

import re
from functools import lru_cache

from gates.language.similarity import statement
from workbench.facts.superseding.retaken import may_retake, rejected_stems, rejects, retakes
from workbench.facts.superseding.revision import distinct, revises, revising, subject_of

_UNDO = frozenset("remove delete drop revert undo".split())
_ENDS = frozenset(
    "remove delete drop revert undo skip cancel stop forget kill need want mind abandon".split()
)
_DO = frozenset("add include keep create introduce use put write".split())
_AGAIN = re.compile(r"\b(?:again|after all|back out)\b", re.IGNORECASE)
_INSTEAD = re.compile(r"\binstead of (?:the |a |an |using )?([^,.;:!?\n]{2,80})", re.IGNORECASE)
_TAKES_BACK = re.compile(
    r"\b(?:actually|instead|on second thoughts?|change of plans?|scratch that|never mind|nevermind|forget|"
    r"no longer|any ?more|not any more|don't need|do not need|skip|cancel|from now on|you (?:may|can) now)\b",
    re.IGNORECASE,
)
_CHANGES = re.compile(
    r"\b(?:actually|instead|rather|now|change|make it|make that|update|raise|lower|bump|increase|decrease|"
    r"set|not)\b|^no\b",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(r"[,.;:!?](?:\s|$)|\n")
_TURN_UNDONE = re.compile(
    r"(?:\W{0,3}(?:actually|but|can (?:you|we)|could (?:you|we)|go ahead and|hm+|just|let'?s|nah|no|nope|oh"
    r"|ok(?:ay)?|please|so|sorry|then|wait|ye(?:ah|p|s)|you (?:can|may|should))\b[\s,.:;!-]{0,4}){0,6}"
    r"(?:(?:back out|revert|roll ?back|undo) (?:all (?:of )?)?(?:it|that|these|this|those"
    r"|(?:the|those|these|your) (?:last )?(?:changes?|commits?|edits?|work))"
    r"(?: again| all| for now| please)?[ \t]*(?:[,.;:!?\n]|$)"
    r"|(?:bring|change|put|set|switch|take|turn) (?:it|that|these|this|those|them|everything)(?: all)? back "
    r"(?:(?:exactly )?(?:as|how|like|the way|where) (?:it|that|they|this|things) (?:was|were|had been)\b"
    r"|to (?:how|the way|what) (?:it|that|they|this|things|we) (?:was|were|had)\b"
    r"|to the (?:(?:version|state|one|way|form) before\b"
    r"|(?:previous|earlier|prior|old|original|last) (?:version|state|one|way|form)\b)))",
    re.IGNORECASE,
)
_LEAD = re.compile(r"[a-z']+", re.IGNORECASE)
_MIN_STEMS = 2
"""Fewest stems of an object; shorter ones are too vague to be provably the same."""


def reverses(later: str, earlier: str) -> bool:
    """Return whether `later` undoes, negates or replaces exactly what `earlier` asked for."""
    if not statement(later).stems & statement(earlier).stems or distinct(later, earlier):
        return False
    return (
        revises(later, earlier)
        or _negates(later, earlier)
        or _undoes(later, earlier)
        or _replaces(later, earlier)
        or _revalues(later, earlier)
        or retakes(later, earlier)
        or rejects(later, earlier)
    )


def may_reverse(later: str) -> bool:
    """Return whether a sentence has any word by which it might reverse one with other content.

    Without one it reverses only a sentence of exactly its words, apart from a negation or a number.
    """
    cues = (_TAKES_BACK, _AGAIN, _INSTEAD, _CHANGES)
    return revising(later) or any(cue.search(later) for cue in cues)


def object_done(text: str) -> frozenset[str]:
    """Return the stems of what a directive asks to do; empty if it asks for nothing."""
    return _object(text, _DO)


def objects_undone(text: str) -> tuple[frozenset[str], ...]:
    """Return the stems of each thing that a sentence may retract."""
    instead = _INSTEAD.search(text)
    replaced = frozenset() if instead is None else statement(instead.group(1)).stems
    found = (_object(text, _UNDO), _object(text, _ENDS), replaced, subject_of(text).gone)
    return tuple(stems for stems in found if stems)


def takes_back(text: str) -> bool:
    """Return whether a sentence states that something is no longer valid, whatever it is."""
    return bool(_TAKES_BACK.search(text)) or may_retake(text)


def undoes_turn(message: str) -> bool:
    """Return whether a message begins by reverting all that the agent just did: `can you revert that?`."""
    return _TURN_UNDONE.match(message) is not None


def _negates(later: str, earlier: str) -> bool:
    """Return whether the words are the same, one with and one without a negation."""
    one, two = statement(later), statement(earlier)
    if len(one.stems) < _MIN_STEMS or one.stems != two.stems:
        return False
    if rejected_stems(later) & rejected_stems(earlier):
        return False
    return bool(one.tokens.negations) != bool(two.tokens.negations)


def _undoes(later: str, earlier: str) -> bool:
    """Match `remove X again` after `add X`, and `actually, drop X` after any directive about X."""
    undone, done = _object(later, _UNDO), _object(earlier, _DO)
    if len(undone) >= _MIN_STEMS and undone == done:
        return bool(_AGAIN.search(later) or _TAKES_BACK.search(later))
    # An explicit retraction need not name its object in full.
    stated = _object(later, _ENDS)
    return (
        bool(_TAKES_BACK.search(later)) and len(stated) >= _MIN_STEMS and stated <= statement(earlier).stems
    )


def _replaces(later: str, earlier: str) -> bool:
    """Match `use Y instead of X` after `use X`."""
    match = _INSTEAD.search(later)
    if match is None or statement(earlier).tokens.negations:
        return False
    replaced = statement(match.group(1)).stems
    return bool(replaced) and replaced == _object(earlier, _DO)


def _revalues(later: str, earlier: str) -> bool:
    """Match `actually, cap it at 200` after `cap it at 500`: the same words with other numbers."""
    if not _CHANGES.search(later):
        return False
    new, old = statement(later), statement(earlier)
    about = {stem for stem in old.stems if stem[0] != "#"}
    stated = {stem for stem in new.stems if stem[0] != "#"}
    before, after = old.stems - about, new.stems - stated
    same = len(about) >= _MIN_STEMS and about <= stated and len(stated - about) <= _MIN_STEMS
    return bool(before) and bool(after) and not before & after and same


@lru_cache(maxsize=4_096)
def _object(text: str, verbs: frozenset[str]) -> frozenset[str]:
    """Return the stems after the first of the verbs, or an empty set if the text has none of them."""
    for match in _LEAD.finditer(text):
        if match.group().casefold() in verbs:
            rest = statement(_CLAUSE_END.split(text[match.end() :], 1)[0])
            return frozenset() if rest.tokens.negations else rest.stems - statement("again").stems
    return frozenset()
