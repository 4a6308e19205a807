"""Appends people's reviews; none is ever deleted, a later review overrides an earlier one."""

from __future__ import annotations

from typing import Any

import orjson
from sqlalchemy import text
from sqlmodel import Session, col, select

from gates.canonical import short_id
from gates.review import Review, ReviewAction
from store.engine import Store
from store.errors import NotFound
from store.journal import journal
from store.tables import ReviewRow
from store.values import StoredReview


def add(  # noqa: PLR0913 (a review is these facts)
    store: Store,
    session_id: str,
    action: ReviewAction,
    target: str,
    *,
    actor: str,
    reason: str,
    now: str,
    artifact_id: str | None = None,
    added: dict[str, Any] | None = None,
) -> StoredReview:
    """Append one review. `artifact_id` binds it to an artifact, None to the session's capture.

    Raises:
        NotFound: the session or the artifact is not in the store.
    """
    with store.writing() as session:
        bound_to = artifact_id or _chain(session, session_id)
        if artifact_id is not None:
            _check_artifact(session, session_id, artifact_id)
        last = session.execute(
            text("SELECT max(sequence) FROM review WHERE session_id = :s"), {"s": session_id}
        ).scalar()
        sequence = (last or 0) + 1
        row = ReviewRow(
            review_id=short_id("rev", session_id, sequence, action.value, target, actor, now),
            session_id=session_id,
            sequence=sequence,
            action=action.value,
            target=target,
            artifact_id=artifact_id,
            added=None if added is None else orjson.dumps(added).decode(),
            actor=actor,
            reason=reason,
            bound_to=bound_to,
            created_at=now,
        )
        session.add(row)
        journal.note(session, session_id, row)
    return _value(row)


def listing(store: Store, session_id: str) -> tuple[StoredReview, ...]:
    """Return all reviews of a session in the order they were made."""
    with store.reading() as session:
        return read(session, session_id)


def read(session: Session, session_id: str) -> tuple[StoredReview, ...]:
    """Like `listing`, with an open session."""
    query = (
        select(ReviewRow).where(ReviewRow.session_id == session_id).order_by(col(ReviewRow.sequence).asc())
    )
    return tuple(map(_value, session.exec(query)))


def of_captured(store: Store, prefix: str) -> tuple[StoredReview, ...]:
    """Return the reviews of captured items whose id begins with `prefix`, of all sessions, in their order."""
    query = (
        select(ReviewRow)
        .where(
            col(ReviewRow.target).startswith(prefix, autoescape=True), col(ReviewRow.artifact_id).is_(None)
        )
        .order_by(col(ReviewRow.session_id).asc(), col(ReviewRow.sequence).asc())
    )
    with store.reading() as session:
        return tuple(map(_value, session.exec(query)))


def for_artifact(store: Store, session_id: str, artifact_id: str) -> tuple[Review, ...]:
    """Return the reviews that apply to an artifact: its own and its session's, in order, without notes."""
    with store.reading() as session:
        return applicable(session, session_id, artifact_id)


def applicable(session: Session, session_id: str, artifact_id: str) -> tuple[Review, ...]:
    """Like `for_artifact`, with an open session."""
    every = (each.review for each in read(session, session_id) if each.review.action is not ReviewAction.NOTE)
    return tuple(each for each in every if each.artifact_id in (None, artifact_id))


def _chain(session: Session, session_id: str) -> str:
    chain = session.execute(
        text("SELECT chain FROM import_record WHERE session_id = :s ORDER BY sequence DESC LIMIT 1"),
        {"s": session_id},
    ).scalar()
    if chain is None:
        raise NotFound(f"no session {session_id}", "`workbench sessions` lists them")
    return str(chain)


def _check_artifact(session: Session, session_id: str, artifact_id: str) -> None:
    owner = session.execute(
        text("SELECT session_id FROM artifact WHERE artifact_id = :a"), {"a": artifact_id}
    ).scalar()
    if owner != session_id:
        raise NotFound(
            f"no artifact {artifact_id} of session {session_id}",
            f"`workbench show {session_id[:12]}` lists its artifacts",
        )


def _value(row: ReviewRow) -> StoredReview:
    review = Review(
        review_id=row.review_id,
        session_id=row.session_id,
        action=ReviewAction(row.action),
        target=row.target,
        artifact_id=row.artifact_id,
        added=None if row.added is None else orjson.loads(row.added),
        actor=row.actor,
        reason=row.reason,
    )
    return StoredReview(review, row.sequence, row.bound_to, row.created_at)
