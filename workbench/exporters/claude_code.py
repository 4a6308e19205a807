"""A context as a new Claude Code session file (`<sessionId>.jsonl`) that `claude --resume` opens.

The file has the shape of Claude Code's own compactions: the replaced events, a compact boundary, the summary,
then the remaining events. All record ids are new and form one chain; tool-call ids are kept.
"""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta
from pathlib import PurePath
from typing import Any

from gates.source import EventKind, SourceEvent
from workbench.exporters.base import ExportContext, NativeRecord, json_line
from workbench.exporters.session_plan import (
    STAYS,
    Entry,
    Repeats,
    SpokenWords,
    SummaryEntry,
    ToolAnswer,
    ToolUse,
    content_blocks,
    plan_of,
)

CONTINUED = (
    "This session is being continued from a previous conversation that ran out of context. "
    "The summary below covers the earlier portion of the conversation."
)
"""Opening words of a Claude Code compaction summary, by which readers recognise one."""

REPEATED = "workbenchRepeats"
"""Record field: id and block of the event before the summary that this record repeats."""
REPLACED = "workbenchReplaced"
"""Boundary field: the first event that the summary replaced, and the events that it kept."""
MEASURED = "workbenchBytesPerToken"
"""Boundary field: the bytes per token used for estimates, which cannot be derived from the calls after it."""
PLAIN = "workbenchPlain"
"""Call field: only the text of the arguments is known, and it is passed as the single argument."""
_NOTE = {"subtype": "informational", "isMeta": False, "level": "info"}
"""Fields of a record that Claude Code displays but sends to no model."""

_OWN = frozenset(
    "uuid parentUuid logicalParentUuid sessionId session_id message toolUseResult sourceToolAssistantUUID "
    "leafUuid isCompactSummary isVisibleInTranscriptOnly compactMetadata summarizeMetadata isSidechain "
    "timestamp forkedFrom agentId todos workbenchRepeats workbenchReplaced workbenchPlain "
    "workbenchBytesPerToken".split()
)
"""Record fields that are not copied: they describe the old position or are assigned again."""
_VERSION = "0.0.0"
"""Version of a session that Claude Code did not write; readers require one."""
_MODEL = "unknown"
"""Model of an assistant message whose transcript names none; it is not used on resume."""
_NO_USAGE = {
    "input_tokens": 0,
    "cache_creation_input_tokens": 0,
    "cache_read_input_tokens": 0,
    "output_tokens": 0,
}
"""Usage of messages after the summary: the counts of the longer context would trigger another compaction."""
_STEP = timedelta(milliseconds=1)
_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
_HUMAN = (EventKind.USER, EventKind.PLAN)


class ClaudeCodeExporter:
    """Writes one JSON record per line, without thinking."""

    name = "claude-code"
    suffix = ".jsonl"

    def file_name(self, context: ExportContext) -> PurePath:
        """Return the path in the project's folder where Claude Code looks for it.

        The name is the session id.
        """
        return PurePath(f"{context.new.session_id}.jsonl")

    def export(self, context: ExportContext) -> str:
        """Return the complete session file."""
        plan = plan_of(context)
        writer = _Writer(context)
        if context.title:
            writer.title(context.title)
        for entry in plan.replaced:
            if isinstance(entry, SummaryEntry):
                writer.boundary(_earlier_boundary(context, entry), entry)
                writer.summary(entry)
                if entry.key in plan.staying:
                    writer.line("system", {**_NOTE, "content": STAYS}, None)
            else:
                writer.entry(entry)
        for entry in plan.opening[-1:]:
            writer.boundary({"trigger": "manual"}, entry)
        writer.resumed = True
        for entry in plan.opening[:-1]:
            writer.entry(entry)
        for entry in plan.opening[-1:]:
            if isinstance(entry, SummaryEntry):
                writer.summary(entry)
        for entry in plan.tail:
            writer.entry(entry)
        return "".join(writer.lines)


class _Writer:
    """Writes records as a chain of parents and children with non-decreasing times."""

    def __init__(self, context: ExportContext) -> None:
        self.lines: list[str] = []
        self.resumed = False
        """Whether the records being written are part of the model's context."""
        self._new = context.new
        self._measured = context.bytes_per_token
        self._parent: str | None = None
        self._time: datetime | None = None
        self._ids: dict[str, str] = {}
        self._uses: dict[str, str] = {}
        self._repeats = Repeats()
        self._repeated: str | None = None
        self._written: list[str] = []
        self._count = 0

    def title(self, title: str) -> None:
        """Write the session's name for the session list."""
        body = {"type": "custom-title", "customTitle": title, "sessionId": self._new.session_id}
        self.lines.append(json_line(body))

    def boundary(self, metadata: dict[str, Any], entry: Entry) -> None:
        """Write a compaction boundary.

        A root record that names the preceding record and the replaced events.
        """
        before, self._parent = self._parent, None
        replaced = self._repeats.mark(entry) if isinstance(entry, SummaryEntry) else None
        body = {
            "subtype": "compact_boundary",
            "content": "Conversation compacted",
            "isMeta": False,
            "level": "info",
            "compactMetadata": self._renamed(metadata),
            **({REPLACED: replaced} if replaced is not None else {}),
            **({MEASURED: self._measured} if self._measured is not None else {}),
        }
        self.line("system", body if before is None else {"logicalParentUuid": before, **body}, None)

    def summary(self, entry: SummaryEntry) -> None:
        """Write the summary of a compaction."""
        flags = {"isCompactSummary": True, "isVisibleInTranscriptOnly": True}
        made = self.line("user", {**flags, "message": _user_message(_introduced(entry.text))}, entry.event)
        if not self.resumed:
            self._repeats.record(entry, [made])

    def entry(self, entry: Entry) -> None:
        """Write one entry other than this compaction's summary."""
        self._repeated = self._repeats.of(entry) if self.resumed else None
        self._written.clear()
        self._entry(entry)
        if not self.resumed:
            self._repeats.record(entry, self._written)
        self._repeated = None

    def _entry(self, entry: Entry) -> None:
        if isinstance(entry, SpokenWords):
            self._words(entry)
        elif isinstance(entry, ToolUse):
            block = {**_block(entry.record, "tool_use", entry.event), "id": entry.call.call_id}
            plain = "input" not in block and entry.arguments is None
            arguments = {"input": entry.call.input} if entry.arguments is None else entry.arguments
            block.setdefault("input", arguments)
            block.setdefault("name", entry.call.name)
            made = self._assistant(entry, {"type": "tool_use", **block}, "tool_use", plain=plain)
            self._uses[entry.call.call_id] = made
        elif isinstance(entry, ToolAnswer):
            self._answer(entry)
        else:
            self.line(
                "user", {"isMeta": True, "message": _user_message(_introduced(entry.text))}, entry.event
            )

    def line(
        self, kind: str, body: dict[str, Any], event: SourceEvent | None, native: NativeRecord | None = None
    ) -> str:
        """Write one record and return its id."""
        self._count += 1
        made = _uuid(self._new.session_id, self._count)
        taken = {k: v for k, v in native.body.items() if k not in _OWN} if native is not None else {}
        old = native.body.get("uuid") if native is not None else None
        if isinstance(old, str):
            self._ids.setdefault(old, made)
        record = {
            "parentUuid": self._parent,
            "isSidechain": False,
            "userType": "external",
            "cwd": self._new.project,
            "version": self._new.version or _VERSION,
            **taken,
            **body,
            **({REPEATED: self._repeated} if self._repeated is not None else {}),
            "sessionId": self._new.session_id,
            "type": kind,
            "uuid": made,
            "timestamp": self._next_time(event),
        }
        self.lines.append(json_line(record))
        self._parent = made
        self._written.append(made)
        return made

    def _words(self, entry: SpokenWords) -> None:
        native, whole = entry.record, entry.record if entry.whole else None
        if whole is not None and whole.body.get("type") in ("attachment", "system"):
            self.line(str(whole.body["type"]), {}, entry.event, whole)
        elif entry.role == "assistant" or _is_type(native, "assistant"):
            blocks = [each for each in content_blocks(whole) if not _is_thinking(each)]
            for block in blocks or [{"type": "text", "text": entry.text.rstrip() or entry.text}]:
                self._assistant(entry, block, "end_turn")
        else:
            stated = native if _is_type(native, "user") else None
            body: dict[str, Any] = {"message": _user_message(_user_content(whole, entry.text))}
            if entry.event.tool is not None or (stated is None and entry.event.kind not in _HUMAN):
                body["isMeta"] = True
            self.line("user", body, entry.event, stated)

    def _assistant(
        self, entry: SpokenWords | ToolUse, block: dict[str, Any], stop: str, *, plain: bool = False
    ) -> str:
        native = entry.record if _is_type(entry.record, "assistant") else None
        native_message = native.body["message"] if native is not None else {}
        message = {
            "type": "message",
            "role": "assistant",
            "model": _MODEL,
            "stop_reason": stop,
            "stop_sequence": None,
            **native_message,
            "id": self._message_id(entry.event),
            "content": [block],
        }
        if self.resumed or "usage" not in message:
            message["usage"] = dict(_NO_USAGE)
        message["stop_reason"] = message["stop_reason"] or stop
        marked = {PLAIN: True} if plain else {}
        return self.line("assistant", {"message": message, **marked}, entry.event, native)

    def _message_id(self, event: SourceEvent) -> str:
        """Return the message id shared by the blocks of one answer.

        After the summary the id is new, because Claude Code merges all blocks in the file that share an id.
        """
        text = event.message_id or f"msg_{event.ordinal}"
        if not self.resumed:
            return text
        return f"msg_{uuid.uuid5(uuid.UUID(self._new.session_id), text).hex[:24]}"

    def _answer(self, entry: ToolAnswer) -> None:
        native = entry.record if _is_type(entry.record, "user") else None
        block = {**_block(native, "tool_result", entry.event), "tool_use_id": entry.call.call_id}
        block.setdefault("content", entry.call.result)
        if entry.call.failed:
            block["is_error"] = True
        body: dict[str, Any] = {"message": _user_message([{"type": "tool_result", **block}])}
        if native is not None and "toolUseResult" in native.body and _results_in(native) == 1:
            body["toolUseResult"] = native.body["toolUseResult"]
        body["sourceToolAssistantUUID"] = self._uses[entry.call.call_id]  # always stated before its answer
        self.line("user", body, entry.event, native)

    def _next_time(self, event: SourceEvent | None) -> str:
        stated_time = _time(event.timestamp) if event is not None else None
        if self._time is None:
            self._time = stated_time or _time(self._new.created_at) or _BEGINNING
        else:
            earliest = self._time + _STEP
            self._time = max(stated_time or earliest, earliest)
        return self._time.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def _renamed(self, value: Any) -> Any:  # noqa: ANN401 - JSON of any shape
        """Return metadata with record ids replaced by the new ones.

        Ids of records not in this file are dropped.
        """
        if isinstance(value, dict):
            named = {key: self._renamed(part) for key, part in value.items()}
            return {key: part for key, part in named.items() if part is not None}
        if isinstance(value, list):
            return [part for part in map(self._renamed, value) if part is not None]
        return self._ids.get(value) if isinstance(value, str) and _is_uuid(value) else value


def _earlier_boundary(context: ExportContext, summary: SummaryEntry) -> dict[str, Any]:
    """Return the metadata of the transcript's own compaction that produced this summary."""
    at = summary.event.ordinal if summary.event is not None else 0
    for event in reversed(context.replaced):
        record = context.records.get(event.ordinal)
        if event.ordinal < at and record is not None and record.body.get("subtype") == "compact_boundary":
            metadata = record.body.get("compactMetadata")
            return dict(metadata) if isinstance(metadata, dict) else {}
    return {}


def _introduced(text: str) -> str:
    return text if text.startswith(CONTINUED[:80]) else f"{CONTINUED}\n\n{text}"


def _user_message(content: object) -> dict[str, Any]:
    return {"role": "user", "content": content}


def _user_content(whole: NativeRecord | None, text: str) -> object:
    if not _is_type(whole, "user") or whole is None:
        return text
    content = whole.body["message"].get("content")
    return content if isinstance(content, str) else content_blocks(whole) or text


def _block(record: NativeRecord | None, kind: str, event: SourceEvent) -> dict[str, Any]:
    """Return the transcript's own block of a call or result; empty if there is none."""
    call_id = event.tool.call_id if event.tool is not None else ""
    key = "id" if kind == "tool_use" else "tool_use_id"
    for block in content_blocks(record):
        if isinstance(block, dict) and block.get("type") == kind and block.get(key) == call_id:
            return dict(block)
    return {}


def _results_in(record: NativeRecord) -> int:
    blocks = content_blocks(record)
    return sum(isinstance(each, dict) and each.get("type") == "tool_result" for each in blocks)


def _is_thinking(block: object) -> bool:
    return isinstance(block, dict) and block.get("type") in ("thinking", "redacted_thinking")


def _is_type(record: NativeRecord | None, kind: str) -> bool:
    return (
        record is not None
        and record.body.get("type") == kind
        and isinstance(record.body.get("message"), dict)
    )


def _is_uuid(value: str) -> bool:
    return len(value) == 36 and value.count("-") == 4


def _uuid(session: str, number: int) -> str:
    """Return an id unique to this session, in the form of a random UUID."""
    made = uuid.uuid5(uuid.UUID(session), str(number))
    return str(uuid.UUID(int=made.int & ~(0xF << 76) | (4 << 76)))


def _time(value: str | None) -> datetime | None:
    try:
        stated_time = datetime.fromisoformat(value) if value else None
    except ValueError:
        return None
    if stated_time is None:
        return None
    return (stated_time if stated_time.tzinfo else stated_time.replace(tzinfo=UTC)).astimezone(UTC)
