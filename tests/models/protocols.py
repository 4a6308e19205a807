"""The two protocols that the scripted service speaks: what each refuses, counts as cached and streams."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.models.loopback import Request

CACHED_FROM = 1024
"""Tokens from which a prefix is cached."""


_ANTHROPIC = set("model max_tokens temperature system messages tools tool_choice stream".split())


_OPENAI = _ANTHROPIC - {"system", "tools", "tool_choice"} | {
    "max_completion_tokens",
    "response_format",
    "stream_options",
}


class Protocol:
    """The differences of the two protocols."""

    def wrong(self, request: Request, key: str | None) -> tuple[int, str] | None:
        raise NotImplementedError

    def error(self, message: str) -> dict[str, Any]:
        raise NotImplementedError

    def prefixes(self, body: dict[str, Any]) -> list[str]:
        raise NotImplementedError

    def message(self, body: dict[str, Any], text: str, counts: Any, *, cut: bool) -> dict[str, Any]:
        raise NotImplementedError

    def events(self, body: dict[str, Any], pieces: list[str], counts: Any, *, cut: bool) -> Iterator[bytes]:
        raise NotImplementedError

    def failed(self) -> bytes:
        raise NotImplementedError

    def size(self, body: dict[str, Any]) -> int:
        return len(json.dumps(body).encode()) // 4


class Anthropic(Protocol):
    def wrong(self, request: Request, key: str | None) -> tuple[int, str] | None:
        body, headers = request.body, request.headers
        if headers.get("anthropic-version") != "2023-06-01" and key is not None:
            return 400, "anthropic-version: header is required"
        if key is not None and headers.get("x-api-key") != key:
            return 401, "invalid x-api-key"
        unknown = set(body) - _ANTHROPIC
        if unknown:
            return 400, f"{min(unknown)}: Extra inputs are not permitted"
        if not isinstance(body.get("max_tokens"), int) or not body.get("messages"):
            return 400, "max_tokens: Field required"
        names = {tool["name"] for tool in body.get("tools", ())}
        if "tool_choice" in body and body["tool_choice"]["name"] not in names:
            return 400, "tool_choice: no such tool"
        marks = json.dumps(body).count('"cache_control"')
        if marks > 4:
            return 400, f"A maximum of 4 blocks with cache_control may be provided. Found {marks}."
        blocks = [b for m in body["messages"] if isinstance(m["content"], list) for b in m["content"]]
        if any(not block["text"].strip() for block in blocks):
            return 400, "messages: text content blocks must be non-empty"
        return None

    def error(self, message: str) -> dict[str, Any]:
        return {"type": "error", "error": {"type": "invalid_request_error", "message": message}}

    def prefixes(self, body: dict[str, Any]) -> list[str]:
        found, so_far = [], json.dumps(body.get("tools", []))
        system = body["system"] if isinstance(body["system"], list) else [{"text": body["system"]}]
        content = body["messages"][0]["content"]
        for block in [*system, *(content if isinstance(content, list) else [{"text": content}])]:
            so_far += block["text"]
            if "cache_control" in block:
                found.append(so_far)
        return found

    def message(self, body: dict[str, Any], text: str, counts: Any, *, cut: bool) -> dict[str, Any]:
        block = {"type": "text", "text": text}
        if "tools" in body:
            try:
                stated = json.loads(text)
            except ValueError:
                stated = {}
            name = body["tools"][0]["name"]
            block = {"type": "tool_use", "id": "toolu_1", "name": name, "input": stated}
        stop = "max_tokens" if cut else "end_turn"
        usage = self._usage(counts)
        base = {"id": "msg_1", "type": "message", "role": "assistant", "model": body["model"]}
        return {**base, "content": [block], "stop_reason": stop, "usage": usage}

    def _usage(self, counts: Any) -> dict[str, int]:
        if counts is None:
            return {}
        names = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens")
        return dict(zip(names, counts, strict=True))

    def events(self, body: dict[str, Any], pieces: list[str], counts: Any, *, cut: bool) -> Iterator[bytes]:
        tool = "tools" in body
        usage = self._usage(counts)
        stated = {**usage, "output_tokens": 1} if usage else {}
        start: dict[str, Any] = {"id": "msg_1", "role": "assistant", "content": [], "usage": stated}
        start["model"] = body["model"]
        block: dict[str, Any] = {"type": "text", "text": ""}
        if tool:
            block = {"type": "tool_use", "id": "toolu_1", "name": body["tools"][0]["name"], "input": {}}
        kind, name = ("input_json_delta", "partial_json") if tool else ("text_delta", "text")
        stop = "max_tokens" if cut else "tool_use" if tool else "end_turn"
        bodies: list[dict[str, Any]] = [
            {"type": "message_start", "message": start},
            {"type": "content_block_start", "index": 0, "content_block": block},
            {"type": "ping"},
            *(
                {"type": "content_block_delta", "index": 0, "delta": {"type": kind, name: piece}}
                for piece in pieces
            ),
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": None},
             "usage": {"output_tokens": usage["output_tokens"]} if usage else {}},
            {"type": "message_stop"},
        ]  # fmt: skip
        for each in bodies:
            yield f"event: {each['type']}\ndata: {json.dumps(each)}\n\n".encode()

    def failed(self) -> bytes:
        body = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
        return f"event: error\ndata: {json.dumps(body)}\n\n".encode()


class OpenAI(Protocol):
    def wrong(self, request: Request, key: str | None) -> tuple[int, str] | None:
        body = request.body
        if key is not None and request.headers.get("authorization") != f"Bearer {key}":
            return 401, "Incorrect API key provided"
        unknown = set(body) - _OPENAI
        if unknown:
            return 400, f"Unrecognized request argument supplied: {min(unknown)}"
        if "response_format" in body:
            problem = _strict(body["response_format"]["json_schema"]["schema"])
            if problem:
                return 400, f"Invalid schema for response_format: {problem}"
        return None

    def error(self, message: str) -> dict[str, Any]:
        return {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": None}}

    def prefixes(self, body: dict[str, Any]) -> list[str]:
        texts = [each["content"] for each in body["messages"]]
        whole_text = "".join(texts)
        return [whole_text[:size] for size in range(4 * CACHED_FROM, len(whole_text), 4 * CACHED_FROM)]

    def _usage(self, counts: Any) -> dict[str, Any] | None:
        if counts is None:
            return None
        given, read, written, output = counts
        return {
            "prompt_tokens": given + read + written,
            "completion_tokens": output,
            "prompt_tokens_details": {"cached_tokens": read, "cache_write_tokens": written},
        }

    def message(self, body: dict[str, Any], text: str, counts: Any, *, cut: bool) -> dict[str, Any]:
        choice = {
            "index": 0,
            "message": {"role": "assistant", "content": text},
            "finish_reason": "length" if cut else "stop",
        }
        base = {"id": "chatcmpl-1", "model": body["model"], "object": "chat.completion"}
        return {**base, "choices": [choice], "usage": self._usage(counts)}

    def events(self, body: dict[str, Any], pieces: list[str], counts: Any, *, cut: bool) -> Iterator[bytes]:
        base = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "model": body["model"]}
        deltas: list[dict[str, Any]] = [
            {"role": "assistant", "content": ""},
            *({"content": p} for p in pieces),
        ]
        bodies: list[dict[str, Any]] = [
            *({**base, "choices": [{"index": 0, "delta": d, "finish_reason": None}]} for d in deltas),
            {**base, "choices": [{"index": 0, "delta": {}, "finish_reason": "length" if cut else "stop"}]},
        ]
        if body.get("stream_options", {}).get("include_usage") and counts is not None:
            bodies.append({**base, "choices": [], "usage": self._usage(counts)})
        for each in bodies:
            yield f"data: {json.dumps(each)}\n\n".encode()
        yield b"data: [DONE]\n\n"

    def failed(self) -> bytes:
        body = {"error": {"message": "The server had an error", "type": "server_error"}}
        return f"data: {json.dumps(body)}\n\n".encode()


def _strict(schema: Any) -> str:
    """Return why a strict schema is invalid: open objects, or properties that are not required."""
    if isinstance(schema, list):
        return next(filter(None, map(_strict, schema)), "")
    if not isinstance(schema, dict):
        return ""
    kinds = schema.get("type")
    if "object" in (kinds if isinstance(kinds, list) else [kinds]):
        if schema.get("additionalProperties") is not False:
            return "'additionalProperties' is required to be supplied and to be false"
        if set(schema.get("required", ())) != set(schema["properties"]):
            return "'required' is required to be supplied and to be an array including every key"
    return next(filter(None, map(_strict, schema.values())), "")
