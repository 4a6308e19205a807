"""Reviews of captured items: dismiss one, confirm a proposed one, or withdraw such a review.

Appends only. Each may be recorded before any draft was scored against the item.
"""

from __future__ import annotations

from gates.capture import CapturedItem
from gates.review import ReviewAction, standing
from store.engine import Store
from store.records import captures, reviews
from workbench.bootstrap import Env
from workbench.errors import UnknownId
from workbench.services.review_log.reviews import Reviewed, record


def dismiss(env: Env, session_id: str, item_id: str, text: str, *, reason: str) -> Reviewed:
    """Record that a captured item of a session does not count.

    Raises:
        UsageError: the reason is empty.
    """
    store = env.open_store()
    about = f"captured item dismissed: {text}"
    return record(env, store, session_id, ReviewAction.DISMISS, item_id, reason, about)


def confirm(env: Env, id_or_prefix: str, *, reason: str) -> Reviewed:
    """Record that an item counts from now on; it keeps its id, text and evidence.

    It may be proposed, carried out, done or replaced, or added by a reviewer and withdrawn.

    Raises:
        UnknownId: no such item, or more than one, has that id or prefix.
        UsageError: the reason is empty.
    """
    store = env.open_store()
    found = captures.uncounted(store, id_or_prefix) or _withdrawn(store, id_or_prefix)
    if len(found) != 1:
        several = f"{len(found)} items that do not count yet begin"
        problem = "no item that does not count yet begins" if not found else several
        raise UnknownId(
            f"{problem} with {id_or_prefix}",
            "`workbench capture SESSION` lists them with their ids; what counts already needs no adding",
        )
    session_id, item = found[0]
    about = f"{_before(item)} {item.kind.replace('_', ' ')} added: {item.text}"
    added = item.confirmed().model_dump(mode="json")
    return record(env, store, session_id, ReviewAction.ADD, item.item_id, reason, about, added=added)


def _before(item: CapturedItem) -> str:
    """Return the state of an item before a person counted it."""
    if item.origin == "reviewer":
        return "withdrawn"
    if item.status in ("done", "superseded"):
        return "finished" if item.status == "done" else "replaced"
    return "carried-out" if item.carried_out else "proposed"


def withdraw(env: Env, id_or_prefix: str, *, reason: str) -> Reviewed:
    """Withdraw the current dismissal or addition of a captured item, which restores its previous status.

    Raises:
        UnknownId: no item with a current dismissal or addition has that id or prefix, or several have.
        UsageError: the reason is empty.
    """
    store = env.open_store()
    recorded = reviews.of_captured(store, id_or_prefix)
    found = [
        each
        for session_id in dict.fromkeys(e.review.session_id for e in recorded)
        for each in standing(e.review for e in recorded if e.review.session_id == session_id).values()
    ]
    if len(found) != 1:
        problem = "no dismissed or added item begins" if not found else f"{len(found)} such items begin"
        raise UnknownId(
            f"{problem} with {id_or_prefix}",
            "`workbench capture SESSION` lists captured items with their ids, the dismissed ones last",
        )
    (last,) = found
    word = "dismissal" if last.action is ReviewAction.DISMISS else "addition"
    about = f"{word} of {last.target} withdrawn"
    return record(env, store, last.session_id, ReviewAction.CLEAR, last.target, reason, about)


def _withdrawn(store: Store, prefix: str) -> list[tuple[str, CapturedItem]]:
    """Return items that were added and withdrawn, with their session, in their last added form."""
    recorded = [each.review for each in reviews.of_captured(store, prefix)]
    last = {(each.session_id, each.target): each.added for each in recorded if each.added is not None}
    standing_of = {each: standing(r for r in recorded if r.session_id == each) for each, _ in last}
    return [
        (session_id, CapturedItem.model_validate(added))
        for (session_id, target), added in last.items()
        if target not in standing_of[session_id]
    ]
