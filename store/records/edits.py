"""Appends a person's edits of a draft, entry by entry, without interpreting them.

Each person has a log for each artifact. The caller names the last entry seen, so that two windows of one
person never overwrite each other.
"""

from __future__ import annotations

from typing import Any

import orjson
from sqlmodel import Session, col, select

from gates.artifact import Artifact
from gates.canonical import short_id
from store.engine import Store
from store.errors import EditsMoved
from store.journal import journal
from store.records import artifacts
from store.tables import EditRow
from store.values import StoredArtifact, StoredEdit


def append(
    store: Store,
    artifact_id: str,
    action: str,
    body: dict[str, Any],
    *,
    actor: str,
    now: str,
    expect: int | None = None,
    reason: str | None = None,
) -> StoredEdit:
    """Append one entry to the log that `actor` has of an artifact.

    `expect` is the sequence of the last entry seen (0: none); None appends after any entry.

    Raises:
        EditsMoved: the log has a later entry.
        NotFound: the artifact is not in the store.
    """
    with store.writing() as session:
        log = _read(session, EditRow.artifact_id == artifact_id, EditRow.actor == actor)
        last = log[-1] if log else None
        return _append(session, artifact_id, action, body, (actor, now, expect, reason), last)


def keep(
    store: Store, artifact_id: str, artifact: Artifact, action: str, *, actor: str, now: str, expect: int
) -> StoredArtifact:
    """Store the artifact that a log's edits made, and record that in the log; both or neither.

    Raises:
        EditsMoved: the log has a later entry.
    """
    with store.writing() as session:
        made = artifacts.insert(session, artifact, now=now, check=True)
        log = _read(session, EditRow.artifact_id == artifact_id, EditRow.actor == actor)
        body = {"artifact_id": made.artifact_id}
        _append(session, artifact_id, action, body, (actor, now, expect, None), log[-1] if log else None)
    return made


def _append(
    session: Session,
    artifact_id: str,
    action: str,
    body: dict[str, Any],
    stamp: tuple[str, str, int | None, str | None],
    last: EditRow | None,
) -> StoredEdit:
    """Append an entry; `stamp` is actor, time, the expected sequence and the reason."""
    actor, now, expect, reason = stamp
    owner = artifacts.session_of(session, artifact_id)
    number = last.sequence if last is not None else 0
    if expect is not None and number != expect:
        raise EditsMoved(
            f"this draft was edited as {actor} elsewhere, last at {last.created_at if last else now}",
            "nothing was changed; read it again, then repeat the edit",
            now=number,
        )
    row = EditRow(
        edit_id=short_id("edt", artifact_id, actor, number + 1, action, now),
        session_id=owner,
        artifact_id=artifact_id,
        actor=actor,
        sequence=number + 1,
        action=action,
        body=orjson.dumps(body).decode(),
        reason=reason,
        created_at=now,
    )
    session.add(row)
    journal.note(session, owner, row)
    return _value(row)


def of_artifact(store: Store, artifact_id: str) -> tuple[StoredEdit, ...]:
    """Return every entry about an artifact, by person in the order of each log."""
    with store.reading() as session:
        return tuple(map(_value, _read(session, EditRow.artifact_id == artifact_id)))


def of_session(store: Store, session_id: str, action: str) -> tuple[StoredEdit, ...]:
    """Return the entries of one action about any artifact of a session, ordered by time."""
    with store.reading() as session:
        rows = _read(session, EditRow.session_id == session_id, EditRow.action == action)
    return tuple(map(_value, sorted(rows, key=lambda row: (row.created_at, row.actor, row.sequence))))


def _read(session: Session, *where: Any) -> list[EditRow]:  # noqa: ANN401 - conditions of the query builder
    query = select(EditRow).where(*where).order_by(col(EditRow.actor).asc(), col(EditRow.sequence).asc())
    return list(session.exec(query))


def _value(row: EditRow) -> StoredEdit:
    return StoredEdit(
        row.edit_id,
        row.session_id,
        row.artifact_id,
        row.actor,
        row.sequence,
        row.action,
        orjson.loads(row.body),
        row.reason,
        row.created_at,
    )
