"""Exports can be imported again, with the same words in the same order."""

from __future__ import annotations

from pathlib import Path

import pytest

from gates.source import SourceEvent
from workbench.exporters.anthropic import AnthropicExporter
from workbench.exporters.base import ExportContext, Exporter, ExportSegment
from workbench.exporters.openai import OpenAIExporter
from workbench.importers.anthropic_messages import AnthropicMessagesImporter
from workbench.importers.base import Importer
from workbench.importers.claude_code import ClaudeCodeImporter
from workbench.importers.openai_chat import OpenAIChatImporter

from .samples import anthropic_problems, call, context, event, openai_problems, result

PARTS = (
    event(0, "system", "Be brief."),
    event(1, "user", "Look\nhere"),
    event(2, "assistant", "I look."),
    call(3, "a"),
    result(4, "a"),
    call(5, "b"),
    result(6, "b"),
    event(7, "assistant", "34 files, 日本語 \x9b."),
)
BOTH = [
    pytest.param(AnthropicExporter(), AnthropicMessagesImporter(), id="anthropic"),
    pytest.param(OpenAIExporter(), OpenAIChatImporter(), id="openai"),
]


def read(importer: Importer, path: Path) -> tuple[SourceEvent, ...]:
    return tuple(importer.read(path).events())


@pytest.mark.parametrize(("exporter", "importer"), BOTH)
def test_an_export_is_recognised_and_read_back_with_the_same_words(
    exporter: Exporter, importer: Importer, tmp_path: Path
) -> None:
    text = exporter.export(context(*PARTS, transcript="openai-chat"))
    path = tmp_path / "context.json"
    path.write_text(text, "utf-8")
    assert importer.sniff(text.encode()[:65_536], path.name)
    events = read(importer, path)
    assert [each.kind for each in events] == [each.kind for each in PARTS]
    spoken = [each.text for each in events if each.tool is None]
    assert spoken == [each.text for each in PARTS if each.tool is None]
    assert [each.tool.call_id for each in events if each.tool] == ["a", "a", "b", "b"]


@pytest.mark.parametrize(("exporter", "importer"), BOTH)
def test_exporting_what_was_read_back_gives_the_same_file(
    exporter: Exporter, importer: Importer, tmp_path: Path
) -> None:
    text = exporter.export(context(*PARTS, transcript="openai-chat"))
    path = tmp_path / "context.json"
    path.write_text(text, "utf-8")
    again = ExportContext("ses_x", importer.name, (ExportSegment(events=read(importer, path)),))
    assert exporter.export(again) == text


@pytest.mark.shared_data
def test_every_real_transcript_exports_to_what_the_apis_accept(shared_data: Path) -> None:
    checked = 0
    for path in sorted((shared_data / "sessions" / "claude-code").glob("*.jsonl")):
        events = tuple(each for each in read(ClaudeCodeImporter(), path) if each.sidechain is None)
        if events:
            whole = ExportContext("ses_x", "claude-code", (ExportSegment(events=events),))
            assert anthropic_problems(AnthropicExporter().export(whole)) == []
            assert openai_problems(OpenAIExporter().export(whole)) == []
            checked += 1
    assert checked >= 10
