"""What a number without a unit may replace: an amount of its size, the one last spoken of first.

`Raise it to 900` is about the fee of 700, not about the ten minutes of a walk, and not about 16:10, the time
of the bus. A number that fits no amount may be an hour.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from workbench.facts.superseding.stated_clauses import clauses_of
from workbench.facts.superseding.stated_values import BARE, amounts_of, is_amount

LARGEST_STEP = 10.0
"""Largest factor between an amount and the bare number that replaces it."""
LAST_HOUR = 24.0
"""Largest bare number that may be an hour, and so replace a time of day."""
_RAISES = re.compile(r"\b(?:rais(?:e|ed)|increas(?:e|ed)|bump(?:ed)?(?! \w+ down)|up to)\b", re.IGNORECASE)
_LOWERS = re.compile(r"\b(?:lower(?:ed)?|decreas(?:e|ed)|reduc(?:e|ed)|cut|down to)\b", re.IGNORECASE)


def meant(later: str, earlier: Mapping[int, str], last_said: str) -> set[int]:
    """Return which earlier sentences, by position, a sentence without an antecedent of its own may change.

    Args:
        later: a sentence that refers back, such as `make it 900`.
        earlier: sentences with an amount that it may replace.
        last_said: the user's message before it and the agent's reply; what they name again is meant.
    """
    new = frozenset[str]().union(*(each.values.get(BARE, frozenset()) for each in clauses_of(later)))
    numbers = [number for number in map(_number, new) if number is not None]
    if not numbers or len(numbers) < len(new):
        return set(earlier)
    times = {at for at, text in earlier.items() if _only_times(text)}
    amounts = {at: _amounts(text) for at, text in earlier.items() if at not in times}
    found = {at for at, old in amounts.items() if _may_become(later, old, numbers)}
    if not found and max(numbers) <= LAST_HOUR:
        return times
    said = _amounts(last_said)
    return {at for at in found if _amounts(earlier[at]) & said} or found


def _may_become(later: str, old: frozenset[float], new: list[float]) -> bool:
    """Return whether an amount and a new one are of one size, and differ as the sentence says."""
    up, down = _RAISES.search(later) is not None, _LOWERS.search(later) is not None
    for before in old:
        for number in new:
            apart = max(before, number) > LARGEST_STEP * min(before, number)
            if not apart and not (up and number < before) and not (down and number > before):
                return True
    return not old


def _only_times(text: str) -> bool:
    """Return whether the only amounts that a sentence gives are times of day."""
    kinds = {kind for clause in clauses_of(text) for kind in clause.values if is_amount(kind)}
    return kinds == {"clock"}


def _amounts(text: str) -> frozenset[float]:
    found = (_number(each) for clause in clauses_of(text) for each in amounts_of(clause.values))
    return frozenset(each for each in found if each is not None)


def _number(text: str) -> float | None:
    plain = text.replace(",", "")
    return float(plain) if re.fullmatch(r"\d+(?:\.\d+)?", plain) else None
