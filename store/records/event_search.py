"""Searches the texts of events, in all sessions or one: one scan in SQL, which also ranks by BM25.

Terms match parts of words, ignoring case. If any events contain all terms only these are found, else those
with most of them; among them rarer terms and shorter texts weigh more (BM25, Robertson and Zaragoza 2009).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import text
from sqlmodel import Session

from gates.source import SourceEvent
from store.engine import Store
from store.event_sql import COUNTING
from store.records import sessions

K1 = 1.2
B = 0.75
MOST_LONG = 500
"""Most texts kept as blobs that one search reads in full; of further ones only the previews are searched."""


@dataclass(frozen=True, slots=True)
class EventHit:
    """One event that contains at least one of the terms."""

    session_id: str
    ordinal: int
    kind: str
    turn: int
    matched: int
    """Number of the terms that it contains."""
    score: float
    """BM25, to three decimals; comparable within one search only."""
    text: str


@dataclass(frozen=True, slots=True)
class EventSearch:
    """The result of a search among the events."""

    hits: tuple[EventHit, ...]
    """The best events, at most `limit`."""
    found: int
    """Number of events that contain as many of the terms as the first."""
    unread: int
    """Number of long texts of which only the beginning was searched."""


def small(text: str) -> str:
    """Return a text in lower case, letter by letter and of the same length, as the database does it.

    `str.lower` turns `İ` into two letters, and writes a Greek sigma differently at the end of a word; here
    all sigmas are the same.
    """
    return text.replace("İ", "i").replace("Σ", "σ").lower().replace("ς", "σ")


def search(store: Store, terms: Sequence[str], *, session_id: str | None = None, limit: int) -> EventSearch:
    """Return the events with most of the terms; one that contains fewer than the best does is not found.

    Args:
        store: where to search.
        terms: one to eight pieces of text, none of them empty.
        session_id: search only this session.
        limit: most events that are returned.
    """
    low = [small(term) for term in terms]
    scope, values = COUNTING, dict[str, Any]()
    if session_id is not None:
        scope += " AND session_id = :s"
        values["s"] = session_id
    with store.reading() as session:
        long, unread = _long(session, scope, values)
        in_full = _read_in_full(store, long, low)
        count, length = session.execute(
            text(f"SELECT count(*), coalesce(avg(characters), 1) FROM event WHERE {scope}"), values
        ).one()
        corpus = _Corpus(int(count), max(1.0, float(length)))
        if unread:
            scope += (
                " AND (blob IS NULL OR (session_id, ordinal) NOT IN "
                "(SELECT unnest(CAST(:long_in AS VARCHAR[])), unnest(CAST(:long_at AS BIGINT[]))))"
            )
            values |= {"long_in": [each[0] for each in long], "long_at": [each[1] for each in long]}
        else:
            scope += " AND blob IS NULL"
        scanned = _scanned(session, scope, low, values, in_full, corpus, limit)
        rest = [(row, scanned.score(row, corpus)) for row in in_full if row.matched == scanned.best]
        order = sorted(
            [*scanned.rows, *rest], key=lambda each: (-each[1], each[0].session_id, each[0].ordinal)
        )
        hits = _hits(store, order[:limit])
    return EventSearch(hits, scanned.found + len(rest), unread)


@dataclass(frozen=True, slots=True)
class _Corpus:
    """The searched events: their number, and their mean length in characters."""

    events: int
    length: float


@dataclass(frozen=True, slots=True)
class _Row:
    session_id: str
    ordinal: int
    kind: str
    turn: int
    characters: int
    counts: tuple[int, ...]
    """Number of occurrences of each term."""

    @property
    def matched(self) -> int:
        """Number of the terms that it contains."""
        return sum(count > 0 for count in self.counts)


@dataclass(frozen=True, slots=True)
class _Scanned:
    """The result of scanning events whose text is in their row."""

    rows: list[tuple[_Row, float]]
    """The best with their scores, at most `limit`."""
    found: int
    """Number of events in the scan that contain as many terms as the best of all."""
    best: int
    """Number of terms that the best of all events contains."""
    having: tuple[int, ...]
    """By term: the number of events that contain it."""

    def score(self, row: _Row, corpus: _Corpus) -> float:
        """Return the BM25 score of a row that was read in full, as the scan computes its own."""
        norm = K1 * (1 - B + B * row.characters / corpus.length)
        weights = [math.log(1 + (corpus.events - n + 0.5) / (n + 0.5)) for n in self.having]
        parts = (w * c * (K1 + 1) / (c + norm) for w, c in zip(weights, row.counts, strict=True))
        return round(sum(parts), 3)


def _long(session: Session, scope: str, values: dict[str, Any]) -> tuple[list[tuple[str, int]], int]:
    """Return the newest events whose text is a blob, and how many more there are."""
    query = f"SELECT session_id, ordinal FROM event WHERE {scope} AND blob IS NOT NULL ORDER BY 1, 2 DESC"
    rows = session.execute(text(query), values).all()
    return [(str(row[0]), int(row[1])) for row in rows[:MOST_LONG]], max(0, len(rows) - MOST_LONG)


def _scanned(
    session: Session,
    scope: str,
    terms: Sequence[str],
    values: dict[str, Any],
    in_full: Sequence[_Row],
    corpus: _Corpus,
    limit: int,
) -> _Scanned:
    """Scan, count and rank in SQL; rows read in full count for the rarity of terms and the best match."""
    numbers, width = range(len(terms)), len(terms)
    parameters: dict[str, Any] = {**values, "events": corpus.events, "length": corpus.length}
    parameters |= {f"t{n}": term for n, term in enumerate(terms)}
    parameters |= {f"h{n}": sum(row.counts[n] > 0 for row in in_full) for n in numbers}
    parameters["best"] = max((row.matched for row in in_full), default=0)
    found = session.execute(text(_ranking(scope, terms, limit)), parameters).all()
    first = found[0]
    rows = [
        (
            _Row(
                str(row[width + 2]),
                int(row[width + 3]),
                str(row[width + 4]),
                int(row[width + 5]),
                int(row[width + 6]),
                tuple(map(int, row[width + 8 :])),
            ),
            float(row[width + 7]),
        )
        for row in found
        if row[width + 2] is not None
    ]
    return _Scanned(rows, int(first[width + 1]), int(first[width]), tuple(map(int, first[:width])))


def _ranking(scope: str, terms: Sequence[str], limit: int) -> str:
    """Return the query: rarity of the terms, terms of the best, number of such rows, the row's columns."""
    numbers = range(len(terms))
    counts = ", ".join(
        f"CASE WHEN contains(l, :t{n}) "
        f"THEN (length(l) - length(replace(l, :t{n}, ''))) // {len(term)} ELSE 0 END AS c{n}"
        for n, term in enumerate(terms)
    )
    any_of = " OR ".join(f"contains(l, :t{n})" for n in numbers)
    matched = " + ".join(f"(c{n} > 0)::INTEGER" for n in numbers)
    having = ", ".join(f"count(*) FILTER (c{n} > 0) + :h{n} AS h{n}" for n in numbers)
    norm = f"{K1} * ({1 - B} + {B} * f.characters / :length)"
    score = " + ".join(
        f"ln(1 + (:events - h{n} + 0.5) / (h{n} + 0.5)) * c{n} * {K1 + 1} / (c{n} + {norm})" for n in numbers
    )
    names = ", ".join(f"c{n}" for n in numbers)
    low = "replace(lower(text), 'ς', 'σ')" if any("σ" in term for term in terms) else "lower(text)"
    rare = ", ".join(f"h{n}" for n in numbers)
    return (
        f"WITH hit AS MATERIALIZED (SELECT session_id, ordinal, kind, turn, characters, {counts} FROM "
        f"(SELECT session_id, ordinal, kind, turn, characters, {low} AS l FROM event WHERE {scope}) "
        f"WHERE {any_of}), f AS (SELECT *, {matched} AS matched FROM hit), "
        f"stand AS (SELECT {having}, greatest(coalesce(max(matched), 0), :best) AS best FROM f) "
        f"SELECT {rare}, best, (SELECT count(*) FROM f, stand WHERE matched = best), "
        f"session_id, ordinal, kind, turn, characters, round({score}, 3) AS score, {names} "
        "FROM stand LEFT JOIN f ON matched = best "
        f"ORDER BY score DESC, session_id, ordinal LIMIT {int(limit)}"
    )


def _read_in_full(store: Store, places: Sequence[tuple[str, int]], terms: Sequence[str]) -> list[_Row]:
    """Return rows of events whose texts are stored as blobs."""
    found = []
    for session_id, events in _events(store, places):
        for event in events:
            text = small(event.text)
            counts = tuple(text.count(term) for term in terms)
            if any(counts):
                row = _Row(session_id, event.ordinal, event.kind.value, event.turn, len(text), counts)
                found.append(row)
    return found


def _events(store: Store, places: Iterable[tuple[str, int]]) -> Iterator[tuple[str, tuple[SourceEvent, ...]]]:
    """Yield events by session and ordinals, reading each session at once."""
    wanted: dict[str, list[int]] = {}
    for session_id, ordinal in places:
        wanted.setdefault(session_id, []).append(ordinal)
    for session_id, ordinals in wanted.items():
        yield session_id, sessions.load_some(store, session_id, ordinals)


def _hits(store: Store, ranked: Sequence[tuple[_Row, float]]) -> tuple[EventHit, ...]:
    """Return the hits with their texts, in the given order."""
    places = [(row.session_id, row.ordinal) for row, _ in ranked]
    texts = {(s, event.ordinal): event.text for s, events in _events(store, places) for event in events}
    return tuple(
        EventHit(
            row.session_id,
            row.ordinal,
            row.kind,
            row.turn,
            row.matched,
            score,
            texts[row.session_id, row.ordinal],
        )
        for row, score in ranked
    )
