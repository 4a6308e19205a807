"""Checks that a bag of words cannot make: whether a passage has a statement's words together, and its number.

A statement edited into nonsense still contains the passage's words, and one about a later state may contain
all of them except its number. So neighbouring words of a statement must occur close together somewhere in the
passage, in either order, and the number of a short statement must occur there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from gates.language.code_lines import is_code
from gates.language.disorder import in_disorder
from gates.language.laid_out import is_frame, is_table_row
from gates.language.numerals import spoken_values, value_supported
from gates.language.quantities import is_date, shown
from gates.language.similarity import ComparedText
from gates.language.tokens import tokenise

REACH = 3
"""Topical words on either side of a word within which the statement's next word must occur."""
TOGETHER = 0.3
"""Share of the pairs of neighbouring words that must occur together."""
FEWEST_PAIRS = 3
"""Fewest pairs for which a share of them is significant."""
SHORT = 5
"""Most distinct words of a statement that counts as short, so that a number is most of its content."""


def words_co_occur(
    claim: ComparedText, rows: Sequence[Sequence[str]], whole: Sequence[frozenset[str]] = ()
) -> bool:
    """Return whether a statement's words occur together in rows of stems, one row per sentence.

    Words that the passage does not contain are ignored, because a paraphrase uses its own words. Words in a
    disordered sequence are rejected, unless the passage has all of them in that order. The stems of a part
    listed in `whole` all count as together.
    """
    if in_disorder(claim.text) and not _in_passage_order(claim, rows):
        return False
    pairs, share = share_together(claim, rows, whole)
    return pairs < FEWEST_PAIRS or share >= TOGETHER


def laid_out(texts: Sequence[str], rows: Sequence[Sequence[str]]) -> list[frozenset[str]]:
    """Return the stems of each laid-out part of a passage: each row of a table, and all lines of a trace."""
    found = [frozenset(row) for text, row in zip(texts, rows, strict=True) if is_table_row(text)]
    if any(map(is_frame, texts)):
        found.append(frozenset(stem for row in rows for stem in row))
    return found


def share_together(
    claim: ComparedText, rows: Sequence[Sequence[str]], whole: Sequence[frozenset[str]] = ()
) -> tuple[int, float]:
    """Return how many pairs of neighbouring words the rows contain, and the share that is together."""
    places = [_places(row) for row in rows]
    held = [stem for stem in claim.tokens.stems if any(stem in row for row in places)]
    pairs = [pair for pair in pairwise(held) if pair[0] != pair[1]]
    together = sum(
        any(_beside(*pair, row) for row in places) or any(map(frozenset(pair).issubset, whole))
        for pair in pairs
    )
    return len(pairs), round(together / len(pairs), 6) if pairs else 0.0


def _in_passage_order(claim: ComparedText, rows: Sequence[Sequence[str]]) -> bool:
    stems = list(claim.tokens.stems)
    return any(
        list(row[n : n + len(stems)]) == stems for row in rows for n in range(len(row) - len(stems) + 1)
    )


def _places(row: Iterable[str]) -> Mapping[str, list[int]]:
    found: dict[str, list[int]] = {}
    for place, stem in enumerate(row):
        found.setdefault(stem, []).append(place)
    return found


def _beside(first: str, second: str, row: Mapping[str, list[int]]) -> bool:
    others = row.get(second, ())
    return any(abs(b - a) <= REACH for a in row.get(first, ()) for b in others)


def missing_number(claim: ComparedText, texts: Sequence[str]) -> str:
    """Return a number of a statement that the passage does not contain; empty if none is missing.

    For a long statement only a number that the passage contradicts counts, that is, one that the passage
    states with another value before the same noun; code is not checked.
    """
    if not claim.tokens.numbers or is_code(claim.text):
        return ""
    theirs = [number for text in texts for number in tokenise(text).numbers]
    values = {number.value for number in theirs}
    spoken = values | {value for text in texts for value in spoken_values(text)}
    mine = {number.value for number in claim.tokens.numbers}
    rivals = {number.noun for number in theirs if number.noun and number.value not in mine}
    short = len(claim.stems) <= SHORT
    for number in claim.tokens.numbers:
        if (short or number.noun in rivals) and not value_supported(
            number.value, spoken, number.bound, values
        ):
            figure = f"{number.value:.12g}"
            alone = re.compile(rf"(?<!\d){re.escape(figure)}(?!\d)")
            if not any(alone.search(text) for text in texts):
                return shown(number.value, number.noun if is_date(number.value, number.noun) else "")
    return ""
