"""A context as text and as a Markdown handoff."""

from __future__ import annotations

import re

import pytest

from tests.gates_snapshot.build import artifact
from workbench.exporters.base import Exporter, ExportSegment
from workbench.exporters.markdown import MarkdownExporter
from workbench.exporters.text import TextExporter

from .samples import SUMMARY, call, context, event, result

PARTS = (
    event(0, "user", "Look\nhere"),
    SUMMARY,
    call(10),
    result(11, failed=True),
    event(12, "thinking", "hm"),
)


def test_text_names_every_piece_and_gives_its_words_as_they_are() -> None:
    text = TextExporter().export(context(*PARTS))
    assert text.startswith(
        "--- event 0 user, turn 0\nLook\nhere\n=== artifact in place of events 1 to 9\n# Summary"
    )
    assert "--- event 10 tool_call Bash, turn 0\nBash\ncommand: ls -l\n" in text
    assert "--- event 11 tool_result Bash failed, turn 0\n34 files\n" in text
    assert "--- event 12 thinking, turn 0\nhm\n" in text


def test_a_handoff_holds_the_summary_one_level_down_and_the_events_in_fences() -> None:
    text = MarkdownExporter().export(context(*PARTS))
    assert "1 summarised range, 3 events verbatim, 1 of thinking left out." in text
    assert "## Summary of events 1 to 9\n" in text and "### Decisions\n" in text
    assert "### Event 0, user\n\n```\nLook\nhere\n```\n" in text
    assert "### Event 11, tool result Bash, failed\n\n```\n34 files\n```\n" in text
    assert "hm" not in re.findall(r"```\n(.*?)\n```", text, re.DOTALL)


def test_no_event_can_break_out_of_its_fence() -> None:
    text = MarkdownExporter().export(context(event(0, "user", "```\n# Heading\n````\n\x1b[31m")))
    assert "`````\n```\n# Heading\n````\n\\x1b[31m\n`````\n" in text


def test_a_fence_that_a_narrative_left_open_is_closed() -> None:
    made = artifact({"kind": "claim", "text": "x"}, narrative="Ran:\n```\n# comment", start=1, end=9)
    text = MarkdownExporter().export(context(made, event(10, "user", "next")))
    assert "Ran:\n```\n# comment\n```\n\n## Events 10 to 10, verbatim" in text


@pytest.mark.parametrize("exporter", [TextExporter(), MarkdownExporter()])
def test_it_ends_in_one_newline_and_is_the_same_each_time(exporter: Exporter) -> None:
    text = exporter.export(context(*PARTS))
    assert text.endswith("\n") and not text.endswith("\n\n")
    assert exporter.export(context(*PARTS)) == text


def test_an_empty_context_says_so() -> None:
    assert TextExporter().export(context()) == ""
    assert "The context is empty." in MarkdownExporter().export(context())


def test_a_segment_is_events_or_an_artifact() -> None:
    for wrong in ({}, {"events": (event(0, "user", "x"),), "artifact": SUMMARY}):
        with pytest.raises(ValueError, match="events or an artifact"):
            ExportSegment(**wrong)  # type: ignore[arg-type]
