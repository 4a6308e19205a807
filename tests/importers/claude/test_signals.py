"""Structural signals of decisions and open work, with their places in the events' text."""

from __future__ import annotations

from pathlib import Path

import pytest

from gates.source import SourceEvent
from tests.importers.build import Log

REFUSED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected "
    "(eg. if it was a file edit, the new_string was NOT written to the file). "
)
SAID = REFUSED + "To tell you how to proceed, the user said:\n"
CLARIFY = SAID + (
    "The user wants to clarify these questions.\n    This means they may have additional information.\n\n"
    '    Questions asked:\n- "Which store?"\n  Answer: DuckDB (Recommended)\n'
    '- "Which shell?"\n  (No answer provided)'
)


def signals(event: SourceEvent) -> list[tuple[str, list[tuple[str, ...]]]]:
    """Return signals as plain values, checking that every entry with a place occurs there."""
    for signal in event.signals:
        for entry in signal.entries:
            assert entry.end == 0 or event.text[entry.start : entry.end] == entry.text
    return [(s.kind.value, [(e.text, e.key, e.status, e.context) for e in s.entries]) for s in event.signals]


def test_todo_lists(tmp_path: Path) -> None:
    """A todo call contains the whole list with positions; malformed entries are pending."""
    log = Log()
    todos = [
        {"content": "Run tests\nand lint", "status": "in_progress", "activeForm": "Running"},
        {"content": "Write docs", "status": "completed"},
        "loose words",
        {"content": ""},
    ]
    log.call("TodoWrite", {"todos": todos}, "t1")
    log.call("TodoWrite", {"todos": []}, "t2")
    first, cleared = log.read(tmp_path).events
    assert first.text == (
        "TodoWrite\ntodos:\n- [in_progress] Run tests\nand lint"
        "\n- [completed] Write docs\n- [pending] loose words"
    )
    assert signals(first) == [
        (
            "todo_list",
            [
                ("Run tests\nand lint", "", "in_progress", ""),
                ("Write docs", "", "completed", ""),
                ("loose words", "", "pending", ""),
            ],
        )
    ]
    assert all(entry.end > entry.start for entry in first.signals[0].entries)
    assert signals(cleared) == [("todo_list", [])]


def test_tasks(tmp_path: Path) -> None:
    """A task is created with its id, updated by it, and listed with its state."""
    log = Log()
    log.call("TaskCreate", {"subject": "Add the option", "description": "long"}, "t1")
    log.result(
        "t1",
        "Task #3 created successfully: Add the option",
        toolUseResult={"task": {"id": "3", "subject": "Add the option"}},
    )
    log.call("TaskUpdate", {"taskId": "3", "status": "completed"}, "t2")
    log.result("t2", "Updated task #3 ", toolUseResult={"success": True, "taskId": "3", "updatedFields": []})
    log.call("TaskUpdate", {"taskId": "9", "status": "deleted"}, "t3")
    log.result("t3", "Task not found", toolUseResult={"success": False, "taskId": "9"})
    log.call("TaskList", {}, "t4")
    log.result("t4", "#3 [completed] Add the option\n#4 [pending] Write docs")
    found = log.read(tmp_path).events
    assert signals(found[1]) == [("task_created", [("Add the option", "3", "pending", "")])]
    assert found[1].signals[0].entries[0].start > 0
    assert signals(found[3]) == [("task_updated", [("", "3", "completed", "")])]
    assert signals(found[5]) == []
    assert signals(found[7]) == [
        ("task_updated", [("Add the option", "3", "completed", ""), ("Write docs", "4", "pending", "")])
    ]


def test_plans(tmp_path: Path) -> None:
    """A plan is proposed by the call, then approved or rejected by the result."""
    log = Log()
    log.call("ExitPlanMode", {"plan": "# Plan\n- step"}, "t1")
    log.result("t1", SAID + "put the lock first", error=True)
    log.call("ExitPlanMode", {"plan": "# Plan 2"}, "t2")
    log.result(
        "t2",
        REFUSED + "STOP what you are doing and wait for the user to tell you how to proceed.",
        error=True,
    )
    log.call("ExitPlanMode", {"allowedPrompts": []}, "t3")
    log.result(
        "t3", "User has approved your plan.\n\n# Plan 3", toolUseResult={"plan": "# Plan 3", "isAgent": False}
    )
    found = log.read(tmp_path).events
    assert signals(found[0]) == [("plan_proposed", [("# Plan\n- step", "", "", "")])]
    assert signals(found[1]) == [
        ("plan_rejected", []),
        ("refusal", [("put the lock first", "", "", "ExitPlanMode")]),
    ]
    assert signals(found[3]) == [("plan_rejected", [])]
    assert signals(found[4]) == [("plan_proposed", [])]
    assert signals(found[5]) == [("plan_approved", [("# Plan 3", "", "", "")])]
    assert found[5].signals[0].entries[0].end == len(found[5].text)


@pytest.mark.parametrize("recorded", [True, False])
def test_answers(tmp_path: Path, recorded: bool) -> None:
    """Answers carry their question, whether the agent recorded them apart or only in the text."""
    answers = {"Which store?": "DuckDB", "Which shell, and why?": 'zsh, as "always"\nreally'}
    content = (
        "User has answered your questions: "
        + ", ".join(f'"{question}"="{answer}"' for question, answer in answers.items())
        + ". You can now continue with the user's answers in mind."
    )
    log = Log()
    log.call("AskUserQuestion", {"questions": [{"question": question} for question in answers]}, "t1")
    log.result("t1", content, toolUseResult={"answers": answers} if recorded else None)
    event = log.read(tmp_path).events[1]
    assert signals(event) == [
        ("answer", [(answer, "", "", question) for question, answer in answers.items()])
    ]
    assert all(entry.start > 0 for entry in event.signals[0].entries)


def test_questions_turned_back_keep_their_answers(tmp_path: Path) -> None:
    """When questions are to be clarified, the ones that were answered count, the boilerplate does not."""
    log = Log()
    log.call("AskUserQuestion", {"questions": []}, "t1")
    log.result("t1", CLARIFY, error=True)
    assert signals(log.read(tmp_path).events[1]) == [
        ("answer", [("DuckDB (Recommended)", "", "", "Which store?")])
    ]


def test_refusals(tmp_path: Path) -> None:
    """A refusal with a reason names what was refused; one without is not recorded."""
    log = Log()
    log.call("Bash", {"command": "rm -rf build"}, "t1")
    log.result(
        "t1", SAID + "use make clean\n\nNote: The user's next message may contain a correction.", error=True
    )
    log.call("Bash", {"command": "ls"}, "t2")
    log.result("t2", REFUSED + "STOP what you are doing and wait for the user to tell you how to proceed.")
    found = log.read(tmp_path).events
    assert signals(found[1]) == [("refusal", [("use make clean", "", "", "Bash rm -rf build")])]
    assert signals(found[3]) == []
    assert found[3].tool is not None and found[3].tool.failed is True


def test_failed_calls_carry_no_signal(tmp_path: Path) -> None:
    """A task whose creation failed gives no signal."""
    log = Log()
    log.call("TaskCreate", {"subject": "x"}, "t1")
    log.result("t1", "Task #3 created successfully: x", error=True)
    assert log.read(tmp_path).events[1].signals == ()
