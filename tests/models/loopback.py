"""A loopback service that sends prepared bytes with pauses, and both protocols."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

SLOW = 60.0
"""Seconds that a machine under load may take for what is limited to a fraction of one."""


class Request(NamedTuple):
    """One request as it came."""

    line: str
    headers: dict[str, str]
    body: dict[str, Any]


Script = Callable[[Request], Iterable[bytes | float]]
"""The response to a request: bytes, and seconds of silence."""


class Loopback:
    """The requests that the service received."""

    def __init__(self, url: str, script: Script) -> None:
        self.url = url
        self.script = script
        self.requests: list[Request] = []
        self.closing = threading.Event()


@contextmanager
def loopback(script: Script) -> Iterator[Loopback]:
    """A running service; each connection carries one request."""
    server = socket.create_server(("127.0.0.1", 0))
    stated = Loopback(f"http://127.0.0.1:{server.getsockname()[1]}", script)

    def serve(connection: socket.socket) -> None:
        with connection, suppress(OSError, ValueError):
            request = _read(connection)
            stated.requests.append(request)
            for step in stated.script(request):
                if isinstance(step, bytes):
                    connection.sendall(step)
                elif stated.closing.wait(step):
                    return
            connection.shutdown(socket.SHUT_WR)

    def accept() -> None:
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            threading.Thread(target=serve, args=(connection,), daemon=True).start()

    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    try:
        yield stated
    finally:
        stated.closing.set()
        with suppress(OSError):
            server.shutdown(socket.SHUT_RDWR)
        server.close()
        thread.join(5)


def _read(connection: socket.socket) -> Request:
    text = b""
    while b"\r\n\r\n" not in text:
        piece = connection.recv(65536)
        if not piece:
            raise ValueError("no request")
        text += piece
    head, _, body = text.partition(b"\r\n\r\n")
    first, *rest = head.decode().split("\r\n")
    headers = {key.casefold(): value.strip() for key, _, value in (line.partition(":") for line in rest)}
    while len(body) < int(headers.get("content-length", "0")):
        body += connection.recv(65536)
    return Request(first, headers, json.loads(body) if body else {})


def head(status: int = 200, *lines: str, kind: str = "application/json") -> bytes:
    """The head of an answer that ends with its connection."""
    stated = [f"HTTP/1.1 {status} told", f"content-type: {kind}", "connection: close", *lines]
    return ("\r\n".join(stated) + "\r\n\r\n").encode()


def whole(status: int, body: Any, *lines: str) -> Iterable[bytes]:
    """An answer of JSON at once."""
    return [head(status, *lines) + json.dumps(body).encode()]


def anthropic(text: str, **usage: int) -> dict[str, Any]:
    """A message of Anthropic Messages."""
    return {"content": [{"type": "text", "text": text}], "stop_reason": "end_turn", "usage": usage}


def openai(text: str, usage: dict[str, Any] | None = None) -> dict[str, Any]:
    """A chat completion."""
    return {"choices": [{"message": {"content": text}, "finish_reason": "stop"}], "usage": usage or {}}


def anthropic_events(*parts: str, stop: str = "end_turn", usage: dict[str, int] | None = None) -> list[bytes]:
    """A stream of Anthropic Messages, one piece an event; a tool's input where it is JSON."""
    counts = usage or {"input_tokens": 7, "cache_read_input_tokens": 3, "cache_creation_input_tokens": 2}
    tool = bool(parts) and parts[0].startswith("{")
    name, kind = ("partial_json", "input_json_delta") if tool else ("text", "text_delta")
    bodies: list[dict[str, Any]] = [
        {"type": "message_start", "message": {"usage": {**counts, "output_tokens": 1}}},
        {"type": "ping"},
        *({"type": "content_block_delta", "index": 0, "delta": {"type": kind, name: part}} for part in parts),
        {"type": "message_delta", "delta": {"stop_reason": stop}, "usage": {"output_tokens": 11}},
        {"type": "message_stop"},
    ]
    return [f"event: {each['type']}\r\ndata: {json.dumps(each)}\r\n\r\n".encode() for each in bodies]


def openai_events(*parts: str, stop: str = "stop", usage: dict[str, Any] | None = None) -> list[bytes]:
    """A stream of chat completions, one piece an event."""
    counts = usage or {
        "prompt_tokens": 12,
        "completion_tokens": 11,
        "prompt_tokens_details": {"cached_tokens": 3, "cache_write_tokens": 2},
    }
    bodies: list[dict[str, Any]] = [
        *({"choices": [{"delta": {"content": part}}]} for part in parts),
        {"choices": [{"delta": {}, "finish_reason": stop}]},
        {"choices": [], "usage": counts},
    ]
    stated = [f": a comment\n\ndata: {json.dumps(each)}\n\n".encode() for each in bodies]
    return [*stated, b"data: [DONE]\n\n"]


def stream(pieces: Iterable[bytes]) -> list[bytes]:
    """A stream of events with its head."""
    return [head(kind="text/event-stream; charset=utf-8"), *pieces]


def patience(reason: str) -> int:
    """Return the time limit of an answer in milliseconds: short if none will come, long on a busy machine."""
    return 300 if reason == "no answer in time" else 60_000


def took(work: Callable[[], object]) -> float:
    """Seconds that something took."""
    begun = time.monotonic()
    work()
    return time.monotonic() - begun
