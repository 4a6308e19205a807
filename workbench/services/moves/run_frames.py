"""The part of a snapshot that comes from a run, read from the run's newest state."""

from __future__ import annotations

import json
from typing import Any

from gates.artifact import Artifact
from store.engine import Store
from store.records import runs
from store.values import RunFrame, StoredSession

_STRATEGY = "snapshot"


def frame_of(store: Store, session: StoredSession, artifact: Artifact) -> RunFrame | None:
    """Return the frame of the run whose session this is; None for any other session.

    Manifests and counts are included only for an artifact of the events since the run's last compaction.
    """
    state = _state(store, session)
    if state is None:
        return None
    frame = RunFrame(session.native_id, state["objective"], state["done_definition"])
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


def run_objective(store: Store, session: StoredSession) -> str:
    """Return the objective and done definition that a run was started with; "" for any other session."""
    state = _state(store, session)
    if state is None:
        return ""
    done = state["done_definition"]
    stated = done if isinstance(done, str) else json.dumps(done, ensure_ascii=False)
    return f"{state['objective']}\nDone when: {stated}" if done else str(state["objective"])


def _state(store: Store, session: StoredSession) -> dict[str, Any] | None:
    """Return the newest state of the run that makes snapshots of this session, or None."""
    if session.format != runs.SESSION_FORMAT:
        return None
    saved = runs.latest(store, session.native_id)
    return saved.state if saved is not None and saved.strategy == _STRATEGY else None
