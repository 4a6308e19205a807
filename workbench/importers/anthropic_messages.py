"""Importer for Anthropic Messages requests: content blocks, tool use, and the `compaction` block.

A compaction block replaces everything before it; if its content is encrypted, only that fact is recorded.
"""

from __future__ import annotations

from workbench.importers.conversations.array_files import ArrayImporter
from workbench.importers.conversations.array_reading import FormatDrafter
from workbench.importers.events.timeline import Calls, Draft
from workbench.importers.files.arrays import ArrayMessage, MessageArray, sample
from workbench.importers.messages.anthropic_blocks import ENCRYPTED, KINDS, AnthropicBlocks

_BLOCKS = {
    "tool_use", "tool_result", "thinking", "redacted_thinking", "compaction", "server_tool_use", "image",
    "document",
}  # fmt: skip
"""Block types that occur only in this format."""


class AnthropicMessagesImporter(ArrayImporter):
    """Importer for Messages requests, message lists, and JSON Lines of either; several conversations too."""

    name = "anthropic-messages"

    def sniff(self, head: bytes, name: str) -> bool:
        """Return whether the file begins as JSON and its messages contain this format's own blocks."""
        del name
        found = sample(head)
        if found is None or any(
            message["role"] not in KINDS or "tool_calls" in message for message in found.messages
        ):
            return False
        is_anthropic = any(
            key in found.request for key in ("system", "anthropic_version", "context_management")
        )
        is_anthropic = is_anthropic or str(found.request.get("model", "")).startswith("claude")
        return is_anthropic or any(block in _BLOCKS for block in found.blocks())

    def drafter(self, conversation: MessageArray) -> FormatDrafter:
        """Return the drafter for the messages of a conversation."""
        return _Drafter(_version(conversation))


class _Drafter:
    def __init__(self, version: str) -> None:
        self.version = version
        self._blocks = AnthropicBlocks(Calls())

    def drafts(self, message: ArrayMessage) -> list[Draft]:
        """Return the drafts of a message, one per block; a failed compaction block gives none."""
        body = message.body
        return self._blocks.drafts(body.get("role", ""), body.get("content"), message.position)

    def summary(self, text: str) -> str | None:
        """Return the text of a compaction block, or None if it is encrypted."""
        return None if text.startswith(ENCRYPTED) else text


def _version(conversation: MessageArray) -> str:
    management = conversation.extras.get("context_management")
    edits = management.get("edits") if isinstance(management, dict) else None
    for edit in edits if isinstance(edits, list) else ():
        if isinstance(edit, dict) and str(edit.get("type", "")).startswith("compact_"):
            return str(edit["type"])
    return "unknown"
