"""Writes one transcript's events in bounded batches; used by `imports.append`.

Batches are committed as they come but count only once the import's own record is committed, so a killed
import leaves nothing incomplete. A stored event is never changed or renumbered.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import text
from sqlmodel import Session

from gates.source import SourceEvent, chain_start
from store.database.bulk_insert import batch_of, insert_batch, insert_rows
from store.database.writer_thread import BatchWriter
from store.event_sql import COMMITTED, EVENT_COLUMNS, SIDECHAINS, VOUCHED
from store.journal import journal
from store.journal.row_digests import ColumnsDigest, RowsDigest
from store.records import blobs
from store.records.codec import Kept, event_columns
from store.tables import EventRow, LaneRow

if TYPE_CHECKING:
    import pyarrow

ROW_TEXT_BYTES = 64 * 1024
"""Longest text in an event row; a longer one goes to a blob (ST3)."""
PREVIEW_CHARACTERS = 2_000
_BATCH_ROWS = 4_096
_BATCH_CHARACTERS = 3_000_000
_COMMIT_CHARACTERS = 6_000_000
"""Text and compressed bytes that may wait in memory for a commit; each commit is a row group of its own."""


@dataclass(frozen=True, slots=True)
class Known:
    """The store's facts of a session before an import."""

    events: int = 0
    sequence: int = 0
    """Number of its imports."""
    chain: str = ""
    turns: int = 0
    steps: int = 0
    tokens: int = 0
    first_timestamp: str | None = None
    last_timestamp: str | None = None
    ordinals: dict[str, int] = field(default_factory=dict)
    """Ordinals by native id."""
    digests: dict[int, bytes] = field(default_factory=dict)
    sidechains: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Batch:
    """Rows to be written together; `weight` is their approximate number of characters."""

    events: pyarrow.Table | None
    sidechains: list[tuple[Any, ...]]
    blobs: dict[str, bytes]
    weight: int


class EventWriter:
    """Writes the new events of a stream and remembers the stored ordinal of each event of the file."""

    def __init__(
        self,
        session: Session,
        session_id: str,
        import_id: str,
        known: Known,
        batches: BatchWriter,
        alongside: Callable[[], Sequence[blobs.Compressed]] = tuple,
    ) -> None:
        """Only `batches` uses the session until `settle` returns.

        `alongside` returns other rows that are ready.
        """
        self._session = session
        self._batches = batches
        self._session_id = session_id
        self._import_id = import_id
        self._known = known
        self._alongside = alongside
        self._fresh: list[SourceEvent] = []
        self._sidechains: list[tuple[Any, ...]] = []
        self._blobs: dict[str, bytes] = {}
        self._weight = 0
        self._uncommitted = 0
        self._committed = False
        self.next = known.events
        self.chain = known.chain or chain_start(session_id)
        self.turns, self.steps, self.tokens = known.turns, known.steps, known.tokens
        self.first_timestamp, self.last_timestamp = known.first_timestamp, known.last_timestamp
        self.shared = 0
        self.rewritten = 0
        self.lanes_changed = 0
        self._event_rows = ColumnsDigest("event", VOUCHED)
        self._sidechain_rows = RowsDigest("event_lane")
        self._positions: array[int] | None = array("q") if known.events else None

    @property
    def added(self) -> int:
        """Number of events that were not in the store before."""
        return self.next - self._known.events

    def vouched(self) -> tuple[journal.JournalEntry, ...]:
        """Return the journal entries of the rows that were written; call it after `flush`."""
        digests = (("event", self._event_rows.hexdigest()), ("event_lane", self._sidechain_rows.hexdigest()))
        return tuple(
            journal.JournalEntry(record, self._import_id, digest)
            for record, digest in digests
            if digest is not None
        )

    def position(self, in_file: int) -> int:
        """Return the stored ordinal of the event at a position of the file. Raises IndexError outside it."""
        if self._positions is not None:
            return self._positions[in_file]
        if not 0 <= in_file < self.next:
            raise IndexError(in_file)
        return in_file

    def take(self, events: Iterable[SourceEvent]) -> None:
        """Process all events of the file."""
        self._batches.give(partial(self._write_ready, {}))
        for event in events if self._positions is None else self._unknown(events, self._positions):
            self._fresh.append(event)
            self._weight += len(event.text) + 200
            if self._weight >= _BATCH_CHARACTERS or len(self._fresh) >= _BATCH_ROWS:
                self._spill()

    def flush(self) -> None:
        """Write the waiting rows.

        Those of a long file are also committed, while other work on it continues.
        """
        self._batches.give(partial(self._write_last, self._batch()))

    def settle(self) -> None:
        """Wait until everything is written."""
        self._batches.settle()

    def _batch(self) -> _Batch:
        # Made into columns here: two threads that both need the interpreter would only hinder each other.
        events = self._columns(self._fresh) if self._fresh else None
        batch = _Batch(events, self._sidechains, self._blobs, self._weight)
        self._fresh, self._sidechains, self._blobs, self._weight = [], [], {}, 0
        return batch

    def _columns(self, fresh: Sequence[SourceEvent]) -> pyarrow.Table:
        first = self.next
        self.next += len(fresh)
        owner = (self._import_id, self._session_id)
        columns = event_columns(owner, first, fresh, self._kept(fresh), self.chain)
        named = dict(zip(EVENT_COLUMNS, columns, strict=True))
        self.chain = named["chain"][-1].hex()
        for ordinal, event in enumerate(fresh, first):
            if event.sidechain is not None:
                self._sidechain(ordinal, event.sidechain)
        self.turns = max(self.turns, *named["turn"])
        self.steps = max(self.steps, *named["step"])
        self.tokens += sum(named["tokens"])
        times = {time for time in (*named["timestamp"], self.first_timestamp, self.last_timestamp) if time}
        if times:
            self.first_timestamp, self.last_timestamp = min(times), max(times)
        self._event_rows.add([named[name] for name in VOUCHED])
        return batch_of(EventRow, columns)

    def _write(self, batch: _Batch) -> None:
        self._write_ready(batch.blobs)
        if batch.events is not None:
            insert_batch(self._session, EventRow, batch.events)
        insert_rows(self._session, LaneRow, batch.sidechains)
        self._sidechain_rows.add(batch.sidechains)
        self._uncommitted += batch.weight

    def _write_ready(self, texts: Mapping[str, bytes]) -> None:
        """Write the ready pieces of the file, and texts too long for their rows."""
        ready = self._alongside()
        blobs.insert(self._session, [*blobs.compressed(texts), *ready])
        self._uncommitted += sum(len(body) for _, _, body in ready)

    def _write_and_commit(self, batch: _Batch) -> None:
        self._write(batch)
        if self._uncommitted >= _COMMIT_CHARACTERS:
            self._session.commit()
            self._uncommitted = 0
            self._committed = True

    def _write_last(self, batch: _Batch) -> None:
        self._write(batch)
        if self._committed:
            self._session.commit()

    def _kept(self, fresh: Sequence[SourceEvent]) -> Kept:
        """Return the texts for the rows, and the hashes of the blobs of those that are too long."""
        texts = [event.text for event in fresh]
        names: list[str | None] = [None] * len(texts)
        for place, body in enumerate(texts):
            if len(body) * 4 > ROW_TEXT_BYTES:
                encoded = body.encode("utf-8", "surrogatepass")
                if len(encoded) > ROW_TEXT_BYTES:
                    name = hashlib.sha256(encoded).hexdigest()
                    self._blobs[name] = encoded
                    texts[place], names[place] = body[:PREVIEW_CHARACTERS], name
        return texts, names

    def _unknown(self, events: Iterable[SourceEvent], positions: array[int]) -> Iterator[SourceEvent]:
        """Yield the events that are not stored yet, and record the position of every event."""
        for event in events:
            ordinal = self._known.ordinals.get(event.native_id)
            if ordinal is None:
                positions.append(self.next + len(self._fresh))
                yield event
            else:
                positions.append(ordinal)
                self._compare_known(ordinal, event)

    def _compare_known(self, ordinal: int, event: SourceEvent) -> None:
        self.shared += 1
        if self._known.digests.get(ordinal) != bytes.fromhex(event.digest()):
            self.rewritten += 1
        if self._known.sidechains.get(ordinal) != event.sidechain:
            self.lanes_changed += 1
            self._sidechain(ordinal, event.sidechain)

    def _sidechain(self, ordinal: int, sidechain: str | None) -> None:
        self._sidechains.append(
            (self._import_id, ordinal, self._session_id, self._known.sequence + 1, sidechain)
        )

    def _spill(self) -> None:
        # Until a shared event shows that the file is the session's, nothing may become durable.
        if self._known.events and not self.shared:
            return
        self._batches.give(partial(self._write_and_commit, self._batch()))


def known_of(session: Session, session_id: str) -> Known:
    """Return the store's facts of a session; an empty `Known` if it is not stored."""
    last = session.execute(
        text(
            "SELECT events, sequence, chain, turns, steps, tokens, first_timestamp, last_timestamp "
            "FROM import_record WHERE session_id = :s ORDER BY sequence DESC LIMIT 1"
        ),
        {"s": session_id},
    ).first()
    if last is None:
        return Known()
    rows = session.execute(
        text(f"SELECT native_id, ordinal, digest FROM event WHERE session_id = :s AND {COMMITTED}"),
        {"s": session_id},
    ).all()
    events, sequence, chain, turns, steps, tokens, first, latest = last
    return Known(
        events=events,
        sequence=sequence,
        chain=chain,
        turns=turns,
        steps=steps,
        tokens=tokens,
        first_timestamp=first,
        last_timestamp=latest,
        ordinals={row[0]: row[1] for row in rows},
        digests={row[1]: bytes(row[2]) for row in rows},
        sidechains=sidechains_of(session, session_id),
    )


def sidechains_of(session: Session, session_id: str, end: int | None = None) -> dict[int, str]:
    """Return the latest sidechains of a session's events (up to an ordinal), without the main line."""
    rows = session.execute(text(SIDECHAINS), {"s": session_id, "e": end})
    return {ordinal: sidechain for ordinal, sidechain in rows if sidechain}
