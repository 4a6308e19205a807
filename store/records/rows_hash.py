"""A hash of the stored rows of a session's first events, which the database works out in one pass."""

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
    """A hash of the rows of the first events of a session, whatever their order on disk.

    In a file that nobody wrote to since, only the rows are hashed that were not before.
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
    """A hash of rows `0..end`, to which that of others can be added and taken away."""

    end: int
    rows: int
    xor: int
    sum: int

    def to(self, end: int, between: Callable[[int, int], tuple[int, int, int]]) -> RowsHash:
        """That of rows up to another end, by the hash of those `between`."""
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
"""Of the sessions that were hashed last: the state of their file, and the hash."""


def _hash_of(session: Session, session_id: str, first: int, end: int) -> tuple[int, int, int]:
    row = session.execute(
        text(
            f"SELECT count(*), bit_xor(hash(e)), sum(hash(e) % 4294967291) FROM (SELECT {_HASHED} FROM event "
            f"WHERE session_id = :s AND {COMMITTED} AND ordinal >= :a AND ordinal < :n) e"
        ),
        {"s": session_id, "a": first, "n": end},
    ).one()
    return row[0], row[1] or 0, int(row[2] or 0)
