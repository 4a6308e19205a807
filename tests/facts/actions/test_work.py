"""Todo lists and tasks are folded in order."""

from __future__ import annotations

from gates.source import EventKind, Signal, SignalEntry, SignalKind, ToolAction, ToolFact
from tests.facts.session import Script
from workbench.facts.commitment import Commitment
from workbench.facts.reading import read


def work_of(script: Script) -> list[Commitment]:
    """Every todo and task ever named, with its state after the last event."""
    return read(script.events).settled().work.result()


def states(script: Script) -> dict[str, str]:
    """Text to status."""
    return {c.text: c.status for c in work_of(script)}


def test_the_last_state_wins() -> None:
    """A list is replaced as a whole; what is completed is done."""
    script = Script()
    script.todos(("write the parser", "in_progress"), ("run the tests", "pending"))
    script.todos(("write the parser", "completed"), ("run the tests", "in_progress"))
    assert states(script) == {"write the parser": "done", "run the tests": "open"}


def test_what_vanishes_unfinished_is_superseded() -> None:
    """A todo that a new list no longer names is superseded, unless it was done."""
    script = Script()
    script.todos(("write the parser", "completed"), ("update docs", "pending"))
    last = script.todos(("ship it", "pending"))
    assert states(script) == {"write the parser": "done", "update docs": "superseded", "ship it": "open"}
    gone = next(c for c in work_of(script) if c.text == "update docs")
    assert gone.touched[-1] == last


def test_a_todo_may_come_back() -> None:
    """The same words in a later list open the same item again."""
    script = Script()
    script.todos(("run the tests", "completed"))
    script.todos(("other", "pending"))
    script.todos(("Run the  tests", "pending"))
    assert states(script) == {"Run the tests": "open", "other": "superseded"}


def test_tasks_keep_their_ids() -> None:
    """Updates by id change the status; deleted tasks are superseded; unknown ids change nothing."""
    script = Script()
    script.task("1", "add the option")
    script.task("2", "write the readme")
    script.task_status("1", "completed")
    script.task_status("2", "deleted")
    script.task_status("9", "completed")
    assert states(script) == {"add the option": "done", "write the readme": "superseded"}


def test_a_status_change_keeps_the_words() -> None:
    """Evidence is where the task is named first and where it last changed."""
    script = Script()
    named = script.task("1", "add the option")
    script.task_status("1", "in_progress")
    changed = script.task_status("1", "completed")
    assert [w.ordinal for w in work_of(script)[0].words] == [named, changed]


def test_lanes_are_left_out() -> None:
    """A list on an abandoned rewind changes nothing."""
    script = Script()
    script.todos(("write the parser", "pending"))
    script.todos(("write the parser", "completed"), sidechain="rewind-1")
    assert states(script) == {"write the parser": "open"}


def test_a_task_says_what_its_call_describes() -> None:
    """The title alone is too little to go on with."""
    script = Script()
    tool = ToolFact("TaskCreate", "t1", ToolAction.TODO)
    said = "TaskCreate\nsubject: Wire the hook\ndescription: Call the start check from the prompt handler"
    script.add(EventKind.TOOL_CALL, said, tool=tool)
    title = "Wire the hook"
    result = f"Task #1 created: {title}"
    entry = SignalEntry(title, result.index(title), len(result), key="1", status="pending")
    signal = Signal(SignalKind.TASK_CREATED, (entry,))
    script.add(EventKind.TOOL_RESULT, result, tool=tool, signals=(signal,))
    (task,) = work_of(script)
    assert task.text == "Wire the hook: Call the start check from the prompt handler"
    assert [w.ordinal for w in task.words] == [0, 1]
    script.task_status("1", "completed")
    assert [c.status for c in work_of(script)] == ["done"]


def test_a_plan_of_one_turn_is_not_sure_once_the_user_goes_on() -> None:
    """It is not sure in a fork either, unless the agent resumes it; a list of todos stays sure."""
    for name, stands in (("update_plan", False), ("TodoWrite", True)):
        script = Script()
        tool = ToolFact(name, "c1", ToolAction.TODO, "")
        text = f"{name}\nplan:\n- [pending] write the parser"
        entry = SignalEntry("write the parser", len(text) - 16, len(text), status="pending")
        signals = (Signal(SignalKind.TODO_LIST, (entry,)),)
        script.add(EventKind.TOOL_CALL, text, tool=tool, signals=signals)
        assert [c.sure for c in work_of(script)] == [True]
        script.user("first show me the lexer")
        assert [c.sure for c in work_of(script)] == [stands]
        script.add(EventKind.TOOL_CALL, text, tool=tool, signals=signals)
        assert [c.sure for c in work_of(script)] == [True]
        forked = (
            "You are the newly spawned agent. The prior conversation history was forked from your parent."
        )
        script.add(EventKind.TOOL_RESULT, forked, tool=ToolFact("spawn_agent", "c2", ToolAction.OTHER))
        assert [c.sure for c in work_of(script)] == [stands]
        script.add(EventKind.TOOL_CALL, text, tool=tool, signals=signals)
        assert [c.sure for c in work_of(script)] == [True]
