"""Requests and answers of the two chat protocols: messages, their identities, and their drafts."""

from __future__ import annotations

from typing import Any, Protocol

from gates.source import EventKind
from workbench.importers.conversations.array_reading import summaries_apart
from workbench.importers.conversations.parts import objects_in, text_of
from workbench.importers.conversations.summaries import is_request, summary_body, summary_in
from workbench.importers.events.speech import split_speech
from workbench.importers.events.timeline import Calls, Draft
from workbench.importers.files.documents import compact
from workbench.importers.messages.anthropic_blocks import AnthropicBlocks
from workbench.importers.messages.openai_messages import ChatMessages

Message = dict[str, Any]


class Dialect(Protocol):
    """The differences between the protocols."""

    def asked(self, request: dict[str, Any]) -> list[Message]:
        """Return the messages of a request, its system prompt first."""

    def answered(self, response: dict[str, Any]) -> Message | None:
        """Return the message of an answer; None if it has none."""

    def drafts(self, message: Message, position: int) -> list[Draft]:
        """Return the drafts of a message."""


class AnthropicDialect:
    """The protocol of Anthropic Messages."""

    def __init__(self) -> None:
        self._blocks = AnthropicBlocks(Calls())

    def asked(self, request: dict[str, Any]) -> list[Message]:
        """Return the messages of a request, its system prompt first."""
        system = request.get("system")
        first = [{"role": "system", "content": system}] if system else []
        return [*first, *objects_in(request.get("messages"))]

    def answered(self, response: dict[str, Any]) -> Message | None:
        """Return the message of an answer; None if it has none."""
        return response if isinstance(response.get("content"), list) else None

    def drafts(self, message: Message, position: int) -> list[Draft]:
        """Return the drafts of a message."""
        return self._blocks.drafts(message.get("role"), message.get("content"), position)


class ChatDialect:
    """The protocol of OpenAI Chat Completions."""

    def __init__(self) -> None:
        self._messages = ChatMessages(Calls())

    def asked(self, request: dict[str, Any]) -> list[Message]:
        """Return the messages of a request."""
        return objects_in(request.get("messages"))

    def answered(self, response: dict[str, Any]) -> Message | None:
        """Return the message of an answer; None if it has none."""
        choices = response.get("choices")
        first = choices[0] if isinstance(choices, list) and choices else None
        message = first.get("message") if isinstance(first, dict) else None
        if not isinstance(message, dict):
            return None
        return {"id": response.get("id"), "usage": response.get("usage"), "role": "assistant", **message}

    def drafts(self, message: Message, position: int) -> list[Draft]:
        """Return the drafts of a message."""
        return self._messages.drafts(message, position)


def key_of(message: Message) -> str:
    """Return the identity of a message in later requests: its calls or results, else its words.

    Thoughts and cache marks are ignored since they come and go, and so are a harness's reminders next to
    human words.
    """
    role, content = message.get("role"), message.get("content")
    if role == "system" and isinstance(content, list):
        return "system"  # its blocks change from call to call: dates, counts
    if role in ("system", "developer"):
        return compact([role, text_of(content)])
    ids = [*_ids(message.get("tool_calls"), "id"), *_ids(content, "id", "tool_use")]
    ids += _ids(content, "tool_use_id")
    if isinstance(message.get("tool_call_id"), str):
        ids.append(message["tool_call_id"])
    if ids:
        return compact([role, *ids])
    text = "\n".join(_texts(content))
    if role == "user":
        spoken = [text[start:end] for kind, start, end in split_speech(text) if kind is EventKind.USER]
        text = "\n".join(spoken) or text
    return compact([role, text.strip()])


def summary_of(message: Message) -> str | None:
    """Return the summary in a message: empty if it is encrypted, None if there is none."""
    content = message.get("content")
    for block in objects_in(content):
        if block.get("type") == "compaction":
            text, sealed = block.get("content"), block.get("encrypted_content")
            if isinstance(text, str) and text.strip():
                return text
            return "" if isinstance(sealed, str) and sealed else None
    if message.get("role") != "user":
        return None
    found = summary_in(_texts(content))
    return None if found is None else summary_body(found)


def as_stated(message: Message, drafts: list[Draft]) -> list[Draft]:
    """Return the drafts with a program's own texts marked: summaries, and requests to write one."""
    if message.get("role") != "user":
        return drafts
    return [
        Draft(EventKind.META, draft.text)
        if draft.kind is EventKind.USER and is_request(draft.text)
        else draft
        for draft in summaries_apart(drafts)
    ]


def _texts(content: object) -> list[str]:
    if isinstance(content, str):
        return [content]
    return [part["text"] for part in objects_in(content) if isinstance(part.get("text"), str)]


def _ids(parts: object, key: str, kind: str | None = None) -> list[str]:
    return [
        part[key]
        for part in objects_in(parts)
        if isinstance(part.get(key), str) and (kind is None or str(part.get("type", "")).endswith(kind))
    ]
