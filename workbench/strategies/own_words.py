"""What the user said, for a statement that no single passage carries.

A summary tells in words of its own what was asked. Where those cannot be traced, the nearest thing that the
user said of it can: word for word, with its link. The agent's prose is not taken: what it says near a
statement is mostly on the way to it.
"""

from __future__ import annotations

from gates.artifact import Item, ItemKind
from gates.language.reported import without_speaker
from gates.language.similarity import statement
from gates.search.linking import SpanSearch

NEAR_AT = 0.4
"""Share of the statement's words, weighted, from which a passage is about the same thing."""
FEWEST_WORDS, MOST_CHARACTERS = 3, 300
"""Shorter says too little alone, longer is no statement."""


_FOLLOWED = (ItemKind.DECISION, ItemKind.CONSTRAINT, ItemKind.OPEN_WORK)
"""What an agent goes on by: where no passage says it, what the nearest one says is better than nothing."""


def is_followed(item: Item) -> bool:
    """Whether an agent goes on by a statement: by its kind, or since it tells what the user wants."""
    return item.kind in _FOLLOWED or without_speaker(item.text) != item.text


def in_own_words(item: Item, search: SpanSearch) -> Item | None:
    """The item with the words of the nearest thing that a human said; None where nothing was.

    Kind and status are the item's. What was said before the range is found too: whether it still counts
    there is for gate B to say.
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
