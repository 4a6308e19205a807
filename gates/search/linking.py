"""Links a statement to the spans of the source that support it.

Used by repair, and if an artifact comes without links (imported summaries, summaries in files). A link is
made only above a threshold; below it a statement stays unlinked, which gate B reports.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from gates.artifact import NATIVE, Artifact, Item, Origin
from gates.language.labels import labelled
from gates.search.absence import absence_of, ground
from gates.search.action_links import action_spans, told_change
from gates.search.announced import announced_looks
from gates.search.exchange import exchange_spans
from gates.search.index import SourceIndex
from gates.search.link_support import supported
from gates.search.named_places import NAMES_AT, named_places, names_of
from gates.search.named_sources import named_sources
from gates.search.own_names import mention_its_names
from gates.search.quotes import find_quote
from gates.search.span_search import MAX_LINKS, SpanSearch
from gates.search.stated_lines import stated_lines
from gates.search.told_places import told_places
from gates.search.windows import ScoredSpan
from gates.source import CHUNK_LIMIT, EventKind, SourceLink, make_link

__all__ = ["ScoredSpan", "SpanSearch", "link_items", "link_statement"]

LINKER_VERSION = "linker/14"
VERBATIM_FROM = 7
"""Fewest characters of a statement that is searched word for word."""
ALONE_AT = 0.6
"""Share of a statement's words that an action must contain to be linked if no passage carries them."""
LIST_QUOTE = 200
"""Characters quoted of the messages at the ends of a list, and of an action."""


def find_verbatim(index: SourceIndex, text: str) -> ScoredSpan | None:
    """Return the last place in the range that contains a statement word for word.

    Very short and very long statements are not searched.
    """
    words = text.strip().strip("`*\"'").rstrip(".:")
    if not VERBATIM_FROM <= len(words) <= CHUNK_LIMIT:
        return None
    for place, stated in enumerate(index.range_texts, 1):
        if words in stated:
            at = stated.rindex(words)
            return ScoredSpan(index.range_events[-place].ordinal, at, at + len(words), 1.0)
    return None


_ALL_MESSAGES = re.compile(
    r"(?:list of )?all (?:of )?(?:the )?user(?:'s|s')? messages?\b.{0,40}", re.IGNORECASE
)


def lists_all_messages(text: str) -> bool:
    """Return whether a statement is the heading of a list of all user messages."""
    return _ALL_MESSAGES.fullmatch(text.strip()) is not None


def _messages(index: SourceIndex) -> tuple[SourceLink, ...]:
    """Return links to the first and the last human message of the range, the ends of a list of all."""
    messages = [
        e for e in index.range_events if e.kind in (EventKind.USER, EventKind.PLAN) and e.text.strip()
    ]
    ends = dict.fromkeys((*messages[:1], *messages[-1:]))
    return tuple(
        make_link(index.source.session_id, e.ordinal, e.text, 0, min(len(e.text), LIST_QUOTE)) for e in ends
    )


def _absent(index: SourceIndex, text: str) -> tuple[SourceLink, ...]:
    """Return a link to the action that the missing one would follow, for a statement of absence."""
    absence = absence_of(text)
    place = None if absence is None else ground(absence, index)
    if place is None or not index.events[place].text:
        return ()
    event = index.events[place]
    return (make_link(index.source.session_id, place, event.text, 0, min(len(event.text), LIST_QUOTE)),)


def link_statement(search: SpanSearch, item: Item) -> tuple[SourceLink, ...]:
    """Return links for one statement; one in the user's own words is searched in human messages only.

    If no words carry it with its label (`Status: ...`), it is searched without.
    """
    links = _links(search, item)
    stated = None if item.speaker == "user" else labelled(item.text)
    if stated is None or (links and _says(search, item, links)):
        return links
    found = _links(search, item.model_copy(update={"text": stated.rest}))
    return found if found and _says(search, item, found) else links


def _links(search: SpanSearch, item: Item) -> tuple[SourceLink, ...]:
    """Return links for one statement as it is written."""
    index = search.index
    if lists_all_messages(item.text):
        return _messages(index)
    if item.speaker == "user":
        stated_here = find_quote(index, item.text)
        if stated_here is not None:
            ordinal, start, end = stated_here
            return (make_link(index.source.session_id, ordinal, index.events[ordinal].text, start, end),)
        return tuple(search.link(span) for span in search.spans(item.text, human=True)[:1])
    absent = _absent(index, item.text)
    if absent:
        return absent
    verbatim = find_verbatim(index, item.text)
    stated = [verbatim] if verbatim is not None else search.spans(item.text)
    found = [span for span in action_spans(item, search) if stated or span.support >= ALONE_AT]
    found += stated
    found = [*stated_lines(item.text, index), *told_places(item.text, index), *_placed(search, item), *found]
    if stated:
        found = [*told_change(item.text, search), *found]
    if found and not any(span.ordinal in index.source for span in found):
        # An earlier range has it first; if this range has it too, the link inside the range comes first.
        inside = search.in_range(item.text)
        found = found if inside is None else [inside, *found]
    chosen = {span.ordinal: span for span in reversed(found)}
    links = tuple(search.link(span) for span in list(chosen.values())[::-1][:MAX_LINKS])
    if not links or not mention_its_names(item, links, index):
        return _named(search, item)
    if "\n" in item.text or _says(search, item, links):
        return links
    return _exchange(search, item) or links


def _named(search: SpanSearch, item: Item) -> tuple[SourceLink, ...]:
    """Return links to the sources that a statement names, if their words support it.

    Used if no passage carries the statement.
    """
    links = tuple(map(search.link, named_sources(item.text, search.index)))[:MAX_LINKS]
    if links and _says(search, item, links):
        return links
    names = names_of(item)
    if names is not None and not names.alone and names.share(search.index) >= NAMES_AT:
        links = tuple(map(search.link, named_places(names, search)))
        if links and _says(search, item, links):
            return links
    links = tuple(map(search.link, announced_looks(item.text, search)))
    return links if links and _says(search, item, links) else ()


def _placed(search: SpanSearch, item: Item) -> list[ScoredSpan]:
    """Return the sources of the names of a statement that has no other content, if they support it."""
    names = names_of(item)
    if names is None or not names.alone:
        return []
    spans = named_places(names, search)
    return spans if spans and _says(search, item, tuple(map(search.link, spans))) else []


def _exchange(search: SpanSearch, item: Item) -> tuple[SourceLink, ...]:
    """Return links to neighbouring events that support a statement together."""
    links = tuple(map(search.link, exchange_spans(item.text, search)))
    return links if links and _says(search, item, links) else ()


def _says(search: SpanSearch, item: Item, links: tuple[SourceLink, ...]) -> bool:
    return supported(item.text, [search.index.resolve(link) for link in links], search.index)[0]


def with_sound_links(artifact: Artifact, index: SourceIndex) -> Artifact:
    """Return a transcript's own compaction with only those of its file's links that resolve.

    If a link's quote occurs exactly once elsewhere in its event, the link is moved there; any other is
    dropped, so that its statement is linked like one that came without links. Links that somebody provides
    with an artifact are not changed: they are judged as they are.
    """
    if artifact.origin is not Origin.IMPORTED or not any(item.links for item in artifact.items):
        return artifact
    items = tuple(
        item.model_copy(update={"links": tuple(_sound(item.links, index))}) if item.links else item
        for item in artifact.items
    )
    return artifact.model_copy(update={"items": items})


def _sound(links: tuple[SourceLink, ...], index: SourceIndex) -> Iterator[SourceLink]:
    for link in links:
        if index.resolve(link).ok:
            yield link
        elif link.ordinal < len(index.events):
            text = index.events[link.ordinal].text
            if text.count(link.quote) == 1:
                start = text.index(link.quote)
                session = index.source.session_id
                yield make_link(session, link.ordinal, text, start, start + len(link.quote))


def link_items(artifact: Artifact, index: SourceIndex, search: SpanSearch | None = None) -> Artifact:
    """Return the artifact with links on every item that has none and finds support in the source."""
    if all(item.links for item in artifact.items):
        return artifact
    using = search or SpanSearch(index)
    items = tuple(
        item if item.links else item.model_copy(update={"links": link_statement(using, item)})
        for item in artifact.items
    )
    return artifact.model_copy(update={"items": items})


def linked_import(artifact: Artifact, index: SourceIndex, search: SpanSearch | None = None) -> Artifact:
    """Return an imported artifact with links; a native compaction keeps those of its links that resolve.

    Any other artifact is returned unchanged.
    """
    if artifact.origin is not Origin.IMPORTED:
        return artifact
    own = with_sound_links(artifact, index) if artifact.strategy == NATIVE else artifact
    return link_items(own, index, search)


def complete_links(payload: dict[str, Any], index: SourceIndex) -> dict[str, Any]:
    """Complete the links of an artifact or capture file that are just `{ordinal, quote}`.

    A quote that occurs exactly once in its event becomes a full link. Any other becomes a link to the event's
    first chunk that cannot resolve, so that gate B names it.
    """
    body = dict(payload)
    items = []
    for item in body.get("items") or ():
        if isinstance(item, dict):
            field = "evidence" if "evidence" in item else "links"
            given = item.get(field)
            if isinstance(given, list):
                item = {**item, field: [_complete(link, index) for link in given]}  # noqa: PLW2901
        items.append(item)
    body["items"] = items
    return body


def _complete(link: object, index: SourceIndex) -> object:
    if not isinstance(link, dict) or set(link) != {"ordinal", "quote"}:
        return link
    ordinal, quote = link["ordinal"], link["quote"]
    if not isinstance(ordinal, int) or isinstance(ordinal, bool) or not isinstance(quote, str) or ordinal < 0:
        return link
    session = index.source.session_id
    if quote and ordinal < len(index.events):
        text = index.events[ordinal].text
        if text.count(quote) == 1:
            start = text.index(quote)
            return make_link(session, ordinal, text, start, start + len(quote)).model_dump(mode="json")
    broken = make_link(session, ordinal, quote or "?", 0, max(1, min(len(quote), 4000)))
    unfit = broken.model_copy(update={"quote": quote, "quote_hash": "0" * 64})
    return unfit.model_dump(mode="json")
