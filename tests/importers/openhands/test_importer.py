"""OpenHands conversations: events of both versions, what a condensation forgot, delegates and refusals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow
import pytest

from gates.source import EventKind, SignalKind, SourceEvent, ToolAction
from tests.importers.made import lines, openhands, sdk_call, sdk_event, sdk_result, text_block
from tests.importers.seeds import openhands_seed
from workbench.errors import InputError
from workbench.importers.base import ReadingTotals, SessionHeader, TokenCount
from workbench.importers.openhands.importer import OpenHandsImporter

Whole = tuple[SessionHeader, list[SourceEvent], ReadingTotals]


def read(folder: Path, text: str, name: str = "events.jsonl") -> Whole:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    assert OpenHandsImporter().sniff(text.encode()[:65536], name)
    reading = OpenHandsImporter().read(path)
    events = list(reading.events())
    return reading.header, events, reading.totals


def asked(number: int, text: str) -> dict[str, Any]:
    return sdk_event(
        "MessageEvent", number, source="user", llm_message={"role": "user", "content": [text_block(text)]}
    )


def condensation(number: int, forgotten: list[str], summary: str | None = "PENDING: go on") -> dict[str, Any]:
    return sdk_event("Condensation", number, forgotten_event_ids=forgotten, summary=summary, summary_offset=1)


def test_a_condensation_keeps_what_it_does_not_name(tmp_path: Path) -> None:
    """Forgotten is exactly what is named; the summary's labels give its statements their kinds."""
    _, events, totals = read(tmp_path, openhands())
    (found,) = totals.compactions
    assert (found.source_start, found.source_end, found.trigger) == (0, 8, "auto")
    assert [events[each].kind.value for each in found.kept] == ["system", "user", "tool_call", "tool_result"]
    assert [(item.kind.value, item.text) for item in found.items if item.status] == [
        ("open_work", "fix the tests")
    ]
    assert found.prompt_version == "imported:openhands/1"


def test_a_later_condensation_rolls_up_the_summary_before(tmp_path: Path) -> None:
    """Old builds name the summary by an id that no record has: no damage, and it is gone either way."""
    records = [asked(1, "Build it"), sdk_call(2, "terminal", {"kind": "TerminalAction", "command": "ls"})]
    records += [sdk_result(3, "terminal", 2, {"content": "a"}), condensation(4, ["ev-2", "ev-3"])]
    records += [sdk_call(5, "terminal", {"kind": "TerminalAction", "command": "pwd"})]
    records += [sdk_result(6, "terminal", 5, {"content": "b"}), condensation(7, ["some-id", "ev-5"])]
    _, events, totals = read(tmp_path, lines(records))
    first, second = totals.compactions
    assert first.kept == (0,)
    assert [(events[each].text, each) for each in second.kept] == [("Build it", 0), ("b", 5)]
    assert (second.source_start, second.source_end) == (0, 5)
    assert not totals.skipped


def test_a_requested_condensation_and_one_without_a_summary(tmp_path: Path) -> None:
    """A request before it is its trigger; what is forgotten without a word is opaque."""
    records = [asked(1, "Build it"), sdk_event("CondensationRequest", 2), condensation(3, ["ev-1"], None)]
    (found,) = read(tmp_path, lines(records))[2].compactions
    assert found.opaque and found.trigger == "api" and found.kept == ()


def test_tools_of_the_sdk(tmp_path: Path) -> None:
    """Commands, edits and looks at files differ; thoughts and the last words are the model's own."""
    _, events, _ = read(tmp_path, openhands())
    calls = [(e.tool.action, e.tool.target) for e in events if e.tool and e.kind is EventKind.TOOL_CALL]
    assert calls == [
        (ToolAction.TODO, ""),
        (ToolAction.COMMAND, "pytest -q"),
        (ToolAction.COMMAND, "git push"),
        (ToolAction.CHANGE, "src/a.py"),
        (ToolAction.OTHER, ""),
    ]
    signals = [(s.kind, s.entries[0].text, s.entries[0].status) for event in events for s in event.signals]
    assert signals == [
        (SignalKind.TODO_LIST, "Write it", "in_progress"),
        (SignalKind.REFUSAL, "Never push without asking me", ""),
    ]
    assert [e.text for e in events if e.kind is EventKind.ASSISTANT] == ["First.", "Now.", "Done \U0001f600."]
    looked = sdk_call(1, "str_replace_editor", {"command": "view", "path": "a.py"})
    stated = sdk_result(2, "str_replace_editor", 1, {"output": "", "error": "no such file"})
    call, result = read(tmp_path, lines([looked, stated]))[1]
    assert call.tool is not None and call.tool.action is ToolAction.READ
    assert result.tool is not None and (result.text, result.tool.failed) == ("no such file", True)


def test_a_look_at_the_task_list_replaces_none(tmp_path: Path) -> None:
    """`view` is written with an empty list, which is not the list."""
    viewed = sdk_call(2, "task_tracker", {"kind": "TaskTrackerAction", "command": "view", "task_list": []})
    _, events, _ = read(tmp_path, lines([asked(1, "Go"), viewed]))
    assert events[-1].tool is not None and events[-1].tool.action is ToolAction.TODO
    assert not events[-1].signals


def test_a_refusal_by_a_hook_is_no_decision(tmp_path: Path) -> None:
    """Only a human's explicit reason is a decision."""
    stated = {"tool_name": "terminal", "tool_call_id": "call-2", "action_id": "ev-2"}
    call = sdk_call(2, "terminal", {"command": "ls"})
    for fields in (
        {"rejection_reason": "no", "rejection_source": "hook"},
        {"rejection_reason": "User rejected the action"},
    ):
        rejected = sdk_event("UserRejectObservation", 3, **stated, **fields)
        _, events, _ = read(tmp_path, lines([asked(1, "Go"), call, rejected]))
        assert events[-1].tool is not None and events[-1].tool.failed and not events[-1].signals


def test_statistics_give_the_size_of_the_context(tmp_path: Path) -> None:
    """The last call's tokens are its turn's without what it gave; the condenser's are not meant."""

    def stats(number: int, last: int, given: int) -> dict[str, Any]:
        usage = {"per_turn_token": last, "completion_tokens": given}
        value = {"usage_to_metrics": {"condenser": {"accumulated_token_usage": {"per_turn_token": 1}}}}
        value["usage_to_metrics"]["default"] = {"accumulated_token_usage": usage}
        return sdk_event("ConversationStateUpdateEvent", number, key="stats", value=value)

    records = [asked(1, "Go"), stats(2, 30_100, 100), sdk_call(3, "terminal", {"command": "ls"})]
    records += [condensation(4, ["ev-3"]), stats(5, 9_050, 150)]
    (found,) = read(tmp_path, lines(records))[2].compactions
    assert found.tokens_before == TokenCount(30_100, "next-usage")
    assert found.tokens_after == TokenCount(9_000, "next-usage")


def test_a_branch_that_was_left_is_a_sidechain(tmp_path: Path) -> None:
    """Newer events name their parent; the way of the last one to the root is the conversation."""
    records = [asked(1, "Go"), asked(2, "Wrong"), {**asked(3, "Right"), "parent_id": "ev-1"}]
    assert [event.sidechain for event in read(tmp_path, lines(records))[1]] == [None, "branch-1", None]


def test_a_missing_beginning_is_reported(tmp_path: Path) -> None:
    """If the model works before any request, earlier events are missing."""
    call = sdk_call(1, "terminal", {"command": "ls"})
    assert not read(tmp_path, lines([call]))[0].scope_complete
    assert read(tmp_path, lines([asked(0, "Go"), call]))[0].scope_complete


def test_version_0_as_a_document(tmp_path: Path) -> None:
    """Commands with their exit code, a delegate's work aside, a refusal, a condensation of a range of ids."""
    _, events, totals = read(tmp_path, openhands_seed(), "trajectory.json")
    assert [event.kind.value for event in events] == [
        "user", "assistant", "tool_call", "tool_result", "tool_call", "tool_result", "tool_result",
        "compaction",
    ]  # fmt: skip
    assert [event.tool.failed for event in events if event.kind is EventKind.TOOL_RESULT and event.tool] == [
        True,
        None,
        True,
    ]
    (found,) = totals.compactions
    assert [events[each].text for each in found.kept][:2] == ["Never push", "So"]
    assert found.prompt_version == "imported:openhands/0"
    assert {event.line for event in events} == {0}


def test_a_delegate_works_in_a_sidechain(tmp_path: Path) -> None:
    """What happens between handing over and the answer is the delegate's."""

    def event(number: int, **fields: Any) -> dict[str, Any]:
        return {"id": number, "timestamp": "t", "source": fields.pop("source", "agent"), **fields}

    records = [
        event(0, source="user", action="message", args={"content": "Go"}),
        event(1, action="delegate", args={"agent": "x"}),
        event(2, action="message", args={"content": "Inside"}),
        event(3, observation="delegate", content="Done", cause=1, extras={}),
        event(4, action="message", args={"content": "Outside"}),
    ]
    _, events, _ = read(tmp_path, json.dumps(records), "t.json")
    sidechains = {each.text: each.sidechain for each in events}
    assert (
        sidechains["Inside"] == "delegate-1" and sidechains["Outside"] is None and sidechains["Done"] is None
    )


def output(number: int) -> dict[str, Any]:
    """A line of an evaluation's output file, its events in pairs or not."""
    said = {
        "id": 0,
        "timestamp": f"t{number}",
        "source": "user",
        "action": "message",
        "args": {"content": "Go"},
    }
    ran = {"id": 1, "timestamp": "t", "source": "agent", "action": "run", "args": {"command": "ls"}}
    seen = {"id": 2, "timestamp": "t", "source": "agent", "observation": "run", "content": "a", "cause": 1}
    return {"instance_id": f"x-{number}", "metadata": {}, "history": [said, [ran, seen]]}


def test_an_output_of_one_conversation_is_read_as_the_file(tmp_path: Path) -> None:
    """The history is read, and the copy is the file as it is."""
    _, events, totals = read(tmp_path, lines([output(1)]), "output.jsonl")
    assert [event.kind.value for event in events] == ["user", "tool_call", "tool_result"]
    assert {event.line for event in events} == {1} and not totals.skipped
    assert OpenHandsImporter().copy(tmp_path / "output.jsonl", "1") is None


def test_an_edit_that_the_editor_reports_as_an_error_failed(tmp_path: Path) -> None:
    """It begins with a line of its own; the same word in a command's output says nothing of the command."""
    told = output(1)
    body = [("edit", "ERROR:\nNo such text."), ("edit", "Done. ERROR:\n"), ("run", "ERROR:\nNo such text.")]
    told["history"] += [
        {"id": n, "timestamp": "t", "source": "agent", "observation": kind, "content": text, "cause": n - 1}
        for n, (kind, text) in enumerate(body, 4)
    ]
    _, events, _ = read(tmp_path, lines([told]), "output.jsonl")
    assert [event.tool.failed for event in events[-3:] if event.tool is not None] == [True, None, None]


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "packed"])
def test_each_output_of_a_file_is_a_conversation(tmp_path: Path, packed: bool) -> None:
    """Each by its number, with a copy of its own; a broken line is reported with the first."""
    path = tmp_path / ("output.jsonl.zst" if packed else "output.jsonl")
    body = lines([output(1)]) + '{"instance_id": "x-\n' + lines([output(2), output(3)])
    path.write_bytes(pyarrow.compress(body.encode(), codec="zstd", asbytes=True) if packed else body.encode())
    importer = OpenHandsImporter()
    assert importer.parts(path) == ("1", "2", "3")
    stated = {}
    for part in importer.parts(path):
        reading = importer.read_part(path, part)
        events = list(reading.events())
        stated[part] = (events[0].timestamp, {each.line for each in events})
        assert [each.line for each in reading.totals.skipped] == ([2] if part == "1" else [])
        kept = importer.copy(path, part)
        assert kept is not None and json.loads(kept) == output(int(part))
        (tmp_path / "copy.jsonl").write_bytes(kept)
        again = list(OpenHandsImporter().read(tmp_path / "copy.jsonl").events())
        assert [each.digest() for each in again] == [each.digest() for each in events]
    assert stated == {"1": ("t1", {1}), "2": ("t2", {3}), "3": ("t3", {4})}
    with pytest.raises(InputError, match="holds 3 conversations"):
        OpenHandsImporter().read(path)
    with pytest.raises(InputError, match="holds no conversation '4'"):
        importer.read_part(path, "4")


def test_an_output_among_events_is_reported(tmp_path: Path) -> None:
    """A file that begins with events is one conversation; a second output in it is reported."""
    said, (ran, seen) = output(1)["history"]
    _, events, totals = read(tmp_path, lines([said, ran, seen, output(2), output(3)]), "mixed.jsonl")
    assert [each.line for each in totals.skipped] == [5] and len(events) == 3


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    """Named outright, a file without an event of this format is refused in one line."""
    path = tmp_path / "x.jsonl"
    path.write_text('{"hello": "world"}\n')
    with pytest.raises(InputError, match="holds no OpenHands events"):
        OpenHandsImporter().read(path)
