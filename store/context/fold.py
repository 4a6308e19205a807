"""Folds native compactions and active artifacts into the context that an agent would get.

`fold` is pure. Nothing is stored: a view is always derived from events, compactions and moves.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from sqlalchemy import text
from sqlmodel import Session

from gates.artifact import Artifact
from gates.render import given_text
from gates.source import EventKind, bytes_per_token
from store import pointers
from store.context.left_before import boundary_of, native_layers
from store.engine import Store
from store.event_sql import COMMITTED, SIDECHAINS
from store.records import artifacts, sessions
from store.records.event_writer import sidechains_of
from store.values import ContextSegment, ContextView, NativeCompaction

MOST_FACTORS = 1_000
STRETCH = 256
"""Events summed as one place if no cut lies between them."""


@dataclass(frozen=True, slots=True)
class MainLineEvent:
    """The fields of a main-line event that a view needs."""

    ordinal: int
    kind: str
    tokens: int


@dataclass(frozen=True, slots=True)
class StandIn:
    """An active artifact: its range, the events it keeps verbatim, and its own tokens."""

    artifact_id: str
    start: int
    end: int
    kept: frozenset[int]
    tokens: int


def view(
    store: Store, session_id: str, which: Literal["active", "native"] = "active", *, as_of: str | None = None
) -> ContextView:
    """Return the context of a session, as of a pointer id (None: now); the native view does not depend on it.

    Raises:
        NotFound: there is no such session, or `as_of` is not one of its pointers.
    """
    with store.reading() as session:
        sessions.facts(session, session_id)
        places = main_line(session, session_id)
        native = sessions.compactions(store, session_id)
        active = pointers.active(store, session_id, as_of=as_of)
        newest = pointers.head(store, session_id)
        stand_ins = [stand_in(session, move.artifact_id) for move in active]
    segments = fold(places, native, stand_ins if which == "active" else ())
    head = as_of or (newest.pointer_id if newest else None)
    return ContextView(session_id, which, head, segments, sum(each.tokens for each in segments))


def fold(
    places: Sequence[MainLineEvent], native: Sequence[NativeCompaction], active: Sequence[StandIn]
) -> tuple[ContextSegment, ...]:
    """Return the segments of the active view; without active artifacts, those of the native view.

    `places` are the events of the main line, `native` and `active` are in range order. Before the earliest
    active range the view is the native one; from there on artifacts replace their ranges, followed by the
    events they keep, and the transcript's own summaries are left out.
    """
    follows = {one.ordinal: next_.ordinal for one, next_ in pairwise(places)}
    if not active:
        return _native(places, native, follows)
    begin = active[0].start
    before = [place for place in places if place.ordinal < begin]
    segments = list(_native(before, [each for each in native if boundary_of(each) < begin], follows))
    by_ordinal = {place.ordinal: place for place in places}
    waiting: list[MainLineEvent] = []
    upcoming = list(active)
    current: StandIn | None = None
    for place in (place for place in places if place.ordinal >= begin):
        if current is not None and place.ordinal > current.end:
            current = None
        if upcoming and place.ordinal >= upcoming[0].start:
            segments += _runs(waiting, follows)
            current, waiting = upcoming.pop(0), []
            segments += _replaced(current, by_ordinal, follows)
        if current is None and place.kind != EventKind.COMPACTION.value:
            waiting.append(place)
    segments += _runs(waiting, follows)
    return tuple(segments)


_Follows = Mapping[int, int]
"""The next event of the main line, by ordinal."""


def _native(
    places: Sequence[MainLineEvent], native: Sequence[NativeCompaction], follows: _Follows
) -> tuple[ContextSegment, ...]:
    """Yield the latest summary with its kept events and everything later; all events if there is no summary.

    What its compaction left in place precedes it (`native_layers`).
    """
    layers: list[list[ContextSegment]] = []
    for compaction, until in native_layers(native):
        if until is not None:
            places = [place for place in places if place.ordinal < until]
        layers.append(
            list(_runs(places, follows) if compaction is None else _layer(places, compaction, follows))
        )
    return tuple(segment for layer in reversed(layers) for segment in layer)


def _layer(
    places: Sequence[MainLineEvent], last: NativeCompaction, follows: _Follows
) -> Iterator[ContextSegment]:
    """Yield the events between a compaction's mark and its summary, the summary, and the kept events."""
    kept = set(last.kept)
    yield from _runs([place for place in places if _leads(place, last)], follows)
    yield from _runs([place for place in places if place.ordinal == last.summary], follows)
    yield from _runs([place for place in places if place.ordinal in kept], follows)
    yield from _runs([place for place in places if place.ordinal > boundary_of(last)], follows)


def _leads(place: MainLineEvent, last: NativeCompaction) -> bool:
    """Return whether an event lies between a compaction's mark and its summary."""
    if not last.source_end < place.ordinal < boundary_of(last):
        return False
    return place.ordinal > last.source_end + 1 or place.kind != EventKind.SYSTEM.value


def _replaced(
    stand_in: StandIn, by_ordinal: Mapping[int, MainLineEvent], follows: _Follows
) -> Iterable[ContextSegment]:
    yield ContextSegment("artifact", stand_in.start, stand_in.end, stand_in.artifact_id, stand_in.tokens)
    kept = [by_ordinal[each] for each in sorted(stand_in.kept) if each in by_ordinal]
    yield from _runs(kept, follows)


def _runs(chosen: Iterable[MainLineEvent], follows: _Follows) -> Iterable[ContextSegment]:
    """Group chosen events into segments of consecutive ones; events in sidechains do not split them."""
    run: list[MainLineEvent] = []
    for place in chosen:
        if run and follows.get(run[-1].ordinal) != place.ordinal:
            yield _segment(run)
            run = []
        run.append(place)
    if run:
        yield _segment(run)


def _segment(run: Sequence[MainLineEvent]) -> ContextSegment:
    ordinals = tuple(place.ordinal for place in run)
    return ContextSegment(
        "events", ordinals[0], ordinals[-1], None, sum(place.tokens for place in run), ordinals
    )


def main_line(session: Session, session_id: str) -> list[MainLineEvent]:
    """Return the events of a session outside its sidechains, in order."""
    rows = session.execute(
        text(
            f"SELECT ordinal, kind, tokens FROM event WHERE session_id = :s AND {COMMITTED} ORDER BY ordinal"
        ),
        {"s": session_id},
    )
    sidechains = sidechains_of(session, session_id)
    return [
        MainLineEvent(ordinal, kind, tokens) for ordinal, kind, tokens in rows if ordinal not in sidechains
    ]


def coarse_line(session: Session, session_id: str, cuts: Iterable[int]) -> list[MainLineEvent]:
    """Return the main line with runs of uncut events merged into one place, native summaries apart.

    A fold of it has as many tokens as a fold of the full line, provided every ordinal that the fold compares
    with is a cut. It is read as a stream, so that a million events are never in memory.
    """
    rows = session.execute(
        text(
            "SELECT min(ordinal), min(kind), sum(tokens)::BIGINT FROM (SELECT ordinal, kind, tokens, "
            f"ordinal // {STRETCH} AS stretch FROM event WHERE session_id = :s AND {COMMITTED} "
            f"AND ordinal NOT IN (SELECT ordinal FROM ({SIDECHAINS}) WHERE lane <> '')) "
            "GROUP BY CASE WHEN stretch IN (SELECT unnest(CAST(:parted AS BIGINT[]))) THEN ordinal "
            f"ELSE -1 - stretch END, kind = '{EventKind.COMPACTION.value}' ORDER BY 1"
        ),
        {"s": session_id, "e": None, "parted": sorted({cut // STRETCH for cut in cuts})},
    )
    return [MainLineEvent(*row) for row in rows]


def cuts_of(native: Iterable[NativeCompaction], active: Iterable[StandIn]) -> Iterable[int]:
    """Yield every ordinal that a fold compares with, and the one after each single event that it selects."""
    for each in native:
        yield from (boundary_of(each), boundary_of(each) + 1, each.source_start)
        yield from (each.source_end + 1, each.source_end + 2)
        single = each.kept if each.summary is None else (*each.kept, each.summary)
        yield from (at for ordinal in single for at in (ordinal, ordinal + 1))
    for current in active:
        yield from (current.start, current.end + 1)
        yield from (at for ordinal in current.kept for at in (ordinal, ordinal + 1))


def stand_in(session: Session, artifact_id: str) -> StandIn:
    """Return an artifact as a view shows it when active."""
    return stand_in_of(session, artifact_id, artifacts.read(session, artifact_id).artifact)


def stand_in_of(session: Session, artifact_id: str, artifact: Artifact) -> StandIn:
    """Like `stand_in`, for an artifact that need not be stored."""
    source = artifact.source
    kept = frozenset(source.kept)
    factor = _bytes_per_token(session, source.session_id, source.source_start, source.source_end, kept)
    size = len(given_text(artifact).encode("utf-8", "replace"))
    return StandIn(artifact_id, source.source_start, source.source_end, kept, math.ceil(size / factor))


_SIZES = (
    "SELECT coalesce(sum(coalesce(b.size, strlen(e.text))), 0), coalesce(sum(e.tokens), 0) "
    f"FROM (SELECT * FROM event WHERE session_id = :s AND {COMMITTED} AND ordinal BETWEEN :a AND :e "
    f"AND ordinal NOT IN (SELECT ordinal FROM ({SIDECHAINS}) WHERE lane <> '') "
    "AND ordinal NOT IN (SELECT unnest(CAST(:kept AS BIGINT[])))) e LEFT JOIN blob b ON b.hash = e.blob"
)
_factors: dict[tuple[object, ...], float] = {}
"""Cached ratios of ranges, by everything they depend on: the events' digest, the range, the kept events."""


def _bytes_per_token(session: Session, session_id: str, start: int, end: int, kept: frozenset[int]) -> float:
    """Return the ratio that `gates.search.index` uses for a range, without loading its texts."""
    key = (session_id, sessions.digest_at(session, session_id, end), start, end, kept)
    if key not in _factors:
        parameters = {"s": session_id, "a": start, "e": end, "kept": sorted(kept)}
        size, tokens = session.execute(text(_SIZES), parameters).one()
        if len(_factors) > MOST_FACTORS:
            _factors.clear()
        _factors[key] = bytes_per_token(int(size), int(tokens))
    return _factors[key]
