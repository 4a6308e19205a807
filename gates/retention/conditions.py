"""Compares on what condition, and from or up to when, two statements apply."""

from __future__ import annotations

from collections.abc import Iterator

from gates.report import Retention
from gates.retention.alignment import Aligned
from gates.retention.binding_edits import Edit
from gates.retention.times import ends_when_begun
from gates.retention.words import PERSONS, Word

CLAUSE_HELD = 0.5
"""Share of a condition's words that a restatement must contain."""

CONDITIONS = frozenset(("if", "unless", "until", "otherwise"))
"""Tags of words that begin a condition and a clause of their own."""
_EVENTS = frozenset(("after", "before"))
"""Tags of words that begin a condition if an event follows: `once the mayor has signed`."""
_LIMITING = CONDITIONS | _EVENTS | {"only"}


def conditions(aligned: Aligned, remarks: frozenset[int]) -> Iterator[Edit]:
    """Yield edits of conditions: left out, added, made indifferent (`even if`), turned (`until`, `from`)."""
    held = {mine for mine, _, _ in aligned.pairs}
    for places in (*_clauses(aligned.original, remarks), *_events(aligned.original, remarks)):
        content = [p for p in places if aligned.original[p].counts]
        if sum(p in held for p in content) < CLAUSE_HELD * len(content):
            yield Edit("condition", Retention.WEAKENED)
    stated = {aligned.restated[b].clause for _, b, _ in aligned.pairs}
    added = any(w.tag == "unless" and w.clause in stated for w in aligned.restated)
    if added and not any(w.tag in ("unless", "if", "not", "only") for w in aligned.original):
        yield Edit("exception", Retention.UNCERTAIN)
    original = {w.tag for w in aligned.original if w.clause not in remarks}
    if original & _LIMITING and "regardless" not in original and _indifferent(aligned.restated, stated):
        yield Edit("condition", Retention.MUTATED)
    if ends_when_begun(aligned):
        yield Edit("order", Retention.MUTATED)


def _clauses(words: tuple[Word, ...], remarks: frozenset[int]) -> Iterator[list[int]]:
    """Yield the places of each clause with a condition."""
    found: dict[int, list[int]] = {}
    for place, word in enumerate(words):
        if word.kind != "break" and word.clause not in remarks:
            found.setdefault(word.clause, []).append(place)
    for places in found.values():
        if any(words[p].tag in CONDITIONS for p in places):
            yield places


def _events(words: tuple[Word, ...], remarks: frozenset[int]) -> Iterator[list[int]]:
    """Yield the places of each event that something waits for: `once Marta has approved`.

    Not what the reader does on the way, `after reading it`, nor a talk of the two.
    """
    for place, word in enumerate(words):
        if word.kind != "cue" or word.tag not in _EVENTS or word.clause in remarks:
            continue
        end = next((p for p in range(place + 1, len(words)) if words[p].kind == "break"), len(words))
        after = [p for p in range(place + 1, end) if words[p].kind != "other"]
        if after and words[after[0]].tag not in PERSONS and not words[after[0]].text.endswith("ing"):
            yield after


def _indifferent(words: tuple[Word, ...], clauses: set[int]) -> bool:
    """Return whether some clauses of a statement say that a condition makes no difference."""
    return any(word.tag == "regardless" and word.clause in clauses for word in words)
