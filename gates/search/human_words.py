"""What of one event a human said or typed."""

from __future__ import annotations

from gates.source import EventKind, SourceEvent

COMMAND_HEAD = 400
"""Characters of a record in which the name of a typed command stands."""


def is_typed(event: SourceEvent) -> bool:
    """Whether an event is a plan that a human handed over, or the record of a command that a human typed."""
    head = event.text[:COMMAND_HEAD]
    command = event.kind is EventKind.META and ("<command-name>" in head or head.startswith("/"))
    return command or event.kind is EventKind.PLAN


def spoken_by_human(event: SourceEvent) -> list[tuple[int, int, int]]:
    """The spans of one event that are a human's words: a message, answers, the reason of a refusal."""
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
