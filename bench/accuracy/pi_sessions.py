"""The messages of a pi session file as events, for tables over labelled messages; no importer.

It reads messages and the names of called tools, by line; nothing else of the format.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gates.source import EventKind, SourceEvent, ToolAction, ToolFact

_KINDS = {
    "user": EventKind.USER,
    "assistant": EventKind.ASSISTANT,
    "toolResult": EventKind.TOOL_RESULT,
}
_ACTIONS = {"bash": ToolAction.COMMAND, "edit": ToolAction.CHANGE, "write": ToolAction.CHANGE}


def spoken(path: Path) -> tuple[SourceEvent, ...]:
    """Messages and tool calls in file order, dense from ordinal 0."""
    found: list[SourceEvent] = []
    with path.open(encoding="utf-8") as file:
        for line, raw in enumerate(file, 1):
            record = json.loads(raw)
            message = record.get("message") if record.get("type") == "message" else None
            if isinstance(message, dict):
                for block in _blocks(message.get("content")):
                    event = _event(len(found), line, message.get("role", ""), block)
                    if event is not None:
                        found.append(event)
    return tuple(found)


def _blocks(content: Any) -> list[dict[str, Any]]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [block for block in content or [] if isinstance(block, dict)]


def _event(ordinal: int, line: int, role: str, block: dict[str, Any]) -> SourceEvent | None:
    native = f"{line}:{ordinal}"
    if block.get("type") == "text" and role in _KINDS:
        return SourceEvent(ordinal, _KINDS[role], block["text"], native, line=line)
    if block.get("type") == "toolCall":
        given = block.get("arguments") or {}
        name = str(block.get("name", ""))
        target = str(given.get("command") or given.get("path") or "")
        tool = ToolFact(name, str(block.get("id", "")), _ACTIONS.get(name, ToolAction.OTHER), target)
        return SourceEvent(ordinal, EventKind.TOOL_CALL, json.dumps(given), native, line=line, tool=tool)
    return None
