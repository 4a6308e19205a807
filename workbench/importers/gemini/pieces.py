"""Messages of Gemini CLI as pieces with stable ids: words, thoughts, tool calls, results.

A message is written again and again: when its tools have answered, when the session is resumed, when old
outputs are shortened. Its pieces keep their ids throughout, so each becomes one event.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from gates.source import EventKind
from workbench.importers.conversations.array_reading import size_of
from workbench.importers.events.speech import is_summary
from workbench.importers.files.documents import clean_text, compact

SNAPSHOT = "<state_snapshot>"
"""Tag in the summary that a compression leaves."""

_ACKNOWLEDGED = "Got it. Thanks for the additional context!"
"""Reply that Gemini CLI writes in the model's name after a summary."""

_HARNESS = (
    "<session_context>", "This is the Gemini CLI. We are setting up the context", "<environment_context>",
    "<hook_context>", "System: Please continue.", "<loaded_context>", "<system_note>",
)  # fmt: skip
"""Beginnings of the texts that Gemini CLI itself writes in the user's role."""

_REFERENCED = "\n--- Content from referenced files ---"
"""Beginning of what Gemini CLI adds for the files that a message names."""

_STATUS = {"success": False, "error": True, "cancelled": True}


class MessagePiece(NamedTuple):
    """A part of a message that becomes one event."""

    key: str
    kind: EventKind
    text: str
    name: str = ""
    """For tools: the tool's name, which a result may lack."""
    call_id: str = ""
    arguments: object = None
    failed: bool | None = None


def pieces_of(message: dict[str, Any]) -> Iterator[MessagePiece]:
    """Yield the pieces of a message, in their order."""
    kind, own_id = message.get("type"), str(message.get("id") or "")
    parts = list(_parts(message.get("content")))
    if kind == "gemini":
        yield from _thoughts(message, own_id)
        yield from _words(parts, own_id)
        yield from _calls(message, parts)
    elif kind == "user":
        yield from _user_pieces(parts, own_id)
        yield from (piece for part in parts for piece in _response(part.get("functionResponse"), None))


def snapshot_key(own_id: str) -> str:
    """Return the key of a summary for the id of its message."""
    return f"{own_id}#said"


def is_snapshot(message: dict[str, Any]) -> bool:
    """Return whether a message is the summary that a compression left."""
    return message.get("type") == "user" and any(
        SNAPSHOT in _text(part) for part in _parts(message.get("content"))
    )


def _parts(content: object) -> Iterator[dict[str, Any]]:
    for part in content if isinstance(content, list) else [content]:
        if isinstance(part, str):
            yield {"text": part}
        elif isinstance(part, dict):
            yield part


def _text(part: dict[str, Any]) -> str:
    text = part.get("text")
    return clean_text(text) if isinstance(text, str) else ""


def _thoughts(message: dict[str, Any], own_id: str) -> Iterator[MessagePiece]:
    thoughts = message.get("thoughts")
    for number, thought in enumerate(thoughts if isinstance(thoughts, list) else ()):
        if isinstance(thought, dict):
            lines = (thought.get("subject"), thought.get("description"))
            text = "\n".join(clean_text(each) for each in lines if isinstance(each, str) and each.strip())
            if text:
                yield MessagePiece(f"{own_id}#thought{number}", EventKind.THINKING, text)


def _words(parts: list[dict[str, Any]], own_id: str) -> Iterator[MessagePiece]:
    text = "\n".join(filter(None, (_shown(part) for part in parts if part.get("thought") is not True)))
    if text.strip():
        kind = EventKind.META if text.strip() == _ACKNOWLEDGED else EventKind.ASSISTANT
        yield MessagePiece(f"{own_id}#text", kind, text)


def _user_pieces(parts: list[dict[str, Any]], own_id: str) -> Iterator[MessagePiece]:
    """Yield the pieces of a message in the user's role: human words, then the program's additions."""
    texts = [_shown(part) for part in parts]
    if any(SNAPSHOT in text for text in texts):
        yield MessagePiece(snapshot_key(own_id), EventKind.COMPACTION, "\n".join(filter(None, texts)))
        return
    added = next((place for place, text in enumerate(texts) if text.startswith(_REFERENCED)), len(texts))
    words, rest = "\n".join(filter(None, texts[:added])), "\n".join(filter(None, texts[added:]))
    if words.strip():
        program = words.lstrip().startswith(_HARNESS) or is_summary(words)
        kind = EventKind.META if program else EventKind.USER
        yield MessagePiece(f"{own_id}#said", kind, words)
    if rest.strip():
        yield MessagePiece(f"{own_id}#files", EventKind.META, rest)


def _shown(part: dict[str, Any]) -> str:
    """Return a part as text; a file becomes its type and size, calls and responses are separate pieces."""
    if isinstance(part.get("text"), str):
        return clean_text(part["text"])
    inline, linked = part.get("inlineData"), part.get("fileData")
    if isinstance(inline, dict):
        data = inline.get("data")
        return f"[file {inline.get('mimeType', '')} {size_of(data) if isinstance(data, str) else 0} bytes]"
    if isinstance(linked, dict):
        return f"[file {linked.get('mimeType', '')} {linked.get('fileUri', '')}]"
    return ""


def _calls(message: dict[str, Any], parts: list[dict[str, Any]]) -> Iterator[MessagePiece]:
    calls = message.get("toolCalls")
    records = [call for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
    known = {str(call.get("id") or "") for call in records}
    for part in parts:
        call = part.get("functionCall")
        if isinstance(call, dict) and str(call.get("id") or "") not in known:
            records.append(call)
    for call in records:
        call_id, name = str(call.get("id") or ""), str(call.get("name") or "")
        call_id = call_id or f"{message.get('id')}-{name}-{compact(call.get('args'))[:200]}"
        yield MessagePiece(f"call:{call_id}", EventKind.TOOL_CALL, "", name, call_id, call.get("args"))
    for call in records:
        yield from _answers(call)


def _answers(call: dict[str, Any]) -> Iterator[MessagePiece]:
    result = call.get("result")
    failed = _STATUS.get(str(call.get("status", "")))
    if result is None and failed is not True:
        return
    call_id = str(call.get("id") or "")
    found = [piece for part in _parts(result) for piece in _response(part.get("functionResponse"), failed)]
    own = next((piece for piece in found if piece.call_id == call_id or not piece.call_id), None)
    text = own.text if own is not None else _display(call)
    yield MessagePiece(
        f"result:{call_id}", EventKind.TOOL_RESULT, text, str(call.get("name") or ""), call_id, None, failed
    )


def _display(call: dict[str, Any]) -> str:
    shown = call.get("resultDisplay")
    return clean_text(shown) if isinstance(shown, str) else "" if shown is None else compact(shown)


def _response(response: object, failed: bool | None) -> Iterator[MessagePiece]:
    if not isinstance(response, dict):
        return
    call_id, body = str(response.get("id") or ""), response.get("response")
    details = body if isinstance(body, dict) else {}
    error = details.get("error")
    output = details.get("output", error if error is not None else (body if body is not None else ""))
    text = clean_text(output) if isinstance(output, str) else compact(output)
    failed = True if error is not None and failed is None else failed
    yield MessagePiece(
        f"result:{call_id}",
        EventKind.TOOL_RESULT,
        text,
        str(response.get("name") or ""),
        call_id,
        None,
        failed,
    )
