"""Structured arguments of tool calls, for a session file of another agent than the transcript's.

An event stores a call as text. Its arguments are taken from the transcript's own record, else parsed from
that text. Either is used only if rendering it gives the same event again, so that a task list stays a task
list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from gates.source import EventKind, SignalKind, SourceEvent
from workbench.exporters.base import NativeRecord
from workbench.importers.codex.contents import arguments_of
from workbench.importers.events.tools import fact_of, render_call, stated_arguments
from workbench.importers.files.documents import compact, loads

_TEXTS = frozenset(
    "command cmd description content file_text old_string new_string old_str new_str insert_text "
    "pattern query prompt thought message plan explanation".split()
)
"""Arguments that are always text, whatever they look like."""


def call_arguments(
    events: Iterable[SourceEvent], records: Mapping[int, NativeRecord]
) -> dict[int, dict[str, Any]]:
    """Map the ordinals of tool calls to their arguments.

    A call whose arguments are plain text is left out.
    """
    found: dict[int, dict[str, Any]] = {}
    for event in events:
        if event.kind is not EventKind.TOOL_CALL or event.tool is None:
            continue
        for arguments in _possible(event, records.get(event.ordinal)):
            if _renders_as(event, arguments):
                found[event.ordinal] = arguments
                break
    return found


def _renders_as(event: SourceEvent, arguments: dict[str, Any]) -> bool:
    """Return whether a call with these arguments would be read as this event."""
    tool = event.tool
    if tool is None or render_call(tool.name, arguments) != (event.text, event.signals):
        return False
    return fact_of(tool.name, tool.call_id, arguments) == tool


def _possible(event: SourceEvent, record: NativeRecord | None) -> Iterator[dict[str, Any]]:
    recorded = _recorded(event, record.body) if record is not None else None
    if isinstance(recorded, dict):
        yield recorded
    reported = _from_text(event)
    if reported is not None:
        yield reported


def _recorded(event: SourceEvent, body: dict[str, Any]) -> object:
    """Return the call's arguments in a record of Claude Code or Codex; None if there are none."""
    payload, message = body.get("payload"), body.get("message")
    if isinstance(payload, dict):
        return arguments_of(payload.get("arguments"))
    content = message.get("content") if isinstance(message, dict) else None
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict) and event.tool is not None and block.get("id") == event.tool.call_id:
            return block.get("input")
    return None


def _from_text(event: SourceEvent) -> dict[str, Any] | None:
    """Parse the arguments shown in the text of a call; return None if it shows none."""
    arguments = stated_arguments(event.text.partition("\n")[2])
    return {key: _value(event, key, text) for key, text in arguments.items()} or None


def _value(event: SourceEvent, key: str, text: str) -> object:
    if text.startswith("\n- ["):
        lists = [signal.entries for signal in event.signals if signal.kind is SignalKind.TODO_LIST]
        if lists:
            return [{"content": entry.text, "status": entry.status} for entry in lists[0]]
    if key in _TEXTS:
        return text
    try:
        value = loads(text.encode())
    except (ValueError, RecursionError):
        return text
    return text if isinstance(value, str) or compact(value) != text else value
