"""A message array that `context` wrote, read again: its summary is a program's words and no human's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gates.source import EventKind
from workbench.importers.conversations.summaries import summary_body
from workbench.importers.events.speech import is_summary
from workbench.importers.sniffing import detect

SUMMARY = (
    "<summary>\nThis summary replaces events 0 to 213 of the conversation.\n\n"
    "# Summary of events 0 to 213\n\n"
    "## Decisions\n\n- Never touch the invoices table. [e0]\n</summary>"
)
ASKED = "Now port the integration tests, please."


def array(form: str) -> str:
    """An exported conversation: the summary and what a human asked, in one message or in two."""
    if form == "openai-chat":
        return json.dumps([{"role": "user", "content": SUMMARY}, {"role": "user", "content": ASKED}])
    blocks = [{"type": "text", "text": SUMMARY}, {"type": "text", "text": ASKED}]
    return json.dumps({"system": "You help.", "messages": [{"role": "user", "content": blocks}]})


@pytest.mark.parametrize("form", ["openai-chat", "anthropic-messages"])
def test_the_summary_is_nothing_that_a_human_said(form: str, tmp_path: Path) -> None:
    """The human's own words give the title, and no decision is captured from the summary."""
    file = tmp_path / "context.json"
    file.write_text(array(form), encoding="utf-8")
    importer = detect(file)
    assert importer.name == form
    reading = importer.read(file)
    kinds = {event.text: event.kind for event in reading.events()}
    assert (kinds[SUMMARY], kinds[ASKED]) == (EventKind.META, EventKind.USER)
    assert reading.header.title == ASKED


def test_it_is_a_summary_where_a_recording_holds_it() -> None:
    """Known by how it begins, and without the words around it; a human who writes the tag is one."""
    assert is_summary(SUMMARY)
    assert summary_body(SUMMARY).startswith("# Summary of events 0 to 213")
    assert summary_body(SUMMARY).endswith("[e0]")
    assert not is_summary("<summary>\nwhat I want in the tag\n</summary>")
