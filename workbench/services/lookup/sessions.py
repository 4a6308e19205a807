"""Sessions, in a list and one by one, and their timelines."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from gates.errors import RangeError
from gates.source import chunks_of
from store import pointers
from store.context import size
from store.engine import Store
from store.records import lookup, sessions
from store.values import NativeCompaction, PagedEvent, Pointer, StoredSession
from workbench.bootstrap import Env
from workbench.services.lookup.timeline import kept_verbatim

SESSIONS_SCHEMA = "workbench.sessions/1"
WHOLE_TEXT = 2**31 - 1
PAGE = 2_000


@dataclass(frozen=True)
class SessionLine:
    """One session, its active artifacts and the size of its context."""

    session: StoredSession
    active: tuple[Pointer, ...]
    last_move: Pointer | None
    context_tokens: int

    def to_json(self) -> dict[str, Any]:
        """Return one entry of `sessions[]`."""
        from workbench.services.output_shapes.record_shapes import SessionShape
        from workbench.services.output_shapes.shape import printed

        return printed(
            SessionShape,
            self.session,
            active=[move.artifact_id for move in self.active],
            context_tokens=self.context_tokens,
            head=self.last_move.pointer_id if self.last_move else None,
        )


def sessions_listing(env: Env) -> tuple[SessionLine, ...]:
    """Return all sessions, the one imported last first; none if there is no store yet."""
    if not env.store_exists:
        return ()
    store = env.open_store()
    with store.reading():
        return tuple(_line(store, each) for each in sessions.listing(store))


def session_line(env: Env, id_or_prefix: str) -> SessionLine:
    """Return one session."""
    store = env.open_store()
    with store.reading():
        return _line(store, sessions.get(store, lookup.session(store, id_or_prefix)))


def _line(store: Store, session: StoredSession) -> SessionLine:
    return SessionLine(
        session,
        pointers.active(store, session.session_id),
        pointers.head(store, session.session_id),
        size.weigh(store, session.session_id).tokens,
    )


@dataclass(frozen=True)
class TimelinePage:
    """Events of a session, with the ranges that compactions and artifacts replace."""

    session: StoredSession
    events: tuple[PagedEvent, ...]
    compactions: tuple[NativeCompaction, ...]
    active: tuple[Pointer, ...]
    kept: dict[str, frozenset[int]] = field(default_factory=dict)
    """Events that each active artifact keeps verbatim."""

    def to_json(self) -> dict[str, Any]:
        """Return the `workbench.timeline/1` object."""
        from workbench.services.output_shapes.reports_and_drafts import TimelineShape
        from workbench.services.output_shapes.shape import printed

        session_id = self.session.session_id
        events = [event_json(session_id, each) for each in self.events]
        return printed(TimelineShape, session_id=session_id, events=events)


def event_json(session_id: str, paged: PagedEvent) -> dict[str, Any]:
    """Return one entry of `events[]`."""
    from workbench.services.output_shapes.reports_and_drafts import EventShape
    from workbench.services.output_shapes.shape import printed

    event = paged.event
    chunk_ids = [chunk.chunk_id for chunk in chunks_of(session_id, event.ordinal, event.text)]
    return printed(EventShape, event, lane=event.sidechain, chunk_ids=chunk_ids)


def timeline(
    env: Env, id_or_prefix: str, requested: tuple[int, int] | None = None, *, preview: int = WHOLE_TEXT
) -> TimelinePage:
    """Return the events of a session, or of a range of it, texts cut to `preview` code points.

    Raises:
        gates.errors.RangeError: the range lies outside the session.
    """
    store = env.open_store()
    with store.reading():
        session = sessions.get(store, lookup.session(store, id_or_prefix))
        start, end = inside(session, requested)
        events: list[PagedEvent] = []
        while start <= end:
            count = min(PAGE, end - start + 1)
            events += sessions.page(store, session.session_id, start, count, preview=preview)
            start += PAGE
        active = pointers.active(store, session.session_id)
        return TimelinePage(
            session,
            tuple(events),
            sessions.compactions(store, session.session_id),
            active,
            kept_verbatim(store, active),
        )


def inside(session: StoredSession, requested: tuple[int, int] | None) -> tuple[int, int]:
    """Return the requested range, by default the whole session.

    Raises:
        gates.errors.RangeError: it lies outside the session.
    """
    start, end = requested or (0, session.events - 1)
    if end >= session.events:
        raise RangeError(
            f"the range {start}..{end} lies outside the session, which has events 0..{session.events - 1}",
            "give a range inside it",
        )
    return start, end
