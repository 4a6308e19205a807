"""Words in quotation marks, compared with what was said.

Both warn: `quote_altered`, words attributed to the user that the user did not use; `quote_unknown`, words
that occur nowhere.
"""

from __future__ import annotations

import re

from rapidfuzz import fuzz

from gates.artifact import Item
from gates.findings import Found
from gates.language.similarity import statement
from gates.language.word_bounds import stands_before
from gates.search.course_texts import letters
from gates.search.index import SourceIndex
from gates.search.linking import SpanSearch

LEAST_QUOTED = 5
"""Fewest words of a quotation that is looked up."""

ALTERED_FROM, ALTERED_BELOW = 60.0, 92.0
"""Similarity, of 100, to the user's nearest words: from the first a quotation is a version of them.

From the second only its spelling differs.
"""

KNOWN_AT = 0.6
"""Share of a quotation's words that one passage must contain for the quotation to be its abridgement."""

_QUOTED = re.compile(r"[\"“]([^\"“”\n]{15,400})[\"”]")

_PLACEHOLDER = re.compile(r"[\[\]<>{}`\\|=]|\.\.\.|…|%[a-z]")

_BY_USER = re.compile(
    r"\b(?:user|they|he|she)\b[^\"“.;\n]{0,60}$|\b(?:user's|their) [\w ]{0,30}[:,-]?\s*$", re.IGNORECASE
)


def quotations(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """Return these rules' first finding on one item."""
    found: list[Found] = []
    if item.speaker == "user" or not index.scope_complete or "\n" in item.text:
        return found
    for match in _QUOTED.finditer(item.text):
        quote = match.group(1)
        if len(quote.split()) < LEAST_QUOTED or _PLACEHOLDER.search(quote) or _occurs(quote, index):
            continue
        likeness = _nearest(quote, index)
        by_user = stands_before(_BY_USER, item.text, match.start())
        if by_user and ALTERED_FROM <= likeness < ALTERED_BELOW:
            message = f"quotes the user with words that no human message contains: {quote[:120]}"
            found.append(Found("quote_altered", "warning", message, item.links, quote[:60]))
        elif _nowhere(quote, search):
            message = f"puts in quotation marks what nobody said: {quote[:120]}"
            found.append(Found("quote_unknown", "warning", message, item.links, quote[:60]))
    return found[:1]


def _occurs(quote: str, index: SourceIndex) -> bool:
    """Return whether the letters and digits of a quotation occur in a row anywhere in the session."""
    return index.spells(letters(quote), len(quote) // 2)


def _nearest(quote: str, index: SourceIndex) -> float:
    """Return the similarity, of 100, of a quotation to the nearest words of a human."""
    low = quote.casefold()
    return max((fuzz.partial_ratio(low, words) for words in index.human_words_small), default=0.0)


def _nowhere(quote: str, search: SpanSearch) -> bool:
    stems = statement(quote).stems
    best = search.best(stems)
    return len(stems) >= LEAST_QUOTED - 1 and (best is None or best.support < KNOWN_AT)
