"""Checks whose exit code is that of a filter or of another command: only their words say that they passed."""

from __future__ import annotations

import pytest

from gates.source import EventKind, SourceEvent
from tests.facts.session import Script
from workbench.facts.actions.working_parts import hides_exit_code
from workbench.facts.proposals.failing_checks import failed_again
from workbench.facts.proposals.work_state import StateFold
from workbench.facts.spans import EventWords


def stated(command: str, printed: str, *, failed: bool = False) -> list[str]:
    """Return the statements about checks after one command."""
    script, state = Script(), StateFold()
    script.run(command, printed, failed=failed)
    for event in script.events:
        state.take(event)
    return [each.text.partition(":")[0] for each in state.candidates()]


@pytest.mark.parametrize(
    ("command", "hides"),
    [
        ("tsc --noEmit", False),
        ("cd desk && tsc --noEmit 2>&1", False),
        ("tsc --noEmit && echo fine", False),
        ("tsc --noEmit | wc -l", True),
        ("tsc --noEmit 2>&1 | head -5", True),
        ("tsc --noEmit || true", True),
        ("tsc --noEmit; git checkout main", True),
        ("tsc --noEmit && echo fine; ls", True),
        ("set -e; tsc --noEmit; ls", False),
        ("set -o pipefail; tsc --noEmit | head", False),
    ],
)
def test_an_exit_code_belongs_to_the_last_command(command: str, hides: bool) -> None:
    """A pipe and a later command replace it; `&&` does not."""
    assert hides_exit_code(command, lambda part: "tsc" in part) is hides


def test_a_count_of_errors_is_no_passed_check() -> None:
    """The filter succeeded, and not the check."""
    assert stated('yarn tsc --noEmit 2>&1 | grep -c "error"; git checkout desk', "41\nOn branch desk") == [
        "Branch"
    ]
    assert stated("yarn tsc --noEmit", "41 files") == ["Passed when last run"]


def test_a_filter_that_found_nothing_is_no_failed_check() -> None:
    """`grep -c` ends with 1 if it counts none."""
    assert stated("yarn tsc --noEmit | grep -c TS2", "Exit code 1\n0", failed=True) == []


@pytest.mark.parametrize("printed", ["12 passed in 3s", "ok desk/rows 0.4s", "Found 0 errors."])
def test_words_of_a_filtered_run_say_that_it_passed(printed: str) -> None:
    """They are the run's own."""
    assert stated("pytest -q 2>&1 | tail -3", printed) == ["Passed when last run"]


def test_a_failed_test_is_named_without_the_mark_behind_it() -> None:
    """A runner may print `FAILED tests/test_sum.py::test_sum: values differ`."""
    output = "FAILED tests/test_sum.py::test_sum: values differ\n--- FAIL: TestSum:\n"
    event = SourceEvent(0, EventKind.TOOL_RESULT, output, "n0")
    check = failed_again(None, event, EventWords(0, 0, 4), "make test")
    assert check.text() == "Failed when last run: tests/test_sum.py::test_sum, TestSum"
