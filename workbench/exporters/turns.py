"""A context as the turns of a chat: who speaks, and tool calls with their results directly behind.

Shared by the message-array exporters, which differ only in how they spell it. Thinking is left out
(its signatures are worth nothing elsewhere); a call without its result, or a result without its call,
becomes text; results are moved up to directly behind their calls.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from gates.artifact import Artifact
from gates.render import artifact_text
from gates.source import EventKind, SourceEvent, ToolAction, ToolFact
from workbench.exporters.base import ExportContext
from workbench.exporters.summaries import attributed

HARNESS_NOTES = frozenset({"claude-code"})
"""Formats whose `system` events are notes of the harness that no model was shown."""

SELF_DESCRIBING = frozenset({"claude-code"})
"""Formats whose summaries say themselves that they are summaries."""

_CLOSING = re.compile(r"</(?=summary\b)", re.IGNORECASE)
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")
_NAME_LIMIT = 64


@dataclass(frozen=True, slots=True)
class Said:
    """Words of one speaker."""

    role: Literal["system", "user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call with its result; ids and names are what both APIs accept, ids are unique."""

    call_id: str
    name: str
    input: str
    """The readable rendering of the arguments."""
    result: str
    failed: bool
    issued: int
    answered: int
    """Ordinals of the call and of its result."""
    message_id: str | None

    def beside(self, earlier: Call) -> bool:
        """Whether both were issued together: in one message, or before the earlier one was answered."""
        return self.issued < earlier.answered or (
            self.message_id is not None and self.message_id == earlier.message_id
        )


@dataclass(frozen=True, slots=True)
class Turn:
    """What one side says until the other speaks: an assistant's words, then its calls; or words."""

    role: Literal["system", "user", "assistant"]
    texts: tuple[str, ...]
    calls: tuple[Call, ...] = ()


def turns(context: ExportContext) -> list[Turn]:
    """The turns in order; neighbours of one role are one turn, calls only when they were issued together."""
    found: list[Turn] = []
    for each in _steps(context):
        fresh = _turn(each)
        if found and _joins(found[-1], fresh):
            last = found[-1]
            found[-1] = Turn(last.role, last.texts + fresh.texts, last.calls + fresh.calls)
        else:
            found.append(fresh)
    return found


def _turn(step: Said | Call) -> Turn:
    if isinstance(step, Said):
        return Turn(step.role, (step.text,))
    return Turn("assistant", (), (step,))


def _joins(last: Turn, fresh: Turn) -> bool:
    if last.role != fresh.role or (last.calls and fresh.texts):
        return False
    return not (last.calls and fresh.calls) or fresh.calls[0].beside(last.calls[-1])


def summary_text(artifact: Artifact) -> str:
    """An artifact as a message that says what it is; its text cannot close the mark around it."""
    source = artifact.source
    where = f"{source.source_start} to {source.source_end}"
    return _marked(
        f"This summary replaces events {where} of the conversation.",
        artifact_text(attributed(artifact)),
    )


def _marked(what: str, text: str) -> str:
    body = _CLOSING.sub(r"<\\/", text.strip("\n"))
    return f"<summary>\n{what}\n\n{body}\n</summary>" if text.strip() else ""


def _steps(context: ExportContext) -> Iterator[Said | Call]:
    pairs = _pairs([event for segment in context.segments for event in segment.events])
    names = _Names()
    if context.system.strip():
        yield Said("system", context.system)
    for segment in context.segments:
        if segment.artifact is not None:
            yield Said("user", summary_text(segment.artifact))
        for event in segment.events:
            yield from _event_steps(event, pairs, names, context.format)
    if context.message.strip():
        yield Said("user", context.message)


def _event_steps(
    event: SourceEvent, pairs: dict[int, SourceEvent | None], names: _Names, transcript: str
) -> Iterator[Said | Call]:
    if event.kind is EventKind.TOOL_CALL and event.ordinal in pairs:
        result = pairs[event.ordinal]
        if result is not None:
            yield names.call(event, result)
        return
    if event.kind is EventKind.TOOL_RESULT and event.ordinal in pairs:
        return
    text = _orphan(event) if event.tool else event.text
    if event.kind is EventKind.COMPACTION and transcript not in SELF_DESCRIBING:
        text = _marked("This summary replaces the conversation before it.", text)
    role = _role(event, transcript)
    if role and text.strip():
        yield Said(role, text)


def _role(event: SourceEvent, transcript: str) -> Literal["system", "user", "assistant"] | None:
    if event.kind is EventKind.THINKING:
        return None
    if event.kind is EventKind.SYSTEM:
        return None if transcript in HARNESS_NOTES else "system"
    if event.kind in (EventKind.ASSISTANT, EventKind.TOOL_CALL):
        return "assistant"
    return "user"


def _orphan(event: SourceEvent) -> str:
    what = "call" if event.kind is EventKind.TOOL_CALL else "result"
    name = event.tool.name if event.tool else ""
    return f"[tool {what}: {name}]\n{_arguments(event) if what == 'call' else event.text}".rstrip()


def _arguments(event: SourceEvent) -> str:
    """The rendering of a call without its first line, which is the tool's name.

    A call that was exported before has one argument, `input`; it stays the same through a round trip.
    """
    first, _, rest = event.text.partition("\n")
    given = rest if event.tool and first.strip() == event.tool.name else event.text
    return given.removeprefix("input: ")


def _pairs(events: Sequence[SourceEvent]) -> dict[int, SourceEvent | None]:
    """Ordinal of each call to its result; ordinals of results that have a call, to None."""
    open_calls: dict[str, list[int]] = {}
    pairs: dict[int, SourceEvent | None] = {}
    for event in events:
        if event.tool is None or not event.tool.call_id:
            continue
        if event.kind is EventKind.TOOL_CALL:
            open_calls.setdefault(event.tool.call_id, []).append(event.ordinal)
        elif event.kind is EventKind.TOOL_RESULT and open_calls.get(event.tool.call_id):
            pairs[open_calls[event.tool.call_id].pop(0)] = event
            pairs[event.ordinal] = None
    return pairs


class _Names:
    """Gives calls ids and names that both APIs accept; ids stay unique within one export."""

    def __init__(self) -> None:
        self._used: set[str] = set()

    def call(self, call: SourceEvent, result: SourceEvent) -> Call:
        """The call with its result."""
        tool = call.tool or ToolFact("tool", "call", ToolAction.OTHER)
        wanted = unique = _UNSAFE.sub("_", tool.call_id)[:_NAME_LIMIT]
        while unique in self._used:
            unique = f"{wanted[:40]}_{call.ordinal}_{len(self._used)}"
        self._used.add(unique)
        return Call(
            call_id=unique,
            name=_UNSAFE.sub("_", tool.name)[:_NAME_LIMIT] or "tool",
            input=_arguments(call),
            result=result.text,
            failed=bool(result.tool and result.tool.failed),
            issued=call.ordinal,
            answered=result.ordinal,
            message_id=call.message_id,
        )
