"""Importer for plain chat files: one message per line, or one conversation or exchange per line.

It reads the formats of no particular provider: `from`/`value`, `sender`/`text`, `prompt`/`completion` and
others.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gates.source import EventKind
from workbench.importers.base import SkippedLine, TranscriptReading
from workbench.importers.conversations.array_reading import summaries_apart
from workbench.importers.conversations.files import (
    JsonRecord,
    nothing_in,
    numbered_part,
    only_part,
    records_of,
)
from workbench.importers.conversations.parts import drafts_of, text_of, texts_of
from workbench.importers.conversations.reading import StepReading
from workbench.importers.conversations.steps import Place, Rewritten, Steps, is_too_deep
from workbench.importers.conversations.summaries import is_request, summary_body, summary_in
from workbench.importers.conversations.times import iso_time
from workbench.importers.conversations.usage import usage_of
from workbench.importers.events.timeline import Calls, Draft
from workbench.importers.files.documents import peek
from workbench.importers.files.last_read import LastRead
from workbench.importers.messages.openai_messages import ChatMessages

_ROLE_KEYS = ("role", "from", "sender", "author", "speaker", "actor")
_TEXT_KEYS = ("content", "value", "text", "message", "body", "parts", "msg")
_LIST_KEYS = ("messages", "conversations", "conversation", "chat", "turns", "dialog", "dialogue", "history")
_TIME_KEYS = ("timestamp", "ts", "time", "created_at", "create_time", "date")
_ID_KEYS = ("conversation_id", "session_id", "sessionId", "thread_id", "chat_id")
_ASKED = ("prompt", "question", "user", "human", "query", "instruction")
_ANSWERED = ("completion", "response", "answer", "assistant", "gpt", "output", "reply", "bot")
_KINDS = {
    "system": EventKind.SYSTEM, "developer": EventKind.SYSTEM, "context": EventKind.SYSTEM,
    "user": EventKind.USER, "human": EventKind.USER, "prompter": EventKind.USER, "customer": EventKind.USER,
    "you": EventKind.USER, "me": EventKind.USER, "person": EventKind.USER,
    "assistant": EventKind.ASSISTANT, "ai": EventKind.ASSISTANT, "bot": EventKind.ASSISTANT,
    "gpt": EventKind.ASSISTANT, "chatgpt": EventKind.ASSISTANT, "model": EventKind.ASSISTANT,
    "agent": EventKind.ASSISTANT, "claude": EventKind.ASSISTANT, "gemini": EventKind.ASSISTANT,
    "tool": EventKind.TOOL_RESULT, "function": EventKind.TOOL_RESULT, "observation": EventKind.TOOL_RESULT,
    "tool_response": EventKind.TOOL_RESULT,
}  # fmt: skip
_MOST_PEEKED = 20


class JSONLChatImporter:
    """Importer for chats as JSON Lines or as one document; with one conversation per line, each is a part."""

    name = "jsonl-chat"

    def __init__(self) -> None:
        self._read = LastRead(_load)

    def sniff(self, head: bytes, name: str) -> bool:
        """Return whether the values at the beginning of the file are messages, exchanges or conversations."""
        del name
        values = peek(head)
        if len(values) == 1 and isinstance(values[0], list):
            values = values[0]
        values = values[:_MOST_PEEKED]
        return bool(values) and all(_is_chat(value) for value in values)

    def parts(self, path: Path) -> tuple[str, ...]:
        """Return the names of the conversations in the file: their numbers, if records are conversations.

        Raises:
            InputError: the file cannot be read.
        """
        return tuple(str(number) for number in range(1, len(self._read.again(path).listed) + 1)) or ("1",)

    def read(self, path: Path) -> TranscriptReading:
        """Begin to read a chat.

        Raises:
            InputError: the file cannot be read, contains no chat, or contains several conversations.
        """
        with self._read.once():
            return self.read_part(path, only_part(path, self.parts(path)))

    def read_part(self, path: Path, part: str) -> TranscriptReading:
        """Begin to read one conversation.

        Raises:
            InputError: the file has no conversation of this name, or it cannot be read.
        """
        file = self._read.of(path)
        listed = file.listed
        steps = Steps(skipped=list(file.skipped) if part == "1" else [])
        number = numbered_part(path, part, max(len(listed), 1))
        reader = _Chat(steps)
        if len(listed) > 1:
            chosen = listed[number - 1]
            reader.record(JsonRecord(chosen.value, (chosen.place[0], 0, 0)))
        else:
            for record in file.records:
                reader.record(record)
        if not steps.messages:
            raise nothing_in(path, "no chat messages", steps.skipped)
        return StepReading(self.name, steps, through_answer=bool(listed))

    def copy(self, path: Path, part: str) -> bytes | None:
        """Return the record of this conversation, or None if the file contains only one.

        Raises:
            InputError: the file cannot be read, or has several conversations and none of this name.
        """
        listed = self._read.of(path).listed
        if len(listed) < 2:
            return None
        number = numbered_part(path, part, len(listed))
        return json.dumps(listed[number - 1].value).encode() + b"\n"


@dataclass(frozen=True, slots=True)
class _File:
    """The records of a file, those that are whole conversations, and the lines that could not be read."""

    records: list[JsonRecord]
    listed: list[JsonRecord]
    skipped: list[SkippedLine]


def _load(path: Path) -> _File:
    steps = Steps()
    records = list(_flattened(records_of(path, steps)))
    listed = [record for record in records if _messages_of(record.value) is not None]
    return _File(records, listed, steps.skipped)


class _Chat:
    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._calls = Calls()
        self._messages = ChatMessages(self._calls)

    def record(self, record: JsonRecord) -> None:
        """Add a message, an exchange, or a conversation."""
        value, place = record.value, record.place
        if not isinstance(value, dict):
            self._steps.skip(place[0], "neither a message nor a conversation")
        elif is_too_deep(value):
            self._steps.skip(place[0], "nested too deeply, or a number too long")
        elif (messages := _messages_of(value)) is not None:
            self._name(value)
            system = value.get("system") or value.get("system_prompt")
            if isinstance(system, str) and system.strip():
                self._message({"role": "system", "content": system}, place)
            for message in self._steps.readable(messages, "message", place[0]):
                self._message(message, place)
        elif _role_of(value) is not None:
            self._message(value, place)
        elif (asked := _exchange_of(value)) is not None:
            for role, text in asked:
                self._message({**value, "role": role, "content": text}, place)
        else:
            self._steps.noise += 1

    def _name(self, value: dict[str, Any]) -> None:
        found = next((value[key] for key in (*_ID_KEYS, "id") if isinstance(value.get(key), str | int)), None)
        if found is not None and not isinstance(found, bool) and not self._steps.native_id:
            self._steps.native_id = str(found)

    def _message(self, message: dict[str, Any], place: Place) -> None:
        role = _role_of(message) or ""
        kind = _KINDS.get(role.casefold(), EventKind.META)
        when = next((iso_time(message[key]) for key in _TIME_KEYS if key in message), None)
        own = message.get("id") or message.get("uuid") or message.get("message_id")
        summary = summary_in(texts_of(_content_of(message))) if kind is EventKind.USER else None
        if summary is not None:
            rewritten = Rewritten(frozenset(), "imported:jsonl-chat/unknown", text=summary_body(summary))
            drafts = summaries_apart(self._drafts(message, kind))
            self._steps.add_summary(message, drafts, rewritten, timestamp=when, place=place)
            return
        self._steps.add_message(
            message,
            self._drafts(message, kind),
            own_id=own,
            by_model=kind is EventKind.ASSISTANT,
            usage=usage_of(message.get("usage")),
            timestamp=when,
            place=place,
        )

    def _drafts(self, message: dict[str, Any], kind: EventKind) -> list[Draft]:
        content = _content_of(message)
        if kind is EventKind.TOOL_RESULT or message.get("tool_calls") or message.get("function_call"):
            role = "tool" if kind is EventKind.TOOL_RESULT else "assistant"
            return self._messages.drafts(
                {**message, "role": role, "content": content}, len(self._steps.messages)
            )
        if kind is EventKind.USER and is_request(text_of(content)):
            kind = EventKind.META
        return drafts_of(content, kind)


def _flattened(records: Iterator[JsonRecord]) -> Iterator[JsonRecord]:
    """Yield the records, and the elements of records that are lists."""
    for record in records:
        if isinstance(record.value, list):
            yield from (JsonRecord(value, record.place) for value in record.value)
        else:
            yield record


def _role_of(value: dict[str, Any]) -> str | None:
    for key in _ROLE_KEYS:
        name = value.get(key)
        name = name.get("role", name.get("name")) if isinstance(name, dict) else name
        if isinstance(name, str) and name:
            return name
    return None


def _content_of(message: dict[str, Any]) -> object:
    content = next((message[key] for key in _TEXT_KEYS if message.get(key) is not None), None)
    return content.get("parts", content.get("text", content)) if isinstance(content, dict) else content


def _messages_of(value: object) -> list[Any] | None:
    if not isinstance(value, dict):
        return None
    return next((value[key] for key in _LIST_KEYS if isinstance(value.get(key), list)), None)


def _exchange_of(value: dict[str, Any]) -> list[tuple[str, str]] | None:
    """Return question and answer of a record that contains both, else None."""
    asked = next((value[key] for key in _ASKED if isinstance(value.get(key), str) and value[key]), None)
    answered = next((value[key] for key in _ANSWERED if isinstance(value.get(key), str)), None)
    if asked is None or answered is None:
        return None
    return [("user", asked), ("assistant", answered)]


def _is_chat(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    messages = _messages_of(value)
    if messages is not None:
        return bool(messages) and all(_is_message(each) for each in messages[:_MOST_PEEKED])
    return _is_message(value) or _exchange_of(value) is not None


def _is_message(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    role = _role_of(value)
    return role is not None and role.casefold() in _KINDS and any(key in value for key in _TEXT_KEYS)
