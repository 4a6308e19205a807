"""What stands in the place of a word: the passages that say most of the rest of a claim.

Shared by the rules that look for a name, a number or a tool in whose place the session has another.
"""

from __future__ import annotations

from collections.abc import Iterator

from gates.language.similarity import coverage
from gates.search.index import SourceIndex, TextSegment
from gates.search.linking import SpanSearch

CANDIDATES = 24
"""Passages that are read beside a claim."""
MOST = 3_000
"""Passages with a word that are asked whether the word stands in the claim's place there."""
LEAST_REST = 2
"""Other words by which a place is known."""
BORNE_AT = 0.5
"""Part of what a rival's passage holds of a claim, from which one with the claim's own word bears it out."""


def passages(
    rest: frozenset[str], index: SourceIndex, search: SpanSearch
) -> Iterator[tuple[float, TextSegment]]:
    """The passages that say most of some words, each with the weighted share that it says."""
    for segment in search.top(rest, CANDIDATES):
        yield coverage(rest, segment.stems, index.weight), segment


def text_of(segment: TextSegment, index: SourceIndex) -> str:
    """The words of a passage."""
    return index.events[segment.ordinal].text[segment.start : segment.end]
