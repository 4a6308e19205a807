"""Importer for OpenAI Responses: requests, responses, `/responses/compact` output, item lists, and logs.

A compaction item replaces everything before it except the items kept beside it; it is encrypted, so only kept
and dropped items are known.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from workbench.importers.base import TranscriptReading
from workbench.importers.conversations.files import nothing_in, records_of
from workbench.importers.conversations.reading import StepReading
from workbench.importers.conversations.steps import Steps
from workbench.importers.files.documents import peek
from workbench.importers.messages.responses import ResponsesLog
from workbench.importers.messages.responses_items import is_item

_PARTS = ("input_text", "output_text", "input_image", "input_file")


class OpenAIResponsesImporter:
    """Importer for Responses requests and responses, lists of items, and JSON Lines of either."""

    name = "openai-responses"

    def sniff(self, head: bytes, name: str) -> bool:
        """Return whether the file begins with an item, a request or a response of this API."""
        del name
        values = peek(head)
        first = values[0] if values else None
        if isinstance(first, dict):
            inner = first.get("request")
            first = inner if isinstance(inner, dict) else first
            if first.get("object") in ("response", "response.compaction"):
                return True
            if isinstance(first.get("input"), str) and "model" in first:
                return True
            listed = next(
                (
                    first[key]
                    for key in ("input", "output", "items", "data")
                    if isinstance(first.get(key), list)
                ),
                None,
            )
            values = [first] if listed is None else listed
        elif isinstance(first, list):
            values = first
        return _are_items(values)

    def read(self, path: Path) -> TranscriptReading:
        """Begin to read a conversation.

        Raises:
            InputError: the file cannot be read, or contains no item of this API.
        """
        steps = Steps()
        log = ResponsesLog(steps, "imported:openai-responses/unknown")
        for record in records_of(path, steps):
            if isinstance(record.value, list) and not record.place[0]:
                log.items(record.value, record.place)
            else:
                log.take(record.value, record.place)
        log.finish()
        if not steps.messages:
            raise nothing_in(path, "no items of OpenAI Responses", steps.skipped)
        return StepReading(self.name, steps)


def _are_items(values: list[Any]) -> bool:
    found = [each for each in values if isinstance(each, dict)]
    return bool(found) and any(is_item(each) or _is_message(each) for each in found)


def _is_message(item: dict[str, Any]) -> bool:
    if item.get("type") == "message" and item.get("role") in ("user", "system", "developer"):
        return True
    content = item.get("content")
    return isinstance(content, list) and any(
        isinstance(part, dict) and part.get("type") in _PARTS for part in content
    )
