"""Headings that promise all user messages, compared with the messages of the range.

Rule `message_list_incomplete`. The heading is a claim like any other; it is wrong if a message with content
occurs in no statement of the artifact. It is hard if a message is missing, a warning if only reasons of
refusals are: those are in tool results, which such a list may leave out. A message that was interrupted at
once and replaced, or sent again later, need not be listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from rapidfuzz import fuzz

from gates.artifact import Artifact, Item
from gates.findings import Found
from gates.retention.user_message_list import headed_lists, left_out
from gates.search.index import SourceIndex
from gates.source import EventKind, SourceLink
from gates.withdrawn import withdrawn

SHOWN = 10
"""Most missing messages that are linked as evidence."""
SENT_AGAIN = 70.0
"""Similarity, of 100, from which a message is an earlier one with a corrected word or two."""


def incomplete_lists(artifact: Artifact, index: SourceIndex) -> Iterator[tuple[Item, Found]]:
    """Yield a finding for each heading that says `all user messages` if some are missing."""
    for item, listed in headed_lists(artifact):
        missing = left_out(listed, index)
        gone = withdrawn(index.range_events) if missing else frozenset()
        links = tuple(x for x in missing if x.ordinal not in gone and not _sent_again(x, index))
        if links:
            typed = any(index.events[link.ordinal].kind is EventKind.USER for link in links)
            yield item, _missing(links, "hard" if typed else "warning")


def _sent_again(link: SourceLink, index: SourceIndex) -> bool:
    """Return whether the user sent a message again later, because it was cut off or had an error.

    The later message must itself be in the list.
    """
    stated = [(o, words) for (o, _, _), words in zip(index.human, index.human_words, strict=True)]
    mine = next((words for o, words in stated if o == link.ordinal), "")
    after = (words.casefold() for o, words in stated if o > link.ordinal)
    return any(fuzz.ratio(mine.casefold(), words) >= SENT_AGAIN for words in after)


def _missing(links: tuple[SourceLink, ...], severity: Literal["hard", "warning"]) -> Found:
    places = ", ".join(str(link.ordinal) for link in links[:SHOWN])
    more = f" and {len(links) - SHOWN} more" if len(links) > SHOWN else ""
    first = " ".join(links[0].quote.split())[:120]
    stated = f"event {places} is" if len(links) == 1 else f"events {places}{more} are"
    message = f"claims to list all user messages, but {stated} missing: {first}"
    return Found("message_list_incomplete", severity, message, links[:SHOWN])
