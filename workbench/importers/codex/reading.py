"""The second pass over a Codex rollout: its events, one per content part, in file order.

It keeps ids and positions of earlier events but no texts, and a bad line never fails the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gates.source import EventKind, Signal, SignalKind, SourceEvent
from workbench.importers.base import SessionHeader
from workbench.importers.codex.contents import is_harness, message_text, parts_of
from workbench.importers.codex.items import IMPLEMENT, Items, model_drafts
from workbench.importers.codex.outline import OUTPUTS, CodexOutline, payload_of, typed_text
from workbench.importers.codex.replaced import SpokenMessages, before_summary, history_of, summary_of
from workbench.importers.codex.speech import Speech
from workbench.importers.codex.usage import Responses, count, usage_of
from workbench.importers.events.timeline import Draft
from workbench.importers.files.line_records import LineRecord, line_records
from workbench.importers.records.native_compactions import NativeCompactions
from workbench.importers.records.record_reading import RecordReading, one, place_of
from workbench.importers.summaries.exported import exported_range, spans_of, stated_links

ORIGINATOR, NOTE = "compaction_workbench", "workbench_note"
REPEATED, REPLACED = "workbench_repeats", "workbench_replaced"
"""Marks of files that were exported by this program (`workbench.exporters.codex`)."""
_ENDS = ("exec_command_end", "patch_apply_end", "mcp_tool_call_end", "item_completed")
_ROLES = {"user": EventKind.USER, "assistant": EventKind.ASSISTANT}


class CodexReading(RecordReading):
    """A rollout being read; `events` may be iterated once, then `totals` is complete."""

    def __init__(self, path: Path, outline: CodexOutline) -> None:
        header = SessionHeader(
            format="codex",
            native_id=outline.native_id,
            title=outline.title,
            scope_complete=bool(outline.native_id) and not outline.headless,
            bytes_per_token=outline.bytes_per_token,
        )
        records = line_records(path, outline.size)
        compactions = NativeCompactions(f"imported:codex/{outline.version}", headless=outline.headless)
        super().__init__(header, records, compactions)
        self._outline = outline
        self._items = Items(self.calls)
        self._speech = Speech(agent=outline.agent)
        self._responses = Responses()
        self._spoken = SpokenMessages()
        self._lines: dict[str, tuple[int, int]] | None = None
        """Ordinals by line, if the file was exported by this program; else None."""

    def take(self, record: LineRecord) -> Sequence[SourceEvent]:
        """Return the events of one record."""
        kind, payload = payload_of(record.value)
        if self._lines is not None:
            return self._exported(record, kind, payload)
        if kind == "session_meta" and payload.get("originator") == ORIGINATOR:
            self._lines, self._items.exported = {}, True
        return self._taken(record, kind, payload)

    def _exported(self, record: LineRecord, kind: object, payload: dict[str, Any]) -> Sequence[SourceEvent]:
        """Like `_taken`, for a file exported by this program: repeated records are ignored."""
        lines = self._lines if self._lines is not None else {}
        if spans_of(payload.get(REPEATED), lines):
            return self.ignore()
        events = self._taken(record, kind, payload)
        if events:
            lines[str(record.line)] = (events[0].ordinal, events[-1].ordinal)
        return events

    def _taken(self, record: LineRecord, kind: object, payload: dict[str, Any]) -> Sequence[SourceEvent]:
        self._speech.copy.record(record.value.get("timestamp"))
        if kind == "response_item":
            return self._item(record, payload)
        if kind == "event_msg":
            return self._event(record, payload)
        if kind == "compacted":
            return self._compacted(record, payload)
        if kind == "session_meta":
            self._speech.copy.header(record.value.get("timestamp"))
        return self.ignore()

    def _item(self, record: LineRecord, payload: dict[str, Any]) -> Sequence[SourceEvent]:
        kind, role = payload.get("type"), str(payload.get("role", ""))
        if kind != "message":
            return self._tool(record, payload, kind in OUTPUTS)
        if role == "assistant":
            return self._placed(record, model_drafts(payload), "assistant", payload, model=True)
        if role != "user":
            return self._placed(record, _texts(EventKind.SYSTEM, payload), role, payload)
        text = message_text(payload.get("content"))
        if is_harness(text) or (self._lines is not None and payload.get(NOTE) is True):
            return self._placed(record, _texts(EventKind.META, payload), role, payload)
        if not self._speech.item(text):
            return self.ignore()
        self._responses.end()
        kind_of = EventKind.USER if self._speech.human else EventKind.META
        return self._placed(record, _texts(kind_of, payload), role, payload)

    def _tool(self, record: LineRecord, payload: dict[str, Any], output: bool) -> Sequence[SourceEvent]:
        drafts = self._items.drafts(payload)
        if not drafts:
            return self.ignore()
        if output:
            self._speech.copy.output(drafts[0].text)
        model = not output and payload.get("type") != "agent_message"
        return self._placed(record, drafts, "", payload, model=model)

    def _event(self, record: LineRecord, payload: dict[str, Any]) -> Sequence[SourceEvent]:
        kind = payload.get("type")
        if kind == "token_count":
            usage = usage_of(payload)
            if usage is not None and self._responses.ends_with(usage) and not self._sidechain(record):
                self.compactions.usage(usage.context, usage.total)
        elif kind in _ENDS:
            self._items.ended(payload)
        text = typed_text(payload)
        if text is None or is_harness(text) or not self._speech.event(text):
            return self.ignore()
        self._responses.end()
        kind_of = EventKind.USER if self._speech.human else EventKind.META
        return self._placed(record, _approving(one(kind_of, text)), "user", payload)

    def _placed(
        self,
        record: LineRecord,
        drafts: list[Draft],
        role: str,
        payload: dict[str, Any],
        *,
        model: bool = False,
    ) -> Sequence[SourceEvent]:
        if not drafts:
            return self.ignore()
        native_id = self._native_id(record, drafts, payload)
        message_id = self._responses.item(native_id) if model else None
        sidechain = self._sidechain(record)
        place = place_of(record, record.value.get("timestamp"), message_id=message_id, sidechain=sidechain)
        events = self.place(drafts, native_id, place, self._outline.reported.get(record.offset))
        if role and sidechain is None:
            human = drafts[0].kind is EventKind.USER
            text = typed_text(payload) or message_text(payload.get("content"))
            self._spoken.add(role, text, events[0].ordinal, events[-1].ordinal, human=human)
        return events

    def _native_id(self, record: LineRecord, drafts: list[Draft], payload: dict[str, Any]) -> str:
        tool = drafts[0].tool
        if tool is not None and isinstance(payload.get("call_id"), str) and payload["call_id"]:
            side = "call" if drafts[0].kind is EventKind.TOOL_CALL else "result"
            return self.numbered(f"{side}:{payload['call_id']}")
        return self.derive(str(payload.get("type")), record.value.get("timestamp"), drafts)

    def _sidechain(self, record: LineRecord) -> str | None:
        return self._outline.sidechain(record.offset)

    def _compacted(self, record: LineRecord, payload: dict[str, Any]) -> Sequence[SourceEvent]:
        self._responses.end()
        first = self.timeline.ordinal == 0
        summary = summary_of(payload, first=first)
        history = history_of(payload)
        events = self._resumed(record, before_summary(payload, summary)) if first else []
        kept = self._spoken.newest_human() if history is None else self._spoken.kept(history)[0]
        kept |= {event.ordinal for event in events}
        sidechain = self._sidechain(record)
        place = place_of(record, record.value.get("timestamp"), sidechain=sidechain)
        draft = Draft(EventKind.COMPACTION, summary.shown)
        native_id = self.derive("compacted", record.value.get("timestamp"), [draft])
        events += self.place([draft], native_id, place)
        if sidechain is None:
            cost = _cost(payload)
            summary_at = events[-1].ordinal
            exported = exported_range(payload.get(REPLACED), summary_at - 1, self._lines or {})
            self.compactions.begin, left = exported if exported is not None else (None, kept)
            self.compactions.stated = stated_links(payload.get(REPLACED), self._lines or {})
            self.note(
                self.compactions.summary(
                    summary_at,
                    summary.text,
                    kept=left,
                    trigger=self._outline.triggers.get(record.offset, "unknown"),
                    line=record.line,
                    own_call=cost != (None, None),
                    cost=cost,
                )
            )
        return events

    def _resumed(self, record: LineRecord, history: list[dict[str, Any]]) -> list[SourceEvent]:
        """Return the events of a history at the file's beginning: its messages are nowhere else."""
        events: list[SourceEvent] = []
        for item in history:
            if item.get("type") != "message":
                events += self._tool(record, item, item.get("type") in OUTPUTS)
                continue
            role = str(item.get("role", ""))
            text = message_text(item.get("content"))
            noted = self._lines is not None and item.get(NOTE) is True
            noted = noted or is_harness(text)
            kind = EventKind.META if noted else _ROLES.get(role)
            drafts = _texts(kind or EventKind.SYSTEM, item)
            if drafts:
                events += self._placed(record, drafts, role, item)
        return events


def _cost(payload: dict[str, Any]) -> tuple[int | None, int | None]:
    """Return the input and output tokens of making the summary, if its call is recorded."""
    record = payload.get("latest_token_usage_record")
    usage = record.get("usage") if isinstance(record, dict) else None
    if not isinstance(usage, dict) or not isinstance(payload.get("compaction_response_id"), str):
        return None, None
    return count(usage, "input_tokens"), count(usage, "output_tokens")


def _texts(kind: EventKind, payload: dict[str, Any]) -> list[Draft]:
    drafts = [draft for text in parts_of(payload.get("content")) for draft in one(kind, text)]
    return _approving(drafts) if kind is EventKind.USER else drafts


def _approving(drafts: list[Draft]) -> list[Draft]:
    """Return the drafts; the words that accept a plan get the signal that approves the last proposed one."""
    if drafts and drafts[0].text.startswith(IMPLEMENT) and drafts[0].kind is EventKind.USER:
        first = drafts[0]
        return [Draft(first.kind, first.text, None, (Signal(SignalKind.PLAN_APPROVED),)), *drafts[1:]]
    return drafts
