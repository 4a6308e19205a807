"""Message arrays out of files: one JSON array or request, or JSON Lines of messages or of requests.

It finds the messages and leaves what they mean to the importer of their format. A log of requests
repeats its history in every line; a message that was there before is read once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from gates.canonical import short_id
from workbench.errors import InputError
from workbench.importers.base import SkippedLine
from workbench.importers.files.documents import (
    BOM,
    CUT_OFF_HINT,
    ENDS_INSIDE,
    TOO_LONG,
    compact,
    is_cut_off,
    is_utf8,
    lines_of,
    loads,
    peek,
    split,
)

_IDS = ("session_id", "sessionId", "conversation_id", "thread_id")
_LISTS = ("messages", "input")


_COMPARED = ("role", "tool_calls", "tool_call_id", "type", "name", "arguments", "call_id", "output")

Where = tuple[int, int, int]
"""Line, byte offset and byte length of the record that holds a message; 0 where it has none."""


@dataclass(frozen=True, slots=True)
class ArrayMessage:
    """One message as it stands in the file; `position` counts the messages of the conversation."""

    body: dict[str, Any]
    position: int
    line: int = 0
    offset: int = 0
    length: int = 0

    def native_id(self) -> str:
        """The message's own id, else one derived from content and position."""
        own_id = self.body.get("id")
        if isinstance(own_id, str) and own_id:
            return own_id
        return short_id("msg", self.position, compact(self.body))


@dataclass(slots=True)
class MessageArray:
    """All messages of a file, and what its requests say about them."""

    messages: list[ArrayMessage] = field(default_factory=list)
    skipped: list[SkippedLine] = field(default_factory=list)
    native_id: str = ""
    noise: int = 0
    extras: dict[str, Any] = field(default_factory=dict)
    """Other fields of requests, the first of each name: model, context_management, …"""
    _seen: Counter[str] = field(default_factory=Counter)

    def request(self, body: dict[str, Any], line: int = 0, offset: int = 0, length: int = 0) -> bool:
        """Take in a request, its response, or an exchange of both; False where it holds no messages."""
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
        messages = next((body[key] for key in _LISTS if isinstance(body.get(key), list)), None)
        for key in _IDS:
            if isinstance(body.get(key), str) and not self.native_id:
                self.native_id = body[key]
        for key, value in body.items():
            if key not in _LISTS:
                self.extras.setdefault(key, value)
        if messages is None:
            return False
        for message in _opening(body) + messages:
            self.add(message, where, repeated)
        return True

    def add(self, message: object, where: Where, repeated: Counter[str] | None = None) -> None:
        """Add a message; `repeated` counts those of one request, to pass over its known history."""
        line, offset, length = where
        if isinstance(message, str):
            message = {"role": "user", "content": message}
        if not isinstance(message, dict):
            self.skipped.append(SkippedLine(line, "a message that is not an object"))
            return
        if repeated is not None:
            key = _identity(message)
            repeated[key] += 1
            if repeated[key] <= self._seen[key]:
                return
            self._seen[key] += 1
        self.messages.append(ArrayMessage(message, len(self.messages), line, offset, length))


@dataclass(frozen=True, slots=True)
class Sample:
    """The messages with which a file begins, and the request around them; for telling formats apart."""

    messages: list[dict[str, Any]]
    request: dict[str, Any]

    def blocks(self) -> Iterator[str]:
        """The types of the content blocks."""
        for message in self.messages:
            content = message.get("content")
            for block in content if isinstance(content, list) else ():
                if isinstance(block, dict):
                    yield str(block.get("type", ""))


def sample(head: bytes) -> Sample | None:
    """The first messages of a file; None where it does not begin with messages that have roles."""
    values = peek(head)
    first = values[0] if values else None
    request: dict[str, Any] = {}
    if isinstance(first, list):
        values = first
    elif isinstance(first, dict) and "role" not in first:
        inner = first.get("request")
        request = inner if isinstance(inner, dict) else first
        values = next((request[key] for key in _LISTS if isinstance(request.get(key), list)), [])
    messages = [value for value in values if isinstance(value, dict)]
    are_messages = all(isinstance(value.get("role"), str) and _CONTENT & value.keys() for value in messages)
    return Sample(messages, request) if messages and are_messages else None


_CONTENT = {"content", "tool_calls", "function_call", "parts"}

NOTHING_HINT = "give a transcript that holds messages"


def is_empty(head: bytes) -> bool:
    """Whether a file begins as a message list, or as a request, that is complete and holds no message."""
    values = peek(head)
    return bool(values) and all(_holds_nothing(value) for value in values)


def _holds_nothing(value: object) -> bool:
    if isinstance(value, dict):
        inner = value.get("request")
        request = inner if isinstance(inner, dict) else value
        lists = [request[key] for key in _LISTS if isinstance(request.get(key), list)]
        return bool(lists) and not any(lists)
    return value == []


LARGEST_DOCUMENT = 256 << 20
"""Bytes of a file from which on it is read line by line only: one document would be held several times."""


def load_conversation(path: Path) -> MessageArray:
    """Read all messages of a file.

    Raises:
        InputError: it is not JSON, JSON that breaks off, or holds no message.
    """
    try:
        data = b"" if path.stat().st_size > LARGEST_DOCUMENT else path.read_bytes()
    except OSError as error:
        raise InputError(
            f"{path.name} cannot be read: {error.strerror}", "check that it may be read"
        ) from error
    found = MessageArray()
    whole = _whole(data.removeprefix(BOM)) if data else None
    if whole is not None:
        _take(found, whole, 0, 0, 0)
    else:
        _read_lines(found, path)
    if not found.messages:
        raise _unreadable(path, data, found)
    return found


def _whole(data: bytes) -> object:
    try:
        return loads(data)
    except ValueError:
        return None


def _read_lines(found: MessageArray, path: Path) -> None:
    for number, offset, raw in lines_of(path):
        data = raw if raw is TOO_LONG else raw.rstrip(b"\r\n")
        try:
            _take(found, orjson.loads(data), number, offset, len(data))
            continue
        except orjson.JSONDecodeError:
            pieces, reason = split(data)
        for piece in pieces:
            _take(found, piece.value, number, offset + piece.start, piece.length)
        if reason is not None:
            found.skipped.append(SkippedLine(number, reason))


def _take(found: MessageArray, value: object, line: int, offset: int, length: int) -> None:
    if isinstance(value, list):
        for message in value:
            found.add(message, (line, offset, length))
    elif isinstance(value, dict) and ("role" in value or value.get("type") in _ITEM_TYPES):
        found.add(value, (line, offset, length))
    elif isinstance(value, dict):
        if not found.request(value, line, offset, length):
            found.noise += 1
    else:
        found.skipped.append(SkippedLine(line, "neither a message nor a request"))


_ITEM_TYPES = ("message", "function_call", "function_call_output", "reasoning", "compaction")


def _identity(message: dict[str, Any]) -> str:
    """By what a message of a later request is known again: cache marks move, a text may become a block."""
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


def _unreadable(path: Path, data: bytes, found: MessageArray) -> InputError:
    if not data:
        reason = found.skipped[0].reason if found.skipped else "no line of it is a message"
        return InputError(f"{path.name} cannot be read: {reason}", "give it as JSON Lines, a message a line")
    head = data.removeprefix(BOM).lstrip()[:1]
    if is_cut_off(data):
        return InputError(f"{path.name} {ENDS_INSIDE}", CUT_OFF_HINT)
    if not is_utf8(data):
        line = next(number for number, _, raw in lines_of(path) if not is_utf8(raw))
        return InputError(f"{path.name} is not UTF-8: line {line} holds invalid bytes", "convert it to UTF-8")
    if found.skipped and head in (b"{", b"["):
        return InputError(
            f"{path.name} is not complete JSON: {found.skipped[0].reason}",
            CUT_OFF_HINT,
        )
    if is_empty(data):
        return InputError(f"{path.name} holds no messages", NOTHING_HINT, code="input_empty")
    return InputError(f"{path.name} holds no messages", "name its format with --input-format")
