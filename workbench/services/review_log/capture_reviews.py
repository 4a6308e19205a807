"""Say of a captured item that it does not count, or of a proposed one that it does. Appends only.

Both may be said before any draft was scored against the item.
"""

from __future__ import annotations

from gates.review import ReviewAction
from store.records import captures, reviews
from workbench.bootstrap import Env
from workbench.errors import UnknownId, UsageError
from workbench.services.review_log.reviews import Reviewed


def dismiss(env: Env, session_id: str, item_id: str, text: str, *, reason: str) -> Reviewed:
    """Record that a captured item of a session does not count.

    Raises:
        UsageError: the reason is empty.
    """
    if not reason.strip():
        raise UsageError("the reason is empty", "say why, for whoever reads the record later")
    stored = reviews.add(
        env.open_store(),
        session_id,
        ReviewAction.DISMISS,
        item_id,
        actor=env.actor,
        reason=reason,
        now=env.now(),
    )
    return Reviewed(stored, f"captured item dismissed: {text}")


def confirm(env: Env, id_or_prefix: str, *, reason: str) -> Reviewed:
    """Record that a proposed item counts from now on; it keeps its id, its words and its evidence.

    Raises:
        UnknownId: no proposed item, or more than one, is named so.
        UsageError: the reason is empty.
    """
    if not reason.strip():
        raise UsageError("the reason is empty", "say why, for whoever reads the record later")
    store = env.open_store()
    found = captures.proposed(store, id_or_prefix)
    if len(found) != 1:
        stated = "no proposed item begins" if not found else f"{len(found)} proposed items begin"
        raise UnknownId(
            f"{stated} with {id_or_prefix}",
            "`workbench capture SESSION` lists them with their ids; what counts already needs no adding, and "
            "what it lists as done or replaced is added by its words: `workbench review add SESSION --kind "
            "decision --event N --text T --reason R`",
        )
    session_id, item = found[0]
    kept = item.model_copy(update={"origin": "reviewer"})
    stored = reviews.add(
        store,
        session_id,
        ReviewAction.ADD,
        item.item_id,
        actor=env.actor,
        reason=reason,
        now=env.now(),
        added=kept.model_dump(mode="json"),
    )
    return Reviewed(stored, f"proposed {item.kind.replace('_', ' ')} added: {item.text}")
