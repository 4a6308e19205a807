"""Items of the OpenAI Responses API as drafts: messages, reasoning, calls, outputs, compactions.

Items are converted one at a time. The content of a compaction item is encrypted and not read.
"""

from __future__ import annotations

from typing import Any

from gates.source import EventKind, Signal, SignalEntry, SignalKind
from workbench.importers.conversations.array_reading import call_of, summaries_apart
from workbench.importers.conversations.parts import arguments_of, drafts_of, text_of, texts_of
from workbench.importers.conversations.summaries import is_request, summary_body, summary_in
from workbench.importers.events.timeline import Calls, Draft
from workbench.importers.files.documents import compact

COMPACTIONS = ("compaction", "compaction_summary", "context_compaction")
ITEM_TYPES = {
    "apply_patch_call", "apply_patch_call_output", "code_interpreter_call", "compaction", "computer_call",
    "computer_call_output", "custom_tool_call", "custom_tool_call_output", "file_search_call",
    "function_call", "function_call_output", "image_generation_call", "item_reference", "local_shell_call",
    "local_shell_call_output", "mcp_approval_request", "mcp_approval_response", "mcp_call",
    "mcp_list_tools", "reasoning", "shell_call", "shell_call_output", "tool_search_call",
    "tool_search_output", "web_search_call",
}  # fmt: skip
"""Types that only items of this API have; a message may have none."""

_KINDS = {
    "system": EventKind.SYSTEM,
    "developer": EventKind.SYSTEM,
    "user": EventKind.USER,
    "assistant": EventKind.ASSISTANT,
}
_SHELLS = ("local_shell_call", "shell_call", "code_interpreter_call")
_QUIET = ("item_reference", "mcp_list_tools", "compaction_trigger", "additional_tools")
"""Items without content: they refer to others, or to the tools."""

_NAMES = {
    "local_shell_call": "local_shell",
    "shell_call": "shell",
    "apply_patch_call": "apply_patch",
    "code_interpreter_call": "code_interpreter",
    "computer_call": "computer",
    "web_search_call": "web_search",
    "file_search_call": "file_search",
    "image_generation_call": "image_generation",
    "tool_search_call": "tool_search",
}


def is_item(value: object) -> bool:
    """Return whether a value is an item of this API, judged by its own type."""
    return isinstance(value, dict) and str(value.get("type")) in ITEM_TYPES


def is_by_model(item: dict[str, Any]) -> bool:
    """Return whether the model made the item: an answer, a thought or a call."""
    kind = str(item.get("type", ""))
    if item.get("role") is not None:
        return item.get("role") == "assistant"
    return kind == "reasoning" or kind.endswith("_call") or kind == "mcp_approval_request"


def summary_of(item: dict[str, Any]) -> str | None:
    """Return the summary in an item: empty if it is encrypted, None if the item is not a summary."""
    if item.get("type") in COMPACTIONS:
        return ""
    if item.get("role") != "user":
        return None
    found = summary_in(texts_of(item.get("content")))
    return None if found is None else summary_body(found)


def key_of(item: dict[str, Any]) -> str:
    """Return the identity of an item in later requests: its call, its id, or its content."""
    kind = str(item.get("type") or "message")
    if isinstance(item.get("call_id"), str):
        return f"{kind}:{item['call_id']}"
    if kind == "message":
        return compact([item.get("role"), text_of(item.get("content"))])
    if isinstance(item.get("id"), str) and item["id"]:
        return f"{kind}:{item['id']}"
    return compact(item)


class ResponsesItems:
    """Converter of items to drafts; outputs repeat the fields of the earlier calls."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def drafts(self, item: dict[str, Any], position: int) -> list[Draft]:
        """Return the drafts of an item; none if it has no content."""
        kind = str(item.get("type") or "message")
        if kind == "message":
            return self._message(item)
        if kind in COMPACTIONS:
            return [Draft(EventKind.COMPACTION, f"[encrypted summary {_sealed(item)} bytes]")]
        if kind == "reasoning":
            thought = [*_list(item.get("summary")), *_list(item.get("content"))]
            return [draft for part in thought for draft in drafts_of(part, EventKind.THINKING)]
        if kind.endswith("_output"):
            return [self._output(item)]
        if kind == "mcp_approval_response":
            return [self._approval(item)]
        if kind in _QUIET:
            return []
        if kind.endswith("_call") or kind == "mcp_approval_request":
            return self._call(item, kind, position)
        return [Draft(EventKind.META, compact(item))]

    def _message(self, item: dict[str, Any]) -> list[Draft]:
        content = item.get("content")
        kind = _KINDS.get(str(item.get("role", "")), EventKind.META)
        if kind is EventKind.USER:
            kind = EventKind.META if is_request(text_of(content)) else kind
            return summaries_apart(drafts_of(content, kind))
        return drafts_of(content, kind)

    def _call(self, item: dict[str, Any], kind: str, position: int) -> list[Draft]:
        call_id = item.get("call_id") or item.get("id")
        name = item.get("name") or _NAMES.get(kind, kind.removesuffix("_call"))
        draft = call_of(self._calls, name, call_id, _arguments(item, kind), position)
        answered = item.get("output", item.get("outputs", item.get("results")))
        error = item.get("error")
        if kind == "mcp_approval_request" or draft.tool is None or (answered is None and error is None):
            return [draft]
        failed = error is not None or item.get("status") == "failed"
        text = text_of(answered if error is None else error)
        return [draft, self._calls.result(draft.tool.call_id, text, failed)]

    def _output(self, item: dict[str, Any]) -> Draft:
        call_id = str(item.get("call_id") or item.get("id") or "")
        output = item.get("output", item.get("tools"))
        failed = True if item.get("status") == "failed" else None
        if isinstance(output, list):
            codes = [code for each in output if (code := _exit_code(each)) is not None]
            failed = any(codes) if codes else failed
            text = "\n".join(_printed(each) for each in output)
        else:
            text = text_of(output)
        return self._calls.result(call_id, text, failed)

    def _approval(self, item: dict[str, Any]) -> Draft:
        """Return the draft of a human's approval or refusal of a call; a refusal keeps its reason."""
        call_id = str(item.get("approval_request_id") or "")
        approved, reason = item.get("approve") is True, item.get("reason")
        reason = reason if isinstance(reason, str) and reason.strip() else ""
        head = "approved" if approved else "refused"
        draft = self._calls.result(call_id, f"{head}: {reason}" if reason else head, not approved)
        if approved or not reason or draft.tool is None:
            return draft
        start = len(head) + 2
        entry = SignalEntry(reason, start, start + len(reason), context=draft.tool.name)
        return Draft(draft.kind, draft.text, draft.tool, (Signal(SignalKind.REFUSAL, (entry,)),))


def _arguments(item: dict[str, Any], kind: str) -> object:
    action = item.get("action")
    if kind in _SHELLS and isinstance(action, dict):
        commands = action.get("command", action.get("commands"))
        if kind == "shell_call" and isinstance(commands, list):
            return {"command": "\n".join(each for each in commands if isinstance(each, str))}
        return {"command": commands}
    if kind == "code_interpreter_call":
        return {"code": item.get("code")}
    if kind == "apply_patch_call":
        operation = item.get("operation")
        return operation if isinstance(operation, dict) else {}
    arguments = item.get("arguments", item.get("input", item.get("action", item.get("queries"))))
    return arguments_of(arguments)


def _sealed(item: dict[str, Any]) -> int:
    sealed = item.get("encrypted_content")
    return len(sealed) if isinstance(sealed, str) else 0


def _exit_code(part: object) -> int | None:
    outcome = part.get("outcome") if isinstance(part, dict) else None
    code = outcome.get("exit_code") if isinstance(outcome, dict) else None
    return code if isinstance(code, int) else None


def _printed(part: object) -> str:
    if isinstance(part, dict) and ("stdout" in part or "stderr" in part):
        return "\n".join(str(part[key]) for key in ("stdout", "stderr") if part.get(key))
    return text_of(part)


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
