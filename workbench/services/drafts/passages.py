"""Passages to which a statement of a working copy can be linked: offered by words, or chosen by a person."""

from __future__ import annotations

from dataclasses import dataclass

from gates.language.sentence_spans import sentences
from gates.language.similarity import statement
from gates.search.linking import SpanSearch
from gates.source import CHUNK_LIMIT, SourceEvent, SourceLink, make_link
from workbench.bootstrap import Env
from workbench.edits.acts import nearest
from workbench.errors import UsageError
from workbench.services.drafts.edit import Desk, Working

MOST_PIECES = 2_000
"""Most pieces of one event that are offered; later ones are left out."""
BEGINNING = 400
"""Code points of an event's beginning that are linked if none of its passages has a word of the statement."""


@dataclass(frozen=True, slots=True)
class OfferedPassage:
    """A passage, and the share of the statement's words that it contains."""

    ordinal: int
    share: float
    link: SourceLink


@dataclass(frozen=True, slots=True)
class Passages:
    """One event in pieces to choose from, as half-open spans of code points of its text."""

    ordinal: int
    pieces: tuple[tuple[int, int], ...]


def offered(env: Env, desk: Desk, given: str, item_id: str) -> tuple[OfferedPassage, ...]:
    """Return the passages nearest to a statement, best first."""
    working = desk.open(env, given)
    item = working.copy.item(item_id)
    search = desk.search(env, given)
    found = nearest(search, item.text, human=item.speaker == "user")
    return tuple(OfferedPassage(span.ordinal, span.support, search.link(span)) for span in found)


def pieces_of(event: SourceEvent) -> Passages:
    """Return the sentences and lines of an event, none longer than a chunk."""
    found: list[tuple[int, int]] = []
    for start, end in sentences(event.text):
        found += [(at, min(at + CHUNK_LIMIT, end)) for at in range(start, end, CHUNK_LIMIT)]
    return Passages(event.ordinal, tuple(found[:MOST_PIECES]))


def link_to(working: Working, ordinal: int, start: int, end: int) -> SourceLink:
    """Return a link to a span of code points of an event.

    Raises:
        UsageError: the span crosses a chunk boundary; a link points into one chunk.
    """
    event = working.judged.events[ordinal]
    link = make_link(working.stored.session_id, ordinal, event.text, start, end)
    if len(link.quote) < end - start:
        raise UsageError(
            f"the passage is too long for one link, which takes only {len(link.quote):,} of its characters",
            "choose fewer lines",
        )
    return link


def link_in(search: SpanSearch, ordinal: int, text: str) -> SourceLink:
    """Return a link to the passage of an event that contains most of a text, else to the event's beginning.

    Raises:
        UsageError: the event has no text.
    """
    span = search.within(ordinal, statement(text).stems)
    if span is not None:
        return search.link(span)
    event = search.index.events[ordinal]
    if not event.text.strip():
        raise UsageError(f"event {ordinal} has no text to link to", "choose another event")
    start = len(event.text) - len(event.text.lstrip())
    end = min(len(event.text), start + BEGINNING)
    return make_link(search.index.source.session_id, ordinal, event.text, start, end)
