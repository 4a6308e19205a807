"""Figures about the events of a session without their texts: turns, slices, matches, split tool calls.

Reads only; every result is bounded by turns, slices or a limit, never by the number of events.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from sqlalchemy import text

from store.engine import Store
from store.records.event_writer import sidechains_of

_SCOPE = (
    "FROM event WHERE session_id = :s AND import_id IN "
    "(SELECT import_id FROM import_record WHERE session_id = :s) AND ordinal BETWEEN :a AND :b"
)


@dataclass(frozen=True, slots=True)
class Slice:
    """Tokens of the events in one slice and one part of the session."""

    slot: int
    part: int
    """Number of boundaries before these events."""
    tokens: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class RangeSums:
    """Figures of a range."""

    events: int
    tokens: int
    first_turn: int
    last_turn: int


def turn_starts(store: Store, session_id: str) -> tuple[int, ...]:
    """Return the first ordinal of every turn, in order."""
    # One list, not a row each: a session of ten million events has a million turns.
    query = f"SELECT list(o ORDER BY o) FROM (SELECT min(ordinal) AS o {_SCOPE} GROUP BY turn)"
    with store.reading() as session:
        found = session.execute(text(query), {"s": session_id, "a": 0, "b": 2**62}).scalar()
    return tuple(found or ())


def slices(
    store: Store, session_id: str, start: int, end: int, slots: int, boundaries: Sequence[int] = ()
) -> tuple[Slice, ...]:
    """Return token sums of `slots` equal slices of `start..end`, split at boundaries (ends of parts)."""
    part = "+".join(["0", *(f"CAST(ordinal > {int(each)} AS INTEGER)" for each in boundaries)])
    query = (
        f"SELECT (ordinal - :a) * :n // :size AS slot, {part} AS part, "
        f"sum(tokens), min(ordinal), max(ordinal) {_SCOPE} GROUP BY ALL ORDER BY slot, part"
    )
    values = {"s": session_id, "a": start, "b": end, "n": slots, "size": end - start + 1}
    with store.reading() as session:
        rows = session.execute(text(query), values).all()
    return tuple(Slice(*(int(value) for value in row)) for row in rows)


def tokens_between(store: Store, session_id: str, start: int, end: int) -> int:
    """Return the tokens of the events `start..end`."""
    with store.reading() as session:
        found = session.execute(
            text(f"SELECT coalesce(sum(tokens), 0) {_SCOPE}"), {"s": session_id, "a": start, "b": end}
        ).scalar()
    return int(found or 0)


def tokens_of(store: Store, session_id: str, ordinals: Sequence[int]) -> int:
    """Return the tokens of some events."""
    query = f"SELECT coalesce(sum(tokens), 0) {_SCOPE} AND ordinal IN (SELECT unnest(CAST(:o AS BIGINT[])))"
    values = {"s": session_id, "a": 0, "b": 2**62, "o": list(ordinals)}
    with store.reading() as session:
        found = session.execute(text(query), values).scalar()
    return int(found or 0)


def range_sums(store: Store, session_id: str, start: int, end: int) -> RangeSums:
    """Return figures of the events `start..end`."""
    query = (
        "SELECT count(*), coalesce(sum(tokens), 0), coalesce(min(turn), 0), coalesce(max(turn), 0) " + _SCOPE
    )
    with store.reading() as session:
        row = session.execute(text(query), {"s": session_id, "a": start, "b": end}).one()
    return RangeSums(*(int(value) for value in row))


def parted_calls(store: Store, session_id: str, start: int, end: int) -> tuple[tuple[int, int], ...]:
    """Return call and result ordinals of tool calls that `start..end` splits; sidechains left out."""
    query = (
        "SELECT min(ordinal) FILTER (kind = 'tool_call') AS c, "
        "max(ordinal) FILTER (kind = 'tool_result') AS r "
        f"{_SCOPE} AND call_id IS NOT NULL GROUP BY call_id "
        "HAVING c IS NOT NULL AND r IS NOT NULL AND (c BETWEEN :x AND :y) <> (r BETWEEN :x AND :y) ORDER BY c"
    )
    values = {"s": session_id, "a": 0, "b": 2**62, "x": start, "y": end}
    with store.reading() as session:
        rows = session.execute(text(query), values).all()
        sidechains = sidechains_of(session, session_id) if rows else {}
    return tuple((int(c), int(r)) for c, r in rows if c not in sidechains and r not in sidechains)


def artifact_numbers(store: Store, session_id: str) -> dict[str, int]:
    """Return the number n of `d-n` for every artifact of a session."""
    with store.reading() as session:
        rows = session.execute(
            text("SELECT artifact_id, number FROM artifact WHERE session_id = :s"), {"s": session_id}
        ).all()
    return {str(row[0]): int(row[1]) for row in rows}


def matches(store: Store, session_id: str, needle: str, limit: int = 10_000) -> tuple[int, ...]:
    """Return ordinals of events whose stored text contains `needle`, ignoring case; at most `limit`.

    Of texts kept as blobs only the preview is searched.
    """
    query = f"SELECT ordinal {_SCOPE} AND contains(lower(text), lower(:needle)) ORDER BY ordinal LIMIT :most"
    values = {"s": session_id, "a": 0, "b": 2**62, "needle": needle, "most": limit}
    with store.reading() as session:
        rows = session.execute(text(query), values).all()
    return tuple(chain.from_iterable(rows))
