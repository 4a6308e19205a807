"""The exporter protocol: an exporter turns a context, segment by segment, into one text for use elsewhere.

An exporter never edits a transcript, never exports thinking or encrypted content, and returns the same text
for the same context.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any, Protocol, runtime_checkable

from gates.artifact import Artifact
from gates.source import SourceEvent
from workbench.escaping import escaped_json


@dataclass(frozen=True, slots=True)
class ExportSegment:
    """A piece of context: either events verbatim, or an artifact in place of its range.

    Raises:
        ValueError: it is both or neither.
    """

    events: tuple[SourceEvent, ...] = ()
    artifact: Artifact | None = None

    def __post_init__(self) -> None:
        if bool(self.events) == (self.artifact is not None):
            raise ValueError("a segment is events or an artifact")


@dataclass(frozen=True, slots=True)
class NativeRecord:
    """One original record of the transcript as JSON, with the ordinals of the events read from it."""

    ordinals: tuple[int, ...]
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class NewSession:
    """Identity of an exported session file; never that of the session it was exported from."""

    session_id: str
    """A UUID that no session has yet; all other ids in the file derive from it."""
    created_at: str
    """ISO 8601 in UTC, with milliseconds."""
    project: str = ""
    """The working directory that the session belongs to."""
    version: str = ""
    """Version of the agent that wrote the transcript; empty if another agent wrote it."""
    provider: str = ""
    """Provider of the transcript's model, as Codex names it; empty if unknown."""


@dataclass(frozen=True, slots=True)
class ReplacedRange:
    """The range that a summary replaces, and the events of it that stay verbatim."""

    start: int
    end: int
    kept: tuple[int, ...] = ()


NOBODY = NewSession("00000000-0000-4000-8000-000000000000", "1970-01-01T00:00:00.000Z")
"""Default identity: the same text for the same context; such a file can be resumed by hand only."""


@dataclass(frozen=True, slots=True)
class ExportContext:
    """A context to export; `format` is the transcript's format, such as `claude-code`."""

    session_id: str
    format: str
    segments: tuple[ExportSegment, ...]
    title: str = ""
    system: str = ""
    """The system prompt, first in a message array (S4 section 4)."""
    message: str = ""
    """The new user message, last in a message array."""
    replaced: tuple[SourceEvent, ...] = ()
    """Events of the main line up to the last summary; a session file lists them before it."""
    compactions: Mapping[int, ReplacedRange] = field(default_factory=dict)
    """The ranges that the transcript's own summaries replace, by the ordinals of the summary events."""
    records: Mapping[int, NativeRecord] = field(default_factory=dict)
    """Original records by event ordinal; only for sessions of the same agent."""
    arguments: Mapping[int, dict[str, Any]] = field(default_factory=dict)
    """Structured call arguments by event ordinal; only for sessions of another agent."""
    bytes_per_token: float | None = None
    """Ratio used to estimate the tokens of the transcript's events."""
    new: NewSession = NOBODY
    """Identity of the exported session file."""


class Exporter(Protocol):
    """One output format."""

    name: str
    """The name used with `--format`."""
    suffix: str
    """File name suffix for the output, including the dot."""

    def export(self, context: ExportContext) -> str:
        """Return the context in this format, ending in a newline."""


@runtime_checkable
class FileExporter(Exporter, Protocol):
    """An exporter whose output is a file that an agent finds by its name."""

    def file_name(self, context: ExportContext) -> PurePath:
        """Return the file's path relative to the agent's folder."""


def json_text(value: object) -> str:
    """Return indented JSON.

    Characters that a terminal would interpret or hide are written as JSON escapes.
    """
    return escaped_json(json.dumps(value, ensure_ascii=False, indent=2)) + "\n"


_SURROGATES = re.compile("[\ud800-\udfff]")


def json_line(value: object) -> str:
    """Return the value as one line of JSON; lone surrogates, which some readers reject, become U+FFFD."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return escaped_json(_SURROGATES.sub("\ufffd", text)) + "\n"
