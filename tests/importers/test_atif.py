"""ATIF trajectories."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gates.source import SignalKind
from tests.importers import formats
from tests.importers.reads import read


def test_steps_become_messages_calls_and_results(tmp_path: Path) -> None:
    """One step is one model call; an embedded subagent is a sidechain."""
    found = read("atif", tmp_path, formats.atif())
    assert [
        (kind, words, event.sidechain)
        for (kind, words), event in zip(found.stated(18), found.events, strict=True)
    ] == [
        ("system", "Be brief.", None),
        ("user", "Build it", None),
        ("thinking", "Hm.", None),
        ("assistant", "First the list.", None),
        ("tool_call", "TodoWrite\ntodos:\n-", None),
        ("tool_call", "Bash\ncommand: pyte", None),
        ("tool_result", "ok", None),
        ("tool_result", "1 failed", None),
        ("assistant", "Done.", None),
        ("user", "Build it", "agent-sub"),
    ]
    assert found.events[4].signals[0].kind is SignalKind.TODO_LIST
    assert [e.tool.failed for e in found.events if e.tool is not None] == [None, None, None, True]
    assert [e.step for e in found.events[2:9]] == [1] * 6 + [2]
    assert found.header.native_id == "session-1" and found.header.scope_complete


def test_copied_steps_say_that_the_beginning_is_elsewhere(tmp_path: Path) -> None:
    """They are context that the agent had, so they are events; what went before them is not in the file."""
    body = json.loads(formats.atif())
    body["steps"][1]["is_copied_context"] = True
    found = read("atif", tmp_path, body)
    assert not found.header.scope_complete and len(found.events) == 10


def test_a_summary_in_the_users_place_is_a_compaction(tmp_path: Path) -> None:
    """As converters leave it of a log that had one."""
    body = json.loads(formats.atif())
    body["steps"].append(
        {"step_id": 5, "source": "user", "message": f"{formats.CONTINUED}\n7. Pending Tasks:\n   - Test"}
    )
    body["steps"].append(
        {"step_id": 6, "source": "agent", "message": "On.", "metrics": {"prompt_tokens": 300}}
    )
    found = read("atif", tmp_path, body)
    assert found.ranges() == [(0, 8, (), 9)]
    compaction = found.totals.compactions[0]
    assert (compaction.prompt_version, compaction.opaque) == ("imported:atif/terminus/2", False)
    assert compaction.tokens_before is not None and compaction.tokens_before.tokens == 990
    assert compaction.tokens_after is not None and compaction.tokens_after.tokens == 300


def test_a_result_without_a_call_id_is_that_of_the_only_call(tmp_path: Path) -> None:
    """And one of no call is the environment's."""
    call = {"tool_call_id": "c1", "function_name": "bash", "arguments": {"command": "ls"}}
    steps = [
        {
            "step_id": 1,
            "source": "agent",
            "message": "",
            "tool_calls": [call],
            "observation": {"results": [{"content": "a.py"}]},
        },
        {
            "step_id": 2,
            "source": "agent",
            "message": "Wait.",
            "observation": {"results": [{"content": "beep"}]},
        },
    ]
    found = read("atif", tmp_path, {"schema_version": "ATIF-v1.4", "steps": steps})
    assert [kind for kind, _ in found.stated()] == ["tool_call", "tool_result", "assistant", "meta"]


@pytest.mark.shared_data
def test_a_converted_session_says_what_the_session_says(shared_data: Path, tmp_path: Path) -> None:
    """A Claude Code session and the ATIF that was made of it hold the same decisions, calls and answers."""
    from tests.importers.build import read as read_claude
    from tests.importers.reads import read_file

    folder = shared_data / "sessions"
    source = folder / "claude-code" / "cc-2.1.12-plan-ask-small.jsonl"
    converted = folder / "atif" / "cc-2.1.12-plan-ask-small.trajectory.json"
    if not (source.is_file() and converted.is_file()):
        pytest.skip("this pair of files is not there")
    one, two = read_claude(source), read_file("atif", converted)
    for kind in ("tool_call", "tool_result", "user"):
        assert [e.text for e in one.events if e.kind.value == kind] == [
            e.text for e in two.events if e.kind.value == kind
        ]
    signals = [[s.kind for e in each.events for s in e.signals] for each in (one, two)]
    assert signals[0] == signals[1] and signals[0]
