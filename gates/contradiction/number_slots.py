"""Numbers that stand in a claim where the linked words, around the same place, have another.

A claim and its source are read as rows of words. Where the words beside a number match and the number does
not, or the same label (`Scenario 4`, `human_added=1`) carries another number, that place is stated. It
searches nothing: it reads the passages that it is given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from gates.language.lexicon import STOPWORDS
from gates.language.quantities import written

BESIDE = 4
"""Words on each side of a number that are compared."""
SAME_PLACE = 3
"""Matching words beside a number from which it stands in the same place."""

_WORD = re.compile(r"\d{1,15}(?:,\d{3}){0,4}(?:\.\d{1,6})?|[^\W\d][\w'’-]{0,60}")
_CODE = re.compile(r"[a-z0-9]_[a-z0-9]|[a-z][A-Z]")
_LABELS = frozenset(
    """
    appendix attempt case chapter comment day event example feature figure finding item iteration issue level
    milestone option part phase pr prompt problem question release round rule scenario section
    session stage step sprint table task test tier version week
    """.split()
)
"""Words that a number names a member of. Lines are none: they move with every edit."""
_LINES = frozenset(("line", "lines", "l"))
_MARK = re.compile(r"[.)]\s+\w")
_FILE_END = re.compile(r"\.[A-Za-z]\w{0,4}:\n?")
"""The end of a file's name, behind which a line number stands."""
_BEGINS = re.compile(r"(?:^|\n)\W{0,8}$")


@dataclass(frozen=True, slots=True)
class WordRow:
    """A text as a row of words in lower case, with the value of each that is a number."""

    words: tuple[str, ...]
    values: tuple[float | None, ...]
    labels: tuple[bool, ...]
    """Whether a word may be the label of the number right after it."""
    marks: tuple[bool, ...]
    """Whether a number may count an entry of a list."""
    begins: tuple[bool, ...]
    """Whether such a number begins its line."""
    placed: tuple[bool, ...]
    """Whether a number stands right behind the name of a file."""


@dataclass(frozen=True, slots=True)
class OtherNumber:
    """Another number in the place of one of a claim's."""

    claimed: float
    in_source: float
    verbatim: bool
    """Every other word of the claim stands around it as in the claim."""


@lru_cache(maxsize=20_000)
def row(text: str) -> WordRow:
    """The row of a text, its values in the one form."""
    text = written(text)
    matches = list(_WORD.finditer(text))
    found = [match.group() for match in matches]
    marks = tuple(m.group()[0].isdecimal() and _MARK.match(text, m.end()) is not None for m in matches)
    begins = tuple(
        mark and _BEGINS.search(text[max(0, m.start() - 9) : m.start()]) is not None
        for mark, m in zip(marks, matches, strict=True)
    )
    behind = {found.end() for found in _FILE_END.finditer(text)}
    placed = tuple(m.start() in behind for m in matches)
    values = tuple(float(word.replace(",", "")) if word[0].isdecimal() else None for word in found)
    numbered = (*(value is not None for value in values[1:]), False)
    labels = tuple(
        number and (word.casefold() in _LABELS or _CODE.search(word) is not None)
        for word, number in zip(found, numbered, strict=False)
    )
    return WordRow(
        tuple(word.casefold().strip("'’-") for word in found), values, labels, marks, begins, placed
    )


def others(claim: str, passages: Iterable[str]) -> list[OtherNumber]:
    """The numbers of a claim in whose place the passages have another, each once."""
    mine = row(claim)
    if all(value is None for value in mine.values):
        return []
    theirs = [row(passage) for passage in passages]
    known = {value for their in theirs for value in their.values}
    found: dict[float, OtherNumber] = {}
    for place, value in enumerate(mine.values):
        if value is None or value in found or value in known or _of_lines(mine, place):
            continue
        other = _in_place(mine, place, value, theirs) or _labelled(mine, place, value, theirs)
        if other is not None:
            found[value] = other
    return list(found.values())


def _in_place(mine: WordRow, place: int, value: float, theirs: Sequence[WordRow]) -> OtherNumber | None:
    """A number with the same words beside it."""
    best, held, verbatim = 0, None, False
    for their in theirs:
        for spot, number in enumerate(their.values):
            if number is None or (their.begins[spot] and not mine.marks[place]):
                continue
            score = _beside(mine, place, their, spot)
            if score > best:
                best, held = score, number
                verbatim = _around(mine, place, their, spot)
    if held is None or best < SAME_PLACE:
        return None
    return OtherNumber(value, held, verbatim)


def _beside(mine: WordRow, place: int, their: WordRow, spot: int) -> int:
    """How many words match beside two places, without a gap; 0 unless one of them carries a topic."""
    left, other = max(0, place - BESIDE), max(0, spot - BESIDE)
    before = _run(mine.words[left:place][::-1], their.words[other:spot][::-1])
    after = _run(mine.words[place + 1 : place + 1 + BESIDE], their.words[spot + 1 : spot + 1 + BESIDE])
    same = (*mine.words[place - before : place], *mine.words[place + 1 : place + 1 + after])
    topical = any(len(word) > 2 and word not in STOPWORDS and not word[0].isdecimal() for word in same)
    return before + after if topical else 0


def _run(one: Sequence[str], other: Sequence[str]) -> int:
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def _around(mine: WordRow, place: int, their: WordRow, spot: int) -> bool:
    """Whether a claim of five words or more stands around a place word for word, that number aside."""
    start = spot - place
    if start < 0 or len(mine.words) < 5 or start + len(mine.words) > len(their.words):
        return False
    return all(
        word == their.words[start + number] for number, word in enumerate(mine.words) if number != place
    )


def _of_lines(mine: WordRow, place: int) -> bool:
    """Whether a number names a line of a file (`line 12`, `gate.py:12`), or ends a span of them."""
    return mine.placed[place] or any(mine.words[spot] in _LINES for spot in range(max(0, place - 2), place))


def _labelled(mine: WordRow, place: int, value: float, theirs: Sequence[WordRow]) -> OtherNumber | None:
    """Another number behind the same label, where all the labelled ones of the passages agree."""
    if place == 0 or not mine.labels[place - 1]:
        return None
    label = mine.words[place - 1].removesuffix("s")
    numbers = {
        number
        for their in theirs
        for spot, number in enumerate(their.values)
        if number is not None and spot and their.words[spot - 1].removesuffix("s") == label
    }
    if len(numbers) != 1 or value in numbers:
        return None
    return OtherNumber(value, next(iter(numbers)), verbatim=False)
