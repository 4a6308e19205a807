"""Data that scoring derived from a session's events, stored with the session and extended as it grows.

It is stored under the digest of these events and of the code that made it; with other code, other events or
an incomplete body it is ignored. A hash of the rows of these events, which the database computes in one pass,
shows that none was changed since they were read and digested one by one. The journal does not cover these
rows and nothing depends on them: they may be removed at any time.
"""

from __future__ import annotations

import hashlib
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import orjson
from sqlalchemy import text
from sqlmodel import Session

from gates.search.deferred import DerivedPiece
from gates.search.index import SourceIndex
from gates.search.pieces import piece_of
from gates.source import SourceEvent
from store.engine import Store
from store.errors import NotFound, StoreError
from store.records import blobs, preparing, read_events, sessions
from store.records.event_writer import sidechains_of
from store.records.rows_hash import rows_hash
from store.records.stored_events import StoredEvents

LEAST = 2_000
"""Fewest events of a session of which anything is stored; a shorter one is read as fast."""
STEP = 1_000
"""Events that every process derives again before they are stored too."""
MOST_PIECES = 12
"""Number of pieces at which all are rewritten as one."""
COURSE = "course"
_LIBRARIES = ("duckdb", "snowballstemmer", "rapidfuzz")
_PACKAGES = ("gates",)


@dataclass(frozen=True, slots=True)
class DerivedRow:
    """One row, without its body."""

    first: int
    end: int
    digest: str
    rows_hash: str


@lru_cache(maxsize=4)
def code_of(packages: tuple[str, ...] = _PACKAGES) -> str:
    """Return the digest of everything that affects the result: code, libraries, interpreter and machine."""
    whole = hashlib.sha256()
    for package in packages:
        root = Path(str(import_module(package).__file__)).parent
        for path in sorted(each for each in root.rglob("*") if each.suffix in (".py", ".json")):
            whole.update(f"{package}/{path.relative_to(root).as_posix()}\n".encode())
            whole.update(path.read_bytes())
    versions = [f"{name} {version(name)}" for name in _LIBRARIES]
    versions += [sys.version, sys.byteorder, unicodedata.unidata_version]
    return hashlib.sha256(whole.digest() + "\n".join(versions).encode()).hexdigest()


def events_for(
    store: Store, session: Session, session_id: str, start: int, end: int, wanted: Iterable[int] = ()
) -> Sequence[SourceEvent]:
    """Return events 0..`end`, to score the range from `start` on: all, or a sequence that loads on demand.

    `wanted` are ordinals that will certainly be read.
    """
    kept = usable(session, session_id, COURSE) if end + 1 >= LEAST else ()
    if not kept:
        return read_events.through(session, session_id, 0, end)
    known = kept[-1].end
    held = sessions.read_events(session, session_id, min(start, known), end)
    sidechains = sidechains_of(session, session_id)
    load = partial(_pieces, store, session_id, kept)
    if not preparing.is_known(session_id):
        load = partial(tuple, load())
    made = StoredEvents(store, session_id, held, sidechains, load)
    made.kept_end = known
    made.digests = {known: kept[-1].digest, end + 1: sessions.digest_at(session, session_id, end)}
    made.have(wanted)
    return made


def keep(store: Store, index: SourceIndex) -> None:
    """Store the data derived from an index's events, if that is much more than is stored.

    It may be called at any time and never fails; anything not stored is derived again.
    """
    events, session_id = index.events, index.source.session_id
    count = len(events)
    if count < LEAST or store.read_only:
        return
    if isinstance(events, StoredEvents) and count - events.kept_end < STEP:
        return
    with suppress(StoreError):
        with store.reading() as session:
            kept = usable(session, session_id, COURSE)
        known = kept[-1].end if kept else 0
        if count - known >= STEP:
            stay = [each.end for each in kept] if len(kept) < MOST_PIECES else []
            first = stay[-1] if stay else 0
            piece = piece_of(index.course, first, count)
            body, digest = pack(piece.parts), index.events_digest
            put(store, session_id, COURSE, (first, count), digest, body, stay=stay)


def put(
    store: Store,
    session_id: str,
    kind: str,
    span: tuple[int, int],
    digest: str,
    body: bytes,
    code: str | None = None,
    stay: Sequence[int] = (),
) -> None:
    """Store one body of events `first..end`, unless the store has other events by now.

    Other rows of its kind are deleted, except those of the same code that end at an ordinal in `stay`.
    """
    first, end = span
    row = {
        "s": session_id, "k": kind, "c": code or code_of(), "a": first, "b": end, "d": digest,
        "n": len(body), "h": hashlib.sha256(body).hexdigest(), "body": blobs.compress(body),
    }  # fmt: skip
    with store.writing(bulk=True) as session:
        if sessions.digest_at(session, session_id, end - 1) != digest:
            return
        session.execute(
            text(
                "DELETE FROM derived WHERE session_id = :s AND kind = :k AND "
                "(code <> :c OR end_event NOT IN (SELECT unnest(CAST(:stay AS BIGINT[]))))"
            ),
            {**{name: row[name] for name in "skc"}, "stay": list(stay)},
        )
        session.execute(
            text("INSERT INTO derived VALUES (:s, :k, :c, :a, :b, :d, :r, :n, :h, :body)"),
            {**row, "r": rows_hash(session, session_id, end)},
        )


def usable(session: Session, session_id: str, kind: str, code: str | None = None) -> tuple[DerivedRow, ...]:
    """Return the gapless rows from event 0 on that the current code made of the events as stored now."""
    rows = session.execute(
        text(
            "SELECT first_event, end_event, digest, rows_hash FROM derived "
            "WHERE session_id = :s AND kind = :k AND code = :c ORDER BY first_event, end_event"
        ),
        {"s": session_id, "k": kind, "c": code or code_of()},
    )
    found: list[DerivedRow] = []
    for row in rows:
        each = DerivedRow(*row)
        if each.first != (found[-1].end if found else 0):
            return ()
        found.append(each)
    if not found or not is_current(session, session_id, found[-1]):
        return ()
    return tuple(found)


def longest(
    session: Session, session_id: str, kind: str, most: int, code: str, *, sure: bool = True
) -> DerivedRow | None:
    """Return the row that reaches furthest from event 0, at most to `most`, of the events as stored now.

    Without `sure` it only shows that the row need not be made again: nothing may be read from it.
    """
    row = session.execute(
        text(
            "SELECT first_event, end_event, digest, rows_hash FROM derived WHERE session_id = :s "
            "AND kind = :k AND code = :c AND first_event = 0 AND end_event <= :m ORDER BY end_event DESC "
            "LIMIT 1"
        ),
        {"s": session_id, "k": kind, "c": code, "m": most},
    ).first()
    found = None if row is None else DerivedRow(*row)
    if found is None or (sure and not is_current(session, session_id, found)):
        return None
    return found


def is_current(session: Session, session_id: str, kept: DerivedRow) -> bool:
    """Return whether the stored events are those that a row was derived from."""
    with suppress(NotFound):
        same = sessions.digest_at(session, session_id, kept.end - 1) == kept.digest
        return same and rows_hash(session, session_id, kept.end) == kept.rows_hash
    return False


def body_of(
    session: Session, session_id: str, kind: str, kept: DerivedRow, code: str | None = None
) -> bytes | None:
    """Return the body of a row, or None if it is missing or incomplete."""
    row = session.execute(
        text(
            "SELECT size, body_hash, body FROM derived WHERE session_id = :s AND kind = :k AND code = :c "
            "AND first_event = :a AND end_event = :b"
        ),
        {"s": session_id, "k": kind, "c": code or code_of(), "a": kept.first, "b": kept.end},
    ).first()
    if row is None:
        return None
    try:
        body = _expanded(row[2], row[0])
    except (OSError, ValueError):
        return None
    return body if hashlib.sha256(body).hexdigest() == row[1] else None


def _expanded(body: bytes | memoryview, size: int) -> bytes:
    import pyarrow

    made: bytes = (
        pyarrow.decompress(body, decompressed_size=size, codec="zstd", asbytes=True) if size else b""
    )
    return made


def pack(parts: Mapping[str, bytes]) -> bytes:
    """Join named bytes, each compressed by itself."""
    packed = {name: blobs.compress(body) for name, body in parts.items()}
    head = orjson.dumps({name: (len(body), len(parts[name])) for name, body in packed.items()})
    return b"".join([len(head).to_bytes(4, "big"), head, *packed.values()])


class PackedParts(Mapping[str, bytes]):
    """The parts that `pack` joined; a part is expanded each time it is read."""

    def __init__(self, body: bytes) -> None:
        place = 4 + int.from_bytes(body[:4], "big")
        self._body = memoryview(body)
        self._places: dict[str, tuple[int, int, int]] = {}
        for name, (packed, size) in orjson.loads(body[4:place]).items():
            self._places[name] = place, place + packed, size
            place += packed

    def __getitem__(self, name: str) -> bytes:
        start, end, size = self._places[name]
        return _expanded(self._body[start:end], size)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def _pieces(store: Store, session_id: str, kept: Sequence[DerivedRow]) -> tuple[DerivedPiece, ...]:
    """Return the bodies of rows, up to the first one that is damaged or missing."""
    found: list[DerivedPiece] = []
    with store.reading() as session:
        for each in kept:
            body = body_of(session, session_id, COURSE, each)
            if body is None:
                break
            found.append(DerivedPiece(each.first, each.end, PackedParts(body)))
    return tuple(found)
