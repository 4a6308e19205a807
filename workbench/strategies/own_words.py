"""The user's own words, for a statement that no single passage supports.

A summary reports requests in its own words. If those cannot be traced, the user's nearest statement about the
matter can: verbatim, with its link. The agent's prose is not used: near a statement it is mostly about the
way to it.
"""

from __future__ import annotations

from gates.artifact import Item, ItemKind
from gates.language.reported import without_speaker
from gates.language.similarity import statement
from gates.search.linking import SpanSearch

NEAR_AT = 0.4
"""Share of the statement's words, weighted, from which a passage is about the same thing."""
FEWEST_WORDS, MOST_CHARACTERS = 3, 300
"""A shorter passage says too little alone, a longer one is no statement."""


_FOLLOWED = (ItemKind.DECISION, ItemKind.CONSTRAINT, ItemKind.OPEN_WORK)
"""Kinds that guide an agent: without a passage, the nearest words are better than nothing."""


def is_followed(item: Item) -> bool:
    """Return whether a statement guides an agent: by its kind, or because it reports the user's wish."""
    return item.kind in _FOLLOWED or without_speaker(item.text) != item.text


def in_own_words(item: Item, search: SpanSearch) -> Item | None:
    """Return the item with the nearest words of a human; None if there are none.

    Kind and status are the item's. Words from before the range are found too: gate B decides whether they
    count.
    """
    index = search.index
    span = search.best(statement(without_speaker(item.text)).stems, human=True)
    if span is None or span.support < NEAR_AT:
        return None
    words = index.events[span.ordinal].text[span.start : span.end].split()
    text = " ".join(words)
    states = len(words) >= FEWEST_WORDS and len(text) <= MOST_CHARACTERS
    if not (states and index.is_human(span.ordinal, span.start, span.end)):
        return None
    return item.model_copy(update={"text": text, "links": (search.link(span),), "speaker": "user"})
