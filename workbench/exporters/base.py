"""What an exporter is: it turns a context, segment by segment, into one text that can be used elsewhere.

An exporter never edits a transcript, never exports thinking or anything encrypted, and gives the same
text for the same context.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Protocol

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


class Exporter(Protocol):
    """One output format."""

    name: str
    """As in `--format`."""
    suffix: str
    """Of a file that holds the output, with its dot."""

    def export(self, context: ExportContext) -> str:
        """The context in this format, ending in a newline."""


def json_text(value: object) -> str:
    """Indented JSON; what a terminal would obey or hide is escaped, which leaves the value the same."""
    return escaped_json(json.dumps(value, ensure_ascii=False, indent=2)) + "\n"
