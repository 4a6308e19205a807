"""Tells a negation of something else from a denial of the original.

It may be in a part after `and` that shares no word with the original, or the shared words only say where
nothing may be done. `Nothing in the box may be thrown out` denies nothing of `the papers are in the box`.
"""

from __future__ import annotations

from gates.retention.alignment import Aligned
from gates.retention.words import Word

_NOBODY = frozenset(("nothing", "nobody", "no one", "none"))
_WHERE = frozenset(("in", "at", "on", "of", "from", "inside", "within"))


def denies_others(aligned: Aligned, clauses: frozenset[int]) -> bool:
    """Return whether clauses of a restatement deny something, and only what the original does not say.

    Args:
        aligned: a statement without a negation, and its restatement.
        clauses: the clauses of the restatement that relate to the original.
    """
    words, matched = aligned.restated, {b for _, b, _ in aligned.pairs}
    denials = [place for place, word in enumerate(words) if word.tag == "not" and word.clause in clauses]
    return bool(denials) and all(
        _apart_from(words, place, matched) or _forbids_there(words, place, matched) for place in denials
    )


def _apart_from(words: tuple[Word, ...], denial: int, matched: set[int]) -> bool:
    """Return whether no matched word is in the part of the clause with a negation, which `and` separates."""
    start = denial
    while start > 0 and words[start - 1].clause == words[denial].clause and words[start - 1].text != "and":
        start -= 1
    end = denial
    while end < len(words) and words[end].clause == words[denial].clause:
        end += 1
    opens = words[start].counts or words[start].tag in ("must", "should", "may")
    separate = start > 0 and words[start - 1].text == "and" and opens
    return separate and matched.isdisjoint(range(start, end))


def _forbids_there(words: tuple[Word, ...], denial: int, matched: set[int]) -> bool:
    """Return whether `nothing in X may be done` has all its matched words in X, and names what is done."""
    behind = [p for p in range(denial + 1, len(words)) if words[p].clause == words[denial].clause]
    modal = next((p for p in behind if words[p].tag in ("may", "must", "should")), None)
    if words[denial].text not in _NOBODY or modal is None or words[denial + 1].text not in _WHERE:
        return False
    done = [p for p in behind if p > modal and words[p].counts]
    return bool(done) and matched.isdisjoint(done)
