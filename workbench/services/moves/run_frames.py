"""The part of a snapshot that comes from a run, read from the run's newest state."""

from __future__ import annotations

from gates.artifact import Artifact
from store.engine import Store
from store.records import runs
from store.values import RunFrame, StoredSession

_STRATEGY = "snapshot"


def frame_of(store: Store, session: StoredSession, artifact: Artifact) -> RunFrame | None:
    """Return the frame of the run whose session this is; None for any other session.

    Manifests and counts are included only for an artifact of the events since the run's last compaction.
    """
    if session.format != runs.SESSION_FORMAT:
        return None
    saved = runs.latest(store, session.native_id)
    if saved is None or saved.strategy != _STRATEGY:
        return None
    state = saved.state
    frame = RunFrame(saved.run_id, state["objective"], state["done_definition"])
    if artifact.source.source_start != state["compacted"]:
        return frame
    return RunFrame(
        frame.run_id,
        frame.objective,
        frame.done_definition,
        manifest_ids=tuple(state["manifest_ids"]),
        steps=state["steps"],
        counted_events=state["counted_events"],
    )
