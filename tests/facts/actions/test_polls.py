"""A running command has neither passed nor failed, and a poll returns its output."""

from __future__ import annotations

from gates.source import EventKind, ToolAction, ToolFact
from tests.facts.session import Script
from workbench.facts.actions.commands import failures
from workbench.facts.proposals.work_state import StateFold

RUNNING = "Chunk ID: 4f\nWall time: 1.0 seconds\nProcess running with session ID 4964\nOutput:\n"


def poll(script: Script, session: int, output: str, *, failed: bool | None = None) -> None:
    """A poll of a running command."""
    call = f"poll{len(script.events)}"
    body = f"write_stdin\nsession_id: {session}\nyield_time_ms: 1000"
    script.add(EventKind.TOOL_CALL, body, tool=ToolFact("write_stdin", call, ToolAction.OTHER))
    script.add(
        EventKind.TOOL_RESULT, output, tool=ToolFact("write_stdin", call, ToolAction.OTHER, "", failed)
    )


def state_of(script: Script) -> list[str]:
    """Return the states of checks in a session."""
    state = StateFold()
    for event in script.events:
        state.take(event)
    return [each.text for each in state.candidates()]


def test_a_check_that_runs_on_did_not_pass() -> None:
    """Until a poll brings its end."""
    script = Script()
    script.run("go test ./...", f"{RUNNING}ok pkg/a", failed=None)
    assert state_of(script) == []
    poll(script, 4964, f"{RUNNING}ok pkg/b")
    assert state_of(script) == []
    poll(script, 4964, "Process exited with code 0\nOutput:\nok pkg/c 0.1s", failed=False)
    assert state_of(script) == ["Passed when last run: go test ./..."]


def test_a_poll_brings_the_failure_of_the_command_that_it_polls() -> None:
    """Both in the state and among the failed commands; a poll of another session brings nothing."""
    script = Script()
    script.run("go test ./...", RUNNING, failed=None)
    poll(script, 17, "Process exited with code 1\nOutput:\n--- FAIL: TestOther", failed=True)
    assert state_of(script) == []
    poll(script, 4964, "Process exited with code 1\nOutput:\n--- FAIL: TestExport", failed=True)
    (stated,) = state_of(script)
    assert stated == "Failed when last run: TestExport"


def test_a_command_that_runs_on_did_not_fix_what_failed() -> None:
    """The failure stays until the same command succeeds."""
    script = Script()
    script.run("go test ./...", "--- FAIL: TestExport\nexpected 3, got 4", failed=True)
    script.run("go test ./...", RUNNING, failed=False)
    (failure,) = failures(script.events, 0)
    assert failure.passed is None
    poll(script, 4964, "Process exited with code 0\nOutput:\nok", failed=False)
    (failure,) = failures(script.events, 0)
    assert failure.passed is not None
