"""The context of a session, active or native, as parts with tokens and as text for use elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from store.context import fold
from store.engine import Store
from store.records import artifacts, lookup, sessions
from store.values import ContextSegment, ContextView, StoredArtifact, StoredSession
from workbench.bootstrap import Env
from workbench.masking import mask
from workbench.services.contexts.context_export import Completion, ExportRequest, export_context
from workbench.services.contexts.session_files import ExportedContext, FileRequest, WrittenFile, write_file
from workbench.strategies.made_by import made_by

View = Literal["active", "native"]


@dataclass(frozen=True)
class ContextPage:
    """One view of a session's context, with the other beside it for its size."""

    title: str
    view: ContextView
    other: ContextView
    stand_ins: dict[str, StoredArtifact] = field(repr=False)
    exported: str | None = None
    """The context in the format that was asked for; None where it was written to a file."""
    written: WrittenFile | None = None
    """The file that it was written to."""
    masked: int = 0
    """Secrets that were masked in it."""

    def stated(self, segment: ContextSegment) -> str:
        """What a part is, in words."""
        if segment.artifact_id is None:
            return "verbatim"
        stored = self.stand_ins[segment.artifact_id]
        artifact = stored.artifact
        made = made_by(artifact.strategy, artifact.origin)
        return f"d-{stored.number} {made}, {len(artifact.items)} items"

    def to_json(self) -> dict[str, Any]:
        """The `workbench.context/1` object."""
        from workbench.services.output_shapes.context_shapes import ContextShape
        from workbench.services.output_shapes.shape import printed

        written = {"written": self.written.to_json()} if self.written is not None else {}
        return printed(ContextShape, self.view, **written)


def read_context(
    env: Env,
    given: str,
    *,
    view: View = "active",
    as_of: str | None = None,
    output: str | None = None,
    completion: Completion | None = None,
    file: FileRequest | None = None,
) -> ContextPage:
    """A session's context, as of a move or now; `output` names the exporter, None: parts only.

    A message array is in S4's order: system prompt, what stands for earlier events, the events that stay
    verbatim, the new message. `file` asks for a file; a session file has an id of its own.

    Raises:
        store.errors.NotFound: the session or the move is not there.
        UsageError: something is to be added to what is no message array, or to no file.
        InputError: the file cannot be written, or is there already.
    """
    request = file or FileRequest()
    wanted = ExportRequest(output, completion or Completion(), request, env.now())
    wanted.check()
    store = env.open_store()
    with store.reading():
        session, found, exported = _read(store, given, view, as_of, wanted)
    if exported is None or not request.writes:
        return found
    return replace(found, exported=None, written=write_file(request, exported, session.native_id))


def _read(
    store: Store, given: str, view: View, as_of: str | None, wanted: ExportRequest
) -> tuple[StoredSession, ContextPage, ExportedContext | None]:
    session = sessions.get(store, lookup.session(store, given))
    pointer = lookup.resolve(store, as_of, ("pointer",)).id if as_of else None
    other: View = "native" if view == "active" else "active"
    found = fold.view(store, session.session_id, view, as_of=pointer)
    beside = fold.view(store, session.session_id, other, as_of=pointer)
    involved = {s.artifact_id for s in found.segments if s.artifact_id is not None}
    stand_ins = {artifact_id: artifacts.get(store, artifact_id) for artifact_id in sorted(involved)}
    title, masked = mask(session.title or session.source_name)
    if wanted.output is None:
        return session, ContextPage(title, found, beside, stand_ins, masked=masked), None
    exported = export_context(store, session, found, stand_ins, wanted, title)
    read = ContextPage(title, found, beside, stand_ins, exported.text, masked=exported.masked)
    return session, read, exported
