"""Exports validate against the typed models of the client libraries; skipped if they are not installed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from gates.source import SourceEvent
from workbench.exporters.anthropic import AnthropicExporter
from workbench.exporters.base import ExportContext, Exporter, ExportSegment
from workbench.exporters.codex import CodexExporter
from workbench.exporters.openai import OpenAIExporter
from workbench.importers.claude_code import ClaudeCodeImporter

from .samples import SUMMARY, call, context, result
from .session_files import NEW, native
from .test_message_arrays import any_events


def _lists_of(model: Any) -> TypeAdapter[Any]:
    models: Any = list.__class_getitem__(model)
    return TypeAdapter(models)


def _anthropic() -> TypeAdapter[Any]:
    types: Any = pytest.importorskip(
        "anthropic.types", reason="the client library anthropic is not installed"
    )
    return _lists_of(types.MessageParam)


def _openai() -> TypeAdapter[Any]:
    types: Any = pytest.importorskip("openai.types.chat", reason="the client library openai is not installed")
    return _lists_of(types.ChatCompletionMessageParam)


def _responses() -> TypeAdapter[Any]:
    types: Any = pytest.importorskip(
        "openai.types.responses", reason="the client library openai is not installed"
    )
    return _lists_of(types.ResponseInputItemParam)


def messages(text: str) -> list[Any]:
    """The messages of a message array."""
    found: list[Any] = json.loads(text)["messages"]
    return found


def items(text: str) -> list[Any]:
    """The items of a rollout that Codex would send, with what its own assistant messages leave out."""
    lines = [json.loads(line)["payload"] for line in text.splitlines()]
    history = [item for line in lines for item in line.get("replacement_history", ())]
    stated = history + [line for line in lines if "role" in line or "call_id" in line]
    for item in (each for each in stated if each.get("role") == "assistant"):
        item.update(id="msg_1", status="completed")
        item["content"] = [{**part, "annotations": []} for part in item["content"]]
    return stated


CASES = [
    pytest.param(AnthropicExporter(), _anthropic, messages, id="anthropic"),
    pytest.param(OpenAIExporter(), _openai, messages, id="openai"),
    pytest.param(CodexExporter(), _responses, items, id="codex"),
]


def validated(adapter: TypeAdapter[Any], value: list[Any]) -> Any:
    """The value as the models read it; parts that are read lazily are read too."""
    return _read(adapter.validate_python(value))


def _read(value: Any) -> Any:
    if isinstance(value, str | int | float | bool | None):
        return value
    if isinstance(value, dict):
        return {key: _read(part) for key, part in value.items()}
    return [_read(part) for part in value]


@pytest.mark.parametrize(("exporter", "models", "found"), CASES)
def test_the_check_finds_what_is_wrong(exporter: Exporter, models: Any, found: Any) -> None:
    adapter = models()
    good = found(exporter.export(replace(context(SUMMARY), new=NEW)))
    assert validated(adapter, good) == good
    wrong = json.loads(json.dumps(good).replace('"content"', '"contents"'))
    with pytest.raises(ValidationError):
        validated(adapter, wrong)


@pytest.mark.parametrize(("exporter", "models", "found"), CASES)
def test_any_sequence_of_events_is_valid(exporter: Exporter, models: Any, found: Any) -> None:
    adapter = models()

    @settings(max_examples=60, deadline=None)
    @given(any_events(), st.integers(0, 14), st.sampled_from(["claude-code", "openai-chat"]))
    def check(events: list[SourceEvent], at: int, transcript: str) -> None:
        parts = context(*events[:at], SUMMARY, *events[at:], transcript=transcript)
        exported = found(exporter.export(replace(parts, new=NEW, replaced=tuple(events))))
        assert validated(adapter, exported) == exported

    check()


def test_codexs_own_items_are_valid() -> None:
    adapter = _responses()
    patch = {"type": "custom_tool_call", "id": "x", "name": "apply_patch", "input": "***", "call_id": "c"}
    output = {"type": "custom_tool_call_output", "call_id": "c", "output": "Success"}
    own = {
        **native([11], type="response_item", payload=patch),
        **native([12], type="response_item", payload=output),
    }
    parts = context(call(11, "c"), result(12, "c"), transcript="codex")
    exported = items(CodexExporter().export(replace(parts, records=own)))
    assert [each["type"] for each in exported] == ["custom_tool_call", "custom_tool_call_output"]
    assert validated(adapter, exported) == exported


@pytest.mark.shared_data
@pytest.mark.parametrize(("exporter", "models", "found"), CASES)
def test_real_transcripts_are_valid(exporter: Exporter, models: Any, found: Any, shared_data: Path) -> None:
    adapter, checked = models(), 0
    for path in sorted((shared_data / "sessions" / "claude-code").glob("cc-*.jsonl")):
        events = tuple(each for each in ClaudeCodeImporter().read(path).events() if each.sidechain is None)
        whole = ExportContext("ses_x", "claude-code", (ExportSegment(events=events),), new=NEW)
        exported = found(exporter.export(whole))
        assert validated(adapter, exported) == exported
        checked += 1
    assert checked >= 5
