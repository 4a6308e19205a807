"""Say of a captured item that it does not count, before any draft was scored against it. Appends only."""

from __future__ import annotations

from gates.review import ReviewAction
from store import reviews
from workbench.bootstrap import Env
from workbench.errors import UsageError
from workbench.services.reviewing import Reviewed


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
