"""A context as the messages of an OpenAI chat request: `{"messages": [...]}`, with tool calls as functions.

Arguments were stored as readable text, so each call's arguments are `{"input": text}`.
"""

from __future__ import annotations

import json
from typing import Any

from workbench.exporters.base import ExportContext, json_text
from workbench.exporters.turns import SpeakerTurn, turns


class OpenAIExporter:
    """Exports roles `system`, `user`, `assistant` and `tool`; every `tool` message follows its call."""

    name = "openai"
    suffix = ".json"

    def export(self, context: ExportContext) -> str:
        """Return the messages as indented JSON."""
        messages = [message for turn in turns(context) for message in _messages(turn)]
        return json_text({"messages": messages})


def _messages(turn: SpeakerTurn) -> list[dict[str, Any]]:
    if turn.role != "assistant":
        return [{"role": turn.role, "content": text} for text in turn.texts]
    spoken: dict[str, Any] = {"role": "assistant", "content": "\n\n".join(turn.texts) or None}
    if turn.calls:
        spoken["tool_calls"] = [
            {
                "id": call.call_id,
                "type": "function",
                "function": {
                    "name": call.name,
                    "arguments": json.dumps({"input": call.input}, ensure_ascii=False),
                },
            }
            for call in turn.calls
        ]
    results = [{"role": "tool", "tool_call_id": call.call_id, "content": call.result} for call in turn.calls]
    return [spoken, *results]
