"""Checks heads that were noted earlier and kept elsewhere: whether each still exists, and in which history.

A head proves the records before it only if it is in the journal, or a move, of the session it was noted for.
In a tombstone it shows that the session was removed, and proves nothing about current records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sqlalchemy import text
from sqlmodel import Session

from store.values import Grave, StoreProblem

_IN_HISTORY = (
    "SELECT EXISTS (SELECT 1 FROM journal WHERE hash = :h AND session_id = coalesce(:s, session_id)) "
    "OR EXISTS (SELECT 1 FROM pointer WHERE hash = :h AND session_id = coalesce(:s, session_id))"
)
_IN_TOMBSTONES = (
    "SELECT session_id, :h, actor, created_at, "
    "EXISTS (SELECT 1 FROM session s WHERE s.session_id = tombstone.session_id) "
    "FROM tombstone WHERE :h IN (head, last_move) AND session_id = coalesce(:s, session_id)"
)


@dataclass(frozen=True, slots=True)
class NotedHead:
    """The hash of a journal entry or of a move."""

    hash: str
    session_id: str | None = None
    """The session it belongs to; None if that was not noted."""


def check(session: Session, noted: Iterable[NotedHead]) -> Iterator[StoreProblem | Grave]:
    """Yield a problem for each head that is nowhere, and the tombstones of removed sessions' heads."""
    for each in noted:
        parameters = {"h": each.hash, "s": each.session_id}
        if session.execute(text(_IN_HISTORY), parameters).scalar():
            continue
        found = session.execute(text(_IN_TOMBSTONES), parameters).first()
        if found is None:
            yield _nowhere(each)
        else:
            yield Grave(*found)


def _nowhere(noted: NotedHead) -> StoreProblem:
    where = "" if noted.session_id is None else f" of session {noted.session_id}"
    return StoreProblem(
        "head",
        noted.hash,
        f"no journal and no move{where} has this hash",
        "the history was recomputed or cut off after the hash was noted, its session was removed since, "
        "or it is of another store",
    )
