"""Anthropic Messages requests: content blocks, tool use, and the `compaction` block.

A compaction block stands for everything before it; where its content is encrypted, only that is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gates.source import EventKind, SourceEvent
from workbench.importers.anthropic_blocks import ENCRYPTED, KINDS, AnthropicBlocks
from workbench.importers.arrays import ArrayMessage, MessageArray, load_conversation, sample
from workbench.importers.base import FoundCompaction, TranscriptReading
from workbench.importers.conversing import ArrayReading
from workbench.importers.headings import parse_summary
from workbench.importers.timeline import Calls, Draft

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
            message["role"] not in KINDS or "tool_calls" in message for message in found.messages
        ):
            return False
        stated = any(key in found.request for key in ("system", "anthropic_version", "context_management"))
        stated = stated or str(found.request.get("model", "")).startswith("claude")
        return stated or any(block in _BLOCKS for block in found.blocks())

    def read(self, path: Path) -> TranscriptReading:
        """Begin to read a conversation.

        Raises:
            InputError: the file is no complete JSON or holds no messages.
        """
        conversation = load_conversation(path)
        return _AnthropicReading(self.name, conversation, _Drafter(_version(conversation)))


class _AnthropicReading(ArrayReading):
    def __init__(self, name: str, conversation: MessageArray, drafter: _Drafter) -> None:
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
        self._blocks = AnthropicBlocks(Calls())
        self._start = 0

    def drafts(self, message: ArrayMessage) -> list[Draft]:
        """The drafts of a message, one a block; a compaction block that failed is none."""
        body = message.body
        return self._blocks.drafts(body.get("role", ""), body.get("content"), message.position)

    def placed(self, draft: Draft, event: SourceEvent) -> None:
        """A compaction block replaced every event before it that no earlier one had replaced."""
        if event.kind is not EventKind.COMPACTION:
            return
        opaque = draft.text.startswith(ENCRYPTED)
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


def _version(conversation: MessageArray) -> str:
    management = conversation.extras.get("context_management")
    edits = management.get("edits") if isinstance(management, dict) else None
    for edit in edits if isinstance(edits, list) else ():
        if isinstance(edit, dict) and str(edit.get("type", "")).startswith("compact_"):
            return str(edit["type"])
    return "unknown"
