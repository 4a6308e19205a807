"""Requests, responses and item lists of the OpenAI Responses API."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gates.source import SignalKind, ToolAction
from tests.importers import recordings
from tests.importers.reads import read
from tests.importers.recordings import SEALED, item


def test_a_log_of_exchanges_with_a_compaction(tmp_path: Path) -> None:
    """Repeated input is reported once; the human's message was kept, the sealed summary is opaque."""
    found = read("openai-responses", tmp_path, recordings.openai_responses(), "log.jsonl")
    assert found.stated(24) == [
        ("system", "Be terse."),
        ("user", "Build it, use DuckDB"),
        ("thinking", "Plan first."),
        ("tool_call", "update_plan\nplan:\n- [pen"),
        ("tool_result", "ok"),
        ("tool_call", 'local_shell\ncommand: ["l'),
        ("tool_result", "a.py"),
        ("assistant", "Done that step."),
        ("compaction", "[encrypted summary 100 b"),
        ("user", "Go on"),
        ("assistant", "Going on."),
    ]
    assert found.ranges() == [(0, 7, (0, 1), 8)]
    compaction = found.totals.compactions[0]
    assert compaction.opaque and compaction.trigger == "api" and compaction.items == ()
    assert (compaction.input_tokens, compaction.output_tokens) == (1010, 300)
    assert compaction.tokens_before is not None and compaction.tokens_before.tokens == 1000
    assert compaction.tokens_after is not None and compaction.tokens_after.tokens == 400
    assert [event.line for event in found.events] == [1, 1, 1, 1, 2, 2, 3, 3, 4, 5, 5]


def test_one_response_is_one_step_and_its_usage_counts_once(tmp_path: Path) -> None:
    """A thought and a call of one response share their step, and none claims the tokens of both."""
    found = read("openai-responses", tmp_path, recordings.openai_responses(), "log.jsonl")
    thought, call, shell = found.events[2], found.events[3], found.events[5]
    assert thought.message_id == call.message_id != shell.message_id
    assert (thought.step, call.step, shell.step) == (1, 1, 2)
    assert thought.provenance == call.provenance == "estimated"
    assert (shell.tokens, shell.provenance) == (10, "reported")
    assert call.signals[0].kind is SignalKind.TODO_LIST
    assert shell.tool is not None
    assert (shell.tool.action, shell.tool.target) == (ToolAction.COMMAND, "ls -la")


def test_an_item_seals_everything_before_it(tmp_path: Path) -> None:
    """Calls before the item show that nothing of them was taken out: all of it is replaced."""
    call = {"type": "function_call", "call_id": "c1", "name": "shell", "arguments": '{"command": ["ls"]}'}
    result = {"type": "function_call_output", "call_id": "c1", "output": "a.py"}
    given = {"model": "gpt-5", "input": [item("user", "Hello"), call, result, SEALED, item("user", "Next")]}
    found = read("openai-responses", tmp_path, given)
    assert found.ranges() == [(0, 2, (), 3)]
    assert found.header.scope_complete


@pytest.mark.parametrize("form", ["compacted", "request", "list"])
def test_what_compact_gave_keeps_the_messages_beside_it(tmp_path: Path, form: str) -> None:
    """The file contains only the kept items, so it is reported as incomplete."""
    items = [item("user", "Hello"), SEALED]
    content: object = {
        "compacted": {
            "object": "response.compaction",
            "output": items,
            "usage": recordings.counted(42_897, 12_000),
        },
        "request": {"model": "gpt-5", "input": items},
        "list": items,
    }[form]
    found = read("openai-responses", tmp_path, content)
    assert found.ranges() == [(0, 0, (0,), 1)]
    assert not found.header.scope_complete and found.totals.compactions[0].opaque


def test_a_compaction_on_the_server_comes_in_the_answer(tmp_path: Path) -> None:
    """With context management the item is in a response's output, followed by the answer."""
    first, output = [item("assistant", "Ok.", id="m1")], [SEALED, item("assistant", "Going on.", id="m2")]
    lines = [
        {"request": {"input": "Build it"}, "response": {"object": "response", "output": first}},
        {
            "request": {"input": "More", "previous_response_id": "r"},
            "response": {"object": "response", "output": output},
        },
    ]
    found = read("openai-responses", tmp_path, "\n".join(map(json.dumps, lines)), "log.jsonl")
    assert [kind for kind, _ in found.stated()] == ["user", "assistant", "user", "compaction", "assistant"]
    assert found.ranges() == [(0, 2, (), 3)]


def test_tools_of_the_service(tmp_path: Path) -> None:
    """Results are in the call itself, exit codes in the output, a human's refusal in an approval."""
    shell = {"type": "shell_call", "call_id": "c1", "action": {"commands": ["ls", "make"]}}
    failed = {"stdout": "", "stderr": "no rule", "outcome": {"type": "exit", "exit_code": 2}}
    items = [
        item("user", "Do it"),
        shell,
        {"type": "shell_call_output", "call_id": "c1", "output": [failed]},
        {
            "type": "mcp_call",
            "id": "m1",
            "name": "search",
            "arguments": '{"query": "x"}',
            "output": "found",
            "error": None,
        },
        {"type": "mcp_list_tools", "id": "l1", "tools": []},
        {"type": "mcp_approval_request", "id": "q1", "name": "drop", "arguments": "{}"},
        {
            "type": "mcp_approval_response",
            "approval_request_id": "q1",
            "approve": False,
            "reason": "never drop it",
        },
        {
            "type": "apply_patch_call",
            "call_id": "p1",
            "operation": {"type": "update_file", "path": "a.py", "diff": "+x"},
        },
    ]
    found = read("openai-responses", tmp_path, items)
    facts = [event.tool for event in found.events if event.tool is not None]
    assert [(fact.name, fact.action.value, fact.target, fact.failed) for fact in facts] == [
        ("shell", "command", "ls\nmake", None),
        ("shell", "command", "ls\nmake", True),
        ("search", "search", "x", None),
        ("search", "search", "x", False),
        ("drop", "other", "", None),
        ("drop", "other", "", True),
        ("apply_patch", "change", "a.py", None),
    ]
    refused = found.events[6].signals[0]
    assert refused.kind is SignalKind.REFUSAL and refused.entries[0].text == "never drop it"
    assert found.totals.noise == 1
