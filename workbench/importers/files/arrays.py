"""Message arrays: messages of requests, exchanges and message lists, and the identity of a message.

The importers of the formats interpret them. A log of requests repeats its history in every record; a message
that occurred before is read once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from gates.canonical import short_id
from workbench.importers.base import SkippedLine
from workbench.importers.files.documents import compact, peek

IDS = ("session_id", "sessionId", "conversation_id", "thread_id")
"""Fields by which a request names its conversation, in order of preference."""
LISTS = ("messages", "input")
"""Fields that contain the messages of a request."""


_COMPARED = ("role", "tool_calls", "tool_call_id", "type", "name", "arguments", "call_id", "output")

Where = tuple[int, int, int]
"""Line, byte offset and byte length of the record that contains a message; 0 if it has none."""


@dataclass(frozen=True, slots=True)
class ArrayMessage:
    """One message as in the file; `position` counts the messages of the conversation."""

    body: dict[str, Any]
    position: int
    line: int = 0
    offset: int = 0
    length: int = 0

    def native_id(self) -> str:
        """Return the message's own id, else one derived from content and position."""
        own_id = self.body.get("id")
        if isinstance(own_id, str) and own_id:
            return own_id
        return short_id("msg", self.position, compact(self.body))


@dataclass(slots=True)
class MessageArray:
    """All messages of a conversation, and the other fields of its requests."""

    messages: list[ArrayMessage] = field(default_factory=list)
    skipped: list[SkippedLine] = field(default_factory=list)
    native_id: str = ""
    noise: int = 0
    extras: dict[str, Any] = field(default_factory=dict)
    """Other fields of requests, the first of each name: model, context_management, …"""
    begins_like: bool = False
    """Whether another conversation of the file begins with the same words."""
    records: list[object] = field(default_factory=list)
    """The values of the file that it was read from."""
    _seen: Counter[str] = field(default_factory=Counter)

    def request(self, body: dict[str, Any], line: int = 0, offset: int = 0, length: int = 0) -> bool:
        """Take a request, its response, or an exchange of both; return False if it has no messages."""
        taken = False
        repeated: Counter[str] = Counter()
        where = (line, offset, length)
        for part in (body, body.get("request"), body.get("response")):
            if isinstance(part, dict):
                taken |= self._array(part, where, repeated)
        for choice in _answers(body):
            self.add(choice, where, repeated)
            taken = True
        return taken

    def _array(self, body: dict[str, Any], where: Where, repeated: Counter[str]) -> bool:
        messages = next((body[key] for key in LISTS if isinstance(body.get(key), list)), None)
        for key in IDS:
            if isinstance(body.get(key), str) and not self.native_id:
                self.native_id = body[key]
        for key, value in body.items():
            if key not in LISTS:
                self.extras.setdefault(key, value)
        if messages is None:
            return False
        for message in _opening(body) + messages:
            self.add(message, where, repeated)
        return True

    def add(self, message: object, where: Where, repeated: Counter[str] | None = None) -> None:
        """Add a message; `repeated` counts those of one request, to skip its known history."""
        line, offset, length = where
        if isinstance(message, str):
            message = {"role": "user", "content": message}
        if not isinstance(message, dict):
            self.skipped.append(SkippedLine(line, "a message that is not an object"))
            return
        if repeated is not None:
            key = identity(message)
            repeated[key] += 1
            if repeated[key] <= self._seen[key]:
                return
            self._seen[key] += 1
        self.messages.append(ArrayMessage(message, len(self.messages), line, offset, length))


@dataclass(frozen=True, slots=True)
class Sample:
    """The messages with which a file begins, and the request around them, for telling formats apart."""

    messages: list[dict[str, Any]]
    request: dict[str, Any]

    def blocks(self) -> Iterator[str]:
        """Yield the types of the content blocks."""
        for message in self.messages:
            content = message.get("content")
            for block in content if isinstance(content, list) else ():
                if isinstance(block, dict):
                    yield str(block.get("type", ""))


def sample(head: bytes) -> Sample | None:
    """Return the first messages of a file; None if it does not begin with messages that have roles."""
    values = peek(head)
    first = values[0] if values else None
    request: dict[str, Any] = {}
    if isinstance(first, list):
        values = first
    elif isinstance(first, dict) and "role" not in first:
        inner = first.get("request")
        request = inner if isinstance(inner, dict) else first
        values = next((request[key] for key in LISTS if isinstance(request.get(key), list)), [])
    messages = [value for value in values if isinstance(value, dict)]
    are_messages = all(isinstance(value.get("role"), str) and _CONTENT & value.keys() for value in messages)
    return Sample(messages, request) if messages and are_messages else None


_CONTENT = {"content", "tool_calls", "function_call", "parts"}

NOTHING_HINT = "give a transcript that holds messages"


def is_empty(head: bytes) -> bool:
    """Return whether a file begins with a complete message list or request without any message."""
    values = peek(head)
    return bool(values) and all(_holds_nothing(value) for value in values)


def _holds_nothing(value: object) -> bool:
    if isinstance(value, dict):
        inner = value.get("request")
        request = inner if isinstance(inner, dict) else value
        lists = [request[key] for key in LISTS if isinstance(request.get(key), list)]
        return bool(lists) and not any(lists)
    return value == []


def identity(message: dict[str, Any]) -> str:
    """Return the identity of a message in later requests, without cache marks and lone text blocks."""
    content = message.get("content")
    if isinstance(content, list):
        blocks = [_unmarked(part) for part in content]
        only = blocks[0] if len(blocks) == 1 else None
        content = only["text"] if isinstance(only, dict) and set(only) == {"type", "text"} else blocks
    return compact([content, *(message.get(name) for name in _COMPARED)])


def _unmarked(part: object) -> object:
    if not isinstance(part, dict):
        return part
    return {key: value for key, value in part.items() if key != "cache_control"}


def _opening(body: dict[str, Any]) -> list[object]:
    system = body.get("system") or body.get("instructions")
    return [{"role": "system", "content": system}] if isinstance(system, str | list) and system else []


def _answers(body: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for part in (body, body.get("response")):
        if not isinstance(part, dict):
            continue
        for choice in part.get("choices") or () if isinstance(part.get("choices"), list) else ():
            if isinstance(choice, dict) and isinstance(choice.get("message"), dict):
                yield {"usage": part.get("usage"), **choice["message"]}
        if part is not body and part.get("role") == "assistant" and "content" in part:
            yield part
