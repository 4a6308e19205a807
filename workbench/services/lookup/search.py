"""Search all sessions, or one: the texts of events, and the statements of summaries and drafts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from store.engine import Store
from store.records import artifacts, event_search, lookup, sessions
from workbench.bootstrap import Env
from workbench.edits.item_places import places
from workbench.errors import UsageError
from workbench.escaping import one_line
from workbench.masking import mask

MOST_TERMS = 8
MOST_HITS = 1_000
AROUND = 110
"""Characters shown on each side of the first match."""

_TERM = re.compile(r'"([^"]+)"|(\S+)')


@dataclass(frozen=True)
class Snippet:
    """Words around the first match, on one line; `marks` are its matches as half-open spans."""

    text: str
    marks: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class SearchHit:
    """An event or a statement that matches."""

    session_id: str
    place: str
    """An argument of `workbench show`: `SESSION:148`, or `SESSION:d-2:c-5`."""
    kind: str
    """Kind of the event or of the item."""
    ordinal: int | None
    """Ordinal of the event; None for a statement."""
    artifact_id: str | None
    matched: int
    score: float
    snippet: Snippet
    masked: int = 0
    """Number of secrets masked in the statement."""


@dataclass(frozen=True)
class SearchResult:
    """The hits of a search, best first."""

    query: str
    terms: tuple[str, ...]
    events: tuple[SearchHit, ...]
    statements: tuple[SearchHit, ...]
    events_found: int
    statements_found: int
    unread: int
    titles: dict[str, str]
    masked: int
    """Number of secrets masked in what is shown."""

    def to_json(self) -> dict[str, Any]:
        """Return the `workbench.search/1` object."""
        from workbench.services.output_shapes.search_shapes import SearchShape
        from workbench.services.output_shapes.shape import printed

        return printed(SearchShape, self, long_texts_unread=self.unread)


def search(env: Env, query: str, *, session: str | None = None, limit: int = 20) -> SearchResult:
    """Return the events and statements that contain the words of a query; a quoted phrase is one term.

    If nothing contains all of the terms, what contains most of them is returned.

    Raises:
        UsageError: the query has no word, or more than eight.
        UnknownId: there is no such session.
    """
    terms = terms_of(query)
    store = env.open_store()
    with store.reading():
        only = lookup.session(store, session) if session is not None else None
        wording = event_search.search(store, terms, session_id=only, limit=min(limit, MOST_HITS))
        listed = [each for each in sessions.listing(store) if only in (None, each.session_id)]
        statements = sorted(
            (hit for each in listed for hit in _stated(store, each.session_id, terms)),
            key=lambda hit: (-hit.matched, -hit.score, hit.place),
        )
    shown = [mask(each.text) for each in wording.hits]
    events = tuple(
        SearchHit(
            each.session_id,
            f"{each.session_id[:12]}:{each.ordinal}",
            each.kind,
            each.ordinal,
            None,
            each.matched,
            each.score,
            snippet(text, terms),
        )
        for each, (text, _) in zip(wording.hits, shown, strict=True)
    )
    best = max((each.matched for each in (*events, *statements)), default=0)
    events = tuple(each for each in events if each.matched == best)
    statements = [each for each in statements if each.matched == best]
    titles = {each.session_id: mask(one_line(each.title or each.source_name))[0] for each in listed}
    return SearchResult(
        query=query,
        terms=terms,
        events=events,
        statements=tuple(statements[:limit]),
        events_found=wording.found if events else 0,
        statements_found=len(statements),
        unread=wording.unread,
        titles=titles,
        masked=sum(count for _, count in shown) + sum(each.masked for each in statements[:limit]),
    )


def terms_of(query: str) -> tuple[str, ...]:
    """Return the terms of a query, each once.

    Raises:
        UsageError: there is none, or there are more than eight.
    """
    found = [quoted or word for quoted, word in _TERM.findall(query)]
    bare = (event_search.small(term.strip().strip('"')) for term in found)
    terms = tuple(dict.fromkeys(term for term in bare if term))
    if not terms:
        raise UsageError("there is nothing to search for", "give one or more words")
    if len(terms) > MOST_TERMS:
        raise UsageError(
            f"a search takes at most {MOST_TERMS} words, not {len(terms)}",
            "leave some out, or put words that occur together in double quotes inside single ones: '\"a b\"'",
        )
    return terms


def _stated(store: Store, session_id: str, terms: Sequence[str]) -> Iterator[SearchHit]:
    for stored in artifacts.listing(store, session_id):
        place_of = places(stored.artifact)
        for item in stored.artifact.items:
            wording, hidden = mask(item.text)
            text = event_search.small(wording)
            counts = [text.count(term) for term in terms]
            if any(counts):
                place = f"{session_id[:12]}:d-{stored.number}:{place_of[item.item_id]}"
                score = round(sum(counts) / (len(text.split()) + 8), 3)
                matched = sum(count > 0 for count in counts)
                shown = snippet(wording, terms)
                kind, name = item.kind.value, stored.artifact_id
                yield SearchHit(session_id, place, kind, None, name, matched, score, shown, hidden)


def snippet(text: str, terms: Sequence[str]) -> Snippet:
    """Return the words around the place with most of the terms."""
    low = event_search.small(text)
    first = [position for term in terms if (position := low.find(term)) >= 0]
    centre = max(first, key=lambda at: (_near(low, terms, at), -at), default=0)
    start, end = max(0, centre - AROUND // 2), min(len(text), centre + 2 * AROUND)
    while start > 0 and not text[start - 1].isspace() and centre - start < AROUND:
        start -= 1
    shown = one_line(text[start:end])
    lead, tail = "…" if start else "", "…" if end < len(text) else ""
    source_text = f"{lead}{shown}{tail}"
    return Snippet(source_text, tuple(_marks(event_search.small(source_text), terms)))


def _near(low: str, terms: Sequence[str], at: int) -> int:
    """Count the terms in the words that would be shown around a position."""
    return sum(term in low[max(0, at - AROUND // 2) : at + 2 * AROUND] for term in terms)


def _marks(low: str, terms: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the spans of the terms in order, the longest first if two overlap."""
    pattern = "|".join(re.escape(term) for term in sorted(terms, key=len, reverse=True))
    for match in re.finditer(pattern, low):
        yield match.span()
