"""Content blocks of Anthropic Messages as drafts: texts, thinking, tool use and results, `compaction`.

Messages are converted one at a time; of an encrypted compaction, only its size is known.
"""

from __future__ import annotations

from typing import Any

from gates.source import EventKind
from workbench.importers.conversations.array_reading import call_of, size_of, text_drafts
from workbench.importers.events.timeline import Calls, Draft
from workbench.importers.files.documents import clean_text, compact

KINDS = {"system": EventKind.SYSTEM, "user": EventKind.USER, "assistant": EventKind.ASSISTANT}
"""Kinds of texts by the role of their message."""

ENCRYPTED = "[encrypted summary "
"""Beginning of the text of a compaction whose content is encrypted."""


class AnthropicBlocks:
    """Converter of messages to drafts; results repeat the fields of the earlier calls."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def drafts(self, role: object, content: object, position: int) -> list[Draft]:
        """Return the drafts of a message, one per block; a failed compaction block gives none."""
        kind = KINDS.get(str(role), EventKind.META)
        if isinstance(content, str):
            return text_drafts(content, kind)
        blocks: list[Any] = content if isinstance(content, list) else []
        return [draft for block in blocks for draft in self._block(block, kind, position)]

    def _block(self, block: object, kind: EventKind, position: int) -> list[Draft]:
        if not isinstance(block, dict):
            return text_drafts(block if isinstance(block, str) else compact(block), kind)
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
        return text_drafts(_described(block), kind)


def _compaction(block: dict[str, Any]) -> list[Draft]:
    content, sealed = block.get("content"), block.get("encrypted_content")
    if isinstance(content, str) and content.strip():
        return [Draft(EventKind.COMPACTION, clean_text(content))]
    if isinstance(sealed, str) and sealed:
        return [Draft(EventKind.COMPACTION, f"{ENCRYPTED}{len(sealed)} bytes]")]
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
