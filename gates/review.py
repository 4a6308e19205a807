"""Reviews: append-only records of a person that the evaluation reads (GG).

A review may clear a contradiction finding, settle an uncertain match, add or dismiss captured
items; it never clears a link that does not resolve, a structure failure or a cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict

from gates.canonical import digest


class ReviewAction(StrEnum):
    """What a person recorded."""

    ADD = "add"
    """A captured item was added; `added` is the item, `target` its id."""
    DISMISS = "dismiss"
    """A captured item does not count; `target` is its id."""
    SETTLE = "settle"
    """An uncertain match is a retention; `target` is the captured item's id, within `artifact_id`."""
    CLEAR = "clear"
    """A contradiction finding is wrong, or what was said last of a draft or of a captured item is withdrawn;
    `target` is its id."""
    REJECT = "reject"
    """A draft was rejected; `target` is the artifact id."""
    APPROVE = "approve"
    """A draft was approved; `target` is the artifact id."""
    NOTE = "note"
    """A remark on an item, an event or a draft, for whoever reads on; it bears on no judgement."""


class Review(BaseModel):
    """One review. `artifact_id` binds it to an artifact; None binds it to the session's capture."""

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
        """What the review says, as JSON, without its own id."""
        body = self.model_dump(mode="json")
        del body["review_id"]
        return body


def reviews_digest(reviews: tuple[Review, ...]) -> str:
    """Digest of reviews in order; an input of the evaluation."""
    return digest(["reviews/1", [review.matter() for review in reviews]])


def last_mark(reviews: Sequence[Review], artifact_id: str) -> Review | None:
    """The last rejection or approval of a draft; None where nobody gave one, or it was withdrawn."""
    marks = (ReviewAction.REJECT, ReviewAction.APPROVE, ReviewAction.CLEAR)
    found = [r for r in reviews if r.target == artifact_id and r.action in marks]
    return found[-1] if found and found[-1].action is not ReviewAction.CLEAR else None


def standing(reviews: Iterable[Review]) -> dict[str, Review]:
    """What stands of each captured item: the last addition or dismissal of it that nobody withdrew.

    Withdrawing takes back the last word only: an item that was added, then dismissed, is an added one again.
    """
    said: dict[str, list[Review]] = {}
    for review in reviews:
        words = said.setdefault(review.target, [])
        adds = review.action is ReviewAction.ADD and review.added is not None
        if review.action is ReviewAction.CLEAR:
            del words[-1:]
        elif adds or review.action is ReviewAction.DISMISS:
            if words and words[-1].action is review.action:
                words.pop()
            words.append(review)
    return {target: words[-1] for target, words in said.items() if words}
