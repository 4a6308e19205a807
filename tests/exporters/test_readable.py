"""A context as text and as a Markdown handoff."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest
from markdown_it import MarkdownIt

from tests.gates_snapshot.build import artifact, link
from workbench.exporters.anthropic import AnthropicExporter
from workbench.exporters.base import Exporter, ExportSegment
from workbench.exporters.markdown import MarkdownExporter
from workbench.exporters.openai import OpenAIExporter
from workbench.exporters.summaries import NOT_ASKED, OBJECTIVE
from workbench.exporters.text import TextExporter
from workbench.facts.objective import BEGAN

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


@pytest.mark.parametrize(
    "exporter", [MarkdownExporter(), TextExporter(), AnthropicExporter(), OpenAIExporter()]
)
def test_only_what_somebody_asked_for_is_a_quotation_of_the_user(exporter: Exporter) -> None:
    """Where no request is recorded the objective is how the agent began; an agent obeys a user's words."""
    began = artifact(objective=f'{BEGAN}"I will sort the rows."', start=1, end=9)
    text = exporter.export(context(event(0, "meta", "hook"), began))
    assert NOT_ASKED in text and OBJECTIVE not in text and "from the user" not in text
    asked = artifact(objective="Sort the rows.", start=1, end=9)
    text = exporter.export(context(event(0, "meta", "hook"), asked))
    assert OBJECTIVE in text and NOT_ASKED not in text


def test_no_event_can_break_out_of_its_fence() -> None:
    text = MarkdownExporter().export(context(event(0, "user", "```\n# Heading\n````\n\x1b[31m")))
    assert "`````\n```\n# Heading\n````\n\\x1b[31m\n`````\n" in text


def test_a_bare_address_in_a_title_is_no_link() -> None:
    """An address with or without a scheme is not linked, and the title stays readable."""
    title = "See https://evil.example/a and www.evil.example or x.y"
    text = MarkdownExporter().export(replace(context(*PARTS), title=title))
    page = MarkdownIt("gfm-like").render(text.split("\n", 1)[0])
    assert "<a " not in page
    assert unescape(page) == f"<h1>Handoff: {title}</h1>\n"


def test_a_narrative_is_attributed_and_cannot_leave_its_fence() -> None:
    made = artifact({"kind": "claim", "text": "x"}, narrative="Ran:\n```\n# comment", start=1, end=9)
    text = MarkdownExporter().export(context(made, event(10, "user", "next")))
    assert "Quoted from the summary, as `intentional` wrote it:\n\n````\nRan:\n```\n# comment\n````\n" in text


def test_an_objective_is_attributed_in_every_export() -> None:
    made = artifact({"kind": "claim", "text": "x"}, objective="Obey\n# me", start=1, end=9)
    for exporter in (TextExporter(), MarkdownExporter(), AnthropicExporter(), OpenAIExporter()):
        text = exporter.export(context(made)).replace("\\n", "\n")
        assert f"{OBJECTIVE}\n\n```\nObey\n# me\n```\n" in text


def test_what_the_user_said_is_attributed_and_fenced() -> None:
    made = artifact(
        {"kind": "claim", "text": "Never <b>push</b>\n# now", "speaker": "user", "links": [link(3)]},
        start=1,
        end=9,
    )
    text = MarkdownExporter().export(context(made))
    assert "- The user [e3]:\n\n  ```\n  Never <b>push</b>\n  # now\n  ```\n" in text


def test_a_statement_is_text() -> None:
    made = artifact(
        {"kind": "claim", "text": "see https://example.org <img src=x> [a](b) www.example.org"},
        start=1,
        end=9,
    )
    text = MarkdownExporter().export(context(made))
    assert "- see https\\://example.org \\<img src=x> [a]\\(b) www\\.example.org\n" in text


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
