"""A person's done definition of a session, which its first snapshot adopts for good."""

from __future__ import annotations

from sqlalchemy import text

from store.engine import Store
from store.journal import journal
from store.tables import GoalRow


def put(store: Store, session_id: str, done_definition: str, *, actor: str, now: str) -> None:
    """Append a done definition; one equal to the latest adds nothing."""
    if latest(store, session_id) == done_definition:
        return
    with store.writing() as session:
        last = session.execute(
            text("SELECT max(sequence) FROM goal WHERE session_id = :s"), {"s": session_id}
        ).scalar()
        row = GoalRow(
            session_id=session_id,
            sequence=(last or 0) + 1,
            done_definition=done_definition,
            actor=actor,
            created_at=now,
        )
        session.add(row)
        journal.note(session, session_id, row)


def latest(store: Store, session_id: str) -> str | None:
    """Return the latest done definition, or None."""
    with store.reading() as session:
        found = session.execute(
            text("SELECT done_definition FROM goal WHERE session_id = :s ORDER BY sequence DESC LIMIT 1"),
            {"s": session_id},
        ).scalar()
    return None if found is None else str(found)
