"""Gemini CLI sessions: messages repeated and again, rewinds, compressions, tools with their results."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gates.source import EventKind, SignalKind, SourceEvent, ToolAction
from tests.importers.made import gemini, gemini_answer, gemini_said, lines
from workbench.errors import InputError
from workbench.importers.base import ReadingTotals, SessionHeader, TokenCount
from workbench.importers.gemini.importer import GeminiCliImporter
from workbench.importers.summaries.headings import parse_summary
from workbench.importers.summaries.labels import from_tags

HEADER = {"sessionId": "s-1", "projectHash": "p", "startTime": "x", "kind": "main"}
SNAPSHOT = "<state_snapshot><overall_goal>Build it</overall_goal></state_snapshot>"


def read(
    folder: Path, text: str, name: str = "session.jsonl"
) -> tuple[SessionHeader, list[SourceEvent], ReadingTotals]:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    assert GeminiCliImporter().sniff(text.encode()[:65536], name)
    reading = GeminiCliImporter().read(path)
    events = list(reading.events())
    return reading.header, events, reading.totals


def ran(
    call_id: str, name: str, args: dict[str, Any], output: str, status: str = "success"
) -> dict[str, Any]:
    response = {"functionResponse": {"id": call_id, "name": name, "response": {"output": output}}}
    return {"id": call_id, "name": name, "args": args, "status": status, "result": [response]}


def test_a_message_reported_again_is_one_event(tmp_path: Path) -> None:
    """A resume repeats the history, and a result occurs in two messages: each is one event."""
    _, events, totals = read(tmp_path, gemini())
    assert [event.kind.value for event in events] == [
        "meta", "user", "assistant", "tool_call", "tool_call", "tool_result", "tool_result", "assistant",
        "user", "assistant", "user", "assistant", "user", "assistant", "compaction", "meta", "user",
        "assistant",
    ]  # fmt: skip
    assert not totals.skipped and not totals.rewritten


def test_the_words_reported_last_count(tmp_path: Path) -> None:
    """An answer still being written is replaced; a shortened output does not replace the whole one."""
    first = gemini_answer("a", "Work", 900)
    whole = gemini_answer(
        "a", "Working on it.", 900, [ran("c", "read_file", {"file_path": "a.py"}, "the whole file")]
    )
    masked = gemini_answer("a", "Working on it.", 900, [ran("c", "read_file", {}, "[masked]")])
    _, events, _ = read(tmp_path, lines([HEADER, gemini_said("u", "Go"), first, whole, masked]))
    assert [event.text for event in events if event.kind is EventKind.ASSISTANT] == ["Working on it."]
    (result,) = [event for event in events if event.kind is EventKind.TOOL_RESULT]
    assert result.text == "the whole file" and result.tool is not None
    assert (result.tool.action, result.tool.target) == (ToolAction.READ, "a.py")


def test_only_a_rewrite_with_a_new_summary_is_a_compression(tmp_path: Path) -> None:
    """A rewrite without a summary, or with the same one, is not another compression."""
    _, events, totals = read(tmp_path, gemini())
    (found,) = totals.compactions
    assert (found.source_start, found.source_end, found.summary) == (0, 13, 14)
    assert [events[each].text[:17] for each in found.kept] == [
        "<session_context>",
        "Keep this in mind",
        "I do.",
    ]
    assert [(item.status, item.text) for item in found.items] == [
        (None, "Build the exporter"), ("done", "Write it"), ("open", "Fix the tests"),
    ]  # fmt: skip
    assert found.tokens_before == TokenCount(23_020, "next-usage")
    assert found.tokens_after == TokenCount(9_000, "next-usage")
    assert (found.trigger, found.opaque) == ("unknown", False)
    again = gemini() + lines([{"$set": {"messages": [gemini_said("m11", SNAPSHOT)]}}])
    assert len(read(tmp_path, again)[2].compactions) == 1


def test_what_was_rewound_is_a_sidechain(tmp_path: Path) -> None:
    """The named message and everything behind it; of a message that is not known, everything."""
    _, events, _ = read(tmp_path, gemini())
    assert {event.text for event in events if event.sidechain == "rewind-1"} == {
        "Wrong way",
        "Going the wrong way.",
    }
    records = [HEADER, gemini_said("a", "One"), {"$rewindTo": "unknown"}, gemini_said("b", "Two")]
    assert [event.sidechain for event in read(tmp_path, lines(records))[1]] == ["rewind-1", None]


def test_tools_fail_as_they_say(tmp_path: Path) -> None:
    """A shell that exits with an error failed, though its call succeeded; a cancelled call did too."""
    calls = [
        ran("a", "run_shell_command", {"command": "make"}, "Command: make\nExit Code: 2\nSignal: 0"),
        ran("b", "write_file", {"file_path": "a.py", "content": "x"}, "[Operation Cancelled]", "cancelled"),
        ran("c", "read_file", {"file_path": "a.py"}, "Exit Code: 2"),
    ]
    _, events, _ = read(tmp_path, lines([HEADER, gemini_said("u", "Go"), gemini_answer("m", "", 900, calls)]))
    results = [event.tool for event in events if event.kind is EventKind.TOOL_RESULT]
    assert [tool.failed for tool in results if tool] == [True, True, False]
    assert [tool.action for tool in results if tool] == [
        ToolAction.COMMAND,
        ToolAction.CHANGE,
        ToolAction.READ,
    ]


def test_questions_and_plans(tmp_path: Path) -> None:
    """Answers name their question by its number; a human's comment on a rejected plan is a refusal."""
    questions = {"questions": [{"question": "Which store?", "header": "Store"}]}
    calls = [
        ran("a", "ask_user", questions, json.dumps({"answers": {"0": "DuckDB", "7": "x"}})),
        ran(
            "b",
            "exit_plan_mode",
            {"plan_path": "p.md"},
            "Plan rejected. User feedback: Smaller steps\n\nRevise it.",
        ),
    ]
    _, events, _ = read(tmp_path, lines([HEADER, gemini_said("u", "Go"), gemini_answer("m", "", 900, calls)]))
    signals = [(s.kind, [(e.text, e.context) for e in s.entries]) for event in events for s in event.signals]
    assert (SignalKind.ANSWER, [("DuckDB", "Which store?")]) in signals
    refusals = [entries for kind, entries in signals if kind is SignalKind.REFUSAL]
    assert len(refusals) == 1 and refusals[0][0][0].startswith("Smaller steps")


def test_an_old_session_is_a_document(tmp_path: Path) -> None:
    """Before 2026 a session was one JSON document, with thoughts and calls inside its messages."""
    answer = gemini_answer("b", "Done.", 900, [ran("c", "glob", {"pattern": "*.py"}, "a.py")])
    answer["thoughts"] = [{"subject": "Looking", "description": "for files"}]
    note = {"id": "n", "type": "info", "content": "Update available", "timestamp": "x"}
    document = {**HEADER, "messages": [gemini_said("a", "Go"), note, answer]}
    for text in (json.dumps(document), json.dumps(document, indent=2)):
        header, events, _ = read(tmp_path, text, "session.json")
        assert [event.kind.value for event in events] == [
            "user",
            "thinking",
            "assistant",
            "tool_call",
            "tool_result",
        ]
        assert (header.native_id, header.title, header.scope_complete) == ("s-1", "Go", True)
        assert [event.step for event in events] == [0, 1, 1, 1, 1]


def test_a_session_that_begins_with_a_summary_is_incomplete(tmp_path: Path) -> None:
    """Its replaced events are in another file, so the range contains only what precedes it."""
    context = gemini_said("a", "<session_context>x</session_context>")
    history = {"$set": {"messages": [context, gemini_said("b", SNAPSHOT), gemini_answer("c", "Ok")]}}
    header, _, totals = read(tmp_path, lines([HEADER, history]))
    (found,) = totals.compactions
    assert (found.source_start, found.source_end, found.kept, found.summary) == (0, 0, (0,), 1)
    assert not header.scope_complete


def test_in_a_subagent_nobody_human_speaks(tmp_path: Path) -> None:
    """The agent above writes in the user's place there; files that a message names are the program's."""
    said = {"id": "a", "type": "user", "timestamp": "x", "content": [
        {"text": "Review @a.py"}, {"text": "\n--- Content from referenced files ---"}, {"text": "x = 1"},
    ]}  # fmt: skip
    _, events, _ = read(tmp_path, lines([{**HEADER, "kind": "subagent"}, said]))
    assert [event.kind.value for event in events] == ["meta", "meta"]
    _, events, _ = read(tmp_path, lines([HEADER, said]))
    assert (events[0].kind.value, events[0].text) == ("user", "Review @a.py")


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    """Named outright, a file without a message of this format is refused in one line."""
    path = tmp_path / "x.jsonl"
    path.write_text('{"hello": "world"}\n')
    with pytest.raises(InputError, match="holds no messages"):
        GeminiCliImporter().read(path)


def test_rules_among_what_is_to_be_remembered_are_constraints() -> None:
    """The tag holds facts and rules alike; the goal is of another kind than both."""
    text = (
        "<state_snapshot><key_knowledge>- never touch config.toml\n- The build takes two minutes"
        "</key_knowledge></state_snapshot>"
    )
    items, _ = parse_summary(from_tags(text))
    assert [(item.kind.value, item.text) for item in items] == [
        ("constraint", "never touch config.toml"),
        ("claim", "The build takes two minutes"),
    ]
