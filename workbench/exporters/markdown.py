"""A context as a Markdown handoff, from which another agent or a person can continue.

An artifact's statements are text and its quotations are attributed; quotations and verbatim events are in
fences that their text cannot close. Thinking is left out and counted.
"""

from __future__ import annotations

from dataclasses import dataclass

from gates.source import EventKind, SourceEvent
from workbench.exporters.base import ExportContext, ExportSegment
from workbench.exporters.summaries import summary_markdown
from workbench.templates import render


@dataclass(frozen=True, slots=True)
class _Shown:
    """One event as the template prints it."""

    ordinal: int
    label: str
    text: str


class MarkdownExporter:
    """Writes the handoff, which is also the fallback for an artifact that fails gate A."""

    name = "markdown"
    suffix = ".md"

    def export(self, context: ExportContext) -> str:
        """Return the complete context as Markdown."""
        events = [event for segment in context.segments for event in segment.events]
        shown = [event for event in events if event.kind is not EventKind.THINKING]
        return render(
            "handoff.md.j2",
            title=context.title or context.session_id,
            session_id=context.session_id,
            artifacts=sum(segment.artifact is not None for segment in context.segments),
            events=len(shown),
            thinking=len(events) - len(shown),
            segments=[_segment(segment) for segment in context.segments],
        )


def _segment(segment: ExportSegment) -> dict[str, object]:
    if segment.artifact is not None:
        return {"artifact": summary_markdown(segment.artifact), "events": ()}
    shown = [
        _Shown(event.ordinal, event_label(event), event.text)
        for event in segment.events
        if event.kind is not EventKind.THINKING
    ]
    return {
        "artifact": None,
        "events": shown,
        "start": segment.events[0].ordinal,
        "end": segment.events[-1].ordinal,
    }


def event_label(event: SourceEvent) -> str:
    """Describe an event in a few words: its kind, its tool, and whether it failed."""
    tool = f" {event.tool.name}" if event.tool else ""
    failed = ", failed" if event.tool and event.tool.failed else ""
    return f"{event.kind.value.replace('_', ' ')}{tool}{failed}"
