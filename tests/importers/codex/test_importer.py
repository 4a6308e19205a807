"""Codex rollouts: who spoke, what ran, what a compaction kept, and what was rolled back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gates.source import EventKind, SignalKind, SourceEvent, ToolAction
from tests.importers.made import PREAMBLE, Rollout, lines, message
from workbench.errors import InputError
from workbench.importers.base import ReadingTotals, SessionHeader, TokenCount
from workbench.importers.codex.importer import CodexImporter

Whole = tuple[SessionHeader, list[SourceEvent], ReadingTotals]


def read(folder: Path, text: str) -> Whole:
    path = folder / "rollout.jsonl"
    path.write_text(text, encoding="utf-8")
    reading = CodexImporter().read(path)
    events = list(reading.events())
    return reading.header, events, reading.totals


def said(events: list[SourceEvent], kind: EventKind) -> list[str]:
    return [event.text for event in events if event.kind is kind]


def test_a_message_is_reported_once_and_the_harness_is_no_human(tmp_path: Path) -> None:
    """The item and its event are one message; context that Codex adds is `meta`."""
    log = Rollout()
    log.message(
        "user", "# AGENTS.md instructions for /work\nBe kind", "<environment_context>x</environment_context>"
    )
    log.turn("Build it")
    log.says("I will.")
    log.message("user", "<turn_aborted>\nThe user interrupted\n</turn_aborted>")
    header, events, totals = read(tmp_path, log.text())
    assert said(events, EventKind.USER) == ["Build it"]
    assert said(events, EventKind.ASSISTANT) == ["I will."]
    assert len(said(events, EventKind.META)) == 3
    assert (header.native_id, header.title, header.scope_complete) == ("t-1", "Build it", True)
    assert totals.noise == 4  # session_meta, task_started, user_message, agent_message


@pytest.mark.parametrize("first", ["event", "item"])
def test_which_of_the_two_copies_comes_first_does_not_matter(tmp_path: Path, first: str) -> None:
    """Versions differ in the order, and the newest tell what was typed as a completed item."""
    log = Rollout(version="0.169.0")
    typed = {"type": "UserMessage", "id": "i1", "content": [{"type": "text", "text": "Build it"}]}
    if first == "event":
        log.event("item_completed", item=typed)
    log.message("user", "Build it")
    if first == "item":
        log.event("item_completed", item=typed)
    assert said(read(tmp_path, log.text())[1], EventKind.USER) == ["Build it"]


def test_a_message_that_only_an_event_holds_is_an_event(tmp_path: Path) -> None:
    """A human's text is kept even if its item is missing; a repetition is a second message."""
    log = Rollout()
    log.event("user_message", message="Build it")
    log.says("Yes.")
    log.turn("Build it")
    assert said(read(tmp_path, log.text())[1], EventKind.USER) == ["Build it", "Build it"]


def test_images_are_named_and_their_marks_left_out(tmp_path: Path) -> None:
    """A message with an image is one message of the human, its image named with type and size."""
    log = Rollout()
    content = [
        {"type": "input_text", "text": "Look"},
        {"type": "input_text", "text": "<image name=[Image #1]>"},
        {"type": "input_image", "image_url": "data:image/png;base64,QUJD"},
        {"type": "input_text", "text": "</image>"},
    ]
    log.item("message", role="user", content=content)
    log.event("user_message", message="Look", images=["x"])
    assert said(read(tmp_path, log.text())[1], EventKind.USER) == ["Look", "[image image/png 3 bytes]"]


def test_tools_are_known_by_what_they_do(tmp_path: Path) -> None:
    """Commands without their shell, patches with their files, plans as lists, searches and answers."""
    log = Rollout()
    log.turn("Go")
    shell = {"command": ["bash", "-lc", "make test"], "workdir": "/work"}
    log.item("function_call", name="shell", call_id="a", arguments=json.dumps(shell))
    log.item(
        "function_call_output", call_id="a", output=json.dumps({"output": "no", "metadata": {"exit_code": 2}})
    )
    patch = "*** Begin Patch\n*** Add File: src/b.py\n+x\n*** End Patch"
    given = {"command": ["bash", "-lc", f"apply_patch <<'E'\n{patch}\nE"]}
    log.item("function_call", name="shell", call_id="b", arguments=json.dumps(given))
    log.item("web_search_call", id="w", action={"type": "search", "query": "duckdb 2"})
    log.item("local_shell_call", call_id="d", action={"type": "exec", "command": ["ls", "-l"]})
    log.runs("e", "false", "", code=1)
    log.item("custom_tool_call", name="apply_patch", call_id="f", input=patch)
    log.item("custom_tool_call_output", call_id="f", output="apply_patch verification failed: Failed to find")
    _, events, _ = read(tmp_path, log.text())
    calls = [(e.tool.action, e.tool.target) for e in events if e.tool and e.kind is EventKind.TOOL_CALL]
    assert calls == [
        (ToolAction.COMMAND, "make test"),
        (ToolAction.CHANGE, "src/b.py"),
        (ToolAction.SEARCH, "duckdb 2"),
        (ToolAction.COMMAND, "ls -l"),
        (ToolAction.COMMAND, "false"),
        (ToolAction.CHANGE, "src/b.py"),
    ]
    results = [(e.text, e.tool.failed) for e in events if e.tool and e.kind is EventKind.TOOL_RESULT]
    assert results[0] == ("no", True)
    assert [failed for _, failed in results] == [True, True, True]


def test_answers_and_plans_are_signals(tmp_path: Path) -> None:
    """An answer follows its question; a plan is proposed by the model and accepted by a human."""
    log = Rollout()
    log.turn("Plan it")
    asked = {"questions": [{"id": "q1", "header": "Store", "question": "Which store?", "options": []}]}
    log.item("function_call", name="request_user_input", call_id="a", arguments=json.dumps(asked))
    log.item(
        "function_call_output",
        call_id="a",
        output=json.dumps({"answers": {"q1": {"answers": ['The "new" one']}}}),
    )
    log.says("So:\n<proposed_plan>\n# Store\nUse the new one.\n</proposed_plan>")
    log.turn("Implement the plan.")
    _, events, _ = read(tmp_path, log.text())
    found = [(s.kind, [(e.text, e.context) for e in s.entries]) for event in events for s in event.signals]
    assert found == [
        (SignalKind.ANSWER, [('The "new" one', "Which store?")]),
        (SignalKind.PLAN_PROPOSED, [("# Store\nUse the new one.", "")]),
        (SignalKind.PLAN_APPROVED, []),
    ]


def compacted(*, sealed: bool = False, summary: str = "", drop: bool = False) -> Rollout:
    log = Rollout()
    log.turn("First wish")
    log.runs("a", "ls", "a.py")
    log.says("Listed.", 50_000)
    log.turn("Second wish")
    log.says("Working.", 60_000)
    history: list[dict[str, Any]] = [message("user", "First wish"), message("assistant", "Listed.")]
    history += [message("developer", "<permissions instructions>new"), message("user", "Second wish")]
    if summary:
        history.append(message("user", PREAMBLE + summary))
    log.compacts(history, PREAMBLE + summary if summary else "")
    if sealed and not drop:
        log.records[-3]["payload"]["replacement_history"].append(
            {"type": "compaction", "encrypted_content": "abcd"}
        )
    log.says("Going on.", 9_000)
    return log


@pytest.mark.parametrize(
    ("drop", "shown"), [(False, "[encrypted summary 4 bytes]"), (True, "not in this file")]
)
def test_an_encrypted_summary_is_opaque(tmp_path: Path, drop: bool, shown: str) -> None:
    """Only kept and dropped events are reported, also if the item was removed."""
    _, events, totals = read(tmp_path, compacted(sealed=True, drop=drop).text())
    (found,) = totals.compactions
    assert found.opaque and found.items == () and found.narrative is None
    assert shown in events[found.summary or 0].text
    assert [events[each].text for each in found.kept] == ["First wish", "Listed.", "Second wish"]
    assert (found.source_start, found.source_end) == (0, 5)


def test_a_readable_summary_is_read_without_its_preamble(tmp_path: Path) -> None:
    """Tokens before are the last call's, those after the next one's, never the garbage between."""
    _, events, totals = read(tmp_path, compacted(summary="## Next steps\n- Test it").text())
    (found,) = totals.compactions
    assert not found.opaque and [item.text for item in found.items] == ["Test it"]
    assert events[found.summary or 0].text == "## Next steps\n- Test it"
    assert found.tokens_before == TokenCount(60_020, "next-usage")
    assert found.tokens_after == TokenCount(9_000, "next-usage")
    assert (found.trigger, found.prompt_version) == ("auto", "imported:codex/0.130.0")


def test_a_task_of_its_own_is_a_compaction_that_was_asked_for(tmp_path: Path) -> None:
    """`/compact` is a task with nothing else in it; before a message Codex compacts by itself."""
    log = Rollout()
    log.turn("First wish")
    log.says("Done.", 50_000)
    log.event("task_complete")
    log.event("task_started")
    log.compacts([message("user", "First wish")])
    log.event("task_complete")
    log.event("task_started")
    log.compacts([message("user", "First wish")])
    log.message("user", "Second wish")
    log.says("Done again.", 9_000)
    assert [each.trigger for each in read(tmp_path, log.text())[2].compactions] == ["manual", "auto"]


def test_what_a_compaction_kept_from_before_the_last_one_is_in_its_range(tmp_path: Path) -> None:
    """Codex keeps human messages through all compactions: the view after the second one shows them."""
    log = compacted()
    log.turn("Third wish")
    log.compacts([message("user", text) for text in ("First wish", "Second wish", "Third wish")])
    log.says("Done.", 9_000)
    _, events, totals = read(tmp_path, log.text())
    second = totals.compactions[1]
    assert [events[each].text for each in second.kept] == ["First wish", "Second wish", "Third wish"]
    assert second.source_start == 0
    assert sum(event.kind is EventKind.COMPACTION for event in events) == 2


def test_the_answer_of_a_compaction_stands_aside(tmp_path: Path) -> None:
    """The summary is not its own evidence: the message that held it first is in a sidechain."""
    log = Rollout()
    log.turn("First wish")
    log.says("Listed.", 50_000)
    log.message("assistant", "- Go on")
    log.compacts([message("user", "First wish")], PREAMBLE + "- Go on")
    _, events, _ = read(tmp_path, log.text())
    assert [(event.text, event.sidechain) for event in events][-2:] == [
        ("- Go on", "compaction"),
        ("- Go on", None),
    ]


def test_the_oldest_compactions_kept_the_newest_human_messages(tmp_path: Path) -> None:
    """Without a history in the record, what Codex itself would keep on resuming is kept."""
    log = Rollout()
    log.turn("A very long wish " * 6_000)
    log.turn("A short wish")
    log.says("Done.", 50_000)
    log.add("compacted", message="- Go on")
    _, events, totals = read(tmp_path, log.text())
    assert [events[each].text for each in totals.compactions[0].kept] == ["A short wish"]


def test_a_file_that_begins_with_a_compaction_shows_its_history(tmp_path: Path) -> None:
    """A file made to be resumed: its history is all there is, its last message the summary."""
    log = Rollout()
    log.compacts([message("user", "First wish"), message("assistant", "Done."), message("user", "- Go on")])
    log.turn("Second wish")
    header, events, totals = read(tmp_path, log.text())
    assert [event.text for event in events] == ["First wish", "Done.", "- Go on", "Second wish"]
    (found,) = totals.compactions
    assert (found.summary, found.kept, found.opaque) == (2, (0, 1), False)
    assert not header.scope_complete


def test_rolled_back_turns_are_in_a_sidechain(tmp_path: Path) -> None:
    """`num_turns` counts from the end, and turns that were rolled back before are not counted again."""
    log = Rollout()
    for text in ("One", "Two", "Three"):
        log.turn(text)
        log.says(f"{text} done.")
    log.event("thread_rolled_back", num_turns=1)
    log.event("thread_rolled_back", num_turns=1)
    log.turn("Four")
    _, events, _ = read(tmp_path, log.text())
    sidechains = {event.text: event.sidechain for event in events if event.kind is EventKind.USER}
    assert sidechains == {"One": None, "Two": "rollback-2", "Three": "rollback-1", "Four": None}


@pytest.mark.parametrize("stated", [True, False], ids=["marked", "by time"])
def test_a_subagent_is_told_what_to_do_by_its_agent(tmp_path: Path, stated: bool) -> None:
    """In the copied history humans speak; behind it the agent above does, which is no human message."""
    source = {"subagent": {"thread_spawn": {"parent_thread_id": "t-0", "depth": 1}}}
    log = Rollout(source=source, native_id="t-9")
    log.add("session_meta", id="t-0", source="cli")
    log.turn("First wish")
    log.item("function_call", name="spawn_agent", call_id="s", arguments=json.dumps({"message": "Review it"}))
    for number, record in enumerate(log.records):
        record["timestamp"] = f"2026-01-01T00:00:01.{number:03}Z"
    if stated:
        log.item("function_call_output", call_id="s", output="You are the newly spawned agent. The prior ...")
        log.records[-1]["timestamp"] = "2026-01-01T00:00:01.100Z"
    log.turn("Review it")
    log.says("Looks good.")
    header, events, _ = read(tmp_path, log.text())
    assert said(events, EventKind.USER) == ["First wish"]
    assert said(events, EventKind.META) == ["Review it"]
    assert (header.native_id, header.title) == ("t-9", "Review it")
    calls = [event.tool.action for event in events if event.tool and event.kind is EventKind.TOOL_CALL]
    assert calls == [ToolAction.AGENT]


def test_steps_are_model_calls(tmp_path: Path) -> None:
    """A call with its results is one step with any items, although its count is reported twice."""
    log = Rollout()
    log.turn("Go")
    log.item("reasoning", summary=[{"type": "summary_text", "text": "Hm"}])
    log.item("function_call", name="exec_command", call_id="a", arguments='{"cmd": "ls"}')
    log.item("function_call", name="exec_command", call_id="b", arguments='{"cmd": "pwd"}')
    log.counts(5_000)
    log.item("function_call_output", call_id="a", output="x")
    log.item("function_call_output", call_id="b", output="y")
    log.says("Done.", 6_000)
    _, events, _ = read(tmp_path, log.text())
    assert [event.step for event in events] == [0, 1, 1, 1, 1, 1, 2]


def test_bare_items_of_old_rollouts_are_read(tmp_path: Path) -> None:
    """Before September 2025 a rollout had a header without a type and items without a payload."""
    records = [
        {"id": "old-1", "timestamp": "2025-06-01T00:00:00Z", "instructions": None},
        {"record_type": "state"},
        {"type": "message", **message("user", "Build it")},
        {"type": "function_call", "name": "shell", "call_id": "a", "arguments": '{"command": ["ls"]}'},
        {
            "type": "function_call_output",
            "call_id": "a",
            "output": '{"output": "a", "metadata": {"exit_code": 0}}',
        },
    ]
    header, events, _ = read(tmp_path, lines(records))
    assert header.native_id == "old-1"
    assert [event.kind.value for event in events] == ["user", "tool_call", "tool_result"]
    assert CodexImporter().sniff(lines(records).encode(), "rollout.jsonl")


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    """Named outright, a file without a record of this format is refused in one line."""
    with pytest.raises(InputError, match="holds no Codex records"):
        read(tmp_path, '{"hello": "world"}\n')
