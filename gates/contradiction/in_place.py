"""Passages that contain most of a claim except one word, and what they have in its place.

Shared by the rules that look for a name, a number or a tool for which the session has another.
"""

from __future__ import annotations

from collections.abc import Iterator

from gates.language.similarity import coverage
from gates.search.index import SourceIndex, TextSegment
from gates.search.linking import SpanSearch

CANDIDATES = 24
"""Number of passages that are compared with a claim."""
MOST = 3_000
"""Most passages with a word that are checked for the word in the claim's place."""
LEAST_REST = 2
"""Fewest other words that identify a place."""
BORNE_AT = 0.5
"""Part of a rival passage's share from which a passage with the claim's own word supports the claim."""


def passages(
    rest: frozenset[str], index: SourceIndex, search: SpanSearch
) -> Iterator[tuple[float, TextSegment]]:
    """Yield the passages that contain most of some words, each with its weighted share of them."""
    for segment in search.top(rest, CANDIDATES):
        yield coverage(rest, segment.stems, index.weight), segment


def text_of(segment: TextSegment, index: SourceIndex) -> str:
    """Return the text of a passage."""
    return index.events[segment.ordinal].text[segment.start : segment.end]
