"""An amount of an item that stands in the place of another one in its quotation: `500 MB` beside `50 MB`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from gates.language.amounts import Amount, amounts
from gates.language.numerals import rounds_to
from gates.language.similarity import coverage, statement

SAME_MATTER = 0.5
"""Share of an item's words, without its figures, that a sentence about the same matter has."""
ROUGH = re.compile(
    r"\b(?:about|almost|around|approximately|nearly|roughly|over|under|more than|less than|up to"
    r"|each|per|total"
    r"|altogether|in all|half|twice|double[sd]?|longer|shorter|larger|smaller|more|less)\b|~",
    re.IGNORECASE,
)
"""Words by which an amount may be a rounded or a reckoned one."""


def other_amount(text: str, touched: Sequence[str], near: Sequence[str]) -> bool:
    """Return whether an item has another amount of the same measure than its quotations, which lack its own.

    Args:
        text: the item's.
        touched: the sentences that its quotations touch.
        near: the texts around its quotations, in which its amount may occur.
    """
    wanted = list(amounts(text))
    if not wanted or ROUGH.search(text):
        return False
    about = frozenset(stem for stem in statement(text).stems if not any(map(str.isdigit, stem)))
    same = [each for each in touched if coverage(about, statement(each).stems) >= SAME_MATTER]
    stated = [amount for each in same for amount in amounts(each)]
    held = [amount for each in (*touched, *near) for amount in amounts(each)]
    return any(_replaces(each, stated, held) for each in wanted)


def _replaces(amount: Amount, stated: Sequence[Amount], held: Sequence[Amount]) -> bool:
    rivals = [other for other in stated if other.base == amount.base]
    like = [other for other in held if other.base == amount.base]
    return bool(rivals) and not any(map(amount.equals, like)) and not _reckoned(amount, like)


def _reckoned(amount: Amount, like: Sequence[Amount]) -> bool:
    """Return whether an amount is a rounding of another one, or the sum or the difference of two."""
    values = [other.figure * other.factor / amount.factor for other in like]
    sums = [value for a, b in combinations(values, 2) for value in (a + b, abs(a - b))]
    return any(
        rounds_to(value, amount.figure) or abs(value - amount.figure) < 1e-6 for value in (*values, *sums)
    )
