"""The clauses of a short source, which a claim is laid beside."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gates.artifact import Item
from gates.findings import Found
from gates.search.index import SourceIndex
from gates.source import EventKind, SourceEvent, SourceLink, make_link

SHOWN = 160
"""Characters of an event that a finding links to."""

_CLAUSE = re.compile(r"(?<=[.!?;])\s+|[,:]\s+|\s[—–]\s|\n|\s(?=(?:and|but|whereas|while)\s)")
BOUNDED = re.compile(
    r"\b(?:no|not|never|nobody|nothing|none|without|only|except|unless|rather than|instead of|out of|"
    r"avoid\w*|un\w+ed|left alone|left out|but)\b|n't\b",
    re.IGNORECASE,
)


def clauses_of(text: str) -> list[str]:
    """The clauses of a text."""
    return [part.strip() for part in _CLAUSE.split(text) if part.strip()]


def said(index: SourceIndex, *kinds: EventKind) -> Iterator[tuple[SourceEvent, str]]:
    """Every clause of messages of these kinds with its event, the latest first."""
    for event in reversed(index.range_events):
        if event.kind in kinds:
            for clause in reversed(clauses_of(event.text)):
                yield event, clause


def found(rule: str, message: str, item: Item, index: SourceIndex, event: SourceEvent | None) -> list[Found]:
    """A warning about an item, with a link to what it rests on."""
    links: tuple[SourceLink, ...] = item.links
    if event is not None and event.text:
        end = min(len(event.text), SHOWN)
        links = (*links, make_link(index.source.session_id, event.ordinal, event.text, 0, end))
    return [Found(rule, "warning", message, links)]
