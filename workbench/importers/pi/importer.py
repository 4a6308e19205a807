"""Importer for sessions of pi, OpenClaw and OMP (`<time>_<id>.jsonl`), and its two passes.

Version 1 is a list of entries; versions 2 and 3 are a tree of entries whose last entry is the leaf.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gates.source import EventKind, SourceEvent
from workbench.importers.base import SessionHeader, SkippedLine, TranscriptReading
from workbench.importers.events.timeline import Calls, Draft
from workbench.importers.events.titles import names_nothing, shortened, title_after
from workbench.importers.events.tokens import byte_length
from workbench.importers.files.documents import BOM, clean_text, loads
from workbench.importers.files.line_records import LineRecord, line_records, nothing_read, size_of
from workbench.importers.pi.messages import entry_drafts, human_text
from workbench.importers.records.branches import Branches
from workbench.importers.records.fitting import ContextFit, plausible
from workbench.importers.records.native_compactions import NativeCompactions
from workbench.importers.records.record_reading import RecordReading, place_of

_ENTRIES = {
    "message", "compaction", "model_change", "thinking_level_change", "branch_summary", "custom",
    "custom_message", "label", "session_info", "leaf",
}  # fmt: skip


class PiImporter:
    """Importer for session files of pi, versions 1 to 3."""

    name = "pi"
    reads_packed = True

    def sniff(self, head: bytes, name: str) -> bool:
        """Return whether one of the first lines is the header or an entry of a session."""
        if name.endswith(".json"):
            return False
        lines = head.removeprefix(BOM).split(b"\n")
        return any(_is_entry(line) for line in lines[:20])

    def read(self, path: Path) -> TranscriptReading:
        """Begin to read a session: one pass over the file is made at once, a second one by `events`.

        Raises:
            InputError: no line of the file is an entry of this format.
        """
        outline = _scan(path)
        if not outline.entries:
            raise nothing_read(
                path, "entries of a pi session", "give a session file, or name its format with --input-format"
            )
        return _PiReading(path, outline)


@dataclass(slots=True)
class _Outline:
    """The results of the first pass; `size` is the length of the file at that time."""

    size: int | None
    native_id: str = ""
    version: int = 1
    title: str = ""
    bytes_per_token: float = 4.0
    entries: int = 0
    whole: bool = True
    """Whether the file begins with the session's header, and no compaction precedes the first message."""
    sidechains: dict[str, str] = field(default_factory=dict)
    reported: dict[int, int] = field(default_factory=dict)
    """Output tokens by the offset of a record, if a plausible report covers one block."""


class _Scan:
    def __init__(self, size: int | None) -> None:
        self.outline = _Outline(size)
        self._branches = Branches()
        self._fit = ContextFit()
        self._sizes: dict[int, tuple[int, int]] = {}
        self._named = ""
        self._spoken = False

    def take(self, offset: int, entry: dict[str, Any]) -> None:
        """Take the entry at an offset into account."""
        kind, outline = entry.get("type"), self.outline
        if kind == "session":
            self._header(entry)
            return
        if not isinstance(kind, str) or kind not in _ENTRIES:
            return
        outline.whole = outline.whole and bool(outline.native_id)
        outline.entries += 1
        if isinstance(entry.get("id"), str):
            parent = entry.get("parentId")
            root = "parentId" in entry and parent is None
            self._branches.add(entry["id"], parent if isinstance(parent, str) else None, root=root)
        if kind == "message":
            self._spoken = True
            self._message(offset, entry)
        elif kind == "compaction":
            outline.whole = outline.whole and self._spoken
            self._fit.cut()
        elif kind == "session_info" and isinstance(entry.get("name"), str):
            self._named = entry["name"]

    def finish(self) -> _Outline:
        """Return the outline of all entries taken."""
        outline = self.outline
        outline.bytes_per_token = self._fit.factor()
        outline.sidechains = self._branches.sidechains()
        outline.title = shortened(self._named or outline.title)
        for offset, (tokens, size) in self._sizes.items():
            if plausible(tokens, size, outline.bytes_per_token):
                outline.reported[offset] = tokens
        return outline

    def _header(self, entry: dict[str, Any]) -> None:
        outline, version = self.outline, entry.get("version")
        if not outline.native_id and isinstance(entry.get("id"), str):
            outline.native_id = entry["id"]
            outline.version = version if isinstance(version, int) and not isinstance(version, bool) else 1

    def _message(self, offset: int, entry: dict[str, Any]) -> None:
        message = entry.get("message")
        if not isinstance(message, dict):
            return
        if names_nothing(self.outline.title):
            self.outline.title = title_after(self.outline.title, human_text(entry))
        context, output = usage_of(message)
        self._fit.call(context)
        drafts = entry_drafts(entry, Calls())
        size = sum(byte_length(draft.text) for draft in drafts)
        self._fit.grew(size)
        if len(drafts) == 1 and output:
            self._sizes[offset] = (output, size)


def _scan(path: Path) -> _Outline:
    collector = _Scan(size_of(path))
    for record in line_records(path, collector.outline.size):
        if not isinstance(record, SkippedLine):
            collector.take(record.offset, record.value)
    return collector.finish()


class _PiReading(RecordReading):
    def __init__(self, path: Path, outline: _Outline) -> None:
        header = SessionHeader(
            format="pi",
            native_id=outline.native_id,
            title=outline.title,
            scope_complete=outline.whole,
            bytes_per_token=outline.bytes_per_token,
        )
        records = line_records(path, outline.size)
        compactions = NativeCompactions(f"imported:pi/{outline.version}", headless=not outline.whole)
        super().__init__(header, records, compactions)
        self._outline = outline
        self._begins: list[int] = []
        """The ordinal at which each entry of the file begins, the header included."""
        self._places: dict[str, int] = {}
        """The number of an entry by its id."""
        self._left_out: set[int] = set()
        """Ordinals that no later context contains: off the active branch, and earlier summaries."""

    def take(self, record: LineRecord) -> Sequence[SourceEvent]:
        """Return the events of one entry."""
        entry, own_id = record.value, record.value.get("id")
        self._begins.append(self.timeline.ordinal)
        kind = entry.get("type")
        if not isinstance(kind, str) or kind not in _ENTRIES:
            return self.ignore()
        known = own_id if isinstance(own_id, str) and own_id else None
        drafts = _drafts(entry, self.calls)
        if known is not None:
            if self.repeated(known, drafts, record.line):
                return ()
            self._places[known] = len(self._begins) - 1
        if not drafts:
            return self.ignore()
        native_id = known or self.derive(kind, _time(entry), drafts)
        message = entry.get("message")
        model = isinstance(message, dict) and message.get("role") == "assistant"
        sidechain = self._outline.sidechains.get(known or "")
        place = place_of(record, _time(entry), message_id=native_id if model else None, sidechain=sidechain)
        reported = self._outline.reported.get(record.offset)
        events = self.place(drafts, native_id, place, reported)
        if sidechain is not None:
            self._left_out.update(event.ordinal for event in events)
        elif kind == "compaction":
            self._compacted(record, events[0].ordinal, drafts[0].text)
            self._left_out.add(events[0].ordinal)
        elif isinstance(message, dict):
            self.compactions.usage(*usage_of(message, total=True))
        return events

    def _compacted(self, record: LineRecord, ordinal: int, text: str) -> None:
        entry = record.value
        tokens = entry.get("tokensBefore")
        first = self._first_kept(entry)
        kept = range(first, ordinal) if first is not None else range(0)
        opaque = entry.get("summary") is None or not text.strip()
        note = self.compactions.summary(
            ordinal,
            None if opaque else text,
            kept=(each for each in kept if each not in self._left_out),
            trigger="hook" if entry.get("fromHook") is True else "unknown",
            line=record.line,
            before=tokens if isinstance(tokens, int) and not isinstance(tokens, bool) else None,
        )
        self.note(note)

    def _first_kept(self, entry: dict[str, Any]) -> int | None:
        """Return the ordinal of the first event that stayed verbatim; None if none did."""
        index = entry.get("firstKeptEntryIndex")
        if isinstance(entry.get("firstKeptEntryId"), str):
            index = self._places.get(entry["firstKeptEntryId"])
        if not isinstance(index, int) or isinstance(index, bool) or not 0 < index < len(self._begins):
            return None
        return self._begins[index]


def usage_of(message: dict[str, Any], *, total: bool = False) -> tuple[int, int]:
    """Return input and output tokens of a message's call (`total`: input, and both together)."""
    usage = message.get("usage")
    if not isinstance(usage, dict) or message.get("stopReason") in ("aborted", "error"):
        return 0, 0
    counts = {key: value for key, value in usage.items() if isinstance(value, int) and value > 0}
    context = sum(counts.get(key, 0) for key in ("input", "cacheRead", "cacheWrite"))
    output = counts.get("output", 0)
    return context, context + output if total else output


def _drafts(entry: dict[str, Any], calls: Calls) -> list[Draft]:
    if entry.get("type") != "compaction":
        return entry_drafts(entry, calls)
    summary = entry.get("summary")
    text = (
        clean_text(summary) if isinstance(summary, str) and summary.strip() else "[no summary in this file]"
    )
    return [Draft(EventKind.COMPACTION, text)]


def _time(entry: dict[str, Any]) -> str | None:
    time = entry.get("timestamp")
    return time if isinstance(time, str) else None


def _is_entry(line: bytes) -> bool:
    try:
        value = loads(line)
    except (ValueError, RecursionError):
        return False
    if not isinstance(value, dict) or not isinstance(value.get("timestamp"), str):
        return False
    kind = value.get("type")
    if kind == "session":
        return isinstance(value.get("id"), str) and "cwd" in value
    message = value.get("message")
    entry = kind == "compaction" and "tokensBefore" in value
    return entry or (
        kind == "message" and isinstance(message, dict) and "role" in message and "uuid" not in value
    )
