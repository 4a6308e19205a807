"""Events of the OpenHands SDK as drafts: kind, text, tool side, signals.

Events are converted one at a time, without positions or condensations.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gates.source import EventKind
from workbench.importers.events.timeline import Calls, Draft
from workbench.importers.files.documents import clean_text
from workbench.importers.openhands.values import arguments_of, asked, output_of, text_of
from workbench.importers.records.record_reading import human_words, one, refused, spoken

KINDS = {
    "SystemPromptEvent", "MessageEvent", "ActionEvent", "ObservationEvent", "UserRejectObservation",
    "AgentErrorEvent", "Condensation", "CondensationRequest", "CondensationSummaryEvent", "PauseEvent",
    "InterruptEvent", "ConversationStateUpdateEvent", "ConversationErrorEvent", "ACPToolCallEvent",
    "LLMCompletionLogEvent", "TokenEvent", "HookExecutionEvent", "SecurityAnalysisEvent",
    "StreamingDeltaEvent",
}  # fmt: skip
ANSWERED = ("completed", "failed")
_UNSTATED = "User rejected the action"
"""The placeholder for a reason if the human gave none."""


def drafts_of(event: dict[str, Any], calls: Calls) -> list[Draft]:
    """Return the drafts of an event; none if it has no content, such as state, statistics, logs."""
    make = _MADE.get(str(event.get("kind", "")))
    return make(event, calls) if make is not None else []


def human_text(event: dict[str, Any]) -> str:
    """Return the human words of an event; empty if it has none."""
    message = event.get("llm_message")
    if event.get("kind") != "MessageEvent" or event.get("source") != "user" or not isinstance(message, dict):
        return ""
    return human_words(text_of(message.get("content")))


def _system(event: dict[str, Any], calls: Calls) -> list[Draft]:
    del calls
    texts = (text_of(event.get("system_prompt")), text_of(event.get("dynamic_context")))
    return [draft for text in texts for draft in one(EventKind.SYSTEM, text)]


def _message(event: dict[str, Any], calls: Calls) -> list[Draft]:
    del calls
    message = event.get("llm_message")
    if not isinstance(message, dict):
        return []
    blocks = message.get("content")
    texts = [text_of(block) for block in (blocks if isinstance(blocks, list) else [blocks])]
    added = one(EventKind.META, text_of(event.get("extended_content")))
    if event.get("source") == "agent":
        drafts = [draft for text in texts for draft in one(EventKind.ASSISTANT, text)]
        return [*_thinking(message), *drafts, *added]
    if event.get("source") != "user":
        return [draft for text in texts for draft in one(EventKind.META, text)] + added
    return [draft for text in texts if text.strip() for draft in spoken(text)] + added


def _thinking(event: dict[str, Any]) -> list[Draft]:
    thoughts = event.get("thinking_blocks")
    blocks = [block for block in thoughts if isinstance(block, dict)] if isinstance(thoughts, list) else []
    drafts = [draft for block in blocks for draft in one(EventKind.THINKING, block.get("thinking"))]
    return drafts or one(EventKind.THINKING, event.get("reasoning_content"))


def _action(event: dict[str, Any], calls: Calls) -> list[Draft]:
    drafts = [*_thinking(event), *one(EventKind.ASSISTANT, text_of(event.get("thought")))]
    name, action = str(event.get("tool_name") or ""), event.get("action")
    arguments = asked(action) if isinstance(action, dict) else arguments_of(event.get("tool_call"))
    if isinstance(action, dict) and action.get("kind") == "ThinkAction":
        arguments = {"thought": action.get("thought")}
    if name == "finish":
        drafts += one(EventKind.ASSISTANT, arguments.pop("message", None))
    return [*drafts, calls.call(name, _call_id(event), arguments)]


def _observation(event: dict[str, Any], calls: Calls) -> list[Draft]:
    observation = event.get("observation")
    text, failed = output_of(observation) if isinstance(observation, dict) else ("", None)
    result = calls.result(_call_id(event), text, failed)
    return [result, *one(EventKind.META, text_of(event.get("extended_content")))]


def _rejected(event: dict[str, Any], calls: Calls) -> list[Draft]:
    """Return the drafts of a call that a human or a hook refused; a human's reason is a decision."""
    words = event.get("rejection_reason")
    reason = clean_text(words) if isinstance(words, str) else ""
    text = f"Action rejected: {reason}"
    result = calls.result(_call_id(event), text, True)
    if not reason.strip() or reason == _UNSTATED or event.get("rejection_source", "user") != "user":
        return [result]
    return [refused(result, len(text) - len(reason))]


def _error(event: dict[str, Any], calls: Calls) -> list[Draft]:
    error = event.get("error")
    return [calls.result(_call_id(event), clean_text(error) if isinstance(error, str) else "", True)]


def _acp(event: dict[str, Any], calls: Calls) -> list[Draft]:
    """Return the drafts of an ended call of another agent over the Agent Client Protocol."""
    if event.get("status") not in ANSWERED:
        return []
    name = str(event.get("title") or event.get("tool_kind") or "")
    arguments = event.get("raw_input")
    call = calls.call(name, _call_id(event), arguments if isinstance(arguments, dict | str) else None)
    failed = event.get("status") == "failed" or event.get("is_error") is True
    output = event.get("raw_output") if event.get("raw_output") is not None else event.get("content")
    return [call, calls.result(_call_id(event), text_of(output), failed)]


def _call_id(event: dict[str, Any]) -> str:
    return str(event.get("tool_call_id") or event.get("action_id") or event.get("id") or "")


_MADE: dict[str, Callable[[dict[str, Any], Calls], list[Draft]]] = {
    "SystemPromptEvent": _system,
    "MessageEvent": _message,
    "ActionEvent": _action,
    "ObservationEvent": _observation,
    "UserRejectObservation": _rejected,
    "AgentErrorEvent": _error,
    "ACPToolCallEvent": _acp,
}
