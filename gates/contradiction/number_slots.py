"""Numbers of a claim for which the linked words have another number in the same place.

A claim and its source are read as rows of words. A place is reported if the words beside a number match and
the number does not, or if the same label (`Scenario 4`, `human_added=1`) has another number. The module
searches nothing: it reads the passages that it receives.
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
"""Matching words beside two numbers from which they are in the same place."""

_WORD = re.compile(r"\d{1,15}(?:,\d{3}){0,4}(?:\.\d{1,6})?|[^\W\d][\w'’-]{0,60}")
_CODE = re.compile(r"[a-z0-9]_[a-z0-9]|[a-z][A-Z]")
_LABELS = frozenset(
    """
    appendix attempt case chapter comment day event example feature figure finding item iteration issue level
    milestone option part phase pr prompt problem question release round rule scenario section
    session stage step sprint table task test tier version week
    """.split()
)
"""Nouns whose members are named by number. Lines are left out: their numbers change with every edit."""
_LINES = frozenset(("line", "lines", "l"))
_MARK = re.compile(r"[.)]\s+\w")
_FILE_END = re.compile(r"\.[A-Za-z]\w{0,4}:\n?")
"""The end of a file name, after which a line number follows."""
_BEGINS = re.compile(r"(?:^|\n)\W{0,8}$")


@dataclass(frozen=True, slots=True)
class WordRow:
    """A text as a row of words in lower case, with the value of each number."""

    words: tuple[str, ...]
    values: tuple[float | None, ...]
    labels: tuple[bool, ...]
    """Whether each word may be the label of the number right after it."""
    marks: tuple[bool, ...]
    """Whether each number may be the mark of a list entry."""
    begins: tuple[bool, ...]
    """Whether each such mark begins its line."""
    placed: tuple[bool, ...]
    """Whether each number is right after the name of a file."""


@dataclass(frozen=True, slots=True)
class OtherNumber:
    """Another number in the place of one of a claim's numbers."""

    claimed: float
    in_source: float
    verbatim: bool
    """Whether all other words of the claim surround it as in the claim."""


@lru_cache(maxsize=20_000)
def row(text: str) -> WordRow:
    """Return the row of a text, its values in their normalised form."""
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
    """Return the numbers of a claim for which the passages have another in the same place, each once."""
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
    """Return another number with the same words beside it; None if there is none."""
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
    """Count matching words beside two places, without a gap; 0 unless one of them is topical."""
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
    """Return whether a claim of at least five words surrounds a place word for word, except the number."""
    start = spot - place
    if start < 0 or len(mine.words) < 5 or start + len(mine.words) > len(their.words):
        return False
    return all(
        word == their.words[start + number] for number, word in enumerate(mine.words) if number != place
    )


def _of_lines(mine: WordRow, place: int) -> bool:
    """Return whether a number names a line of a file (`line 12`, `gate.py:12`), or ends a span of lines."""
    return mine.placed[place] or any(mine.words[spot] in _LINES for spot in range(max(0, place - 2), place))


def _labelled(mine: WordRow, place: int, value: float, theirs: Sequence[WordRow]) -> OtherNumber | None:
    """Return another number after the same label, if all labelled numbers of the passages agree."""
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
