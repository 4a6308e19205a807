"""Reads explicit choices between two values: `use port 8080, not 8000`, `pnpm instead of npm`.

A statement that gives the rejected value for the same thing, without the chosen one, states the opposite.
Only the two values and the word before them are compared, so the rest of the sentence cannot hide it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from gates.language.similarity import statement

_CHOICE = re.compile(
    r"(?:([A-Za-z][\w-]{1,30}) )?([\w./:@-]{2,60})(?:,? (?:and |but )?not |,? instead of |,? rather than )"
    r"(?:on |in |to |with |for )?([\w./:@-]{2,60})"
)
_VALUE = re.compile(r".*[\d./_@-]")
"""A number, a path or a name with a mark; a plain word may be rejected as part of any clause."""
_DENIES = re.compile(
    r"\b(?:not|no|never|instead|rather|without|avoid|from|was|formerly|old)\b|n't\b", re.IGNORECASE
)
"""Words with which a statement may name the rejected value and keep the choice: `moved from 8000`."""
_EDGE = ".:,;"


@lru_cache(maxsize=2_000)
def _choices(text: str) -> tuple[tuple[str, str, str], ...]:
    """Return each choice of a text: the word before it, the chosen and the rejected value, case folded."""
    found = []
    for match in _CHOICE.finditer(text):
        noun, chosen, barred = ((each or "").strip(_EDGE).casefold() for each in match.groups())
        if chosen != barred and _VALUE.match(chosen) and _VALUE.match(barred):
            found.append((noun, chosen, barred))
    return tuple(found)


def takes_barred(original: str, stated: str) -> bool:
    """Return whether a statement gives the value that the original rejects, for the thing that both name."""
    if _DENIES.search(stated):
        return False
    words = {word.strip(_EDGE).casefold() for word in stated.split()}
    stems = statement(stated).stems
    return any(
        barred in words and chosen not in words and not statement(noun).stems.isdisjoint(stems)
        for noun, chosen, barred in _choices(original)
    )
