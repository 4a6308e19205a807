"""What kept events say stays in the context as it was said, so it is retained."""

from __future__ import annotations

from gates.capture import CapturedItem
from gates.language.similarity import coverage, statement
from gates.search.index import SourceIndex

KEPT_RULE = "kept_verbatim"
HELD = 0.8
"""Share of an item's words that the quotes of its evidence in kept events must hold."""


def said_in_kept(wanted: CapturedItem, index: SourceIndex) -> float | None:
    """The share of a captured item's words that kept events say; None where they do not retain it.

    The last place in the range that says it must be kept, since that one says its present state: an answer,
    not only the question before it.
    """
    source = index.source
    places = [link for link in wanted.evidence if link.ordinal in source and index.resolve(link).ok]
    if not places or max(link.ordinal for link in places) not in source.kept:
        return None
    quotes = [link.quote for link in places if link.ordinal in source.kept]
    held = round(coverage(statement(wanted.text).stems, statement("\n".join(quotes)).stems), 6)
    return held if held >= HELD else None
