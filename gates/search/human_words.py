"""Finds the parts of one event that a human wrote or typed."""

from __future__ import annotations

from gates.source import EventKind, SourceEvent

COMMAND_HEAD = 400
"""Characters at the start of a record that contain the name of a typed command."""


def is_typed(event: SourceEvent) -> bool:
    """Return whether an event is a plan that a human provided, or a record of a command that one typed."""
    head = event.text[:COMMAND_HEAD]
    command = event.kind is EventKind.META and ("<command-name>" in head or head.startswith("/"))
    return command or event.kind is EventKind.PLAN


def spoken_by_human(event: SourceEvent) -> list[tuple[int, int, int]]:
    """Return the spans of one event that are a human's words: a message, answers, the reason of a refusal."""
    if event.kind is EventKind.USER:
        return [(event.ordinal, 0, len(event.text))]
    if event.kind not in (EventKind.TOOL_RESULT, EventKind.PLAN):
        return []
    return [
        (event.ordinal, entry.start, entry.end)
        for signal in event.signals
        if signal.kind.value in ("answer", "refusal")
        for entry in signal.entries
        if entry.end > entry.start
    ]
