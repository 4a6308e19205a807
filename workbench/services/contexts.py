"""The context of a session, active or native, as parts with tokens and as text for use elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from gates.source import SourceEvent
from store import artifacts, context, ids, sessions
from store.engine import Store
from store.values import ContextView, Segment, StoredArtifact
from workbench import plugins
from workbench.bootstrap import Env
from workbench.exporters.base import ExportContext, Exporter, ExportSegment
from workbench.masking import mask, mask_artifact, mask_event

CONTEXT_SCHEMA = "workbench.context/1"

View = Literal["active", "native"]


@dataclass(frozen=True)
class Context:
    """One view of a session's context, with the other beside it for its size."""

    title: str
    view: ContextView
    other: ContextView
    stand_ins: dict[str, StoredArtifact] = field(repr=False)
    exported: str | None = None
    """The context in the format that was asked for."""
    masked: int = 0
    """Secrets that were masked in it."""

    def told(self, segment: Segment) -> str:
        """What a part is, in words."""
        if segment.artifact_id is None:
            return "verbatim"
        stored = self.stand_ins[segment.artifact_id]
        return f"d-{stored.number} {stored.artifact.strategy}, {len(stored.artifact.items)} items"

    def to_json(self) -> dict[str, Any]:
        """The `workbench.context/1` object."""
        return {
            "schema": CONTEXT_SCHEMA,
            "session_id": self.view.session_id,
            "view": self.view.view,
            "as_of": self.view.as_of,
            "segments": [
                {
                    "kind": segment.kind,
                    "start": segment.start,
                    "end": segment.end,
                    "artifact_id": segment.artifact_id,
                    "tokens": segment.tokens,
                }
                for segment in self.view.segments
            ],
            "tokens": self.view.tokens,
        }


def read_context(
    env: Env, given: str, *, view: View = "active", as_of: str | None = None, output: str | None = None
) -> Context:
    """A session's context, as of a move or now; `output` names the exporter, None: parts only.

    Raises:
        store.errors.NotFound: the session or the move is not there.
    """
    store = env.open_store()
    with store.reading():
        return _read(store, given, view, as_of, output)


def _read(store: Store, given: str, view: View, as_of: str | None, output: str | None) -> Context:
    session = sessions.get(store, ids.session(store, given))
    pointer = ids.resolve(store, as_of, ("pointer",)).id if as_of else None
    other: View = "native" if view == "active" else "active"
    found = context.view(store, session.session_id, view, as_of=pointer)
    beside = context.view(store, session.session_id, other, as_of=pointer)
    involved = {s.artifact_id for s in found.segments if s.artifact_id is not None}
    stand_ins = {artifact_id: artifacts.get(store, artifact_id) for artifact_id in sorted(involved)}
    title = session.title or session.source_name
    text, masked = None, 0
    if output is not None:
        shown, _ = mask(title)
        parts = []
        for part in _parts(store, found, stand_ins):
            safe, count = _masked(part)
            parts.append(safe)
            masked += count
        text = _exporter(output).export(
            ExportContext(session.session_id, session.format, tuple(parts), shown)
        )
    return Context(title, found, beside, stand_ins, text, masked)


def _masked(part: ExportSegment) -> tuple[ExportSegment, int]:
    """A part without its secrets: what leaves the store carries none, what is stored stays as it is."""
    if part.artifact is not None:
        artifact, found = mask_artifact(part.artifact)
        return ExportSegment(artifact=artifact), found
    events = [mask_event(event) for event in part.events]
    return ExportSegment(events=tuple(event for event, _ in events)), sum(count for _, count in events)


def _parts(store: Store, view: ContextView, stand_ins: dict[str, StoredArtifact]) -> list[ExportSegment]:
    parts: list[ExportSegment] = []
    for segment in view.segments:
        if segment.artifact_id is not None:
            parts.append(ExportSegment(artifact=stand_ins[segment.artifact_id].artifact))
        elif segment.ordinals:
            parts.append(ExportSegment(events=_events(store, view.session_id, segment)))
    return parts


def _events(store: Store, session_id: str, segment: Segment) -> tuple[SourceEvent, ...]:
    wanted = set(segment.ordinals)
    events = sessions.load_events(store, session_id, min(wanted), max(wanted))
    return tuple(event for event in events if event.ordinal in wanted)


def _exporter(name: str) -> Exporter:
    loaded = plugins.load("exporters", name)
    made: Exporter = loaded() if isinstance(loaded, type) else loaded
    return made
