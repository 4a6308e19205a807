"""A hash of the stored rows of a session's first events, which the database computes in one pass."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import text
from sqlmodel import Session

from store.database.file_state import state_of
from store.event_sql import COMMITTED

_HASHED = (
    "ordinal, kind, text, blob, characters, native_id, turn, step, tokens, provenance, call_id, tool, "
    "signals, timestamp, digest, chain"
)


def rows_hash(session: Session, session_id: str, end: int) -> str:
    """Return a hash of the rows of a session's first events, whatever their order on disk.

    If nobody wrote to the file since, only rows that were not hashed before are hashed.
    """
    state, place = state_of(session), (session.info.get("path"), session_id)
    known, before = _hashed.get(place, (None, _NONE))
    if state is None or known != state:
        before = _NONE
    made = before.to(end, lambda first, last: _hash_of(session, session_id, first, last))
    if state is not None:
        _hashed[place] = state, made
        while len(_hashed) > MOST_HASHED:
            _hashed.pop(next(iter(_hashed)), None)
    return f"{made.rows}/{made.xor}/{made.sum}"


@dataclass(frozen=True, slots=True)
class RowsHash:
    """A hash of rows `0..end`; the hashes of other rows can be added and subtracted."""

    end: int
    rows: int
    xor: int
    sum: int

    def to(self, end: int, between: Callable[[int, int], tuple[int, int, int]]) -> RowsHash:
        """Return the hash of rows up to another end, computed from the hash of the rows `between`."""
        if end == self.end:
            return self
        if 2 * end < self.end:
            return _NONE.to(end, between)
        rows, xor, total = between(min(end, self.end), max(end, self.end))
        sign = 1 if end > self.end else -1
        return RowsHash(end, self.rows + sign * rows, self.xor ^ xor, self.sum + sign * total)


MOST_HASHED = 8
_NONE = RowsHash(0, 0, 0, 0)
_hashed: dict[tuple[object, str], tuple[object, RowsHash]] = {}
"""By session hashed last: the state of its file, and the hash."""


def _hash_of(session: Session, session_id: str, first: int, end: int) -> tuple[int, int, int]:
    row = session.execute(
        text(
            f"SELECT count(*), bit_xor(hash(e)), sum(hash(e) % 4294967291) FROM (SELECT {_HASHED} FROM event "
            f"WHERE session_id = :s AND {COMMITTED} AND ordinal >= :a AND ordinal < :n) e"
        ),
        {"s": session_id, "a": first, "n": end},
    ).one()
    return row[0], row[1] or 0, int(row[2] or 0)
