"""A context as plain text for reading: a line naming each piece, followed by its text unchanged."""

from __future__ import annotations

from collections.abc import Iterator

from gates.source import SourceEvent
from workbench.exporters.base import ExportContext
from workbench.exporters.summaries import context_text


class TextExporter:
    """Writes events with ordinal, kind and turn, and artifacts with their range.

    Control characters are not escaped.
    """

    name = "text"
    suffix = ".txt"

    def export(self, context: ExportContext) -> str:
        """Return the complete context as text."""
        pieces: list[str] = []
        for segment in context.segments:
            if segment.artifact is not None:
                source = segment.artifact.source
                pieces.append(f"=== artifact in place of events {source.source_start} to {source.source_end}")
                pieces.append(context_text(segment.artifact).rstrip("\n"))
            pieces += [piece for event in segment.events for piece in _event(event)]
        return "\n".join(pieces) + "\n" if pieces else ""


def _event(event: SourceEvent) -> Iterator[str]:
    tool = f" {event.tool.name}" if event.tool else ""
    failed = " failed" if event.tool and event.tool.failed else ""
    yield f"--- event {event.ordinal} {event.kind.value}{tool}{failed}, turn {event.turn}"
    if event.text:
        yield event.text.rstrip("\n")
