"""The first pass over an OpenHands conversation: what must be known before its events are read.

It finds the title, abandoned branches, the bytes-per-token factor, and whether the beginning is missing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from gates.source import EventKind
from workbench.importers.base import SkippedLine
from workbench.importers.events.timeline import Calls, Draft
from workbench.importers.events.titles import title_after
from workbench.importers.events.tokens import byte_length
from workbench.importers.files.line_records import LineRecord
from workbench.importers.openhands import sdk, version0
from workbench.importers.records.branches import Branches
from workbench.importers.records.fitting import ContextFit, plausible

_ROOT = "__root__"
"""The parent id of a record that begins a new branch at the root."""


@dataclass(slots=True)
class OpenHandsOutline:
    """The results of the first pass."""

    events: int = 0
    """Number of records of this format."""
    version: str = "0"
    title: str = ""
    bytes_per_token: float = 4.0
    scope_complete: bool = True
    sidechains: dict[str, str] = field(default_factory=dict)
    reported: dict[str, int] = field(default_factory=dict)
    """Output tokens by response, if a plausible report covers one block."""


class Usages:
    """Token counts of model calls, each returned once, from the different places of the two versions."""

    def __init__(self) -> None:
        self._reported: set[str] = set()
        self._output = 0

    def of(self, event: dict[str, Any]) -> tuple[str, int, int]:
        """Return response id, input and output tokens of an event's call; zeros if nothing is new."""
        if event.get("kind") == "ConversationStateUpdateEvent":
            return ("", *self._statistics(event))
        response = version0.response_of(event)
        name, usage = response.get("id"), response.get("usage")
        if not isinstance(name, str) or not isinstance(usage, dict) or name in self._reported:
            return "", 0, 0
        self._reported.add(name)
        return name, _count(usage, "prompt_tokens"), _count(usage, "completion_tokens")

    def _statistics(self, event: dict[str, Any]) -> tuple[int, int]:
        """Return the last call's input and output tokens, from the accumulated counts of the turn."""
        value = event.get("value")
        usages = (
            value.get("usage_to_metrics") or value.get("service_to_metrics")
            if isinstance(value, dict)
            else None
        )
        for name, metrics in usages.items() if isinstance(usages, dict) else ():
            usage = metrics.get("accumulated_token_usage") if isinstance(metrics, dict) else None
            if "condenser" in str(name) or not isinstance(usage, dict):
                continue
            every, last = _count(usage, "completion_tokens"), _count(usage, "per_turn_token")
            output, self._output = max(0, every - self._output), every
            return max(0, last - output), output
        return 0, 0


def is_event(value: dict[str, Any]) -> bool:
    """Return whether an object is an event of either version."""
    kind = value.get("kind")
    if isinstance(kind, str) and kind in sdk.KINDS and "id" in value:
        return True
    return version0.is_event(value)


def drafts_of(event: dict[str, Any], calls: Calls) -> list[Draft]:
    """Return the drafts of an event of either version."""
    return sdk.drafts_of(event, calls) if "kind" in event else version0.drafts_of(event, calls)


def response_id(event: dict[str, Any]) -> str | None:
    """Return the id of the model's answer that an event belongs to; None if it is not the model's."""
    given = event.get("llm_response_id") or version0.response_of(event).get("id")
    if isinstance(given, str) and given:
        return given
    model = event.get("source") == "agent" and (event.get("action") is not None or "llm_message" in event)
    return f"event-{event.get('id')}" if model and event.get("action") != "system" else None


def scan(records: Iterable[LineRecord | SkippedLine]) -> OpenHandsOutline:
    """Return the outline of a conversation."""
    outline, branches, fit, calls, usages = OpenHandsOutline(), Branches(), ContextFit(), Calls(), Usages()
    sizes: dict[str, tuple[int, int]] = {}
    parts: dict[str, int] = {}
    asked = False
    for record in records:
        if isinstance(record, SkippedLine) or not is_event(record.value):
            continue
        event = record.value
        outline.events += 1
        outline.version = "1" if "kind" in event else outline.version
        _branch(branches, event)
        name, context, output = usages.of(event)
        fit.call(context)
        drafts = drafts_of(event, calls)
        size = sum(byte_length(draft.text) for draft in drafts)
        fit.grew(size)
        if event.get("kind") == "Condensation" or event.get("action") == "condensation":
            fit.cut()
        words = sdk.human_text(event) or version0.human_text(event)
        asked = asked or bool(words)
        outline.title = title_after(outline.title, words)
        response = response_id(event)
        if response is not None:
            parts[response] = parts.get(response, 0) + len(drafts)
        if name:
            sizes[name] = (output, size)
        outline.scope_complete = outline.scope_complete and (asked or not _uses_tools(drafts))
    outline.bytes_per_token = fit.factor()
    outline.sidechains = branches.sidechains()
    for name, (output, size) in sizes.items():
        if parts.get(name) == 1 and plausible(output, size, outline.bytes_per_token):
            outline.reported[name] = output
    return outline


def _branch(branches: Branches, event: dict[str, Any]) -> None:
    if isinstance(event.get("id"), str):
        parent = event.get("parent_id")
        root = parent == _ROOT
        branches.add(event["id"], parent if isinstance(parent, str) and not root else None, root=root)


def _uses_tools(drafts: list[Draft]) -> bool:
    """Return whether the model uses tools; if nobody asked before, the beginning is missing."""
    return any(draft.kind in (EventKind.TOOL_CALL, EventKind.TOOL_RESULT) for draft in drafts)


def _count(usage: dict[str, Any], key: str) -> int:
    value = usage.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
