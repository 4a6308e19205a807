"""A summary in the user's place beside what is no part of it: reminders of the harness, words of a human."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gates.source import EventKind
from tests.importers import formats, recordings
from tests.importers.reads import Read, read

SUMMARY = f"{formats.CONTINUED}\n7. Pending Tasks:\n   - Greet"
REMINDER = "<system-reminder>\nBe brief.\n</system-reminder>"
WORDS = "Now part."
FORMATS = (
    "openai-chat",
    "anthropic-messages",
    "jsonl-chat",
    "langchain",
    "openai-responses",
    "atif",
    "inspect",
    "har",
)
Messages = list[tuple[str, Any]]
TALK: Messages = [("user", "Hi"), ("assistant", "Ho")]
PARTS = [{"type": "text", "text": text} for text in (REMINDER, SUMMARY, WORDS)]


def written(name: str, said: Messages) -> object:
    """A file of a format with these messages, the last of them an answer."""
    messages = [{"role": role, "content": content} for role, content in said]
    if name == "langchain":
        kinds = {"user": "human", "assistant": "ai"}
        return [formats.lc(kinds[r], content, f"m{n}") for n, (r, content) in enumerate(said)]
    if name == "openai-responses":
        return {"input": [{"type": "message", **each} for each in messages]}
    if name == "atif":
        sources = {"user": "user", "assistant": "agent"}
        steps = [
            {"step_id": n, "source": sources[r], "message": content} for n, (r, content) in enumerate(said, 1)
        ]
        agent = {"name": "some-agent", "version": "1"}
        return {"schema_version": "ATIF-v1.4", "session_id": "s", "agent": agent, "steps": steps}
    if name == "inspect":
        listed = [{"id": f"m{n}", "source": "input", **each} for n, each in enumerate(messages)]
        sample = {"id": 1, "epoch": 1, "input": "Hi", "target": "", "messages": listed, "events": []}
        return {"version": 2, "status": "success", "eval": {"task": "t", "model": "m"}, "samples": [sample]}
    if name == "har":
        return recorded(messages)
    return {"messages": messages}


def recorded(messages: list[dict[str, Any]]) -> str:
    """Return calls with the assistant's messages as answers; a summary starts a new list."""
    entries, since = [], 0
    for number, message in enumerate(messages):
        if message["role"] == "assistant":
            asked = {"model": "m", "messages": messages[since:number]}
            answer: formats.Json = {"id": f"msg_{number}", "role": "assistant", "usage": {}}
            answer["content"] = [{"type": "text", "text": message["content"]}]
            entries.append(recordings.entry(recordings.ANTHROPIC, asked, answer, number))
        elif formats.CONTINUED in str(message["content"]):
            since = number
    return recordings.har(*entries)


def begun(found: Read) -> list[tuple[str, str]]:
    """Kind and first words of each event but a system prompt's."""
    return [(kind, text[:9]) for kind, text in found.stated() if kind != "system"]


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("together", [False, True])
def test_a_reminder_before_it_and_words_behind_it_are_apart(
    tmp_path: Path, name: str, together: bool
) -> None:
    """This holds for parts of one message; in a single text, words after the summary cannot be separated."""
    content = f"{REMINDER}\n{SUMMARY}" if together else PARTS
    found = read(name, tmp_path, written(name, [*TALK, ("user", content), ("assistant", "Bye")]))
    words = [] if together else [("user", WORDS)]
    assert begun(found) == [
        ("user", "Hi"),
        ("assistant", "Ho"),
        ("meta", REMINDER[:9]),
        ("compaction", SUMMARY[:9]),
        *words,
        ("assistant", "Bye"),
    ]
    (compaction,) = found.totals.compactions
    at = compaction.summary
    assert at is not None and found.events[at].kind is EventKind.COMPACTION
    assert [item.text for item in compaction.items] == ["Pending Tasks: Greet"]
    assert compaction.source_end < at and found.events[compaction.source_start].text == "Hi"


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("content", [SUMMARY, PARTS])
def test_one_with_which_a_file_begins_ranges_over_itself(tmp_path: Path, name: str, content: Any) -> None:
    """In every format: what it replaced is in another file."""
    said: Messages = [("user", content), ("assistant", "Bye"), ("user", "Go on"), ("assistant", "Gone")]
    found = read(name, tmp_path, written(name, said))
    (compaction,) = found.totals.compactions
    at = compaction.summary
    assert at is not None and found.events[at].kind is EventKind.COMPACTION
    assert (compaction.source_start, compaction.source_end) == (at, at)
    assert not found.header.scope_complete


def test_instructions_before_it_are_not_of_its_range(tmp_path: Path) -> None:
    """They apply to every call, and are not part of the replaced range."""
    items = [("developer", "Be brief."), ("user", SUMMARY), ("assistant", "Bye")]
    found = read("openai-responses", tmp_path, written("openai-responses", items))
    assert found.ranges() == [(1, 1, (), 1)] and not found.header.scope_complete
