"""Assembly of a streamed answer (server-sent events) into the answer it would be in one piece.

A stream that breaks off gives what arrived until then.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from workbench.importers.conversations.parts import objects_in
from workbench.importers.files.documents import loads

_GROWS = ("text", "thinking", "signature", "content", "refusal", "reasoning_content", "reasoning")
_ENDED = ("response.completed", "response.incomplete", "response.failed")


def assembled(stream: str, service: str) -> dict[str, Any]:
    """Return the answer of a service (`anthropic`, `chat`, `responses`); empty for any other text."""
    events = [event for event in events_of(stream) if isinstance(event, dict)]
    if service == "anthropic":
        return _anthropic(events)
    return _chat(events) if service == "chat" else _responses(events)


def events_of(stream: str) -> Iterator[object]:
    """Yield the JSON of each event; comments, pings and invalid JSON are skipped."""
    data: list[str] = []
    for line in [*stream.replace("\r\n", "\n").replace("\r", "\n").split("\n"), ""]:
        if line.startswith("data:"):
            data.append(line[5:].removeprefix(" "))
        elif not line and data:
            with suppress(ValueError):
                yield loads("\n".join(data).encode("utf-8", "surrogatepass"))
            data = []


def _anthropic(events: list[dict[str, Any]]) -> dict[str, Any]:
    message: dict[str, Any] = {}
    blocks: dict[int, dict[str, Any]] = {}
    partial: dict[int, str] = {}
    usage: dict[str, Any] = {}
    for event in events:
        kind, index = event.get("type"), event.get("index")
        index = index if isinstance(index, int) else 0
        if kind == "message_start" and isinstance(event.get("message"), dict):
            message = {**event["message"]}
            usage |= _dict(message.get("usage"))
        elif kind == "content_block_start" and isinstance(event.get("content_block"), dict):
            blocks[index] = {**event["content_block"]}
        elif kind == "content_block_delta" and isinstance(event.get("delta"), dict):
            delta = event["delta"]
            if isinstance(delta.get("partial_json"), str):
                partial[index] = partial.get(index, "") + delta["partial_json"]
            _grow(blocks.setdefault(index, {"type": "text"}), delta)
        elif kind == "message_delta":
            usage |= _dict(event.get("usage"))
    for index, text in partial.items():
        blocks.setdefault(index, {"type": "tool_use"})["input"] = _value(text)
    if not message and not blocks:
        return {}
    content = [blocks[index] for index in sorted(blocks)]
    return {"role": "assistant", **message, "content": content, "usage": usage}


def _chat(events: list[dict[str, Any]]) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": None}
    calls: dict[int, dict[str, Any]] = {}
    usage: object = None
    found = ""
    for event in events:
        usage = event.get("usage") or usage
        found = found or (event["id"] if isinstance(event.get("id"), str) else "")
        choices = event.get("choices")
        first = choices[0] if isinstance(choices, list) and choices else None
        delta = first.get("delta") if isinstance(first, dict) else None
        if isinstance(delta, dict):
            _grow(message, delta)
            for call in objects_in(delta.get("tool_calls")):
                _add_call(calls, call)
    if calls:
        message["tool_calls"] = [calls[index] for index in sorted(calls)]
    if message["content"] is None and len(message) == 2:
        return {}
    return {"id": found, "choices": [{"message": message}], "usage": usage}


def _add_call(calls: dict[int, dict[str, Any]], delta: dict[str, Any]) -> None:
    index = delta.get("index")
    call = calls.setdefault(index if isinstance(index, int) else 0, {"type": "function", "function": {}})
    if isinstance(delta.get("id"), str):
        call["id"] = delta["id"]
    for key, value in _dict(delta.get("function")).items():
        if isinstance(value, str):
            call["function"][key] = call["function"].get(key, "") + value


def _responses(events: list[dict[str, Any]]) -> dict[str, Any]:
    response: dict[str, Any] = {}
    items: list[Any] = []
    text = ""
    for event in events:
        kind = event.get("type")
        if kind in _ENDED or (kind == "response.created" and not response):
            response = {**response, **_dict(event.get("response"))}
        elif kind == "response.output_item.done" and isinstance(event.get("item"), dict):
            items.append(event["item"])
        elif kind == "response.output_text.delta" and isinstance(event.get("delta"), str):
            text += event["delta"]
    if not items and text:
        items = [{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}]
    output = response.get("output") or items
    return {"object": "response", **response, "output": output} if output or response else {}


def _grow(target: dict[str, Any], delta: dict[str, Any]) -> None:
    for key in _GROWS:
        if isinstance(delta.get(key), str):
            before = target.get(key)
            target[key] = (before if isinstance(before, str) else "") + delta[key]


def _value(text: str) -> object:
    try:
        return loads(text.encode("utf-8", "surrogatepass"))
    except ValueError:
        return text


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
