"""Chat Completions messages as drafts: roles, texts, reasoning, tool calls and results.

Messages are converted one at a time; images and audio are named and not kept.
"""

from __future__ import annotations

import re
from typing import Any

from gates.source import EventKind
from workbench.importers.conversations.array_reading import call_of, size_of, text_drafts
from workbench.importers.conversations.parts import arguments_of
from workbench.importers.events.timeline import Calls, Draft
from workbench.importers.files.documents import clean_text, compact

KINDS = {
    "system": EventKind.SYSTEM,
    "developer": EventKind.SYSTEM,
    "user": EventKind.USER,
    "human": EventKind.USER,
    "assistant": EventKind.ASSISTANT,
    "ai": EventKind.ASSISTANT,
    "model": EventKind.ASSISTANT,
}
RESULTS = ("tool", "function")
_DATA_URL = re.compile(r"data:([\w.+/-]{1,100});base64,")


class ChatMessages:
    """Converter of messages to drafts; results repeat the fields of the earlier calls."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def drafts(self, body: dict[str, Any], position: int) -> list[Draft]:
        """Return the drafts of a message: reasoning, texts, then tool calls."""
        role = str(body.get("role", ""))
        content = body.get("content")
        if role in RESULTS:
            call_id = str(body.get("tool_call_id") or body.get("name") or "")
            return [self._calls.result(call_id, _text(content), None)]
        kind = KINDS.get(role, EventKind.META)
        thought = (body.get(key) for key in ("reasoning_content", "reasoning"))
        drafts = [
            Draft(EventKind.THINKING, clean_text(t)) for t in thought if isinstance(t, str) and t.strip()
        ]
        drafts += _parts(content, kind)
        refusal = body.get("refusal")
        if isinstance(refusal, str):
            drafts += text_drafts(refusal, kind)
        return drafts + self._tool_calls(body, position)

    def _tool_calls(self, body: dict[str, Any], position: int) -> list[Draft]:
        listed = body.get("tool_calls")
        calls: list[Any] = listed if isinstance(listed, list) else []
        legacy = body.get("function_call")
        if isinstance(legacy, dict):
            calls = [*calls, {"id": legacy.get("name"), "function": legacy}]
        return [self._call(call, position) for call in calls if isinstance(call, dict)]

    def _call(self, call: dict[str, Any], position: int) -> Draft:
        inner = call.get("function") or call.get("custom") or call
        inner = inner if isinstance(inner, dict) else call
        arguments = arguments_of(inner.get("arguments", inner.get("input")))
        return call_of(self._calls, inner.get("name"), call.get("id"), arguments, position)


def _parts(content: object, kind: EventKind) -> list[Draft]:
    if isinstance(content, str):
        return text_drafts(content, kind)
    if isinstance(content, list):
        return [draft for part in content for draft in text_drafts(_part(part), kind)]
    return text_drafts(compact(content), kind) if content is not None else []


def _text(content: object) -> str:
    if isinstance(content, str):
        return clean_text(content)
    if isinstance(content, list):
        return "\n".join(clean_text(_part(part)) for part in content)
    return "" if content is None else compact(content)


def _part(part: object) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        return compact(part)
    for key in ("text", "refusal"):
        if isinstance(part.get(key), str):
            return str(part[key])
    return f"[{_described(part)}]"


def _described(part: dict[str, Any]) -> str:
    kind = str(part.get("type", "part"))
    inner = part.get(kind, part)
    url = inner.get("url", inner.get("file_data", "")) if isinstance(inner, dict) else inner
    url = url if isinstance(url, str) else ""
    found = _DATA_URL.match(url)
    if found is not None:
        return f"{found.group(1).split('/')[0]} {found.group(1)} {size_of(url[found.end() :])} bytes"
    data = inner.get("data") if isinstance(inner, dict) else None
    if isinstance(data, str):
        return f"{kind} {inner.get('format', '')} {size_of(data)} bytes"
    return f"{kind} {url}".strip()
