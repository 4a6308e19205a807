"""Anthropic Messages requests: content blocks, tool use, and the `compaction` block.

A compaction block stands for everything before it; where its content is encrypted, only that is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gates.source import EventKind, SourceEvent
from workbench.importers.arrays import Conversation, Message, load_conversation, sample
from workbench.importers.base import FoundCompaction, Reading
from workbench.importers.conversing import ArrayReading, call_of, said, size_of
from workbench.importers.documents import clean_text, compact
from workbench.importers.headings import parse_summary
from workbench.importers.timeline import Calls, Draft

_KINDS = {"system": EventKind.SYSTEM, "user": EventKind.USER, "assistant": EventKind.ASSISTANT}
_BLOCKS = {
    "tool_use", "tool_result", "thinking", "redacted_thinking", "compaction", "server_tool_use", "image",
    "document",
}  # fmt: skip
"""Block types that only this format has."""


class AnthropicMessagesImporter:
    """Reads Messages requests, message lists, and JSON Lines of either."""

    name = "anthropic-messages"

    def sniff(self, head: bytes, name: str) -> bool:
        """Whether the file begins as JSON and its messages hold blocks that only this format has."""
        del name
        found = sample(head)
        if found is None or any(
            message["role"] not in _KINDS or "tool_calls" in message for message in found.messages
        ):
            return False
        told = any(key in found.request for key in ("system", "anthropic_version", "context_management"))
        told = told or str(found.request.get("model", "")).startswith("claude")
        return told or any(block in _BLOCKS for block in found.blocks())

    def read(self, path: Path) -> Reading:
        """Begin to read a conversation.

        Raises:
            InputError: the file is no complete JSON or holds no messages.
        """
        conversation = load_conversation(path)
        return _AnthropicReading(self.name, conversation, _Drafter(_version(conversation)))


class _AnthropicReading(ArrayReading):
    def __init__(self, name: str, conversation: Conversation, drafter: _Drafter) -> None:
        super().__init__(name, conversation, drafter)
        self._found = drafter.found

    def events(self) -> Iterator[SourceEvent]:
        """The events in file order, with dense ordinals from 0."""
        yield from super().events()
        self.totals.compactions = self._found


class _Drafter:
    def __init__(self, version: str) -> None:
        self.found: list[FoundCompaction] = []
        self._version = version
        self._calls = Calls()
        self._start = 0

    def drafts(self, message: Message) -> list[Draft]:
        """The drafts of a message, one a block; a compaction block that failed is none."""
        content = message.body.get("content")
        kind = _KINDS.get(str(message.body.get("role", "")), EventKind.META)
        if isinstance(content, str):
            return said(content, kind)
        blocks: list[Any] = content if isinstance(content, list) else []
        return [draft for block in blocks for draft in self._block(block, kind, message.position)]

    def placed(self, draft: Draft, event: SourceEvent) -> None:
        """A compaction block replaced every event before it that no earlier one had replaced."""
        if event.kind is not EventKind.COMPACTION:
            return
        opaque = draft.text.startswith(_ENCRYPTED)
        if event.ordinal > self._start:
            items, narrative = ((), None) if opaque else parse_summary(draft.text)
            self.found.append(
                FoundCompaction(
                    source_start=self._start,
                    source_end=event.ordinal - 1,
                    kept=(),
                    summary=event.ordinal,
                    trigger="api",
                    opaque=opaque,
                    prompt_version=f"imported:anthropic-messages/{self._version}",
                    items=items,
                    narrative=narrative,
                )
            )
        self._start = event.ordinal + 1

    def _block(self, block: object, kind: EventKind, position: int) -> list[Draft]:
        if not isinstance(block, dict):
            return said(block if isinstance(block, str) else compact(block), kind)
        name = str(block.get("type", ""))
        if name == "compaction":
            return _compaction(block)
        if name == "thinking":
            text = block.get("thinking")
            return [Draft(EventKind.THINKING, clean_text(text))] if isinstance(text, str) and text else []
        if name == "redacted_thinking":
            return [Draft(EventKind.THINKING, "[redacted thinking]")]
        if name.endswith("tool_use"):
            return [call_of(self._calls, block.get("name"), block.get("id"), block.get("input"), position)]
        if isinstance(block.get("tool_use_id"), str):
            failed = bool(block.get("is_error"))
            return [self._calls.result(block["tool_use_id"], _text(block.get("content")), failed)]
        return said(_described(block), kind)


_ENCRYPTED = "[encrypted summary "


def _compaction(block: dict[str, Any]) -> list[Draft]:
    content, sealed = block.get("content"), block.get("encrypted_content")
    if isinstance(content, str) and content.strip():
        return [Draft(EventKind.COMPACTION, clean_text(content))]
    if isinstance(sealed, str) and sealed:
        return [Draft(EventKind.COMPACTION, f"{_ENCRYPTED}{len(sealed)} bytes]")]
    return []


def _text(content: object) -> str:
    if isinstance(content, str):
        return clean_text(content)
    if isinstance(content, list):
        return "\n".join(clean_text(_described(part)) for part in content)
    return "" if content is None else compact(content)


def _described(block: object) -> str:
    if not isinstance(block, dict):
        return block if isinstance(block, str) else compact(block)
    if isinstance(block.get("text"), str):
        return str(block["text"])
    kind, source = str(block.get("type", "block")), block.get("source")
    if not isinstance(source, dict):
        return compact(block)
    data = source.get("data")
    if isinstance(data, str) and source.get("type") == "base64":
        return f"[{kind} {source.get('media_type', '')} {size_of(data)} bytes]"
    return f"[{kind} {source.get('url') or source.get('file_id') or source.get('media_type') or ''}]"


def _version(conversation: Conversation) -> str:
    management = conversation.extras.get("context_management")
    edits = management.get("edits") if isinstance(management, dict) else None
    for edit in edits if isinstance(edits, list) else ():
        if isinstance(edit, dict) and str(edit.get("type", "")).startswith("compact_"):
            return str(edit["type"])
    return "unknown"
