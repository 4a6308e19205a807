"""Condense a sentence below the verbatim limit by leaving words out; a short one stays unchanged.

Fewer than twelve consecutive words of the source remain together (S4 section 9: no verbatim dialogue). If a
run is too long, a word without meaning is left out; if there is none, the sentence is stated clause by
clause, each with its conditions; if it has no clause border either, it is not stated at all. No word is ever
added, changed or moved, and no name, number, negation or code is cut.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import accumulate

from gates.language.modality import ModalForce, force
from gates.language.tokens import tokenise
from workbench.facts.spans import fold
from workbench.strategies.condensing_words import (
    AFTER_ARTICLE,
    ARTICLES,
    BEFORE_ARTICLE,
    CONDITIONS,
    COPULAS,
    FILLERS,
    INTERJECTIONS,
    LIMITING,
    NO_SUBJECT,
    OPENERS,
    PAIRED,
    PAIRED_ANSWERS,
    REASONS,
    SUBJECTS,
    TURNS,
)

VERBATIM_WORDS = 12
"""Consecutive words of one message from which a text counts as verbatim dialogue."""

_LONGEST = VERBATIM_WORDS - 1
_QUOTED = re.compile(r"([\"“])([^\"“”\n]+)([\"”])")
_CODE = re.compile(r"`[^`\n]+`")
_ASIDE = re.compile(r"\([^()\n]+\)?|\[[^\[\]\n]+\]?")
_IN_QUOTATION = 200
"""Additional cost of an edit inside quotation marks."""
_EDGES = "\"'`“”‘’()[]{}<>,;:.!?*_~-–—…"
CHAINS = frozenset(("&&",))
"""Separators of commands of which the second runs only after the first; no word of either is left out."""
_DONE = re.compile(r"[a-z]{2,20}(?:ed|en)")
"""Participles by their endings."""
_LABEL = re.compile(r"\b(user|assistant|human|system|agent|ai|bot)[ \t]{0,3}:", re.IGNORECASE)


def words_of(text: str) -> list[str]:
    """Return the words of a text, folded, without surrounding marks; a piece of marks only is no word."""
    stripped = (word_of(piece) for piece in text.split())
    return [word for word in stripped if word]


def word_of(piece: str) -> str:
    """Return one run of characters, folded, without surrounding marks."""
    return piece.strip(_EDGES).casefold()


def condense(text: str) -> str | None:
    """Return a sentence on one line without a verbatim run; a short one unchanged.

    Every word of the result is in the text, in the same order; articles and fillers are left out, a comma may
    replace `and`, `is` or `are` is left out last, and no other word is. None if that is not enough.
    """
    pieces = opened(_LABEL.sub(r"\1", fold(text)).split())
    source_text = " ".join(pieces)
    kept = _parted(pieces, _WAYS)
    stated = None if kept is None else " ".join(kept)
    return (
        _unmarked(source_text, stated) if stated is not None and _may_replace(source_text, stated) else None
    )


def _unmarked(text: str, stated: str) -> str:
    """Return the text without quotation marks around words that are no longer verbatim."""
    return _QUOTED.sub(lambda found: found.group() if found.group(2) in text else found.group(2), stated)


def _may_replace(text: str, stated: str) -> bool:
    # If words recur, a run that was broken may occur elsewhere.
    return verbatim_run(stated, text) is None and _binds_alike(text, stated)


def _binds_alike(text: str, stated: str) -> bool:
    one, two = tokenise(text), tokenise(stated)
    return (
        cues_of(text) == cues_of(stated)
        and bool(one.negations) == bool(two.negations)
        and [number.value for number in one.numbers] == [number.value for number in two.numbers]
    )


def cues_of(text: str) -> tuple[int, ...]:
    """Count the cues of each kind in a statement; short forms count as their full forms."""
    return tuple(len(getattr(force(text), kind.name)) for kind in fields(ModalForce))


def opened(pieces: list[str]) -> list[str]:
    """Return the pieces without words that only open a sentence."""
    while len(pieces) > 2 and pieces[0][:1] not in "\"'`“‘":
        marked = pieces[0][-1] in ",!.;:…"
        bare = word_of(pieces[0])
        if bare not in OPENERS and not (marked and bare in INTERJECTIONS):
            break
        if word_of(pieces[1]) in PAIRED_ANSWERS:
            break
        pieces = pieces[1:]
        while len(pieces) > 2 and not word_of(pieces[0]):
            pieces = pieces[1:]
    return pieces


@dataclass(frozen=True, slots=True)
class _Edit:
    """Pieces left out; one run ends at the first of them, the next begins after the last."""

    position: int
    comma: bool = False
    """Whether the piece before it gets a comma."""
    count: int = 1


def _inside(pattern: re.Pattern[str], pieces: Sequence[str]) -> list[bool]:
    """Return, for each piece, whether it overlaps a match of the pattern in the joined pieces."""
    spans = [found.span() for found in pattern.finditer(" ".join(pieces))]
    found, at = [], 0
    for piece in pieces:
        found.append(any(start < at + len(piece) and at < end for start, end in spans))
        at += len(piece) + 1
    return found


def _chained(pieces: Sequence[str]) -> list[bool]:
    """Return, for each piece, whether it belongs to chained commands: `a b && c d`."""
    found, code = [False] * len(pieces), _inside(_CODE, pieces)
    for chain in (n for n, piece in enumerate(pieces) if piece in CHAINS and not code[n]):
        first = next((n for n in range(chain - 1, -1, -1) if pieces[n][-1] in ",;:"), -1)
        last = next((n for n in range(chain + 1, len(pieces)) if pieces[n][-1] in ",;."), len(pieces) - 1)
        found[first + 1 : last + 1] = [True] * (last - first)
    return found


class Sentence:
    """The pieces of a sentence, with the properties that edits and borders need."""

    def __init__(self, pieces: Sequence[str]) -> None:
        self.pieces = pieces
        self.words = [word_of(piece) for piece in pieces]
        self.quoted = _inside(_QUOTED, pieces)
        self.code = [a or b for a, b in zip(_inside(_CODE, pieces), _chained(pieces), strict=True)]
        self.aside = _inside(_ASIDE, pieces)
        self.asks = bool(pieces) and pieces[-1].rstrip("\"')*_").endswith("?")

    def before(self, position: int) -> str:
        """Return the word before a piece; empty if there is none, or a mark separates the two."""
        parted = position == 0 or self.pieces[position - 1][-1] in ",;:.!?"
        return "" if parted else self.words[position - 1]

    def after(self, position: int) -> str:
        """Return the word after a piece; empty if there is none, or a mark separates the two."""
        parted = position + 1 >= len(self.words) or self.pieces[position][-1] in ",;:.!?"
        return "" if parted else self.words[position + 1]

    def conditional(self, position: int) -> bool:
        """Return whether the part of the sentence around a piece, from mark to mark, has a condition."""
        first = position
        while first > 0 and self.pieces[first - 1][-1] not in ",;:.!?":
            first -= 1
        last = position
        while last + 1 < len(self.pieces) and self.pieces[last][-1] not in ",;:.!?":
            last += 1
        return any(word in CONDITIONS for word in self.words[first : last + 1])

    def negated(self, position: int) -> bool:
        """Return whether the words before a piece negate or limit it, so that it says what is negated."""
        while position and (self.before(position) in ARTICLES or not self.words[position - 1]):
            position -= 1
        return self.before(position) in LIMITING or self.before(position).endswith("n't")


Way = Callable[[Sentence, int], "_Edit | None"]
"""A way to break a run at a piece; returns None if that would do harm."""


def _parted(pieces: Sequence[str], ways: Sequence[tuple[int, Way]]) -> list[str] | None:
    """Return the pieces with every run broken before it is too long, by the cheapest edits.

    None if impossible.
    """
    sentence, count = Sentence(pieces), len(pieces)
    before = [0, *accumulate(int(bool(word)) for word in sentence.words)]
    edits: dict[int, tuple[int, _Edit]] = {}
    for position in range(count if before[count] > _LONGEST else 0):
        for cost, way in ways:
            edit = None if sentence.code[position] else way(sentence, position)
            if edit is not None:
                more = _IN_QUOTATION if sentence.quoted[position] else 0
                edits[position] = (cost + more, edit)
                break
    best: list[tuple[int, _Edit | None] | None] = [(0, None)] * (count + 1)
    for begin in range(count - 1, -1, -1):
        if before[count] - before[begin] > _LONGEST:
            best[begin] = _least(edits, best, begin, before)
    return _applied(pieces, best)


def _least(
    edits: dict[int, tuple[int, _Edit]],
    best: Sequence[tuple[int, _Edit | None] | None],
    begin: int,
    before: Sequence[int],
) -> tuple[int, _Edit | None] | None:
    """Return the cheapest edit that ends a run beginning at a piece, the last of equals.

    None if there is none.
    """
    choices: list[tuple[int, int, _Edit]] = []
    stop = begin + 1
    while stop + 1 < len(best) and before[stop] - before[begin] <= _LONGEST:
        rest = best[stop + edits[stop][1].count] if stop in edits else None
        if rest is not None:
            choices.append((edits[stop][0] + rest[0], -stop, edits[stop][1]))
        stop += 1
    if not choices:
        return None
    cost, _, edit = min(choices, key=lambda choice: choice[:2])
    return cost, edit


def _applied(pieces: Sequence[str], best: Sequence[tuple[int, _Edit | None] | None]) -> list[str] | None:
    kept: list[str] = []
    begin, chosen = 0, best[0]
    while chosen is not None and chosen[1] is not None:
        edit = chosen[1]
        kept += pieces[begin : edit.position]
        if edit.comma:
            kept[-1] += ","
        begin = edit.position + edit.count
        chosen = best[begin]
    return None if chosen is None else [*kept, *pieces[begin:]]


def _without_article(sentence: Sentence, position: int) -> _Edit | None:
    falls = (
        sentence.pieces[position] in ARTICLES
        and sentence.after(position) not in AFTER_ARTICLE
        and sentence.before(position) not in BEFORE_ARTICLE
    )
    return _Edit(position) if falls and sentence.after(position) else None


def _without_filler(sentence: Sentence, position: int) -> _Edit | None:
    falls = sentence.pieces[position] in FILLERS and not sentence.negated(position)
    return _left_out(sentence, position) if falls else None


def _left_out(sentence: Sentence, position: int) -> _Edit | None:
    if not sentence.after(position) or sentence.negated(position):
        return None
    return _Edit(position)


def _as_comma(sentence: Sentence, position: int) -> _Edit | None:
    """Replace an `and` between two things by a comma."""
    parts = not sentence.conditional(position) and not sentence.negated(position) and sentence.after(position)
    if sentence.pieces[position] != "and" or not parts or position == 0:
        return None
    ends = sentence.pieces[position - 1][-1]
    numeric = sentence.before(position)[-1:].isdigit() or sentence.after(position)[:1].isdigit()
    if sentence.after(position) in SUBJECTS | TURNS | CONDITIONS:
        return None
    if numeric or sentence.quoted[position - 1] or not (ends.isalnum() or ends in ")`"):
        return None
    return None if PAIRED & set(sentence.words[:position][-6:]) else _Edit(position, comma=True)


def _without_copula(sentence: Sentence, position: int) -> _Edit | None:
    """Leave out `is` or `are` after its subject, as in a note."""
    falls = sentence.pieces[position] in COPULAS and sentence.before(position) not in NO_SUBJECT | {""}
    stays = sentence.after(position) in LIMITING | NO_SUBJECT or _subordinate(sentence, position)
    return _left_out(sentence, position) if falls and not stays and not sentence.asks else None


def _without_relative(sentence: Sentence, position: int) -> _Edit | None:
    """Leave out `that are` before what was done to things: `rules that are written by hand`."""
    opens = sentence.words[position] == "that" and sentence.after(position) in ("are", "were")
    follows = sentence.after(position + 1) if opens else ""
    falls = _DONE.fullmatch(follows) is not None and sentence.before(position) not in NO_SUBJECT | {""}
    return _Edit(position, count=2) if falls and not sentence.negated(position) else None


def _subordinate(sentence: Sentence, position: int) -> bool:
    """Return whether the words before a piece open a clause inside the sentence, which needs its verb."""
    marks = (n + 1 for n in reversed(range(position)) if sentence.pieces[n][-1] in ",;:.!?")
    near = sentence.words[next(marks, 0) : position]
    return not (
        (CONDITIONS | REASONS | TURNS).isdisjoint(sentence.words[:position]) and SUBJECTS.isdisjoint(near)
    )


_WAYS: tuple[tuple[int, Way], ...] = (
    (4, _without_article),
    (4, _without_filler),
    (8, _as_comma),
    (12, _without_relative),
    (16, _without_copula),
)
"""Ways to break a run, each with its cost for the sentence."""


class VerbatimRuns:
    """The runs of twelve words of many messages, indexed once to check texts against."""

    def __init__(self, messages: Iterable[str]) -> None:
        self._grams = {gram for message in messages for gram in _grams(words_of(message))}

    def stand_in(self, text: str) -> bool:
        """Return whether a text has a run that is verbatim in one of the messages."""
        return bool(self._grams) and any(gram in self._grams for gram in _grams(words_of(text)))


def _grams(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for n in range(len(words) - VERBATIM_WORDS + 1):
        yield tuple(words[n : n + VERBATIM_WORDS])


def verbatim_run(text: str, source: str) -> str | None:
    """Return the first run of twelve words of a text that is verbatim in the source.

    None if there is none.
    """
    texts = words_of(source)
    if len(texts) < VERBATIM_WORDS:
        return None
    grams = set(_grams(texts))
    return next((" ".join(gram) for gram in _grams(words_of(text)) if gram in grams), None)


def role_label(text: str) -> str | None:
    """Return a label that names a speaker, such as `User:`; None if there is none."""
    found = _LABEL.search(text)
    return found.group() if found else None
