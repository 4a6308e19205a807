"""Items that a person added by review, which later drafts include with the words they came from.

Only items said up to the range's end: a draft must not contain what came later.
"""

from __future__ import annotations

from dataclasses import replace

from gates.artifact import Item, ItemKind
from gates.capture import CapturedItem, apply_reviews, make_capture
from gates.language.similarity import subsumes
from store.engine import Store
from store.records import reviews
from workbench.strategies.base import Candidate, DraftRequest


def with_added(store: Store, request: DraftRequest, made: Candidate) -> Candidate:
    """Return the candidate with the items that reviews added and that it does not state already."""
    items = made.payload.get("items")
    added = added_items(store, request.source.session_id, request.source.end)
    if not added or not isinstance(items, list):
        return made
    texts = [each["text"] for each in items if isinstance(each, dict) and isinstance(each.get("text"), str)]
    missing = [each for each in added if not any(subsumes(text, each.text) for text in texts)]
    if not missing:
        return made
    first = [{**_item(each).model_dump(mode="json"), "generation": request.generation} for each in missing]
    return replace(made, payload={**made.payload, "items": [*first, *items]})


def added_items(store: Store, session_id: str, end: int) -> tuple[CapturedItem, ...]:
    """Return the items that reviews added to a session and nobody dismissed, from events up to `end`."""
    considered = [stored.review for stored in reviews.listing(store, session_id)]
    applied = apply_reviews(make_capture("reviews", (), ()), considered)
    return tuple(
        item for item in applied.items if item.evidence and all(link.ordinal <= end for link in item.evidence)
    )


def _item(captured: CapturedItem) -> Item:
    if captured.kind == "open_work":
        return Item(kind=ItemKind.OPEN_WORK, text=captured.text, status="open", links=captured.evidence)
    return Item(kind=ItemKind.DECISION, text=captured.text, links=captured.evidence)
