"""Trajectories of SWE-agent and mini-SWE-agent."""

from __future__ import annotations

import json
from pathlib import Path

from gates.source import SignalKind, ToolAction
from tests.importers import formats
from tests.importers.reads import Read, read


def tools(found: Read) -> list[tuple[str, str, str, bool | None]]:
    """Name, action, target and failure of each tool event."""
    return [
        (event.tool.name, event.tool.action.value, event.tool.target, event.tool.failed)
        for event in found.events
        if event.tool is not None
    ]


def test_commands_become_calls_with_what_they_act_on(tmp_path: Path) -> None:
    """An edit acts on the file that is open; a demonstration is no human's; the last result is not lost."""
    found = read("swe-agent", tmp_path, formats.swe_agent(), "run.traj")
    assert found.stated(30) == [
        ("system", "You are a programmer."),
        ("meta", "A demonstration."),
        ("user", "Fix the issue, never touch setu"[:30]),
        ("assistant", "Open it."),
        ("tool_call", "open\ncommand: open src/a.py"),
        ("tool_result", "[File: src/a.py]"),
        ("assistant", "Edit it."),
        ("tool_call", "edit\ntext: x = 1"),
        ("tool_result", "Edited."),
        ("assistant", "Test."),
        ("tool_call", "bash\ncommand: pytest -q"),
        ("tool_result", "1 passed"),
    ]
    assert tools(found)[::2] == [
        ("open", "read", "src/a.py", None),
        ("edit", "change", "/repo/src/a.py", None),
        ("bash", "command", "pytest -q", None),
    ]
    assert [event.step for event in found.events][3:] == [1, 1, 1, 2, 2, 2, 3, 3, 3]


def test_a_run_without_history_is_read_from_its_steps(tmp_path: Path) -> None:
    """Old runs hold actions and observations only."""
    body = json.loads(formats.swe_agent())
    found = read("swe-agent", tmp_path, {"trajectory": body["trajectory"]}, "run.traj")
    assert [kind for kind, _ in found.stated()] == ["assistant", "tool_call", "tool_result"] * 3


def test_two_runs_of_one_task_are_two_sessions(tmp_path: Path) -> None:
    """Messages without ids are distinguished by everything up to the first answer."""
    body = json.loads(formats.swe_agent())
    first = read("swe-agent", tmp_path, body)
    body["history"][3]["thought"] = "Another way."
    second = read("swe-agent", tmp_path, body)
    assert first.events[0].text == second.events[0].text
    assert first.events[0].digest() != second.events[0].digest()


def test_a_run_that_grew_keeps_its_events(tmp_path: Path) -> None:
    """The file is rewritten at every step."""
    body = json.loads(formats.swe_agent())
    after = read("swe-agent", tmp_path, body)
    body["history"], body["trajectory"] = body["history"][:5], body["trajectory"][:1]
    before = read("swe-agent", tmp_path, body)
    assert [e.digest() for e in before.events] == [e.digest() for e in after.events[: len(before.events)]]


def test_a_bad_message_is_skipped_and_named(tmp_path: Path) -> None:
    """One that is no object, and one that nests too deep."""
    body = json.loads(formats.swe_agent())
    deep: list[object] = []
    for _ in range(300):
        deep = [deep]
    body["history"][1:1] = [7, {"role": "user", "content": deep}]
    found = read("swe-agent", tmp_path, body)
    assert [each.reason for each in found.totals.skipped] == [
        "message of history 2 is not an object",
        "message of history 3 is nested too deeply",
    ]
    assert len(found.events) == 12


def test_mini_holds_commands_results_and_a_refusal(tmp_path: Path) -> None:
    """Exit codes mark failures, and a human's refusal is kept with its words."""
    found = read("mini-swe-agent", tmp_path, formats.mini_swe_agent(), "run.traj.json")
    assert found.stated(24) == [
        ("system", "You can use a computer."),
        ("user", "Please solve this issue:"),
        ("assistant", "Look."),
        ("tool_call", "bash\ncommand: ls -la"),
        ("tool_result", "<returncode>0</returncod"),
        ("assistant", "Run the tests."),
        ("tool_call", "bash\ncommand: pytest"),
        ("tool_result", "1 failed"),
        ("tool_call", "bash\ncommand: pip instal"),
        ("user", "Commands not executed. T"),
        ("meta", "done"),
    ]
    assert [failed for *_, failed in tools(found)] == [None, False, None, True, None]
    refusal = found.events[9].signals[0]
    assert refusal.kind is SignalKind.REFUSAL and refusal.entries[0].text == "use uv instead"
    assert found.events[5].timestamp == "2026-02-02T02:40:00.500Z"


def test_mini_in_the_form_of_responses(tmp_path: Path) -> None:
    """A model that is asked through OpenAI Responses leaves its whole response as a message."""
    call = {"type": "function_call", "call_id": "c1", "name": "bash", "arguments": '{"command": "ls"}'}
    messages = [
        {"role": "system", "content": "s"},
        {"role": "user", "content": "task"},
        {
            "object": "response",
            "output": [call],
            "usage": {"input_tokens": 5, "output_tokens": 3, "total_tokens": 8},
        },
        {"type": "function_call_output", "call_id": "c1", "output": "a.py", "extra": {"returncode": 0}},
    ]
    found = read(
        "mini-swe-agent", tmp_path, {"messages": messages, "trajectory_format": "mini-swe-agent-1.1"}
    )
    assert [kind for kind, _ in found.stated()] == ["system", "user", "tool_call", "tool_result"]
    call_event = found.events[2]
    assert (call_event.tokens, call_event.provenance) == (3, "reported")
    assert call_event.tool is not None and call_event.tool.action is ToolAction.COMMAND
