"""Condense a sentence below the verbatim limit, by as few words as that takes; a short one stays as said.

Fewer than twelve consecutive words of the source are left standing together (S4 section 9: no verbatim
dialogue). Where a run is too long one word of it goes, or is told in another form, so that what is left
still reads as a sentence. It never adds a fact, changes a name, a number, a negation or what binds, or
reorders what was said. A quotation stands as it was said; one that has to be broken loses its marks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields

from gates.language.modality import Force, force
from gates.language.tokens import tokenise
from workbench.facts.spans import fold
from workbench.strategies.condensing_words import (
    AFTER_ARTICLE,
    ALIKE,
    ARTICLES,
    ASKED,
    BEFORE_ARTICLE,
    CLAUSE,
    CLOSE,
    CONDITIONS,
    FILLERS,
    FORMS,
    INTERJECTIONS,
    JOINED,
    LIMITING,
    LINKS,
    OPENERS,
    OWNERS,
    PAIRED,
    SAYING,
    SHORT,
)

VERBATIM_WORDS = 12
"""Consecutive words of one message from which a text counts as verbatim dialogue."""

_LONGEST = VERBATIM_WORDS - 1
_NEAR = 6
"""Words on each side of a place that may bind together."""
_QUOTED = re.compile(r"([\"“])([^\"“”\n]+)([\"”])")
_IN_QUOTATION = 200
"""What an edit costs more where somebody's words stand in quotation marks."""
_CONNECTIVE = "also"
"""Stands between two runs where every word carries something."""
_EDGES = "\"'`“”‘’()[]{}<>,;:.!?*_~-–—"
_LABEL = re.compile(r"\b(user|assistant|human|system|agent|ai|bot)[ \t]{0,3}:", re.IGNORECASE)


def words_of(text: str) -> list[str]:
    """The words of a text, folded, without the marks around them; what is only marks is no word."""
    stripped = (_word(piece) for piece in text.split())
    return [word for word in stripped if word]


def condense(text: str) -> str:
    """A sentence on one line with no run of its own that is verbatim dialogue; a short one as it stands."""
    pieces = _opened(_LABEL.sub(r"\1", fold(text)).split())
    said = " ".join(pieces)
    offered = (" ".join(_parted(pieces, ways)) for ways in (_WAYS, _LESS, _LAST))
    told = next((each for each in offered if _may_stand_for(said, each)), None)
    return _unmarked(said, " ".join(_parted(pieces, _LAST)) if told is None else told)


def _unmarked(said: str, told: str) -> str:
    """The text without the marks of quotations whose words are no longer as they were said."""
    return _QUOTED.sub(lambda found: found.group() if found.group(2) in said else found.group(2), told)


def _may_stand_for(said: str, told: str) -> bool:
    # Where words recur, a run that was broken may stand elsewhere.
    return verbatim_run(told, said) is None and _binds_alike(said, told)


def _binds_alike(said: str, told: str) -> bool:
    one, two = tokenise(said), tokenise(told)
    return (
        cues_of(said) == cues_of(told)
        and bool(one.negations) == bool(two.negations)
        and [number.value for number in one.numbers] == [number.value for number in two.numbers]
    )


def cues_of(text: str) -> tuple[int, ...]:
    """How many cues of each kind a statement has; short forms count as what they are short for."""
    return tuple(len(getattr(force(text), kind.name)) for kind in fields(Force))


def _word(piece: str) -> str:
    return piece.strip(_EDGES).casefold()


def _opened(pieces: list[str]) -> list[str]:
    """The pieces without what only opens a sentence."""
    while len(pieces) > 2 and pieces[0][:1] not in "\"'`“‘":
        marked = pieces[0][-1] in ",!.;:…"
        bare = _word(pieces[0])
        if bare not in OPENERS and not (marked and bare in INTERJECTIONS):
            break
        pieces = pieces[1:]
    return pieces


@dataclass(frozen=True, slots=True)
class _Edit:
    """Pieces `start..end` told in another way; one run ends at `start`, the next begins at `end`."""

    start: int
    end: int
    told: tuple[str, ...] = ()
    comma: bool = False
    """The piece before it gets a comma."""


def _inside_quotations(pieces: Sequence[str]) -> list[bool]:
    """Of each place between two pieces and the piece after it, whether it lies in a quotation."""
    text = " ".join(pieces)
    spans = [found.span() for found in _QUOTED.finditer(text)]
    found, at = [], 0
    for piece in pieces:
        found.append(any(start < at < end for start, end in spans))
        at += len(piece) + 1
    return found


Way = Callable[["_Sentence", int], "_Edit | None"]
"""A way to break a run at a piece; None where it cannot be done without harm."""


class _Sentence:
    """The pieces of a sentence, as its edits ask about them."""

    def __init__(self, pieces: Sequence[str]) -> None:
        self.pieces = pieces
        self.words = [_word(piece) for piece in pieces]
        self.quoted = _inside_quotations(pieces)
        self.conditional = any(word in CONDITIONS for word in self.words)

    def before(self, position: int) -> str:
        """The word before a piece; empty where there is none, or a mark parts the two."""
        parted = position == 0 or self.pieces[position - 1][-1] in ",;:.!?"
        return "" if parted else self.words[position - 1]

    def after(self, position: int) -> str:
        """The word after a piece; empty where there is none, or a mark parts the two."""
        parted = position + 1 >= len(self.words) or self.pieces[position][-1] in ",;:.!?"
        return "" if parted else self.words[position + 1]

    def parts(self, position: int) -> bool:
        """Whether the words around a place bind as they did with one more between them."""
        before = self.pieces[max(0, position - _NEAR) : position]
        after = self.pieces[position : position + _NEAR]
        return _binds_alike(" ".join([*before, *after]), " ".join([*before, _CONNECTIVE, *after]))

    def negated(self, position: int) -> bool:
        """Whether what stands before a piece denies or limits it, so that it says what is denied."""
        return self.before(position) in LIMITING or self.before(position).endswith("n't")


def _parted(pieces: Sequence[str], ways: Sequence[tuple[int, Way]]) -> list[str]:
    """The pieces, every run of the source broken before it is too long, by the edits that cost least."""
    sentence, count = _Sentence(pieces), len(pieces)
    ending: dict[int, list[tuple[int, _Edit]]] = {}
    for position in range(count if count > _LONGEST else 0):
        for cost, way in ways:
            edit = way(sentence, position)
            if edit is not None:
                more = _IN_QUOTATION if sentence.quoted[position] else 0
                ending.setdefault(edit.start, []).append((cost + more, edit))
    best: list[tuple[int, _Edit | None]] = [(0, None)] * (count + 1)
    for begin in range(count - _LONGEST - 1, -1, -1):
        choices = [
            (cost + best[edit.end][0], -edit.start, number, edit)
            for stop in range(begin + 1, begin + _LONGEST + 1)
            for number, (cost, edit) in enumerate(ending.get(stop, ()))
        ]
        least = min(choices, key=lambda choice: choice[:3])
        best[begin] = least[0], least[3]
    return _applied(pieces, best)


def _applied(pieces: Sequence[str], best: Sequence[tuple[int, _Edit | None]]) -> list[str]:
    told: list[str] = []
    begin, edit = 0, best[0][1]
    while edit is not None:
        told += pieces[begin : edit.start]
        if edit.comma:
            told[-1] += ","
        told += edit.told
        begin = edit.end
        edit = best[begin][1]
    return [*told, *pieces[begin:]]


def _without_article(said: _Sentence, position: int) -> _Edit | None:
    falls = (
        said.pieces[position] in ARTICLES
        and said.after(position) not in AFTER_ARTICLE
        and said.before(position) not in BEFORE_ARTICLE
    )
    return _left_out(said, position) if falls else None


def _without_filler(said: _Sentence, position: int) -> _Edit | None:
    return _left_out(said, position) if said.pieces[position] in FILLERS else None


def _without_that(said: _Sentence, position: int) -> _Edit | None:
    told = said.pieces[position] == "that" and said.before(position) in SAYING
    return _left_out(said, position) if told and said.after(position) not in ("is", "was") else None


def _left_out(said: _Sentence, position: int) -> _Edit | None:
    if not said.after(position) or said.negated(position):
        return None
    return _Edit(position, position + 1)


def _in_full(said: _Sentence, position: int) -> _Edit | None:
    """Tell a short form in full."""
    piece = said.pieces[position]
    told = FORMS.get(piece.casefold().replace("’", "'"))
    if told is None or said.after(position) in ASKED:
        return None
    return _Edit(position, position + 1, _as_large(piece, told))


def _in_short(said: _Sentence, position: int) -> _Edit | None:
    """Tell two words in their short form."""
    if position + 1 >= len(said.pieces) or not said.after(position + 1):
        return None
    told = SHORT.get((said.pieces[position].casefold(), said.pieces[position + 1].casefold()))
    if told is None:
        return None
    return _Edit(position, position + 2, _as_large(said.pieces[position], told))


def _as_large(piece: str, told: str) -> tuple[str, ...]:
    return tuple((told[0].upper() + told[1:] if piece[0].isupper() else told).split())


def _as_alike(said: _Sentence, position: int) -> _Edit | None:
    """Tell a word as one that says the same."""
    told = ALIKE.get(said.pieces[position])
    if told is None or not said.after(position) or said.negated(position):
        return None
    return _Edit(position, position + 1, tuple(told.split()))


def _as_comma(said: _Sentence, position: int) -> _Edit | None:
    """Tell an `and` between two things as a comma."""
    parts = not said.conditional and not said.negated(position) and said.after(position)
    if said.pieces[position] != "and" or not parts:
        return None
    ends = said.pieces[position - 1][-1] if position else ""
    numeric = said.before(position)[-1:].isdigit() or said.after(position)[:1].isdigit()
    if numeric or not (ends.isalnum() or ends == ")") or PAIRED & set(said.words[:position][-6:]):
        return None
    return _Edit(position, position + 1, comma=True)


def _with_and(said: _Sentence, position: int) -> _Edit | None:
    """Put an `and` after a comma that parts two clauses."""
    if position < CLAUSE or said.conditional or said.pieces[position - 1][-1] not in ",;":
        return None
    word = said.words[position]
    return None if word in JOINED or not word[:1].isalpha() else _Edit(position, position, ("and",))


def _unowned(said: _Sentence, position: int) -> _Edit | None:
    """Tell whose a thing is as `the`: the sentence still reads, and says no less of what binds."""
    owned = said.pieces[position] in OWNERS and said.after(position) and not said.negated(position)
    return _Edit(position, position + 1, ("the",)) if owned else None


def _also_before_link(said: _Sentence, position: int) -> _Edit | None:
    """Put a word more before what adds a circumstance."""
    if said.words[position] not in LINKS or said.before(position) in ("", *CLOSE):
        return None
    return _also(said, position)


def _also(said: _Sentence, position: int) -> _Edit | None:
    """Put a word more anywhere but where it would be denied, or part words that bind together."""
    return None if said.negated(position) or not said.parts(position) else _anywhere(said, position)


def _anywhere(_: _Sentence, position: int) -> _Edit | None:
    """Put a word more where nothing else will do."""
    return _Edit(position, position, (_CONNECTIVE,)) if position else None


_LAST: tuple[tuple[int, Way], ...] = ((30, _also_before_link), (45, _also), (99, _anywhere))
"""What is left where every word carries something."""
_LESS: tuple[tuple[int, Way], ...] = (
    (4, _without_article),
    (4, _without_filler),
    (6, _without_that),
    (8, _as_comma),
    (12, _with_and),
    (12, _unowned),
    *_LAST,
)
"""Ways that tell no word of the sentence in another form."""
_WAYS: tuple[tuple[int, Way], ...] = ((4, _in_full), (4, _in_short), (8, _as_alike), *_LESS)
"""Ways to break a run, each with how much it takes from the sentence."""


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
