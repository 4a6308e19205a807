"""A context as an Anthropic Messages request: `{"system"?, "messages": [...]}`.

Messages alternate and begin with the user; each `tool_use` is answered in the next message. Tool input was
stored as readable text, so each call's input is `{"input": text}`. Thinking and signatures are never
exported.
"""

from __future__ import annotations

from typing import Any

from workbench.exporters.base import ExportContext, json_text
from workbench.exporters.turns import SpeakerTurn, turns

OPENING = "[The conversation before this point is not included.]"
"""User message inserted if a context would begin with the assistant, which the API rejects."""

Block = dict[str, Any]


class AnthropicExporter:
    """Exports roles `user` and `assistant`; system texts go into the request's `system` field."""

    name = "anthropic"
    suffix = ".json"

    def export(self, context: ExportContext) -> str:
        """Return the request's `system` and `messages` as indented JSON."""
        found = turns(context)
        system = [text for turn in found if turn.role == "system" for text in turn.texts]
        messages: list[dict[str, Any]] = []
        for turn in found:
            if turn.role != "system":
                _add(messages, turn)
        _trim_end(messages)
        body: dict[str, Any] = {"system": "\n\n".join(system)} if system else {}
        return json_text({**body, "messages": messages})


def _add(messages: list[dict[str, Any]], turn: SpeakerTurn) -> None:
    _append(messages, turn.role, [{"type": "text", "text": text} for text in turn.texts])
    uses: list[Block] = [
        {"type": "tool_use", "id": call.call_id, "name": call.name, "input": {"input": call.input}}
        for call in turn.calls
    ]
    _append(messages, "assistant", uses)
    results: list[Block] = []
    for call in turn.calls:
        result: Block = {"type": "tool_result", "tool_use_id": call.call_id, "content": call.result}
        results.append({**result, "is_error": True} if call.failed else result)
    _append(messages, "user", results)


def _append(messages: list[dict[str, Any]], role: str, blocks: list[Block]) -> None:
    if not blocks:
        return
    if not messages and role == "assistant":
        messages.append({"role": "user", "content": [{"type": "text", "text": OPENING}]})
    if messages and messages[-1]["role"] == role:
        messages[-1]["content"] += blocks
    else:
        messages.append({"role": role, "content": blocks})


def _trim_end(messages: list[dict[str, Any]]) -> None:
    """Strip trailing white space from a final assistant text, which the API does not allow."""
    if messages and messages[-1]["role"] == "assistant" and messages[-1]["content"][-1]["type"] == "text":
        block = messages[-1]["content"][-1]
        block["text"] = block["text"].rstrip()
