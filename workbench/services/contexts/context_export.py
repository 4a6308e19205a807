"""A session's context in an exporter's format: masked parts, and the replaced history of a session file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import PurePath
from typing import Any

from gates.source import EventKind, SourceEvent
from store.engine import Store
from store.records import sessions
from store.values import ContextSegment, ContextView, StoredArtifact, StoredSession
from workbench import plugin_registry
from workbench.errors import UsageError
from workbench.exporters.base import ExportContext, Exporter, ExportSegment, FileExporter, ReplacedRange
from workbench.exporters.pairing import HARNESS_NOTES
from workbench.masking import holds_cut_key, mask, mask_artifact, mask_event, strings
from workbench.services.contexts.call_arguments import call_arguments
from workbench.services.contexts.native_records import NativeRecords, native_records
from workbench.services.contexts.session_files import (
    SESSION_FORMATS,
    ExportedContext,
    FileRequest,
    new_session,
)

MESSAGE_ARRAYS = ("anthropic", "openai")
MAX_LEADING = 50
"""Number of events at the beginning of a session that are searched for its system prompt."""


@dataclass(frozen=True)
class Completion:
    """What a chat completion adds to a context (S4 section 4): a system prompt before, a message after."""

    system: str | None = None
    """None: the transcript's own system prompt, even if an artifact replaces the events that contained it."""
    message: str = ""

    def check(self, output: str | None) -> None:
        """Check that the output is a message array if anything is added to it.

        Raises:
            UsageError: `output` is not a message array.
        """
        if (self.system is not None or self.message) and output not in MESSAGE_ARRAYS:
            raise UsageError(
                "a system prompt or a message is added to a message array only",
                f"use --format {' or --format '.join(MESSAGE_ARRAYS)}",
            )


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """The options of an export; `output` names the exporter, None means parts only."""

    output: str | None
    completion: Completion
    file: FileRequest
    now: str
    """ISO-8601 in UTC, to the millisecond."""

    def check(self) -> None:
        """Check that the options go together.

        Raises:
            UsageError: a system prompt or message without a message array, or a file option without a file.
        """
        self.completion.check(self.output)
        self.file.check(self.output)


def export_context(
    store: Store,
    session: StoredSession,
    found: ContextView,
    stand_ins: dict[str, StoredArtifact],
    wanted: ExportRequest,
    title: str,
) -> ExportedContext:
    """Export a view of a session in one format, with its secrets masked; a session file gets its own id.

    Raises:
        UsageError: there is no such format.
        InputError: the requested working directory is not a folder.
    """
    output, adding, request = wanted.output or "text", wanted.completion, wanted.file
    parted = _parts(store, found, stand_ins)
    replaced = _replaced(store, found) if output in SESSION_FORMATS and request.history else ()
    cut_key = holds_cut_key(text for part in (*parted, *replaced) for text in _texts(part))
    parts, masked = _all_masked(parted, cut_key=cut_key)
    before, count = _all_masked(replaced, cut_key=cut_key)
    system, more = mask(adding.system if adding.system is not None else _system_prompt(store, session, found))
    message, also = mask(adding.message)
    masked += count + more + also
    native, arguments = NativeRecords(), dict[int, dict[str, Any]]()
    if output in SESSION_FORMATS:
        events = [event for part in (*parts, *before) for event in part.events]
        records = native_records(store, session, events, cut_key=cut_key)
        if output == session.format:
            native = records
            masked = max(masked, native.masked)  # the records' secrets include those of their events
        else:
            arguments = call_arguments(events, records.by_ordinal)
    new = new_session(
        request,
        wanted.now,
        session.native_id,
        project=native.project,
        version=native.version,
        provider=native.provider,
    )
    context = ExportContext(
        session.session_id,
        session.format,
        parts,
        title,
        system,
        message,
        replaced=tuple(event for part in before for event in part.events),
        compactions=_own_ranges(store, session.session_id),
        records=native.by_ordinal,
        arguments=arguments,
        bytes_per_token=session.bytes_per_token,
        new=new,
    )
    exporter = _exporter(output)
    name = PurePath(f"{session.session_id}{exporter.suffix}")
    if isinstance(exporter, FileExporter):
        name = exporter.file_name(context)
    return ExportedContext(output, exporter.export(context), name, new, masked)


def _replaced(store: Store, view: ContextView) -> tuple[ExportSegment, ...]:
    """Return the main-line events up to the end of the last range that a summary replaces."""
    in_view = {ordinal for segment in view.segments for ordinal in segment.ordinals}
    current = [segment.end for segment in view.segments if segment.artifact_id is not None]
    native = sessions.compactions(store, view.session_id)
    current += [each.source_end for each in native if each.summary in in_view]
    events = sessions.load_events(store, view.session_id, 0, max(current)) if current else ()
    main = tuple(event for event in events if event.sidechain is None)
    return (ExportSegment(events=main),) if main else ()


def _own_ranges(store: Store, session_id: str) -> dict[int, ReplacedRange]:
    """Return the ranges that the transcript's own summaries replace, by the ordinals of the summaries."""
    return {
        each.summary: ReplacedRange(each.source_start, each.source_end, each.kept)
        for each in sessions.compactions(store, session_id)
        if each.summary is not None
    }


def _all_masked(parts: Sequence[ExportSegment], *, cut_key: bool) -> tuple[tuple[ExportSegment, ...], int]:
    """Mask the secrets of all parts; return the parts and the number of secrets."""
    done = [_masked(part, cut_key=cut_key) for part in parts]
    return tuple(part for part, _ in done), sum(count for _, count in done)


def _system_prompt(store: Store, session: StoredSession, view: ContextView) -> str:
    """Return the system texts at the start of a transcript, if the view replaces them with an artifact.

    Else "".
    """
    first = view.segments[0] if view.segments else None
    if first is None or first.artifact_id is None or first.start or session.format in HARNESS_NOTES:
        return ""
    leading = takewhile(
        lambda event: event.kind is EventKind.SYSTEM or event.sidechain is not None,
        sessions.load_events(store, session.session_id, 0, min(first.end, MAX_LEADING)),
    )
    return "\n\n".join(event.text for event in leading if event.sidechain is None)


def _texts(part: ExportSegment) -> Iterator[str]:
    """Yield every text that may contain a piece of a private key."""
    if part.artifact is not None:
        yield from strings(part.artifact.to_json())
    yield from (event.text for event in part.events)


def _masked(part: ExportSegment, *, cut_key: bool) -> tuple[ExportSegment, int]:
    """Mask the secrets of one part; the stored part is not changed. Return it and the number of secrets."""
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


def _events(store: Store, session_id: str, segment: ContextSegment) -> tuple[SourceEvent, ...]:
    wanted = set(segment.ordinals)
    events = sessions.load_events(store, session_id, min(wanted), max(wanted))
    return tuple(event for event in events if event.ordinal in wanted)


def _exporter(name: str) -> Exporter:
    loaded = plugin_registry.load("exporters", name)
    made: Exporter = loaded() if isinstance(loaded, type) else loaded
    return made
