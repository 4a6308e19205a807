"""The state that an agent's actions leave: edits, checks, commits, links and refused calls."""

from __future__ import annotations

import pytest

from gates.source import EventKind, ToolAction, ToolFact
from tests.facts.proposals.calls import call
from tests.facts.session import Script
from workbench.facts.proposals.fold import CandidateFold
from workbench.facts.proposals.work_state import is_check


def states(script: Script) -> list[str]:
    """Return the states that the actions leave, as sentences."""
    fold = CandidateFold()
    for event in script.events:
        fold.take(event)
    return [c.text for c in fold.state.candidates()]


def test_edits_wait_for_a_commit_and_a_check() -> None:
    """The sentence names whether a check ran since; a commit ends it."""
    script = Script()
    call(script, ToolAction.CHANGE, "src/a.py", "The file src/a.py has been updated.")
    assert states(script) == [
        "Edited and not committed: a.py; no check was run since the last edit",
    ]
    call(script, ToolAction.COMMAND, "pytest -q", "5 passed")
    assert "Edited and not committed: a.py" in states(script)
    call(script, ToolAction.COMMAND, "git commit -m x", "[main 1a2b3c4] x")
    assert not any("Edited" in each for each in states(script))
    call(script, ToolAction.CHANGE, "src/a.py", "The file src/a.py has been updated.")
    assert any(each.startswith("Edited after the last commit: a.py; no check") for each in states(script))


@pytest.mark.parametrize(
    ("command", "unrun"),
    [
        ("cd work && python test_alignment.py", False),
        ("python reproduce_issue.py", False),
        ("./build/app --once", False),
        ("cat test_alignment.py", True),
        ("git status", True),
        ("ls tests && cd ..", True),
    ],
)
def test_an_edit_was_tried_where_anything_ran_after_it(command: str, unrun: bool) -> None:
    """Viewing a file is not a check; any other command may have been one."""
    script = Script()
    call(script, ToolAction.CHANGE, "src/a.py", "The file src/a.py has been updated.")
    call(script, ToolAction.COMMAND, command, "done")
    (edited,) = (each for each in states(script) if each.startswith("Edited"))
    assert ("no check was run" in edited) is unrun


@pytest.mark.parametrize(
    ("command", "checks"),
    [
        ("python test_alignment.py", True),
        ("bash scripts/run_tests.sh", True),
        ("node e2e-test.js", True),
        ("python contest.py", False),
        ("cat test_alignment.py", False),
        ("python latest.py", False),
    ],
)
def test_a_script_named_as_a_test_is_a_check(command: str, checks: bool) -> None:
    """By the whole word in its name."""
    assert is_check(command) is checks


@pytest.mark.parametrize(
    ("command", "output", "left"),
    [
        ("git commit -qam x && git log --oneline -1", "1a2b3c4 x", []),
        ("git add src/a.py && git commit -q -m x", "", ["b.py"]),
        ("git add . && git commit -q -m x", "", []),
        ("git add src && git commit -q -m x", "", []),
        ("git add ./src/ && git commit -q -m x", "", []),
        ("git add docs && git commit -q -m x", "", ["a.py", "b.py"]),
        ("git commit -m x", "nothing to commit, working tree clean", ["a.py", "b.py"]),
        ("git commit --dry-run", "", ["a.py", "b.py"]),
    ],
)
def test_a_quiet_commit_ends_what_it_added(command: str, output: str, left: list[str]) -> None:
    """It prints nothing; files it did not add stay uncommitted."""
    script = Script()
    for name in ("src/a.py", "src/b.py"):
        call(script, ToolAction.CHANGE, name, f"The file {name} has been updated.")
    call(script, ToolAction.COMMAND, command, output)
    edited = [each for each in states(script) if each.startswith("Edited")]
    assert [name for name in ("a.py", "b.py") if any(name in each for each in edited)] == left


def test_checks_and_links_of_others_are_no_state() -> None:
    """A list of remote checks passes nothing here, and an address in a log is not this work's."""
    script = Script()
    call(script, ToolAction.COMMAND, "gh pr checks 7", "tests  pass  https://example.org/1")
    call(script, ToolAction.COMMAND, "cat build.log", "see https://github.com/else/where/issues/9")
    assert states(script) == []
    call(script, ToolAction.COMMAND, "gh pr create --fill", "https://github.com/own/work/pull/3")
    assert states(script) == ["Pull request or issue: https://github.com/own/work/pull/3"]


def test_a_script_of_its_own_does_not_replace_a_failed_suite() -> None:
    """Both are stated: what passed is not what failed."""
    script = Script()
    call(script, ToolAction.COMMAND, "python -m pytest desk", "TypeError: no field lineno", failed=True)
    call(script, ToolAction.COMMAND, "python verify_desk.py", "KeyError: desk", failed=True)
    call(script, ToolAction.COMMAND, "python verify_desk.py", "4 passed")
    assert states(script) == [
        "Failed when last run: python -m pytest desk",
        "Passed when last run: python verify_desk.py",
    ]
    call(script, ToolAction.COMMAND, "python -m pytest desk", "12 passed")
    assert "Failed" not in " ".join(states(script))


@pytest.mark.parametrize(
    ("failed", "output", "passed", "stands"),
    [
        ("go test ./...", "build failed", "go test ./rows", True),
        ("go test ./...", "FAIL\tdesk.org/shop/rows\t0.1s", "go test ./rows", False),
        ("go test ./...", "FAIL\tdesk.org/shop/rows\t0.1s", "cd shop && go test ./rows/... -count=1", False),
        ("go test ./...", "FAIL\tdesk.org/shop/rows\t0.1s", "go test ./prices", True),
        ("go test ./rows/...", "build failed", "go test ./...", False),
        ("python -m pytest", "1 error", "python -m pytest tests/test_rows.py", True),
        ("python -m pytest tests/test_rows.py", "1 error", "python -m pytest tests 2> /tmp/log", False),
        ("npx vitest run", "Error", "npx vitest run --config web/vitest.config.ts", False),
        ("make test", "Error", "./gradlew test -q", False),
        ("make test", "Error", "make test", False),
    ],
)
def test_a_run_of_a_part_clears_no_other_failure(
    failed: str, output: str, passed: str, *, stands: bool
) -> None:
    """It clears what it ran again, if the failed run says what failed."""
    script = Script()
    call(script, ToolAction.COMMAND, failed, output, failed=True)
    call(script, ToolAction.COMMAND, passed, "all good, 4 passed")
    assert any(each.startswith("Failed when last run") for each in states(script)) is stands


def test_a_failed_check_stands_until_one_of_its_sort_passes() -> None:
    """A passing linter says nothing about the tests."""
    script = Script()
    call(script, ToolAction.COMMAND, "pytest -q", "--- FAIL: test_a", failed=True)
    call(script, ToolAction.COMMAND, "ruff check .", "0 issues.")
    assert "Failed when last run: test_a" in states(script)
    call(script, ToolAction.COMMAND, "pytest -q tests", "5 passed")
    assert not any(each.startswith("Failed") for each in states(script))


def test_a_refused_call_is_reported_with_its_command() -> None:
    """The command is named even if no reason was given."""
    script = Script()
    said = "The user doesn't want to proceed with this tool use."
    call(script, ToolAction.COMMAND, "rm -r build", said, failed=True)
    assert "The user refused: rm -r build" in states(script)


def test_a_plan_of_the_tool_is_no_edit_of_the_work() -> None:
    """It is in the home directory, where no repository is; a worktree there is one."""
    script = Script()
    for path in ("/home/ana/.tool/plans/warm-fox.md", "/home/ana/.tool/worktrees/shop/src/cart.py"):
        call(script, ToolAction.CHANGE, path, f"Updated {path}")
    (edited,) = [each for each in states(script) if each.startswith("Edited")]
    assert "cart.py" in edited
    assert "warm-fox.md" not in edited


def test_a_language_server_that_was_asked_counts_as_a_check() -> None:
    """What it says about the files is known after the last edit."""
    script = Script()
    call(script, ToolAction.CHANGE, "src/cart.py", "Updated src/cart.py")
    (before,) = [each for each in states(script) if each.startswith("Edited")]
    tool = ToolFact("mcp__editor__getDiagnostics", "d1", ToolAction.OTHER, "")
    script.add(EventKind.TOOL_CALL, "getDiagnostics", tool=tool)
    script.add(EventKind.TOOL_RESULT, '{"diagnostics": []}', tool=tool)
    (after,) = [each for each in states(script) if each.startswith("Edited")]
    assert "no check was run" in before
    assert "no check was run" not in after
