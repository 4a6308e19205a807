"""Contexts as session files, and what the two agents would not resume."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Any

from gates.source import SourceEvent
from workbench.exporters.base import ExportContext, NativeRecord, NewSession
from workbench.exporters.claude_code import ClaudeCodeExporter
from workbench.exporters.codex import CodexExporter

NEW = NewSession("0e7d4f5e-6b1c-4f0a-9d53-2f1f5a2f8a11", "2026-11-23T06:00:00.000Z", "/home/ann/upload")

Record = dict[str, Any]


def claude(context: ExportContext, **changes: Any) -> list[Record]:
    """The records of a Claude Code file that it would resume; the title is left out."""
    text = ClaudeCodeExporter().export(replace(context, **{"new": NEW, **changes}))
    found = records(text)
    assert claude_problems(found) == []
    return [record for record in found if "uuid" in record]


def codex(context: ExportContext, **changes: Any) -> list[Record]:
    """The records of a rollout that Codex would resume."""
    text = CodexExporter().export(replace(context, **{"new": NEW, **changes}))
    found = records(text)
    assert codex_problems(found) == []
    return found


def records(text: str) -> list[Record]:
    """The lines of a file."""
    return [json.loads(line) for line in text.splitlines()]


def resumed(found: list[Record]) -> list[Record]:
    """What Claude Code gives to the model: everything behind the last boundary."""
    last = max((n for n, each in enumerate(found) if each.get("subtype") == "compact_boundary"), default=-1)
    return found[last + 1 :]


def blocks(record: Record) -> list[Record]:
    """The content blocks of a message; one text is one block."""
    content = record.get("message", {}).get("content", [])
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def native(ordinals: Iterable[int], **body: Any) -> dict[int, NativeRecord]:
    """One record of the transcript, by its events."""
    record = NativeRecord(tuple(ordinals), body)
    return dict.fromkeys(record.ordinals, record)


def claude_problems(found: list[Record]) -> list[str]:
    """Return breaks of the chain or of the Messages API's rules, in the resumed part and before it."""
    chained = [record for record in found if "uuid" in record]
    bad = [] if len({each["uuid"] for each in chained}) == len(chained) else ["an id comes twice"]
    bad += [f"of session {each['sessionId']}" for each in found if each["sessionId"] != NEW.session_id]
    for before, after in pairwise(chained):
        root = after.get("subtype") == "compact_boundary"
        if after["parentUuid"] != (None if root else before["uuid"]):
            bad.append("a record is not the child of the one before it")
        if after["timestamp"] <= before["timestamp"]:
            bad.append("time goes back")
    if chained and chained[0]["parentUuid"] is not None:
        bad.append("the first record has a parent")
    stretches = [chained[: len(chained) - len(resumed(chained))], resumed(chained)]
    for stretch in stretches:
        bad += _unpaired([_claude_tool(block) for record in stretch for block in blocks(record)])
    for record in chained:
        bad += ["thinking" for block in blocks(record) if "thinking" in str(block.get("type"))]
        if record["type"] == "assistant" and not {"id", "model", "stop_reason"} <= record["message"].keys():
            bad.append("an assistant's record lacks what is needed")
    return bad


def codex_problems(found: list[Record]) -> list[str]:
    """Return the defects that Codex or the Responses API would refuse, in the resumed part and before it."""
    bad = [] if found[0]["type"] == "session_meta" else ["does not begin with its session"]
    at = [n for n, each in enumerate(found) if each["type"] == "compacted"]
    before = found[: at[-1]] if at else []
    history = found[at[-1]]["payload"]["replacement_history"] if at else []
    tail = found[at[-1] + 1 :] if at else found
    for items in (_items(before), [*history, *_items(tail)]):
        bad += _unpaired([_codex_tool(item) for item in items])
        bad += [f"an item {item['type']}" for item in items if "reasoning" in item["type"]]
        bad += ["encrypted" for item in items if "encrypted_content" in item]
    return bad


def _items(found: list[Record]) -> list[Record]:
    return [each["payload"] for each in found if each["type"] == "response_item"]


def _claude_tool(block: Record) -> tuple[str, str] | None:
    if block["type"] == "tool_use":
        return "call", block["id"]
    return ("result", block["tool_use_id"]) if block["type"] == "tool_result" else None


def _codex_tool(item: Record) -> tuple[str, str] | None:
    if item["type"].endswith("_output"):
        return "result", item["call_id"]
    return ("call", item["call_id"]) if "call_id" in item else None


def _unpaired(steps: list[tuple[str, str] | None]) -> list[str]:
    """Results must answer the calls directly before them, all of them and nothing else."""
    bad: list[str] = []
    waiting: list[str] = []
    answering = False
    for step in steps:
        kind, name = step or ("", "")
        if kind == "result":
            answering = True
            if not waiting or name not in waiting:
                bad.append(f"result {name} answers no call")
            else:
                waiting.remove(name)
            continue
        if waiting and (answering or kind != "call"):
            bad.append(f"calls {waiting} are not answered")
            waiting = []
        answering = False
        if kind == "call":
            waiting.append(name)
    return bad + ([f"calls {waiting} are not answered"] if waiting else [])


def spoken(events: Iterable[SourceEvent]) -> list[str]:
    """The texts of events that are no tool's."""
    return [event.text for event in events if event.tool is None]
