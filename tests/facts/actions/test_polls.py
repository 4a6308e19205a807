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


def test_a_polled_failure_is_one_of_the_command_that_was_begun() -> None:
    """Its words stand in the first call, not in the poll."""
    script = Script()
    begun = script.run("make check-ports", RUNNING, failed=None) - 1
    poll(script, 4964, "Process exited with code 2\nOutput:\nerror: port 81 is taken", failed=True)
    (failure,) = failures(script.events, 0)
    assert (failure.command.ordinal, failure.command.quote(script.events)) == (begun, "make check-ports")


def test_a_script_that_ran_again_without_an_error_is_not_reported_as_failed() -> None:
    """Its words look like a fault, so that it is not known to have passed; a failed exit code stays."""
    script = Script()
    script.run("python check_ports.py", "Traceback\nOSError: port 81 is taken", failed=True)
    script.run("python check_ports.py", "Traceback\nOSError: port 82 is taken", failed=True)
    assert [each.partition(":")[0] for each in state_of(script)] == ["Failed when last run"]
    script.run("python check_ports.py", "✗ two ports differ", failed=False)
    assert state_of(script) == []
