"""Results of calls that a human refused or stopped are told from failures."""

from __future__ import annotations

import pytest

from gates.source import EventKind, ToolAction, ToolFact
from tests.facts.session import Script
from workbench.facts.actions.commands import failures
from workbench.facts.actions.refusals import is_refused
from workbench.facts.proposals.work_state import StateFold

REFUSED = (
    "The user doesn't want to proceed with this tool use.",
    "The user did not approve this command.",
    "exec_command failed for `make tiles`: rejected by user",
    "patch rejected by the user",
    "aborted by user after 21.0s",
    "User has cancelled the call",
    "The user_rejected the action",
)
RAN = (
    "Exit code 1\nuploads.test: Upload cancelled by user",
    "make: *** [tiles] Error 2\nthe request was denied by the user service",
    "permission denied",
    "no rows for users who declined",
)


def result(text: str, *, failed: bool | None = True) -> Script:
    """A command with this result."""
    script = Script()
    script.run("make tiles", text, failed=failed)
    return script


@pytest.mark.parametrize("text", REFUSED)
def test_a_call_that_a_human_stopped_is_refused(text: str) -> None:
    """It is a refusal of the state, and no check that failed."""
    script = result(text)
    assert is_refused(script.events[-1])
    assert failures(script.events, 0) == []
    state = StateFold()
    for event in script.events:
        state.take(event)
    assert [c.text for c in state.candidates()] == ["The user refused: make tiles"]


@pytest.mark.parametrize("text", RAN)
def test_what_a_command_prints_about_users_is_a_failure(text: str) -> None:
    """Only the first line is the tool's own."""
    script = result(text)
    assert not is_refused(script.events[-1])
    assert [f.category for f in failures(script.events, 0)] == ["build"]


def test_only_a_failed_call_is_refused() -> None:
    """A search that finds such words succeeded; a message is no result."""
    assert not is_refused(result("aborted by user", failed=False).events[-1])
    script = Script()
    script.user("aborted by user")
    assert not is_refused(script.events[-1])


def test_a_signal_is_enough() -> None:
    """Whatever the words of the tool are."""
    script = Script()
    assert is_refused(script.events[script.refuse("make tiles", "not on a Friday")])
    tool = ToolFact("Bash", "c1", ToolAction.COMMAND, "make tiles", True)
    bare = script.add(EventKind.TOOL_RESULT, "stopped", tool=tool)
    assert not is_refused(script.events[bare])
