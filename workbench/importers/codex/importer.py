"""Importer for Codex rollouts (`rollout-<time>-<id>.jsonl`, compressed as `.jsonl.zst`, archived)."""

from __future__ import annotations

from pathlib import Path

from workbench.importers.base import TranscriptReading
from workbench.importers.codex.outline import payload_of, scan
from workbench.importers.codex.reading import CodexReading
from workbench.importers.files.documents import BOM, loads, peek
from workbench.importers.files.line_records import nothing_read

_KINDS = {
    "session_meta", "response_item", "event_msg", "turn_context", "compacted", "world_state",
    "token_usage_record", "inter_agent_communication",
}  # fmt: skip
_LINES = 50


class CodexImporter:
    """Importer for session files of Codex, including those of subagents."""

    name = "codex"
    reads_packed = True

    def sniff(self, head: bytes, name: str) -> bool:
        """Return whether one of the first lines is a record of this format."""
        if name.endswith(".json"):
            return False
        lines = head.removeprefix(BOM).split(b"\n")[:_LINES]
        if len(lines) == 1:
            return any(_is_record(value) for value in peek(head)[:1])
        return any(_is_record(_value(line)) for line in lines)

    def read(self, path: Path) -> TranscriptReading:
        """Begin to read a rollout: one pass over the file is made at once, a second one by `events`.

        Raises:
            InputError: no line of the file is a record of this format.
        """
        outline = scan(path)
        if not outline.records:
            raise nothing_read(
                path, "Codex records", "give a rollout file, or name its format with --input-format"
            )
        return CodexReading(path, outline)


def _value(line: bytes) -> object:
    try:
        return loads(line)
    except (ValueError, RecursionError):
        return None


def _is_record(value: object) -> bool:
    if not isinstance(value, dict) or "timestamp" not in value:
        return False
    kind, _ = payload_of(value)
    return kind in _KINDS and ("payload" in value or "instructions" in value)
