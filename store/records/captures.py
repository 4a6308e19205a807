"""Stores captures of ranges, each with the digest of its events."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import text
from sqlmodel import Session, col, select

from gates.capture import Capture, CapturedItem, parse_capture
from gates.errors import CaptureError
from store.engine import Store
from store.errors import NotFound, StoreUnreadable
from store.journal import journal
from store.records.blobs import pack, unpack
from store.records.sessions import digest_at
from store.tables import CaptureRow
from store.values import StoredCapture


def put(
    store: Store, session_id: str, start: int, end: int, capture: Capture, *, events_digest: str, now: str
) -> StoredCapture:
    """Store a capture of `start..end`; an equal one of the same events adds nothing. The latest counts.

    Raises:
        NotFound: the session is not in the store.
    """
    with store.writing() as session:
        there = session.execute(
            text("SELECT 1 FROM session WHERE session_id = :s"), {"s": session_id}
        ).first()
        if there is None:
            raise NotFound(f"no session {session_id}", "import its transcript first")
        last = _latest(session, session_id, start, end)
        if last is not None and last.events_digest == events_digest and last.digest == capture.digest:
            return _value(last)
        row = CaptureRow(
            session_id=session_id,
            source_start=start,
            source_end=end,
            sequence=last.sequence + 1 if last else 1,
            capture_version=capture.capture_version,
            digest=capture.digest,
            events_digest=events_digest,
            body=pack(capture.to_json()),
            created_at=now,
        )
        session.add(row)
        journal.note(session, session_id, row)
    return StoredCapture(session_id, start, end, capture, events_digest, now)


def current(store: Store, session_id: str, start: int, end: int) -> StoredCapture | None:
    """Return the latest capture of the range if it is of the events stored now, else None."""
    with store.reading() as session:
        row = _latest(session, session_id, start, end)
        if row is None or row.events_digest != digest_at(session, session_id, end):
            return None
        return _value(row)


def proposed(store: Store, prefix: str) -> list[tuple[str, CapturedItem]]:
    """Return proposed items by id prefix, with their session, from each range's latest capture."""
    return _named(store, lambda capture: [i for i in capture.proposed if i.item_id.startswith(prefix)])


def uncounted(store: Store, prefix: str) -> list[tuple[str, CapturedItem]]:
    """Return items by id prefix that need not count in some range: proposed, carried out, done, replaced."""
    return _named(
        store,
        lambda capture: [
            item
            for item in (*capture.proposed, *(each for each in capture.items if not each.counts_anyway))
            if item.item_id.startswith(prefix)
        ],
    )


def captured(store: Store, named: Callable[[str], bool]) -> list[tuple[str, CapturedItem]]:
    """Return captured and proposed items with a matching id, whatever their status, like `proposed`."""
    return _named(store, lambda capture: [i for i in (*capture.items, *capture.proposed) if named(i.item_id)])


def _named(
    store: Store, items_of: Callable[[Capture], Sequence[CapturedItem]]
) -> list[tuple[str, CapturedItem]]:
    found: dict[str, tuple[str, CapturedItem]] = {}
    with store.reading() as session:
        rows = session.exec(select(CaptureRow).order_by(col(CaptureRow.sequence).desc()))
        latest: set[tuple[str, int, int]] = set()
        for row in rows:
            where = (row.session_id, row.source_start, row.source_end)
            if where in latest:
                continue
            latest.add(where)
            for item in items_of(_value(row).capture):
                found.setdefault(item.item_id, (row.session_id, item))
    return [found[key] for key in sorted(found)]


def read_of(session: Session, where: tuple[str, int, int], events_digest: str) -> StoredCapture | None:
    """Return the latest capture of session, start and end if it is of these events, else None."""
    row = _latest(session, *where)
    return _value(row) if row is not None and row.events_digest == events_digest else None


def current_digest(session: Session, session_id: str, start: int, end: int, events_digest: str) -> str | None:
    """Return the digest of the range's latest capture if it is of these events, without reading it."""
    row = session.execute(
        text(
            "SELECT digest, events_digest FROM capture WHERE session_id = :s AND source_start = :a "
            "AND source_end = :b ORDER BY sequence DESC LIMIT 1"
        ),
        {"s": session_id, "a": start, "b": end},
    ).first()
    return row[0] if row is not None and row[1] == events_digest else None


def _latest(session: Session, session_id: str, start: int, end: int) -> CaptureRow | None:
    return session.exec(
        select(CaptureRow)
        .where(
            CaptureRow.session_id == session_id,
            CaptureRow.source_start == start,
            CaptureRow.source_end == end,
        )
        .order_by(col(CaptureRow.sequence).desc())
        .limit(1)
    ).first()


def _value(row: CaptureRow) -> StoredCapture:
    try:
        capture = parse_capture(unpack(row.body))
    except CaptureError as error:
        place = f"{row.source_start}..{row.source_end} of {row.session_id}"
        raise StoreUnreadable(
            f"the capture of {place} is damaged", "restore the store from a backup"
        ) from error
    return StoredCapture(
        row.session_id, row.source_start, row.source_end, capture, row.events_digest, row.created_at
    )
