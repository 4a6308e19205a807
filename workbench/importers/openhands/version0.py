"""Events of OpenHands version 0 as drafts: `action` with `args`, `observation` with `content` and `extras`.

Events are converted one at a time, without positions or condensations.
"""

from __future__ import annotations

from typing import Any

from gates.source import EventKind
from workbench.importers.events.timeline import Calls, Draft
from workbench.importers.openhands.values import asked, output_of, text_of
from workbench.importers.records.record_reading import human_words, one, refused, spoken

_SILENT = (
    "null", "agent_state_changed", "change_agent_state", "recall", "condensation_request", "pause", "resume",
    "stop", "close", "start", "send_pr", "push", "loop_recovery", "streaming",
)  # fmt: skip
"""Actions and observations without content for the model, or that only start something."""

_REFUSED = "user_rejected"
_EDITOR, _EDITOR_FAILED = ("edit", "read"), "ERROR:\n"
"""Observations of the editor, and the line with which it begins to report that it did nothing."""
_TOOLS = {"run": "execute_bash", "run_ipython": "execute_ipython_cell", "task_tracking": "task_tracker"}
"""Tools by their action, for events that do not record the call."""


def is_event(value: dict[str, Any]) -> bool:
    """Return whether an object is an event of this version."""
    is_either = isinstance(value.get("action"), str) or isinstance(value.get("observation"), str)
    return is_either and "source" in value and "kind" not in value


def drafts_of(event: dict[str, Any], calls: Calls) -> list[Draft]:
    """Return the drafts of an event; none if it has no content."""
    if isinstance(event.get("observation"), str):
        return _observation(event, calls)
    args = event.get("args")
    return _action(event, args if isinstance(args, dict) else {}, calls)


def human_text(event: dict[str, Any]) -> str:
    """Return the human words of an event; empty if it has none."""
    args = event.get("args")
    if event.get("action") != "message" or event.get("source") != "user" or not isinstance(args, dict):
        return ""
    return human_words(text_of(args.get("content")))


def response_of(event: dict[str, Any]) -> dict[str, Any]:
    """Return the model's answer that an action came with; empty if none is recorded."""
    metadata = event.get("tool_call_metadata")
    response = metadata.get("model_response") if isinstance(metadata, dict) else None
    return response if isinstance(response, dict) else {}


def _action(event: dict[str, Any], args: dict[str, Any], calls: Calls) -> list[Draft]:
    name, source = str(event.get("action")), event.get("source")
    if name in _SILENT or name == "condensation":
        return []
    content = text_of(args.get("content"))
    images = text_of({"image_urls": args["image_urls"]}) if args.get("image_urls") else ""
    if name == "system":
        return one(EventKind.SYSTEM, content)
    if name == "message" and source == "user":
        return (spoken(content) if content.strip() else []) + one(EventKind.USER, images)
    if name == "message":
        kind = EventKind.ASSISTANT if source == "agent" else EventKind.META
        return one(kind, args.get("thought")) + one(kind, content)
    return _called(event, name, args, calls)


def _called(event: dict[str, Any], name: str, args: dict[str, Any], calls: Calls) -> list[Draft]:
    thought = args.get("thought")
    arguments = asked(args)
    drafts: list[Draft] = []
    if name == "think":
        arguments = {"thought": thought}
    else:
        drafts = one(EventKind.ASSISTANT, thought)
    if name == "finish":
        drafts += one(
            EventKind.ASSISTANT, arguments.pop("final_thought", None) or arguments.pop("message", None)
        )
    if name == "read":
        arguments.setdefault("command", "view")
    return [*drafts, calls.call(_tool_name(event, name), _call_id(event, event.get("id")), arguments)]


def _observation(event: dict[str, Any], calls: Calls) -> list[Draft]:
    name = str(event.get("observation"))
    extras = event.get("extras")
    details = extras if isinstance(extras, dict) else {}
    if name == "recall":
        return one(EventKind.META, text_of(event.get("content")))
    if name in _SILENT:
        return []
    text, failed = output_of({**details, "content": event.get("content"), "message": event.get("message")})
    call_id = _call_id(event, event.get("cause"))
    if name == _REFUSED:
        result = calls.result(call_id, text, True)
        return [refused(result, 0)] if text.strip() else [result]
    if event.get("cause") is None and not _metadata(event):
        return one(EventKind.META, text)
    if failed is None and isinstance(event.get("success"), bool):
        failed = not event["success"]
    if failed is None and name in _EDITOR and text.startswith(_EDITOR_FAILED):
        failed = True
    return [calls.result(call_id, text, True if name == "error" else failed)]


def _metadata(event: dict[str, Any]) -> dict[str, Any]:
    metadata = event.get("tool_call_metadata")
    return metadata if isinstance(metadata, dict) else {}


def _tool_name(event: dict[str, Any], action: str) -> str:
    name = _metadata(event).get("function_name")
    return name if isinstance(name, str) and name else _TOOLS.get(action, action)


def _call_id(event: dict[str, Any], action_id: object) -> str:
    call_id = _metadata(event).get("tool_call_id")
    return call_id if isinstance(call_id, str) and call_id else f"action-{action_id}"
