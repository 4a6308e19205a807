"""The capture of a range of a session: what a compaction of it must retain, and how it was found."""

from __future__ import annotations

from dataclasses import dataclass

from gates.capture import Capture, CapturedItem, dismissed_items, withdrawn_items
from gates.review import ReviewAction, standing
from gates.search.index import SourceIndex
from gates.source import SourceRange
from gates.trust import as_counted
from store.records import lookup, reviews, sessions
from store.values import StoredSession
from workbench.bootstrap import Env
from workbench.services.judgement import model_captures
from workbench.services.judgement.judge import capture_of, capture_with_model
from workbench.services.lookup.sessions import inside


@dataclass(frozen=True)
class Captured:
    """The capture of a range, with reviews applied."""

    session: StoredSession
    start: int
    end: int
    capture: Capture
    turns: tuple[int, ...]
    """Turn of each event, by ordinal."""
    notes: tuple[str, ...] = ()
    """What was sent to a requested model and what it returned, for the user who requested it."""
    dismissed: tuple[CapturedItem, ...] = ()
    """Items that reviewers dismissed and did not restore; not in the capture."""
    withdrawn: tuple[CapturedItem, ...] = ()
    """Items that reviewers added and later retracted; not in the capture."""
    added: frozenset[str] = frozenset()
    """Ids of the items that reviewers added or counted, and did not retract."""


def capture(env: Env, id_or_prefix: str, requested: tuple[int, int] | None = None) -> Captured:
    """Return the decisions and open work of a range, by default of the whole session.

    A judge requested by name reads up to the range's end and proposes items.
    """
    store = env.open_store()
    with store.reading():
        session = sessions.get(store, lookup.session(store, id_or_prefix))
        start, end = inside(session, requested)
        events = sessions.load_events(store, session.session_id, 0, end)
        recorded = [each.review for each in reviews.listing(store, session.session_id)]
    source = SourceRange(session.session_id, start, end)
    index = SourceIndex.build(source, events, scope_complete=session.scope_complete)
    notes: tuple[str, ...] = ()
    if model_captures.asked(env) or model_captures.refused(env):
        found, notes = capture_with_model(env, store, index)
    else:
        found = capture_of(env, store, index)
    considered = tuple(review for review in recorded if review.artifact_id is None)
    applied = as_counted(found, env.policy.capture.trust, considered, source)
    added = (each.target for each in standing(considered).values() if each.action is ReviewAction.ADD)
    return Captured(
        session,
        start,
        end,
        applied,
        tuple(e.turn for e in events),
        notes,
        dismissed=dismissed_items(found, considered, source),
        withdrawn=withdrawn_items(found, considered, source),
        added=frozenset(added),
    )
