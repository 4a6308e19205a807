"""A context as a new Codex rollout (`rollout-<time>-<id>.jsonl`) that `codex resume` opens.

The file has the shape of Codex's own compactions: the replaced events, a `compacted` record whose replacement
history ends with the summary, then the remaining events. Reasoning and encrypted items are left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from gates.source import EventKind
from workbench.exporters.base import ExportContext, NativeRecord, json_line
from workbench.exporters.session_plan import (
    STAYS,
    Entry,
    Repeats,
    SpokenWords,
    SummaryEntry,
    ToolAnswer,
    ToolUse,
    plan_of,
)

PREAMBLE = (
    "Another language model started to solve this problem and produced a summary of its thinking process. "
    "You also have access to the state of the tools that were used by that language model. Use this to build "
    "on the work that has already been done and avoid duplicating work. Here is the summary produced by the "
    "other language model, use the information in this summary to assist with your own analysis:"
)
"""Opening words of a local compaction's summary in Codex; no user message begins with them."""

ORIGINATOR = "compaction_workbench"
"""The originator named in the file's first record."""
REPEATED = "workbench_repeats"
"""Payload field: the line before the summary that this record repeats."""
REPLACED = "workbench_replaced"
"""Compaction payload field: the first line that its summary replaced, and the lines that it kept."""
NOTE = "workbench_note"
"""Payload field: a note of the harness, which Codex can only store as a user message."""

MEASURED = "workbench_bytes_per_token"
"""Session field: the bytes per token used for estimates, since no call in the file has counts."""
PLAIN = "workbench_plain"
"""Call payload field: only the text of the arguments is known, and it is passed as the single argument."""
FAILED = "workbench_failed"
"""Output payload field: whether the transcript reports that the call failed; Codex has no field for it."""

_VERSION = "0.0.0"
_FIELDS: dict[str, tuple[str, ...]] = {
    "message": ("type", "role", "content", "phase"),
    "function_call": ("type", "name", "arguments", "call_id", "namespace"),
    "custom_tool_call": ("type", "name", "input", "call_id", "status"),
    "local_shell_call": ("type", "call_id", "status", "action"),
    "function_call_output": ("type", "call_id", "output"),
    "custom_tool_call_output": ("type", "call_id", "output"),
}
"""Item types that are copied, with their copied fields; ids and turns belong to the other thread."""
_CALLS = ("function_call", "custom_tool_call", "local_shell_call")
_OUTPUTS = ("function_call_output", "custom_tool_call_output")

Item = dict[str, Any]


class CodexExporter:
    """Writes one rollout line per record."""

    name = "codex"
    suffix = ".jsonl"

    def file_name(self, context: ExportContext) -> PurePath:
        """Return the path in the sessions folder where Codex looks for it: by day, named by time and id."""
        day, _, clock = context.new.created_at.partition("T")
        moment = clock[:8].replace(":", "-")
        folder = PurePath(*day.split("-"))
        return folder / f"rollout-{day}T{moment}-{context.new.session_id}.jsonl"

    def export(self, context: ExportContext) -> str:
        """Return the complete rollout."""
        plan, repeats = plan_of(context), Repeats()
        lines = [_line(context, "session_meta", _session(context))]
        for entry in plan.replaced:
            begin = len(lines) + 1
            if isinstance(entry, SummaryEntry):
                lines += _compacted(context, (entry,), repeats.mark(entry))
                if entry.key in plan.staying:
                    lines.append(_line(context, "response_item", _message("developer", STAYS)))
            else:
                lines += _stated(context, entry, None)
            repeats.record(entry, [str(begin)])
        for last in plan.opening[-1:]:
            replaced = repeats.mark(last) if isinstance(last, SummaryEntry) else None
            lines += _compacted(context, plan.opening, replaced)
        for entry in plan.tail:
            lines += _stated(context, entry, repeats.of(entry))
        return "".join(lines)


def _session(context: ExportContext) -> Item:
    new = context.new
    return {
        "session_id": new.session_id,
        "id": new.session_id,
        "timestamp": new.created_at,
        "cwd": new.project,
        "originator": ORIGINATOR,
        "cli_version": new.version or _VERSION,
        "source": "cli",
        "thread_source": "user",
        **({"model_provider": new.provider} if new.provider else {}),
        **({MEASURED: context.bytes_per_token} if context.bytes_per_token is not None else {}),
    }


def _line(context: ExportContext, kind: str, payload: Item, time: str | None = None) -> str:
    return json_line({"timestamp": time or context.new.created_at, "type": kind, "payload": payload})


def _compacted(
    context: ExportContext, entries: tuple[Entry, ...], replaced: dict[str, Any] | None
) -> Iterator[str]:
    """Return a compaction record: the history that the model keeps, its summary last."""
    history = [{**item, **_note(entry)} for entry in entries for item in _items(entry)]
    event = entries[-1].event
    time = event.timestamp if event is not None else None
    summary = history[-1]["content"][0]["text"]
    marked = {REPLACED: replaced} if replaced is not None else {}
    yield _line(context, "compacted", {"message": summary, "replacement_history": history, **marked}, time)
    yield _line(context, "event_msg", {"type": "context_compacted"}, time)


def _stated(context: ExportContext, entry: Entry, repeated: str | None) -> Iterator[str]:
    """Yield an entry as the items given to the model and, for messages, the event shown on screen."""
    event = entry.event
    time = event.timestamp if event is not None else None
    mark: Item = {REPEATED: repeated} if repeated is not None else {}
    mark |= _note(entry)
    for item in _items(entry):
        yield _line(context, "response_item", {**item, **mark}, time)
    if isinstance(entry, SpokenWords) and entry.event.kind is EventKind.USER:
        shown = {"type": "user_message", "message": entry.text, "images": [], "local_images": []}
        yield _line(context, "event_msg", {**shown, "text_elements": [], **mark}, time)
    elif isinstance(entry, SpokenWords) and entry.event.kind is EventKind.ASSISTANT:
        yield _line(context, "event_msg", {"type": "agent_message", "message": entry.text, **mark}, time)


def _note(entry: Entry) -> Item:
    """Return the marker of a user message that no human wrote."""
    if not isinstance(entry, SpokenWords) or entry.role != "user":
        return {}
    return {} if entry.event.kind in (EventKind.USER, EventKind.PLAN) else {NOTE: True}


def _items(entry: Entry) -> list[Item]:
    if isinstance(entry, SummaryEntry):
        text = entry.text if entry.text.startswith(PREAMBLE[:80]) else f"{PREAMBLE}\n{entry.text}"
        return [_message("user", text)]
    if isinstance(entry, SpokenWords):
        native = _native(entry.record, ("message",)) if entry.whole else None
        return [native or _message(_role(entry), entry.text)]
    if isinstance(entry, ToolUse):
        return [_use(entry)]
    return [_answer(entry)]


def _role(entry: SpokenWords) -> str:
    return "developer" if entry.role == "system" else entry.role


def _message(role: str, text: str) -> Item:
    kind = "output_text" if role == "assistant" else "input_text"
    return {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}


def _use(entry: ToolUse) -> Item:
    native = _native(entry.record, _CALLS)
    if native is not None and _native(entry.other, _OUTPUTS) is not None:
        return {**native, "call_id": entry.call.call_id}
    plain = {} if entry.arguments is not None else {PLAIN: True}
    values = {"input": entry.call.input} if entry.arguments is None else entry.arguments
    arguments = json.dumps(values, ensure_ascii=False)
    return {
        **plain,
        "type": "function_call",
        "name": entry.call.name,
        "arguments": arguments,
        "call_id": entry.call.call_id,
    }


def _answer(entry: ToolAnswer) -> Item:
    native = _native(entry.record, _OUTPUTS)
    if native is not None and _native(entry.other, _CALLS) is not None:
        return {**native, "call_id": entry.call.call_id}
    tool = entry.event.tool
    failed = {} if tool is None or tool.failed is None else {FAILED: tool.failed}
    answer = {"type": "function_call_output", "call_id": entry.call.call_id, "output": entry.call.result}
    return {**answer, **failed}


def _native(record: NativeRecord | None, kinds: tuple[str, ...]) -> Item | None:
    """Return the transcript's own item without references to the other thread.

    None if it has another kind.
    """
    if record is None or record.body.get("type") != "response_item":
        return None
    item = record.body.get("payload")
    if not isinstance(item, dict) or item.get("type") not in kinds:
        return None
    return {key: item[key] for key in _FIELDS[item["type"]] if item.get(key) is not None}
