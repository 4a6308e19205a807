"""The context of a session, active or native, as parts with tokens and as text for use elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, Literal

from gates.source import EventKind, SourceEvent
from store.context import fold
from store.engine import Store
from store.records import artifacts, lookup, sessions
from store.values import ContextView, Segment, StoredArtifact, StoredSession
from workbench import plugins
from workbench.bootstrap import Env
from workbench.errors import UsageError
from workbench.exporters.base import ExportContext, Exporter, ExportSegment
from workbench.exporters.turns import HARNESS_NOTES
from workbench.masking import holds_cut_key, mask, mask_artifact, mask_event, strings

CONTEXT_SCHEMA = "workbench.context/1"

View = Literal["active", "native"]

MESSAGE_ARRAYS = ("anthropic", "openai")
MAX_LEADING = 50
"""Events at the beginning of a session among which its system prompt is looked for."""


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


@dataclass(frozen=True)
class Completion:
    """What a chat completion adds to a context (S4 section 4): the system prompt before, a message after."""

    system: str | None = None
    """None: the transcript's own, also where an artifact stands in place of the events that held it."""
    message: str = ""

    def check(self, output: str | None) -> None:
        """Refuse to add to what is no message array.

        Raises:
            UsageError: `output` is none.
        """
        if (self.system is not None or self.message) and output not in MESSAGE_ARRAYS:
            raise UsageError(
                "a system prompt or a message is added to a message array only",
                f"say --format {' or --format '.join(MESSAGE_ARRAYS)}",
            )


def read_context(
    env: Env,
    given: str,
    *,
    view: View = "active",
    as_of: str | None = None,
    output: str | None = None,
    completion: Completion | None = None,
) -> Context:
    """A session's context, as of a move or now; `output` names the exporter, None: parts only.

    A message array is in S4's order: system prompt, what stands for earlier events, the events that stay
    verbatim, the new message.

    Raises:
        store.errors.NotFound: the session or the move is not there.
        UsageError: something is to be added to what is no message array.
    """
    adding = completion or Completion()
    adding.check(output)
    store = env.open_store()
    with store.reading():
        return _read(store, given, view, as_of, output, adding)


def _read(
    store: Store, given: str, view: View, as_of: str | None, output: str | None, adding: Completion
) -> Context:
    session = sessions.get(store, lookup.session(store, given))
    pointer = lookup.resolve(store, as_of, ("pointer",)).id if as_of else None
    other: View = "native" if view == "active" else "active"
    found = fold.view(store, session.session_id, view, as_of=pointer)
    beside = fold.view(store, session.session_id, other, as_of=pointer)
    involved = {s.artifact_id for s in found.segments if s.artifact_id is not None}
    stand_ins = {artifact_id: artifacts.get(store, artifact_id) for artifact_id in sorted(involved)}
    title = session.title or session.source_name
    title, masked = mask(title)
    text = None
    if output is not None:
        parts, masked = [], 0  # the title repeats what is masked in an event
        parted = _parts(store, found, stand_ins)
        cut_key = holds_cut_key(text for part in parted for text in _texts(part))
        for part in parted:
            safe, count = _masked(part, cut_key=cut_key)
            parts.append(safe)
            masked += count
        said = adding.system if adding.system is not None else _system_prompt(store, session, found)
        system, count = mask(said)
        message, more = mask(adding.message)
        masked += count + more
        text = _exporter(output).export(
            ExportContext(session.session_id, session.format, tuple(parts), title, system, message)
        )
    return Context(title, found, beside, stand_ins, text, masked)


def _system_prompt(store: Store, session: StoredSession, view: ContextView) -> str:
    """The system texts with which a transcript begins, where the view has an artifact in their place."""
    first = view.segments[0] if view.segments else None
    if first is None or first.artifact_id is None or first.start or session.format in HARNESS_NOTES:
        return ""
    leading = takewhile(
        lambda event: event.kind is EventKind.SYSTEM or event.lane is not None,
        sessions.load_events(store, session.session_id, 0, min(first.end, MAX_LEADING)),
    )
    return "\n\n".join(event.text for event in leading if event.lane is None)


def _texts(part: ExportSegment) -> Iterator[str]:
    """Every text in which a piece of a private key may stand."""
    if part.artifact is not None:
        yield from strings(part.artifact.to_json())
    yield from (event.text for event in part.events)


def _masked(part: ExportSegment, *, cut_key: bool) -> tuple[ExportSegment, int]:
    """A part without its secrets: what leaves the store carries none, what is stored stays as it is."""
    if part.artifact is not None:
        artifact, found = mask_artifact(part.artifact, cut_key=cut_key)
        return ExportSegment(artifact=artifact), found
    events = [mask_event(event, cut_key=cut_key) for event in part.events]
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
