"""Labels in front of a statement that say only what it is: `Status:`, `Test files:`, `Key decision:`.

Such words are those of whoever writes the summary. In a session they may be rare or missing, so that they
would weigh more than what the statement says. A label with a word of its own (`Stale locks:`) is part of it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from gates.language.similarity import statement
from gates.language.tokens import stem_of


def _stems(words: str) -> frozenset[str]:
    return frozenset(map(stem_of, words.split()))


WRITE_WORDS = _stems(
    "adapted added changed created deleted edited extended fixed implemented introduced modified moved new"
    " patched refactored removed renamed replaced rewritten rewrote updated written wrote"
)
"""Stems of words that say that something was written."""
LOOK_WORDS = _stems(
    "analyzed analysed examined existing explored found identified inspected located read reviewed viewed"
)
"""Stems of words that say that something was looked at."""
THING_WORDS = _stems(
    "branch class code constant core directory file files folder function helper implementation key line"
    " location logic main method methods module path relevant repository script signature source struct"
    " structure target test tests type working"
)
"""Stems of words that say what a name is."""
STATEMENT_WORDS = _stems(
    "background context current critical decision decisions details finding findings important info"
    " information issue issues major minor note notes overall overview problem problems purpose state"
    " status summary technical"
)
"""Stems of words that say what a statement is."""
_JOINED = frozenset({"and", "for", "of", "the"})
LEAST_AFTER = 3
"""Fewest distinct stems behind a label that are a statement without it."""

_LABEL = re.compile(
    r"[\s*_]{0,6}([A-Za-z]{3,16}(?:[ /&][A-Za-z]{2,16}){0,3})[*_]{0,3}:[*_]{0,3}\s{1,4}(?=\S)"
)


class Labelled(NamedTuple):
    """A statement taken apart."""

    rest: str
    """What it says, without its label."""
    written: bool
    """Whether the label says that something was written, which the rest does not repeat."""


@lru_cache(maxsize=20_000)
def labelled(text: str) -> Labelled | None:
    """Take a statement apart; None without a label that only says what it is, or with little behind it."""
    found = _LABEL.match(text)
    if found is None:
        return None
    words = re.split(r"[ /&]", found.group(1).casefold())
    stems = {stem_of(word) for word in words if word not in _JOINED}
    if not stems <= THING_WORDS | WRITE_WORDS | LOOK_WORDS | STATEMENT_WORDS:
        return None
    rest = text[found.end() :]
    if len(statement(rest).stems) < LEAST_AFTER:
        return None
    return Labelled(rest, bool(stems & WRITE_WORDS))


def unlabelled(text: str) -> str:
    """Return a statement without its label, or as it is."""
    found = labelled(text)
    return text if found is None else found.rest
