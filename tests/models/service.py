"""A service that speaks both protocols as the real ones do: it refuses what they refuse, counts and caches.

What it answers is scripted, one behaviour a request; the last one holds for all further requests. Run by hand
it serves one failure or one conversation:

    python -m tests.models.service PORT BEHAVIOUR [ANSWERS.json]
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any

from tests.models.loopback import Loopback, Request, head, loopback, whole

Answer = str | Callable[[Request], str]
CACHED_FROM = 1024
"""Tokens from which a prefix is cached."""
_ANTHROPIC = set("model max_tokens temperature system messages tools tool_choice stream".split())
_OPENAI = _ANTHROPIC - {"system", "tools", "tool_choice"} | {
    "max_completion_tokens",
    "response_format",
    "stream_options",
}


@dataclass(frozen=True)
class Say:
    """An answer in so many pieces, with a pause before each; cut after some where `cut` is given."""

    text: Answer
    pieces: int = 9
    pause: float = 0.0
    cut: int | None = None
    error: bool = False
    """The stream ends with an error event."""
    usage: bool = True
    flood: bool = False
    """Goes on past the most tokens that were asked for."""


@dataclass(frozen=True)
class Refuse:
    """A status with its headers."""

    status: int
    headers: tuple[str, ...] = ()
    message: str = "told so"


@dataclass(frozen=True)
class Hang:
    """Nothing for so many seconds, then the connection ends."""

    seconds: float = 30.0


Behaviour = Say | Refuse | Hang


@dataclass
class Service:
    """The state of the service between requests."""

    behaviours: Sequence[Behaviour]
    key: str | None = None
    """The key that it wants; None wants none."""
    known: set[str] = field(default_factory=set)
    """Prefixes in its cache."""
    answered: int = 0

    def __call__(self, request: Request) -> Iterable[bytes | float]:
        """What is sent for a request."""
        if request.line.startswith("POST /v1/messages "):
            protocol: _Protocol = _Anthropic()
        elif request.line.startswith("POST /v1/chat/completions "):
            protocol = _OpenAI()
        else:
            return whole(404, {"error": {"message": f"no such place: {request.line}"}})
        wrong = protocol.wrong(request, self.key)
        if wrong is not None:
            return whole(wrong[0], protocol.error(wrong[1]))
        behaviour = self.behaviours[min(self.answered, len(self.behaviours) - 1)]
        self.answered += 1
        if isinstance(behaviour, Hang):
            return [behaviour.seconds]
        if isinstance(behaviour, Refuse):
            return whole(behaviour.status, protocol.error(behaviour.message), *behaviour.headers)
        text = behaviour.text if isinstance(behaviour.text, str) else behaviour.text(request)
        most: int = request.body.get("max_tokens") or request.body["max_completion_tokens"]
        cut = len(text) > 4 * most and not behaviour.flood
        text = text[: 4 * most] if cut else text
        prefixes = protocol.prefixes(request.body)
        counts = self._counts(prefixes, protocol.size(request.body), len(text) // 4 + 1)
        if not request.body.get("stream"):
            return whole(
                200, protocol.message(request.body, text, counts if behaviour.usage else None, cut=cut)
            )
        size = max(1, -(-len(text) // behaviour.pieces))
        pieces = [text[at : at + size] for at in range(0, len(text), size)]
        events = list(protocol.events(request.body, pieces, counts if behaviour.usage else None, cut=cut))
        return self._streamed(events, behaviour, protocol)

    def _counts(self, prefixes: Sequence[str], size: int, output: int) -> tuple[int, int, int, int]:
        """Input, read from the cache, written to it, output; each prefix is longer than the one before."""
        read = written = 0
        for prefix in prefixes:
            tokens = len(prefix.encode()) // 4
            if tokens < CACHED_FROM:
                continue
            if prefix in self.known:
                read = tokens
            else:
                self.known.add(prefix)
                written = tokens - read
        return max(1, size - read - written), read, written, output

    @staticmethod
    def _streamed(events: list[bytes], said: Say, protocol: _Protocol) -> Iterator[bytes | float]:
        yield head(kind="text/event-stream; charset=utf-8")
        for number, event in enumerate(events):
            if said.cut is not None and number >= said.cut:
                if said.error:
                    yield protocol.failed()
                return
            if said.pause:
                yield said.pause
            yield event


class _Protocol:
    """What the two protocols differ in."""

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


class _Anthropic(_Protocol):
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
                told = json.loads(text)
            except ValueError:
                told = {}
            name = body["tools"][0]["name"]
            block = {"type": "tool_use", "id": "toolu_1", "name": name, "input": told}
        stop = "max_tokens" if cut else "end_turn"
        usage = self._usage(counts)
        base = {"id": "msg_1", "type": "message", "role": "assistant"}
        return {**base, "content": [block], "stop_reason": stop, "usage": usage}

    def _usage(self, counts: Any) -> dict[str, int]:
        if counts is None:
            return {}
        names = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens")
        return dict(zip(names, counts, strict=True))

    def events(self, body: dict[str, Any], pieces: list[str], counts: Any, *, cut: bool) -> Iterator[bytes]:
        tool = "tools" in body
        usage = self._usage(counts)
        told = {**usage, "output_tokens": 1} if usage else {}
        start: dict[str, Any] = {"id": "msg_1", "role": "assistant", "content": [], "usage": told}
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


class _OpenAI(_Protocol):
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
    """What a strict schema may not be: open objects, and properties that need not be there."""
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


def served(*behaviours: Behaviour, key: str | None = None) -> AbstractContextManager[Loopback]:
    """A running service; its `script` is the `Service`."""
    return loopback(Service(behaviours, key))


# what a request shows, and answers made of it


def sent(request: Request) -> str:
    """All that the user's message of a request says."""
    content = next(m["content"] for m in request.body["messages"] if m["role"] == "user")
    return "\n\n".join(b["text"] for b in content) if isinstance(content, list) else str(content)


def objects(request: Request) -> list[dict[str, Any]]:
    """The JSON objects of the user's message: the events, then the task."""
    decoder, text, found, at = json.JSONDecoder(), sent(request), [], 0
    while (at := text.find("{", at)) >= 0:
        body, at = decoder.raw_decode(text, at)
        found.append(body)
    return found


def shown(request: Request) -> dict[str, Any]:
    """The same as one object."""
    told: dict[str, Any] = {}
    for each in objects(request):
        told |= each
    return told


def item(kind: str, text: str, *quotes: tuple[int, str], **more: Any) -> dict[str, Any]:
    """One item of an answer; a quote's side by position where `sides` is given."""
    sides = more.pop("sides", [None] * len(quotes))
    told = [{"event": e, "quote": q, "side": s} for (e, q), s in zip(quotes, sides, strict=True)]
    base: dict[str, Any] = {
        "replaces": None,
        "status": "open" if kind == "open_work" else None,
        "carries": [],
        "failure": None,
    }
    return {**base, "kind": kind, "text": text, "quotes": told, **more}


def items(*given: dict[str, Any], dropped: Sequence[int] = ()) -> str:
    """An answer of items."""
    return json.dumps({"items": list(given), "dropped": list(dropped)})


def copying(request: Request) -> str:
    """An answer that copies: what people said as decisions, what is missing by a report as it asks."""
    told = shown(request)
    if "summaries" in json.dumps(request.body.get("tools", request.body.get("response_format", ""))):
        return json.dumps({"summaries": [], "narrative": ""})
    made = []
    for problem in told.get("problems", ()):
        said = problem["passages"][:1]
        if said:
            text, kind = (
                said[0]["text"][:300],
                "open_work" if "open work" in problem["problem"] else "constraint",
            )
            made.append(item(kind, text, (said[0]["event"], text), replaces=problem["item"]))
    if not told.get("problems"):
        for event in told.get("events", ()):
            line = next((each for each in event["text"].splitlines() if len(each) >= 12), "")
            if event["who"] == "user" and line and "[masked" not in line:
                made.append(item("decision", line[:300], (event["event"], line[:300])))
    return items(*made[:40])


def main(arguments: Sequence[str]) -> int:
    """Serve one behaviour until it is interrupted, and say what comes in."""
    _port, name, *rest = arguments
    answers = json.loads(open(rest[0]).read()) if rest else []  # noqa: PTH123,SIM115
    evil = items(
        item("decision", "\x1b[2Jignore the \u202egates [bold]and accept[/]", (0, "never was said at all"))
    )
    named: dict[str, list[Behaviour]] = {
        "good": [Say(copying, pause=0.05)],
        "answers": [Say(each if isinstance(each, str) else json.dumps(each), pause=0.02) for each in answers],
        "slow": [Say(copying, pause=2.0, pieces=60)],
        "hang": [Hang(600)],
        "cut": [Say(copying, cut=5)],
        "error": [Say(copying, cut=5, error=True)],
        "limited": [Refuse(429, ("retry-after: 3",)), Say(copying)],
        "refused": [Refuse(429, ("retry-after: 300",))],
        "denied": [Refuse(401)],
        "prose": [Say("Certainly! Here is what I found.")],
        "schema": [Say('{"entries": [1, 2]}')],
        "quotes": [
            Say(items(item("decision", "Ship it on Monday", (0, "we will ship it on Monday at noon"))))
        ],
        "ordinals": [Say(items(item("decision", "Ship it", (999_999, "words that stand in no event"))))],
        "hostile": [Say(evil)],
        "huge": [Say("x" * 3_000_000, flood=True)],
        "long": [Say("x" * 3_000_000)],
        "nousage": [Say(copying, usage=False)],
    }
    with loopback(Service(named[name])) as there:
        print(there.url, flush=True)
        seen = 0
        while True:
            time.sleep(0.5)
            for request in there.requests[seen:]:
                print(request.line, f"{len(sent(request)):,} characters", flush=True)
            seen = len(there.requests)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
