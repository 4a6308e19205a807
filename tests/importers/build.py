"""Small Claude Code transcripts, written record by record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gates.source import SourceEvent
from workbench.importers.base import ReadingTotals, SessionHeader
from workbench.importers.claude_code import ClaudeCodeImporter

SESSION = "11111111-2222-4333-8444-555555555555"


class Log:
    """Records of one session, chained by parent as the agent writes them."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.last: str | None = None
        self._count = 0

    def add(self, kind: str, **fields: Any) -> str:
        """Append a record and return its id; `parent` and `uuid` may be passed."""
        self._count += 1
        uuid = fields.pop("uuid", f"u{self._count}")
        record = {
            "parentUuid": fields.pop("parent", self.last),
            "isSidechain": False,
            "sessionId": SESSION,
            "version": "2.1.7",
            "type": kind,
            "uuid": uuid,
            "timestamp": f"2026-01-01T00:{self._count // 60:02}:{self._count % 60:02}.000Z",
            **fields,
        }
        self.lines.append(json.dumps(record, ensure_ascii=False))
        self.last = uuid
        return str(uuid)

    def user(self, content: Any, **fields: Any) -> str:
        """A user record."""
        return self.add("user", message={"role": "user", "content": content}, **fields)

    def assistant(self, *blocks: dict[str, Any], message: str | None = None, **fields: Any) -> str:
        """Append an assistant record; `usage` and `stop_reason` may be passed."""
        body = {
            "id": message or f"msg_{self._count + 1}",
            "role": "assistant",
            "model": "claude-test",
            "content": list(blocks),
            "stop_reason": fields.pop("stop_reason", None),
            "usage": fields.pop("usage", None),
        }
        return self.add("assistant", message=body, **fields)

    def call(self, name: str, given: dict[str, Any], call_id: str, **fields: Any) -> str:
        """An assistant record with one tool call."""
        block = {"type": "tool_use", "id": call_id, "name": name, "input": given}
        return self.assistant(block, **fields)

    def result(self, call_id: str, content: Any, *, error: bool = False, **fields: Any) -> str:
        """A user record with one tool result."""
        block = {"type": "tool_result", "tool_use_id": call_id, "content": content}
        if error:
            block["is_error"] = True
        return self.user([block], **fields)

    def compact(self, summary: str, **metadata: Any) -> str:
        """A boundary record with its summary."""
        self.add(
            "system",
            parent=None,
            subtype="compact_boundary",
            content="Conversation compacted",
            logicalParentUuid=self.last,
            compactMetadata=metadata,
        )
        return self.user(summary, isCompactSummary=True, isVisibleInTranscriptOnly=True)

    def raw(self, line: str) -> None:
        """A line as it is."""
        self.lines.append(line)

    def write(self, folder: Path, name: str = "session.jsonl") -> Path:
        """The file."""
        path = folder / name
        path.write_text("\n".join(self.lines) + "\n", encoding="utf-8")
        return path

    def read(self, folder: Path) -> Read:
        """Write and read it."""
        return read(self.write(folder))


class Read:
    """A transcript read to its end."""

    def __init__(self, header: SessionHeader, events: list[SourceEvent], totals: ReadingTotals) -> None:
        self.header = header
        self.events = events
        self.totals = totals

    def kinds(self) -> list[str]:
        """The kinds of the events in order."""
        return [event.kind.value for event in self.events]


def read(path: Path) -> Read:
    """Read a Claude Code file to its end."""
    reading = ClaudeCodeImporter().read(path)
    events = list(reading.events())
    return Read(reading.header, events, reading.totals)


def text(words: str) -> dict[str, Any]:
    """A text block."""
    return {"type": "text", "text": words}


def usage(context: int, output: int = 1) -> dict[str, int]:
    """Usage with most of the context cached, as in real sessions."""
    return {
        "input_tokens": 5,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": context - 5,
        "output_tokens": output,
    }
