"""Notes on events, statements and drafts: reviews that no gate reads, for later readers.

A note on a statement belongs to the session and refers to the statement's id, which drafts share.
"""

from __future__ import annotations

from collections.abc import Sequence

from gates.review import ReviewAction
from store.engine import Store
from store.records import artifacts, lookup, reviews, sessions
from store.values import StoredReview
from workbench.bootstrap import Env
from workbench.errors import UnknownId, UsageError
from workbench.event_numbers import event_number
from workbench.services.judgement import find
from workbench.services.review_log.reviews import Reviewed


def event_target(ordinal: int) -> str:
    """Return the target of a note on an event, within its session."""
    return f"event:{ordinal}"


def note(env: Env, id_or_prefix: str, text: str) -> Reviewed:
    """Add a note to `SESSION:148`, `SESSION:d-3:c-1`, an item's id or a draft.

    Raises:
        UnknownId, store.errors.NotFound: nothing has that id, or several have.
        UsageError: the text is empty.
    """
    store = env.open_store()
    head, _, tail = id_or_prefix.rpartition(":")
    number = event_number(tail)
    if head and number is not None:
        return note_event(env, lookup.session(store, head), number, text)
    if head and tail[:2] in ("c-", "o-"):
        stored = artifacts.get(store, lookup.artifact(store, head))
        return note_item(env, stored.session_id, find.item(store, tail, stored).item.item_id, text)
    if id_or_prefix.startswith("itm_"):
        item = find.item(store, id_or_prefix)
        return note_item(env, item.stored.session_id, item.item.item_id, text)
    stored = artifacts.get(store, lookup.artifact(store, id_or_prefix))
    about = f"noted on d-{stored.number}"
    return _kept(env, store, stored.session_id, stored.artifact_id, text, about, stored.artifact_id)


def note_item(env: Env, session_id: str, item_id: str, text: str) -> Reviewed:
    """Add a note to a statement or a captured item, by its id."""
    return _kept(env, env.open_store(), session_id, item_id, text, f"noted on {item_id}")


def note_event(env: Env, session_id: str, ordinal: int, text: str) -> Reviewed:
    """Add a note to an event.

    Raises:
        UnknownId: the session has no such event.
    """
    store = env.open_store()
    events = sessions.get(store, session_id).events
    if not 0 <= ordinal < events:
        raise UnknownId(
            f"the session has no event {ordinal}, its events are 0..{events - 1}",
            f"`workbench timeline {session_id[:12]}` lists the events",
        )
    return _kept(env, store, session_id, event_target(ordinal), text, f"noted on event {ordinal}")


def notes_on(recorded: Sequence[StoredReview], target: str) -> tuple[StoredReview, ...]:
    """Return the notes on one target, in the order they were made."""
    return tuple(r for r in recorded if r.review.action is ReviewAction.NOTE and r.review.target == target)


def notes_of_event(env: Env, session_id: str, ordinal: int) -> tuple[str, ...]:
    """Return the notes on an event, each as `ann, 2026-11-20 14:02: words`."""
    recorded = reviews.listing(env.open_store(), session_id)
    return tuple(map(note_words, notes_on(recorded, event_target(ordinal))))


def note_words(stored: StoredReview) -> str:
    """Format a note on one line: who, when, what."""
    when = stored.created_at[:16].replace("T", " ")
    return f"{stored.review.actor}, {when}: {stored.review.reason}"


def _kept(
    env: Env,
    store: Store,
    session_id: str,
    target: str,
    text: str,
    about: str,
    artifact_id: str | None = None,
) -> Reviewed:
    if not text.strip():
        raise UsageError("the note is empty", "say what is to be remembered")
    stored = reviews.add(
        store,
        session_id,
        ReviewAction.NOTE,
        target,
        actor=env.actor,
        reason=text.strip(),
        now=env.now(),
        artifact_id=artifact_id,
    )
    return Reviewed(stored, about)
