"""The context of a session, active or native, as parts with tokens and as text to use elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from gates.measure_words import plural
from store.context import fold
from store.engine import Store
from store.records import artifacts, lookup, sessions
from store.values import ContextSegment, ContextView, StoredArtifact, StoredSession
from workbench.bootstrap import Env
from workbench.errors import UsageError
from workbench.masking import mask
from workbench.services.contexts.context_export import Completion, ExportRequest, export_context
from workbench.services.contexts.proposed import proposed_view
from workbench.services.contexts.session_files import (
    SESSION_FORMATS,
    ExportedContext,
    FileRequest,
    WrittenFile,
    write_file,
)
from workbench.strategies.made_by import made_by

View = Literal["active", "native"]


@dataclass(frozen=True)
class ContextPage:
    """One view of a session's context, and the other view to compare its size with."""

    title: str
    view: ContextView
    other: ContextView
    stand_ins: dict[str, StoredArtifact] = field(repr=False)
    exported: str | None = None
    """The context in the requested format; None if it was written to a file or no format was requested."""
    written: WrittenFile | None = None
    """The file that the context was written to."""
    masked: int = 0
    """Number of secrets masked in the context."""
    proposed: StoredArtifact | None = None
    """The artifact that the view shows as if it were accepted; `other` is then the active view."""

    @property
    def names(self) -> tuple[str, str]:
        """The names of the two views, the shown one first."""
        if self.proposed is None:
            return f"{self.view.view} view", f"{self.other.view} view"
        return f"with d-{self.proposed.number} accepted", "active view"

    def stated(self, segment: ContextSegment) -> str:
        """Describe a part in words."""
        if segment.artifact_id is None:
            return "verbatim"
        stored = self.stand_ins[segment.artifact_id]
        artifact = stored.artifact
        made = made_by(artifact.strategy, artifact.origin)
        items = len(artifact.items)
        return f"d-{stored.number} {made}, {plural(items, 'item')}"

    def to_json(self) -> dict[str, Any]:
        """Return the `workbench.context/1` object."""
        from workbench.services.output_shapes.context_shapes import ContextShape
        from workbench.services.output_shapes.shape import printed

        written = {"written": self.written.to_json()} if self.written is not None else {}
        proposed = {"proposed": self.proposed.artifact_id} if self.proposed is not None else {}
        return printed(ContextShape, self.view, **written, **proposed)


def read_context(
    env: Env,
    id_or_prefix: str,
    *,
    view: View = "active",
    as_of: str | None = None,
    proposed: str | None = None,
    output: str | None = None,
    completion: Completion | None = None,
    file: FileRequest | None = None,
) -> ContextPage:
    """Return a session's context, now or after the move `as_of`.

    `output` names the exporter; None returns the parts only. `proposed` is an artifact to show as if it were
    accepted, so that it can be read as an agent would read it.

    A message array is in S4's order: system prompt, artifacts in place of earlier events, events kept
    verbatim, the new message. `file` requests a file; a session file gets its own id.

    Raises:
        store.errors.NotFound: the session, the move or the artifact does not exist.
        store.errors.RangeOverlaps: the proposed artifact could not be accepted beside an active one.
        UsageError: a system prompt or message without a message array, or a file option without a file;
            a proposed artifact of another session, or one with a move, the native view or a session file.
        InputError: the file cannot be written, or exists already.
    """
    request = file or FileRequest()
    wanted = ExportRequest(output, completion or Completion(), request, env.now())
    wanted.check()
    if proposed is not None:
        _check_proposed(view, as_of, output)
    store = env.open_store()
    with store.reading():
        session, found, exported = _read(store, id_or_prefix, view, as_of, proposed, wanted)
    if exported is None or not request.writes:
        return found
    return replace(found, exported=None, written=write_file(request, exported, session.native_id))


def _check_proposed(view: View, as_of: str | None, output: str | None) -> None:
    if as_of is not None or view == "native":
        raise UsageError(
            "an artifact is proposed for the context of now", "leave out --as-of and --view, or --with"
        )
    if output in SESSION_FORMATS:
        raise UsageError(
            f"a {output} session to resume is made of what was accepted",
            "accept the artifact first, or read it with --format text",
        )


def _read(
    store: Store,
    id_or_prefix: str,
    view: View,
    as_of: str | None,
    proposed: str | None,
    wanted: ExportRequest,
) -> tuple[StoredSession, ContextPage, ExportedContext | None]:
    session = sessions.get(store, lookup.session(store, id_or_prefix))
    stored = _proposed(store, session.session_id, proposed) if proposed is not None else None
    pointer = lookup.resolve(store, as_of, ("pointer",)).id if as_of else None
    other: View = "native" if view == "active" and stored is None else "active"
    if stored is None:
        found = fold.view(store, session.session_id, view, as_of=pointer)
    else:
        found = proposed_view(store, stored)
    beside = fold.view(store, session.session_id, other, as_of=pointer)
    involved = {s.artifact_id for s in found.segments if s.artifact_id is not None}
    stand_ins = {artifact_id: artifacts.get(store, artifact_id) for artifact_id in sorted(involved)}
    title, masked = mask(session.title or session.source_name)
    if wanted.output is None:
        return session, ContextPage(title, found, beside, stand_ins, masked=masked, proposed=stored), None
    exported = export_context(store, session, found, stand_ins, wanted, title)
    read = ContextPage(
        title, found, beside, stand_ins, exported.text, masked=exported.masked, proposed=stored
    )
    return session, read, exported


def _proposed(store: Store, session_id: str, id_or_prefix: str) -> StoredArtifact:
    """Return an artifact of a session, named by its id or `d-n`."""
    named = f"{session_id}:{id_or_prefix}" if id_or_prefix.startswith("d-") else id_or_prefix
    stored = artifacts.get(store, lookup.artifact(store, named))
    if stored.session_id != session_id:
        raise UsageError(
            f"{stored.artifact_id} is an artifact of another session",
            f"name its session, {stored.session_id}",
        )
    return stored
