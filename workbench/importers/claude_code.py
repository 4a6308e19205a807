"""Importer for Claude Code transcripts (`<sessionId>.jsonl`).

`workbench.importers.claude` classifies records, finds their branches, and locates compactions.
"""

from __future__ import annotations

import re
from pathlib import Path

from workbench.importers.base import TranscriptReading
from workbench.importers.claude.decoded import DecodedRecords
from workbench.importers.claude.outline import scan
from workbench.importers.claude.reading import ClaudeReading
from workbench.importers.files.documents import BOM, loads
from workbench.importers.files.line_records import nothing_read

_TYPES = {
    "user", "assistant", "system", "summary", "progress", "attachment", "queue-operation", "pr-link",
    "file-history-snapshot", "file-history-delta", "last-prompt", "mode", "permission-mode", "ai-title",
    "custom-title", "agent-name", "agent-color", "agent-setting", "worktree-state", "frame-link",
}  # fmt: skip
_MARKS = ("sessionId", "leafUuid", "messageId", "parentUuid")
_LONG_LINE = re.compile(
    rb'^\{"(?:parentUuid|type|logicalParentUuid|isSidechain|messageId)":'
    rb'[^{\[]{0,2000}"(?:sessionId|snapshot|uuid|messageId|message)":'
)


class ClaudeCodeImporter:
    """Importer for Claude Code session files, including subagent files."""

    name = "claude-code"

    def sniff(self, head: bytes, name: str) -> bool:
        """Return whether one of the first lines is a record of this format."""
        if name.endswith(".json"):
            return False
        lines = head.removeprefix(BOM).split(b"\n")
        if len(lines) == 1 and len(head) > 60_000:
            return _LONG_LINE.match(lines[0]) is not None
        return any(_is_record(line) for line in lines[:50])

    def read(self, path: Path) -> TranscriptReading:
        """Begin to read a transcript: one pass over the file is made at once, a second one by `events`.

        Raises:
            InputError: no line of the file is a record of this format.
        """
        decoded = DecodedRecords()
        outline = scan(path, decoded)
        if not outline.talks:
            raise nothing_read(
                path, "Claude Code messages", "give a session file, or name its format with --input-format"
            )
        return ClaudeReading(path, outline, decoded)


def _is_record(line: bytes) -> bool:
    try:
        value = loads(line)
    except (ValueError, RecursionError):
        return False
    if not isinstance(value, dict):
        return False
    kind = value.get("type")  # any JSON value, even a list
    return isinstance(kind, str) and kind in _TYPES and any(mark in value for mark in _MARKS)
