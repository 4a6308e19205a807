"""LangChain messages in each of their dumped forms, as drafts and facts.

Forms: `messages_to_dict` (`type`, `data`), `dumpd` (`lc`, `id`, `kwargs`), and a message's own fields in a
flat object (`model_dump`, the states of LangGraph). Messages are converted one at a time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gates.source import EventKind
from workbench.importers.conversations.array_reading import call_of, summaries_apart, text_drafts
from workbench.importers.conversations.parts import arguments_of, objects_in, part_text, text_of, texts_of
from workbench.importers.conversations.summaries import is_request, summary_body, summary_in
from workbench.importers.conversations.usage import CallUsage, usage_of
from workbench.importers.events.timeline import Calls, Draft

ALL = "__remove_all__"
"""The id that means every message in a request to remove."""

_TYPES = {
    "system": EventKind.SYSTEM,
    "developer": EventKind.SYSTEM,
    "human": EventKind.USER,
    "user": EventKind.USER,
    "ai": EventKind.ASSISTANT,
    "assistant": EventKind.ASSISTANT,
    "tool": EventKind.TOOL_RESULT,
    "function": EventKind.TOOL_RESULT,
    "chat": EventKind.META,
    "remove": EventKind.META,
}
_CLASSES = {
    "SystemMessage": "system", "HumanMessage": "human", "AIMessage": "ai", "ToolMessage": "tool",
    "FunctionMessage": "function", "ChatMessage": "chat", "RemoveMessage": "remove",
}  # fmt: skip
_OWN = {"additional_kwargs", "response_metadata", "tool_calls", "tool_call_id", "id", "usage_metadata"}
_SUMMARISED = (EventKind.USER, EventKind.META, EventKind.SYSTEM)
"""Kinds of texts that may be a summary."""
_THOUGHTS = ("thinking", "reasoning", "reasoning_content")
_CALLS = ("tool_use", "tool_call", "function_call", "tool_call_chunk", "input_json_delta")


@dataclass(frozen=True, slots=True)
class LangChainMessage:
    """One message, from any dumped form."""

    kind: str
    """`human`, `ai`, `tool`, `system`, `remove` and similar."""
    data: dict[str, Any]

    @property
    def own_id(self) -> str:
        """The message's own id; empty if it has none."""
        own_id = self.data.get("id")
        return own_id if isinstance(own_id, str) else ""

    @property
    def usage(self) -> CallUsage:
        """Tokens of the call that wrote it."""
        metadata = self.data.get("response_metadata")
        nested = metadata if isinstance(metadata, dict) else {}
        return usage_of(self.data.get("usage_metadata") or nested.get("token_usage") or nested.get("usage"))

    @property
    def summary(self) -> str | None:
        """The summary in it, without its framing; None if there is none."""
        if self.kind not in ("human", "user", "system"):
            return None
        content = self.data.get("content")
        found = text_of(content) if self.automatic else summary_in(texts_of(content))
        return None if found is None else summary_body(found)

    @property
    def automatic(self) -> bool:
        """Whether LangChain's own middleware wrote it, which happens when the context grows too long."""
        return self._extra("lc_source") == "summarization"

    def _extra(self, key: str) -> object:
        extra = self.data.get("additional_kwargs")
        return extra.get(key) if isinstance(extra, dict) else None

    def drafts(self, calls: Calls, position: int) -> list[Draft]:
        """Return the drafts of the message: thoughts and texts, then tool calls."""
        content = self.data.get("content")
        kind = _TYPES.get(self.kind.removesuffix("MessageChunk").lower(), EventKind.META)
        if self.automatic and self.summary is not None:
            return [Draft(EventKind.COMPACTION, text_of(content))]
        if kind is EventKind.TOOL_RESULT:
            call_id = self.data.get("tool_call_id") or self.data.get("name") or ""
            failed = {"error": True, "success": False}.get(str(self.data.get("status")))
            return [calls.result(str(call_id), text_of(content), failed)]
        if kind is EventKind.USER and is_request(text_of(content)):
            kind = EventKind.META
        parts = content if isinstance(content, list) else [content]
        drafts = [draft for part in parts for draft in _part(part, kind)]
        drafts = summaries_apart(drafts, _SUMMARISED)
        reasoning = self._extra("reasoning_content")
        if isinstance(reasoning, str):
            drafts = [*text_drafts(reasoning, EventKind.THINKING), *drafts]
        return drafts + self._tool_calls(calls, position)

    def _tool_calls(self, calls: Calls, position: int) -> list[Draft]:
        given = [*objects_in(self.data.get("tool_calls")), *objects_in(self.data.get("invalid_tool_calls"))]
        if not given:
            given = [
                {"id": each.get("id"), **inner, "args": inner.get("arguments")}
                for each in objects_in(self._extra("tool_calls"))
                if isinstance(inner := each.get("function"), dict)
            ]
        return [
            call_of(calls, each.get("name"), each.get("id"), arguments_of(each.get("args")), position)
            for each in given
        ]


def message_of(value: object) -> LangChainMessage | None:
    """Return a dumped message; None if the value is not one."""
    if not isinstance(value, dict):
        return None
    if value.get("lc") == 1 and isinstance(value.get("kwargs"), dict):
        path = value.get("id")
        name = str(path[-1]) if isinstance(path, list) and path else ""
        kind = _CLASSES.get(name.replace("MessageChunk", "Message"))
        return LangChainMessage(kind, value["kwargs"]) if kind else None
    kind = value.get("type")
    if not isinstance(kind, str) or kind.replace("MessageChunk", "").lower() not in _TYPES:
        return None
    kind = kind.replace("MessageChunk", "").lower()
    if isinstance(value.get("data"), dict):
        return LangChainMessage(kind, value["data"])
    if "content" in value and (kind == "remove" or _OWN & value.keys()):
        return LangChainMessage(kind, value)
    return None


def _part(part: object, kind: EventKind) -> list[Draft]:
    if part is None or (isinstance(part, dict) and part.get("type") in _CALLS):
        return []
    if isinstance(part, dict) and part.get("type") in _THOUGHTS:
        return text_drafts(_thought(part), EventKind.THINKING)
    if isinstance(part, dict) and part.get("type") == "redacted_thinking":
        return [Draft(EventKind.THINKING, "[redacted thinking]")]
    return text_drafts(part_text(part), kind)


def _thought(part: dict[str, Any]) -> str:
    summary = part.get("summary")
    if isinstance(summary, list):
        return text_of(summary)
    return next((str(part[key]) for key in (*_THOUGHTS, "text") if isinstance(part.get(key), str)), "")
