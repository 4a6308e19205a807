"""Tool calls paired with their results, and the role of an event; shared by the message exporters.

A call without its result, or a result without its call, becomes text. Ids and names are made acceptable to
both APIs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from gates.source import EventKind, SourceEvent, ToolAction, ToolFact
from gates.tool_calls import calls_with_results

HARNESS_NOTES = frozenset({"claude-code"})
"""Formats whose `system` events are harness notes that no model saw."""

_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")
_NAME_LIMIT = 64


@dataclass(frozen=True, slots=True)
class PairedCall:
    """A tool call with its result; id and name are valid for both APIs, ids are unique."""

    call_id: str
    name: str
    input: str
    """The arguments as readable text."""
    result: str
    failed: bool
    issued: int
    answered: int
    """Ordinals of the call and of its result."""
    message_id: str | None

    def beside(self, earlier: PairedCall) -> bool:
        """Return whether both were issued together.

        In one message, or before the earlier one was answered.
        """
        return self.issued < earlier.answered or (
            self.message_id is not None and self.message_id == earlier.message_id
        )


def role_of(event: SourceEvent, transcript: str) -> Literal["system", "user", "assistant"] | None:
    """Return the role of an event; None if it is never exported (thinking, harness notes)."""
    if event.kind is EventKind.THINKING:
        return None
    if event.kind is EventKind.SYSTEM:
        return None if transcript in HARNESS_NOTES else "system"
    if event.kind in (EventKind.ASSISTANT, EventKind.TOOL_CALL):
        return "assistant"
    return "user"


def orphan_text(event: SourceEvent) -> str:
    """Format a call without its result, or a result without its call, as self-explanatory text."""
    what = "call" if event.kind is EventKind.TOOL_CALL else "result"
    name = event.tool.name if event.tool else ""
    return f"[tool {what}: {name}]\n{arguments_text(event) if what == 'call' else event.text}".rstrip()


def arguments_text(event: SourceEvent) -> str:
    """Return the text of a call without its first line, the tool's name.

    A call that was exported before has the single argument `input`, which survives a round trip.
    """
    first, _, rest = event.text.partition("\n")
    arguments = rest if event.tool and first.strip() == event.tool.name else event.text
    return arguments.removeprefix("input: ")


def pairs_of(events: Sequence[SourceEvent]) -> dict[int, SourceEvent | None]:
    """Map the ordinal of each call to its result, and the ordinals of those results to None."""
    pairs: dict[int, SourceEvent | None] = {}
    for call, result in calls_with_results(events):
        if call.ordinal not in pairs:  # of several results a message array takes the first
            pairs[call.ordinal] = result
            pairs[result.ordinal] = None
    return pairs


class CallNames:
    """Assigns call ids and names that both APIs accept; ids are unique within one export."""

    def __init__(self) -> None:
        self._used: set[str] = set()

    def call(self, call: SourceEvent, result: SourceEvent) -> PairedCall:
        """Return the call paired with its result."""
        tool = call.tool or ToolFact("tool", "call", ToolAction.OTHER)
        wanted = unique = _UNSAFE.sub("_", tool.call_id)[:_NAME_LIMIT]
        while unique in self._used:
            unique = f"{wanted[:40]}_{call.ordinal}_{len(self._used)}"
        self._used.add(unique)
        return PairedCall(
            call_id=unique,
            name=_UNSAFE.sub("_", tool.name)[:_NAME_LIMIT] or "tool",
            input=arguments_text(call),
            result=result.text,
            failed=bool(result.tool and result.tool.failed),
            issued=call.ordinal,
            answered=result.ordinal,
            message_id=call.message_id,
        )
