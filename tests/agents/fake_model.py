"""A model that Claude Code and Codex can talk to: it answers every request with the same words."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import count

from tests.models.loopback import Request, head, whole

ANSWER = "Understood, going on from there."
_numbers = count(1)


def answer(request: Request) -> Iterable[bytes | float]:
    """The stream that the request's protocol asks for; anything else is an empty object."""
    if request.line.startswith("POST /v1/messages/count_tokens"):
        return whole(200, {"input_tokens": 1000})
    if request.line.startswith("POST /v1/messages"):
        if request.body.get("stream"):
            return _stream(_messages(request.body["model"]))
        return whole(200, _message(request.body["model"], ANSWER))
    if request.line.startswith("POST /v1/responses"):
        return _stream(_response())
    return whole(200, {})


def _stream(events: list[dict[str, object]]) -> Iterable[bytes | float]:
    yield head(kind="text/event-stream; charset=utf-8")
    for event in events:
        yield f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()


def _message(model: str, text: str | None) -> dict[str, object]:
    return {
        "id": f"msg_{next(_numbers)}",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [{"type": "text", "text": text}] if text else [],
        "stop_reason": "end_turn" if text else None,
        "stop_sequence": None,
        "usage": {"input_tokens": 1000, "output_tokens": 9},
    }


def _messages(model: str) -> list[dict[str, object]]:
    return [
        {"type": "message_start", "message": _message(model, None)},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": ANSWER}},
        {"type": "content_block_stop", "index": 0},
        {
            "type": "message_delta",
            "delta": {"stop_reason": "end_turn", "stop_sequence": None},
            "usage": {"output_tokens": 9},
        },
        {"type": "message_stop"},
    ]


def _response() -> list[dict[str, object]]:
    item = {
        "type": "message",
        "id": "msg_fake",
        "role": "assistant",
        "status": "completed",
        "content": [{"type": "output_text", "text": ANSWER, "annotations": []}],
    }
    usage = {"input_tokens": 1000, "output_tokens": 9, "total_tokens": 1009}
    return [
        {"type": "response.created", "response": {"id": "resp_fake"}},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": {"id": "resp_fake", "output": [item], "usage": usage}},
    ]
