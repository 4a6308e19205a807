"""The state of an artifact, derived from moves and reviews each time and never stored (SPEC section 1)."""

from __future__ import annotations

from collections.abc import Sequence

from gates import review as marks
from gates.review import ReviewAction
from store import pointers
from store.engine import Store
from store.records import reviews
from store.values import Pointer, StoredReview

DRAFT = "draft"
ACTIVE = "active"
DISPLACED = "displaced"
ROLLED_BACK = "rolled back"
REJECTED = "rejected"


def state_of(artifact_id: str, moves: Sequence[Pointer], recorded: Sequence[StoredReview]) -> str:
    """Return `draft`, `active`, `displaced`, `rolled back` or `rejected`.

    `moves` are newest first, `recorded` oldest first. A draft that was rejected after its rollback is
    `rejected`; one that was rejected, accepted nevertheless and then rolled back is `rolled back`.
    """
    last = next((m for m in moves if m.artifact_id == artifact_id or artifact_id in m.displaced), None)
    refusal = rejection(artifact_id, recorded)
    if last is not None:
        state = _after(last, artifact_id)
        if state != ROLLED_BACK or refusal is None or refusal.created_at <= last.created_at:
            return state
    return DRAFT if refusal is None else REJECTED


def _after(move: Pointer, artifact_id: str) -> str:
    """Return the state in which the last move that touched an artifact left it."""
    accepted = move.action == "accept"
    if move.artifact_id == artifact_id:
        return ACTIVE if accepted else ROLLED_BACK
    return DISPLACED if accepted else ACTIVE


def rejection(artifact_id: str, recorded: Sequence[StoredReview]) -> StoredReview | None:
    """Return the rejection in force: the last mark on a draft, unless it is an approval."""
    mark = last_mark(artifact_id, recorded)
    return mark if mark is not None and mark.review.action is ReviewAction.REJECT else None


def last_mark(artifact_id: str, recorded: Sequence[StoredReview]) -> StoredReview | None:
    """Return the last rejection or approval of a draft; None if there is none, or it was withdrawn."""
    found = marks.last_mark([stored.review for stored in recorded], artifact_id)
    return next((stored for stored in recorded if stored.review is found), None)


def states(store: Store, session_id: str, artifact_ids: Sequence[str]) -> dict[str, str]:
    """Return the state of each of these artifacts of a session."""
    with store.reading():
        moves = pointers.history(store, session_id)
        recorded = reviews.listing(store, session_id)
    return {each: state_of(each, moves, recorded) for each in artifact_ids}
