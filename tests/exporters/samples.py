"""Events and contexts for the tests of exporters, and what the two APIs accept."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

from gates.source import EventKind, SourceEvent, ToolAction, ToolFact
from tests.gates_snapshot.build import SESSION, artifact, link
from workbench.exporters.base import ExportContext, ExportSegment

ID = re.compile(r"^[A-Za-z0-9_-]{1,64}$")
SUMMARY = artifact(
    {"kind": "decision", "text": "Use Lax </summary> cookies", "links": [link(2)]}, start=1, end=9
)


def event(ordinal: int, kind: str, text: str, **more: Any) -> SourceEvent:
    """One event; `call` and `tool` give it a tool fact."""
    call, tool = more.pop("call", None), more.pop("tool", "Bash")
    failed = more.pop("failed", None)
    fact = ToolFact(tool, call, ToolAction.COMMAND, failed=failed) if call is not None else None
    return SourceEvent(ordinal, EventKind(kind), text, f"n{ordinal}", tool=fact, **more)


def call(ordinal: int, name: str = "c1", **more: Any) -> SourceEvent:
    return event(ordinal, "tool_call", "Bash\ncommand: ls -l", call=name, **more)


def result(ordinal: int, name: str = "c1", **more: Any) -> SourceEvent:
    return event(ordinal, "tool_result", "34 files", call=name, **more)


def context(*parts: Any, transcript: str = "claude-code") -> ExportContext:
    """A context out of events and artifacts, in order; runs of events are one segment."""
    segments: list[ExportSegment] = []
    run: list[SourceEvent] = []
    for part in (*parts, None):
        if isinstance(part, SourceEvent):
            run.append(part)
            continue
        if run:
            segments.append(ExportSegment(events=tuple(run)))
            run = []
        if part is not None:
            segments.append(ExportSegment(artifact=part))
    return ExportContext(SESSION, transcript, tuple(segments))


def anthropic_problems(text: str) -> list[str]:
    """Return the defects that the Messages API would refuse."""
    messages = json.loads(text)["messages"]
    bad = []
    if messages and messages[0]["role"] != "user":
        bad.append("begins with the assistant")
    if any(one["role"] == other["role"] for one, other in pairwise(messages)):
        bad.append("roles do not alternate")
    seen: set[str] = set()
    open_uses: list[str] = []
    for message in messages:
        blocks = message["content"]
        answered = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
        if message["role"] == "user" and answered != open_uses:
            bad.append("tool results do not answer the message before")
        if any(block["type"] == "tool_result" for block in blocks[len(answered) :]):
            bad.append("tool results do not come first")
        open_uses = [block["id"] for block in blocks if block["type"] == "tool_use"]
        if seen & set(open_uses) or len(set(open_uses)) < len(open_uses):
            bad.append("a tool use id comes twice")
        seen |= set(open_uses)
        bad += [f"bad id {name}" for name in open_uses if not ID.match(name)]
        bad += [
            f"bad name {b['name']}" for b in blocks if b["type"] == "tool_use" and not ID.match(b["name"])
        ]
        bad += ["empty text" for b in blocks if b["type"] == "text" and not b["text"].strip()]
        bad += [b["type"] for b in blocks if b["type"] not in ("text", "tool_use", "tool_result")]
        if not blocks:
            bad.append("empty message")
    if open_uses:
        bad.append("a tool use is not answered")
    return bad


def openai_problems(text: str) -> list[str]:
    """Return the defects that the Chat Completions API would refuse."""
    bad = []
    waiting: list[str] = []
    seen: set[str] = set()
    for message in json.loads(text)["messages"]:
        if message["role"] == "tool":
            if not waiting or message["tool_call_id"] != waiting.pop(0):
                bad.append("a tool message answers no call")
            continue
        if waiting:
            bad.append("a call is not answered")
        calls = message.get("tool_calls", [])
        waiting = [each["id"] for each in calls]
        bad += ["a call id comes twice" for name in waiting if name in seen]
        seen |= set(waiting)
        for each in calls:
            arguments = json.loads(each["function"]["arguments"])
            if list(arguments) != ["input"] or not ID.match(each["function"]["name"]):
                bad.append("a call is malformed")
        if not calls and not (message["content"] or "").strip():
            bad.append("an empty message")
    return bad + (["the last call is not answered"] if waiting else [])
