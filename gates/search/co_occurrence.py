"""What a bag of words cannot see of a passage: whether it says a statement's words together, and its number.

A statement edited into nonsense holds the passage's own words, and one about what came later may hold all of
them but its number. So neighbouring words of a statement must stand close together somewhere in the passage,
in either order, and the number of a short statement must stand there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from gates.language.code_lines import is_code
from gates.language.disorder import in_disorder
from gates.language.laid_out import is_frame, is_table_row
from gates.language.numerals import spoken_values, value_supported
from gates.language.similarity import ComparedText
from gates.language.tokens import tokenise

REACH = 3
"""Topical words on either side of a word among which the next one of the statement must stand."""
TOGETHER = 0.3
"""Share of the pairs of neighbouring words that must stand together so."""
FEWEST_PAIRS = 3
"""Pairs from which a share of them says anything."""
SHORT = 5
"""Distinct words up to which a number is most of what a statement says."""


def words_co_occur(
    claim: ComparedText, rows: Sequence[Sequence[str]], whole: Sequence[frozenset[str]] = ()
) -> bool:
    """Whether a statement's words stand together in rows of stems, each row a sentence of the passage.

    Words that the passage does not have are passed over: a paraphrase has words of its own. Never so are
    words in an order that no sentence has, unless the passage itself has all of them in that order. The
    stems of a part taken as a `whole` all stand together.
    """
    if in_disorder(claim.text) and not _in_passage_order(claim, rows):
        return False
    pairs, share = share_together(claim, rows, whole)
    return pairs < FEWEST_PAIRS or share >= TOGETHER


def laid_out(texts: Sequence[str], rows: Sequence[Sequence[str]]) -> list[frozenset[str]]:
    """The stems of each part of a passage that is laid out: a row of a table, all lines of a trace."""
    found = [frozenset(row) for text, row in zip(texts, rows, strict=True) if is_table_row(text)]
    if any(map(is_frame, texts)):
        found.append(frozenset(stem for row in rows for stem in row))
    return found


def share_together(
    claim: ComparedText, rows: Sequence[Sequence[str]], whole: Sequence[frozenset[str]] = ()
) -> tuple[int, float]:
    """How many pairs of neighbouring words of a statement the rows have, and what share stands together."""
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
    """A number of a statement that is not in the passage; empty where none is missing.

    Of a long statement only a number that the passage gives otherwise is asked for, that is with another
    value before the same noun; of code none is.
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
                return figure
    return ""
