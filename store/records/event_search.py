"""Search the texts of events, all sessions or one: one scan in SQL, ranked by BM25 over what it finds.

Terms are matched as parts of words, whatever the case. Where events hold all of the terms only these are
found, else those with most of them; among those the rarer terms and the shorter texts weigh more (BM25,
Robertson and Zaragoza 2009).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import text
from sqlmodel import Session

from store.engine import Store
from store.event_sql import COUNTING
from store.records import sessions

K1 = 1.2
B = 0.75
MOST_LONG = 500
"""Texts kept as blobs that one search reads in full; of those beyond it only the previews are searched."""


@dataclass(frozen=True, slots=True)
class EventHit:
    """One event that holds at least one of the terms."""

    session_id: str
    ordinal: int
    kind: str
    turn: int
    matched: int
    """How many of the terms it holds."""
    score: float
    """BM25, three decimals; comparable within one search only."""
    text: str


@dataclass(frozen=True, slots=True)
class EventSearch:
    """What a search found among the events."""

    hits: tuple[EventHit, ...]
    """The best, as many as were asked for."""
    found: int
    """Events that hold as many of the terms as the first."""
    unread: int
    """Long texts of which only the beginning was searched."""


def search(store: Store, terms: Sequence[str], *, session_id: str | None = None, limit: int) -> EventSearch:
    """The events that hold most of the terms; one that holds fewer than the best does is not found.

    Args:
        store: where to search.
        terms: one to eight pieces of text, none of them empty.
        session_id: search only this session.
        limit: how many events are wanted.
    """
    low = [term.lower() for term in terms]
    scope, values = COUNTING, dict[str, Any]()
    if session_id is not None:
        scope += " AND session_id = :s"
        values["s"] = session_id
    with store.reading() as session:
        long, unread = _long(session, scope, values)
        rows = [*_scanned(session, scope, low, values, skipping=long)]
        rows += _read_in_full(store, long, low)
        count, length = session.execute(
            text(f"SELECT count(*), coalesce(avg(characters), 1) FROM event WHERE {scope}"), values
        ).one()
    ranked = _ranked(rows, int(count), float(length))
    best = [each for each in ranked if each[1] == ranked[0][1]]
    return EventSearch(tuple(_hits(store, best[:limit])), len(best), unread)


@dataclass(frozen=True, slots=True)
class _Row:
    session_id: str
    ordinal: int
    kind: str
    turn: int
    characters: int
    counts: tuple[int, ...]
    """How often each term occurs."""


def _long(session: Session, scope: str, values: dict[str, Any]) -> tuple[list[tuple[str, int]], int]:
    """The newest events whose text is a blob, and how many more there are."""
    query = f"SELECT session_id, ordinal FROM event WHERE {scope} AND blob IS NOT NULL ORDER BY 1, 2 DESC"
    rows = session.execute(text(query), values).all()
    return [(str(row[0]), int(row[1])) for row in rows[:MOST_LONG]], max(0, len(rows) - MOST_LONG)


def _scanned(
    session: Session, scope: str, terms: Sequence[str], values: dict[str, Any], *, skipping: Sequence[Any]
) -> Iterator[_Row]:
    """Rows that hold a term, by one scan; texts that are read in full are passed over."""
    counts = ", ".join(
        f"CASE WHEN contains(l, :t{n}) "
        f"THEN (length(l) - length(replace(l, :t{n}, ''))) // {len(term)} ELSE 0 END"
        for n, term in enumerate(terms)
    )
    any_of = " OR ".join(f"contains(l, :t{n})" for n in range(len(terms)))
    query = (
        f"SELECT session_id, ordinal, kind, turn, characters, {counts} FROM "
        f"(SELECT session_id, ordinal, kind, turn, characters, lower(text) AS l FROM event WHERE {scope}) "
        f"WHERE {any_of}"
    )
    passed = set(skipping)
    given = {**values, **{f"t{n}": term for n, term in enumerate(terms)}}
    for row in session.execute(text(query), given).all():
        if (row[0], row[1]) not in passed:
            yield _Row(
                str(row[0]), int(row[1]), str(row[2]), int(row[3]), int(row[4]), tuple(map(int, row[5:]))
            )


def _read_in_full(store: Store, places: Sequence[tuple[str, int]], terms: Sequence[str]) -> Iterator[_Row]:
    for session_id, ordinal in places:
        (event,) = sessions.load_events(store, session_id, ordinal, ordinal)
        said = event.text.lower()
        counts = tuple(said.count(term) for term in terms)
        if any(counts):
            yield _Row(session_id, ordinal, event.kind.value, event.turn, len(said), counts)


def _ranked(rows: Sequence[_Row], events: int, length: float) -> list[tuple[_Row, int, float]]:
    """Rows with how many terms they hold and their score, the best first."""
    width = len(rows[0].counts) if rows else 0
    having = [sum(row.counts[n] > 0 for row in rows) for n in range(width)]
    weights = [math.log(1 + (events - n + 0.5) / (n + 0.5)) for n in having]
    made = []
    for row in rows:
        norm = K1 * (1 - B + B * row.characters / max(1.0, length))
        score = sum(w * c * (K1 + 1) / (c + norm) for w, c in zip(weights, row.counts, strict=True))
        made.append((row, sum(c > 0 for c in row.counts), round(score, 3)))
    return sorted(made, key=lambda each: (-each[1], -each[2], each[0].session_id, each[0].ordinal))


def _hits(store: Store, ranked: Sequence[tuple[_Row, int, float]]) -> Iterator[EventHit]:
    """The hits with their texts, in the order given."""
    for row, matched, score in ranked:
        (event,) = sessions.load_events(store, row.session_id, row.ordinal, row.ordinal)
        yield EventHit(row.session_id, row.ordinal, row.kind, row.turn, matched, score, event.text)
