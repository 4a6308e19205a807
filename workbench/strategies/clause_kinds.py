"""The clauses of a sentence and their roles: a main clause, its condition, its reason or aim, a contrast."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from workbench.strategies.condensing import Sentence, word_of
from workbench.strategies.condensing_words import CAUSES, EXCEPTING, HOLDS_IF, MAY, REASONS, SUBJECTS, TURNS

_GOES_ON = frozenset("and so then".split())
"""Words by which a clause after a condition is a new one."""
DASHES = frozenset("- – — --".split())


@dataclass(frozen=True, slots=True)
class Clause:
    """Pieces `start..end` of a sentence and their role in it."""

    start: int
    end: int
    kind: Literal["main", "condition", "reason"]


def is_aim(clause: Clause, pieces: Sequence[str]) -> bool:
    """Return whether a clause only says what the one before it is for: `so they can see it`."""
    return clause.kind == "reason" and opens_aim(Sentence(pieces[clause.start : clause.end]), 0)


def opens_aim(sentence: Sentence, position: int) -> bool:
    """Return whether the words at a piece open an aim: `so they can`."""
    words = sentence.words[position : position + 3]
    return len(words) == 3 and words[0] == "so" and words[1] in SUBJECTS - {"that"} and words[2] in MAY


def turns_back(pieces: Sequence[str], clause: Clause) -> bool:
    """Return whether a clause begins as a contrast or an exception to what precedes it."""
    words = [word for word in map(word_of, pieces[clause.start : clause.start + 3]) if word]
    words = words[1:] if words[:1] in (["and"], ["or"], ["so"]) else words
    return bool(words) and words[0] in TURNS


def is_wide(pieces: Sequence[str], clause: Clause) -> bool:
    """Return whether a condition may be about more clauses before it: an exception, or one after a mark."""
    parted = pieces[clause.start - 1][-1] in ",;:" or pieces[clause.start - 1] in DASHES
    return parted or bool(EXCEPTING & {word_of(piece) for piece in pieces[clause.start : clause.start + 2]})


def is_held_open(pieces: Sequence[str], found: Sequence[Clause], number: int) -> bool:
    """Return whether the clause before the given one is not over: `Because it failed, ...`, `if so, ...`."""
    before = found[number - 1]
    first = word_of(pieces[before.start])
    opens = number == 1 and first in CAUSES | TURNS
    return opens or (before.kind == "condition" and word_of(pieces[found[number].start]) not in _GOES_ON)


def clause_kind(sentence: Sentence, start: int, *, first: bool) -> Literal["main", "condition", "reason"]:
    """Return the role of the clause that begins at a piece."""
    words = [each for each in sentence.words[start : start + 3] if each]
    leading = words[1] if len(words) > 1 and words[0] in ("and", "but", "or", "only", "even") else words[0]
    if leading in HOLDS_IF:
        return "condition"
    aims = start > 0 and sentence.pieces[start - 1][-1] != "," and opens_aim(sentence, start)
    concludes = (
        not aims and words[:1] == ["so"] and words[1:2] != ["that"] and bool(set(words[1:2]) & SUBJECTS)
    )
    return "reason" if leading in REASONS and not first and not concludes else "main"
