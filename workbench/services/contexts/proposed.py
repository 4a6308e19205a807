"""The context of a session as it would be if an artifact were accepted; nothing is moved."""

from __future__ import annotations

from store import pointers
from store.boundary import move_rules
from store.context.what_if import prospect
from store.engine import Store
from store.values import ContextView, StoredArtifact


def proposed_view(store: Store, stored: StoredArtifact) -> ContextView:
    """Return the active view with an artifact in place of its range and of the artifacts it would displace.

    Nothing is moved. Gates and reviews are not consulted; only the range is checked, as acceptance checks it.
    An artifact that is active already changes nothing.

    Raises:
        store.errors.RangeOverlaps: the range partly overlaps an active one.
    """
    session_id, source = stored.session_id, stored.artifact.source
    with store.reading():
        active = pointers.active(store, session_id)
        newest = pointers.head(store, session_id)
        now = [move.artifact_id for move in active]
        if stored.artifact_id not in now:
            gone = move_rules.displaced_by(
                source.source_start, source.source_end, stored.artifact.covers, active
            )
            now = [*(each for each in now if each not in gone), stored.artifact_id]
        segments = prospect(store, session_id).fold(now)
    head = newest.pointer_id if newest else None
    return ContextView(session_id, "active", head, segments, sum(each.tokens for each in segments))
