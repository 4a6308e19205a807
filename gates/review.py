"""Reviews: append-only records by a person that the evaluation reads (GG).

A review may clear a contradiction finding, settle an uncertain match, and add or dismiss captured items; it
never clears a link that does not resolve, a structure failure or a cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict

from gates.canonical import digest


class ReviewAction(StrEnum):
    """The kind of a person's record."""

    ADD = "add"
    """A captured item was added; `added` is the item, `target` its id."""
    DISMISS = "dismiss"
    """A captured item does not count; `target` is its id."""
    SETTLE = "settle"
    """An uncertain match counts as retained; `target` is the captured item's id, within `artifact_id`."""
    CLEAR = "clear"
    """A contradiction finding is wrong, or the last review of a draft or of a captured item is revoked.

    `target` is the id of the finding, draft or captured item.
    """
    REJECT = "reject"
    """A draft was rejected; `target` is the artifact id."""
    APPROVE = "approve"
    """A draft was approved; `target` is the artifact id."""
    NOTE = "note"
    """A remark on an item, an event or a draft for other readers; it affects no verdict."""


class Review(BaseModel):
    """One review. With `artifact_id` it applies to that artifact; with None to the session's capture."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    review_id: str
    session_id: str
    action: ReviewAction
    target: str
    artifact_id: str | None = None
    added: dict[str, Any] | None = None
    """The captured item of an `add`, as JSON."""
    actor: str
    reason: str

    def matter(self) -> dict[str, Any]:
        """Return the review as JSON, without its id."""
        body = self.model_dump(mode="json")
        del body["review_id"]
        return body


def reviews_digest(reviews: tuple[Review, ...]) -> str:
    """Return the digest of reviews in order; an input of the evaluation."""
    return digest(["reviews/1", [review.matter() for review in reviews]])


def last_mark(reviews: Sequence[Review], artifact_id: str) -> Review | None:
    """Return the last rejection or approval of a draft; None if there is none, or it was revoked."""
    marks = (ReviewAction.REJECT, ReviewAction.APPROVE, ReviewAction.CLEAR)
    found = [r for r in reviews if r.target == artifact_id and r.action in marks]
    return found[-1] if found and found[-1].action is not ReviewAction.CLEAR else None


def standing(reviews: Iterable[Review]) -> dict[str, Review]:
    """Return each captured item's current review: its last addition or dismissal that was not revoked.

    Revoking removes the last review only: an item that was added, then dismissed, counts as added again.
    """
    by_target: dict[str, list[Review]] = {}
    for review in reviews:
        words = by_target.setdefault(review.target, [])
        adds = review.action is ReviewAction.ADD and review.added is not None
        if review.action is ReviewAction.CLEAR:
            del words[-1:]
        elif adds or review.action is ReviewAction.DISMISS:
            if words and words[-1].action is review.action:
                words.pop()
            words.append(review)
    return {target: words[-1] for target, words in by_target.items() if words}
