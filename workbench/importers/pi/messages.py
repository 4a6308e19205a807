"""Entries of a pi session as drafts of events: kind, text, tool side.

Entries are converted one at a time, without positions or the tree.
"""

from __future__ import annotations

from typing import Any

from gates.canonical import short_id
from gates.source import EventKind
from workbench.importers.conversations.array_reading import size_of
from workbench.importers.events.timeline import Calls, Draft
from workbench.importers.files.documents import clean_text, compact
from workbench.importers.records.record_reading import human_words, one, spoken

_TYPED = "bash"
"""Tool name for commands that a human typed with `!`."""


def entry_drafts(entry: dict[str, Any], calls: Calls) -> list[Draft]:
    """Return the drafts of an entry; none if it is not an event: settings, labels, extension state."""
    kind = entry.get("type")
    if kind == "message":
        message = entry.get("message")
        return message_drafts(message, calls, entry) if isinstance(message, dict) else []
    if kind == "custom_message":
        return one(EventKind.META, _text(entry.get("content")))
    if kind == "branch_summary":
        return one(EventKind.META, entry.get("summary"))
    return []


def message_drafts(message: dict[str, Any], calls: Calls, entry: dict[str, Any]) -> list[Draft]:
    """Return the drafts of a message by its role, one per content block."""
    role = message.get("role")
    if role == "assistant":
        return _answer(message, calls, entry)
    if role == "toolResult":
        return _result(message, calls)
    if role == "user":
        return [draft for text in _texts(message.get("content")) for draft in spoken(text)]
    if role == "bashExecution":
        return _typed(message, calls, entry)
    if role in ("branchSummary", "compactionSummary"):
        return one(EventKind.META, message.get("summary"))
    return one(EventKind.META, _text(message.get("content")))


def human_text(entry: dict[str, Any]) -> str:
    """Return the human words of an entry as one text; empty if it has none."""
    message = entry.get("message")
    if not isinstance(message, dict) or message.get("role") != "user":
        return ""
    return "\n".join(filter(None, map(human_words, _texts(message.get("content")))))


def _answer(message: dict[str, Any], calls: Calls, entry: dict[str, Any]) -> list[Draft]:
    content = message.get("content")
    if not isinstance(content, list):
        return one(EventKind.ASSISTANT, content)
    drafts: list[Draft] = []
    for number, block in enumerate(content):
        if not isinstance(block, dict):
            drafts += one(EventKind.ASSISTANT, block)
        elif block.get("type") == "toolCall":
            own_id = block.get("id")
            call_id = own_id if isinstance(own_id, str) and own_id else _own_id(entry, number)
            drafts.append(calls.call(str(block.get("name") or ""), call_id, block.get("arguments")))
        elif block.get("type") == "thinking":
            drafts += one(EventKind.THINKING, block.get("thinking"))
        else:
            drafts += one(EventKind.ASSISTANT, _block(block))
    return drafts


def _result(message: dict[str, Any], calls: Calls) -> list[Draft]:
    failed = message.get("isError")
    text = _text(message.get("content"))
    call_id = str(message.get("toolCallId") or "")
    return [calls.result(call_id, text, failed if isinstance(failed, bool) else None)]


def _typed(message: dict[str, Any], calls: Calls, entry: dict[str, Any]) -> list[Draft]:
    """Return call and result of a command that a human ran in the session; the model sees both."""
    call_id = _own_id(entry, 0)
    command = message.get("command")
    call = calls.call(_TYPED, call_id, {"command": clean_text(command if isinstance(command, str) else "")})
    code, output = message.get("exitCode"), message.get("output")
    failed = message.get("cancelled") is True or (isinstance(code, int) and code != 0)
    return [call, calls.result(call_id, clean_text(output if isinstance(output, str) else ""), failed)]


def _own_id(entry: dict[str, Any], number: int) -> str:
    return short_id(
        "call", str(entry.get("id") or entry.get("timestamp") or ""), number, compact(entry)[:200]
    )


def _texts(content: object) -> list[str]:
    if isinstance(content, str):
        return [clean_text(content)]
    blocks = content if isinstance(content, list) else []
    return [text for text in map(_block, blocks) if text.strip()]


def _text(content: object) -> str:
    return "\n".join(_texts(content))


def _block(block: object) -> str:
    if not isinstance(block, dict):
        return clean_text(block) if isinstance(block, str) else compact(block)
    if isinstance(block.get("text"), str):
        return clean_text(block["text"])
    data = block.get("data")
    if isinstance(data, str):
        return f"[{block.get('type', 'file')} {block.get('mimeType', '')} {size_of(data)} bytes]"
    return compact(block)
