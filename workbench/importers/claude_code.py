"""Claude Code transcripts (`<sessionId>.jsonl`): the importer's entry point.

What a record is, which branch it is on and where compactions lie is in `workbench.importers.claude`.
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
    """Reads Claude Code session files, subagent files included."""

    name = "claude-code"

    def sniff(self, head: bytes, name: str) -> bool:
        """Whether one of the first lines is a record of this format."""
        if name.endswith(".json"):
            return False
        lines = head.removeprefix(BOM).split(b"\n")
        if len(lines) == 1 and len(head) > 60_000:
            return _LONG_LINE.match(lines[0]) is not None
        return any(_is_record(line) for line in lines[:50])

    def read(self, path: Path) -> TranscriptReading:
        """Begin to read a transcript: a first pass over the file is made at once, `events` does the rest.

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
    kind = value.get("type")  # anything that JSON can be, a list too
    return isinstance(kind, str) and kind in _TYPES and any(mark in value for mark in _MARKS)
