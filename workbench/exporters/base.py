"""What an exporter is: it turns a context, segment by segment, into one text that can be used elsewhere.

An exporter never edits a transcript, never exports thinking or anything encrypted, and gives the same
text for the same context.
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
    """A piece of context: events verbatim, or an artifact that stands for its range; never both.

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
    """One record of the transcript itself, as JSON, with the ordinals of the events that came out of it."""

    ordinals: tuple[int, ...]
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class NewSession:
    """Who a session file says it is: never the session that it was exported from."""

    session_id: str
    """A UUID that no session has yet; all other ids of the file derive from it."""
    created_at: str
    """ISO-8601 in UTC, to the millisecond."""
    project: str = ""
    """The working directory that the session belongs to."""
    version: str = ""
    """Of the agent that wrote the transcript; empty where it is another's."""
    provider: str = ""
    """Whose model the transcript was made with, as Codex names it; empty where it does not say."""


@dataclass(frozen=True, slots=True)
class ReplacedRange:
    """What a summary stands for: its range, and the events of it that stay verbatim."""

    start: int
    end: int
    kept: tuple[int, ...] = ()


NOBODY = NewSession("00000000-0000-4000-8000-000000000000", "1970-01-01T00:00:00.000Z")
"""For an export that no service named: the same text for the same context, resumable by hand only."""


@dataclass(frozen=True, slots=True)
class ExportContext:
    """A context to export; `format` is that of the transcript, such as `claude-code`."""

    session_id: str
    format: str
    segments: tuple[ExportSegment, ...]
    title: str = ""
    system: str = ""
    """The system prompt, which stands first in a message array (S4 section 4)."""
    message: str = ""
    """The new user message, which stands last in one."""
    replaced: tuple[SourceEvent, ...] = ()
    """Events of the main line up to the last summary, which a session file tells before it."""
    compactions: Mapping[int, ReplacedRange] = field(default_factory=dict)
    """What the transcript's own summaries stand for, by the ordinals of their events."""
    records: Mapping[int, NativeRecord] = field(default_factory=dict)
    """The transcript's own records by event ordinal; of sessions of the same agent only."""
    arguments: Mapping[int, dict[str, Any]] = field(default_factory=dict)
    """Arguments of calls with their structure, by event ordinal; of sessions of another agent only."""
    bytes_per_token: float | None = None
    """By which the tokens of the transcript's events are estimated."""
    new: NewSession = NOBODY
    """Who a session file says it is."""


class Exporter(Protocol):
    """One output format."""

    name: str
    """As in `--format`."""
    suffix: str
    """Of a file that holds the output, with its dot."""

    def export(self, context: ExportContext) -> str:
        """The context in this format, ending in a newline."""


@runtime_checkable
class FileExporter(Exporter, Protocol):
    """An exporter whose output is a file that an agent looks for by its name."""

    def file_name(self, context: ExportContext) -> PurePath:
        """The file's path in the agent's folder."""


def json_text(value: object) -> str:
    """Indented JSON; what a terminal would obey or hide is escaped, which leaves the value the same."""
    return escaped_json(json.dumps(value, ensure_ascii=False, indent=2)) + "\n"


_SURROGATES = re.compile("[\ud800-\udfff]")


def json_line(value: object) -> str:
    """The value as one line of JSON; a lone surrogate, which not every reader takes, is U+FFFD."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return escaped_json(_SURROGATES.sub("\ufffd", text)) + "\n"
