"""Condense a sentence below the verbatim limit: words that carry nothing go, the others stay as said.

Fewer than twelve consecutive words of the source are left standing together (S4 section 9: no verbatim
dialogue). It never adds a fact, changes a name, a number or a negation, or reorders what was said.
"""

from __future__ import annotations

import re

from gates.lexicon import NEGATIONS
from workbench.facts.spans import fold

VERBATIM_WORDS = 12
"""Consecutive words of one message from which a text counts as verbatim dialogue."""

_LONGEST = VERBATIM_WORDS - 1
_ARTICLES = frozenset("a an the please just really very quite simply basically".split())
_OPENERS = frozenset(
    "ok okay yes yeah well so and but also then hmm oh great good right sure alright actually now".split()
)
_WEAK = frozenset(
    "of to in for on at with from by as this that these those which its our my your their".split()
)
"""Words that may fall out where a run must be broken: none that carries time, force, order or polarity."""
_JOINING = frozenset({"and"})
_CONNECTIVE = "also"
"""Stands between two runs where every word carries something."""
_EDGES = "\"'`“”‘’()[]{}<>,;:.!?*_~-–—"
_LABEL = re.compile(r"\b(user|assistant|human|system|agent|ai|bot)[ \t]{0,3}:", re.IGNORECASE)


def words_of(text: str) -> list[str]:
    """The words of a text, folded, without the marks around them; what is only marks is no word."""
    stripped = (piece.strip(_EDGES).casefold() for piece in text.split())
    return [word for word in stripped if word]


def condense(text: str) -> str:
    """A sentence in fewer words, on one line, with no run of its own that is verbatim dialogue."""
    pieces = _unlabelled(fold(text)).split()
    while len(pieces) > 2 and pieces[0].strip(_EDGES).casefold() in _OPENERS and not _quoted(pieces[0]):
        pieces = pieces[1:]
    return " ".join(_broken(pieces))


def _unlabelled(text: str) -> str:
    return _LABEL.sub(r"\1", text)


def _quoted(piece: str) -> bool:
    return piece[:1] in "\"'`“‘"


def _broken(pieces: list[str]) -> list[str]:
    """The pieces with articles left out, and each run of the source cut before it is too long."""
    kept: list[str] = []
    run: list[int] = []
    """Positions in `kept` of the pieces that stood together in the source."""
    for piece in pieces:
        if _falls(piece, _ARTICLES):
            run = []
            continue
        if len(run) >= _LONGEST:
            run = _cut(kept, run)
        kept.append(piece)
        run.append(len(kept) - 1)
    return kept


def _cut(kept: list[str], run: list[int]) -> list[int]:
    """Break a run that is as long as it may be, as late as can be; the positions that stand together after.

    An `and` becomes a comma or a weak word falls out; else an `and` goes in after a comma, or `also` in the
    end.
    """
    late = list(reversed(run[len(run) // 3 :]))
    for position in late:
        if _falls(kept[position], _JOINING) and kept[position - 1][-1:].isalnum():
            kept[position - 1] += ","
            return _without(kept, position)
    for position in late:
        before = kept[position - 1].strip(_EDGES).casefold() if position else ""
        if _falls(kept[position], _WEAK) and before not in NEGATIONS:
            return _without(kept, position)
    for position in late[1:]:
        if kept[position].endswith((",", ";")):
            kept.insert(position + 1, "and")
            return list(range(position + 2, len(kept)))
    kept.append(_CONNECTIVE)
    return []


def _without(kept: list[str], position: int) -> list[int]:
    del kept[position]
    return list(range(position, len(kept)))


def _falls(piece: str, words: frozenset[str]) -> bool:
    """Whether a piece is one of the words and carries no mark that would go with it."""
    return piece.casefold() in words


def verbatim_run(text: str, source: str) -> str | None:
    """The first run of twelve words of a text that stands so in the source; None where there is none."""
    said = words_of(source)
    if len(said) < VERBATIM_WORDS:
        return None
    grams = {tuple(said[n : n + VERBATIM_WORDS]) for n in range(len(said) - VERBATIM_WORDS + 1)}
    told = words_of(text)
    for n in range(len(told) - VERBATIM_WORDS + 1):
        if tuple(told[n : n + VERBATIM_WORDS]) in grams:
            return " ".join(told[n : n + VERBATIM_WORDS])
    return None


def role_label(text: str) -> str | None:
    """A label that names who speaks, such as `User:`; None where there is none."""
    found = _LABEL.search(text)
    return found.group() if found else None
