"""Leftovers of interrupted work: failed tests and commits, scratch files, untested edits."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gates.source import EventKind, ToolAction, ToolFact
from tests.facts.session import Script
from workbench.facts.proposals import CandidateFold
from workbench.facts.proposals.model import MODEL_IN_USE, LinearModel
from workbench.facts.proposals.scratch_files import MOST_SCRATCH, ScratchFiles, is_scratch
from workbench.facts.reading import FactsReading, bound
from workbench.facts.reading_bytes import from_bytes, to_bytes


@pytest.fixture(autouse=True)
def nothing_is_likely() -> Iterator[None]:
    """Set a model by which no statement is likely."""
    MODEL_IN_USE.put_in_place(LinearModel("flat", -4.0))
    yield
    MODEL_IN_USE.put_in_place(None)


def call(script: Script, action: ToolAction, target: str, said: str, *, failed: bool = False) -> None:
    """A tool call and its result."""
    key = f"x{len(script.events)}"
    script.add(EventKind.TOOL_CALL, f"Tool\ncommand: {target}", tool=ToolFact("Tool", key, action, target))
    script.add(EventKind.TOOL_RESULT, said, tool=ToolFact("Tool", key, action, target, failed))


def states(script: Script) -> list[str]:
    """Return the states that the actions leave, as sentences."""
    fold = CandidateFold()
    for event in script.events:
        fold.take(event)
    return [c.text for c in fold.state.candidates()]


def counted(script: Script) -> list[str]:
    """What counts for the whole session."""
    return [c.text for c in bound(script.events, 0).counted]


TWO = "--- FAIL: TestRead (0.1s)\n--- FAIL: TestWrite (0.1s)\nFAIL"


@pytest.mark.parametrize(
    ("command", "said", "left"),
    [
        ("go test ./...", "ok", ""),
        ("go test -run TestRead ./...", "ok", "TestWrite"),
        ("go test -run 'TestRead|TestWrite' ./...", "ok", ""),
        ("go test -run TestOther ./...", "ok", "TestRead, TestWrite"),
        ("go test -v ./...", "--- PASS: TestRead\n--- FAIL: TestWrite\nFAIL", "TestWrite"),
        ("go test -run TestRead ./...", "--- FAIL: TestRead\nFAIL", "TestRead, TestWrite"),
    ],
)
def test_a_run_of_some_tests_says_nothing_of_the_others(command: str, said: str, left: str) -> None:
    """They fail as they did until a run that takes them in passes."""
    script = Script()
    call(script, ToolAction.COMMAND, "go test ./...", TWO)
    call(script, ToolAction.COMMAND, command, said)
    failing = [each for each in states(script) if each.startswith("Failed when last run")]
    assert [each.partition(": ")[2] for each in failing] == ([left] if left else [])


@pytest.mark.parametrize(
    ("said", "passed"),
    [
        ("12 passed in 0.3s", True),
        ("0 failed, 12 passed", True),
        ("✓ Correct\n✗ Wrong: the second one", False),
        ("❌ ISSUE CONFIRMED", False),
        ("Import error: built without extensions\nok", False),
        ("# host.example/prompt\nvet.exe: prompt\\runs_test.go:425:19: undefined: confgi", False),
        ("src/app.py:12: error: no such name", False),
        ("src/app.ts(3,5): error TS2304: no such name", False),
        ("src/app.py:12: DeprecationWarning: soon gone\n3 passed", True),
        ("src/app.c:12:3: warning: unused\n3 passed", True),
        ("ImportError: no module named x", False),
        ("3 failed, 9 passed", False),
        ("Traceback (most recent call last):\n ok", False),
    ],
)
def test_a_run_that_prints_a_failure_is_not_said_to_have_passed(said: str, passed: bool) -> None:
    """Its last line or exit code does not outweigh the failure."""
    script = Script()
    call(script, ToolAction.COMMAND, "pytest -q", "4 passed")
    call(script, ToolAction.COMMAND, "pytest -q", said)
    assert any(each.startswith("Passed when last run") for each in states(script)) is passed


def test_a_failed_check_counts_until_the_user_goes_on() -> None:
    """What follows is the user's to say."""
    script = Script()
    script.user("please make the reader faster")
    call(script, ToolAction.COMMAND, "pytest -q", "FAILED tests/test_a.py::test_b", failed=True)
    script.agent("One test fails, I look into it.")
    assert "Failed when last run: tests/test_a.py::test_b" in counted(script)
    script.user("leave that, write the notes first")
    assert not any(each.startswith("Failed") for each in counted(script))


@pytest.mark.parametrize("spoken", [False, True])
def test_edits_that_nobody_tried_count_while_the_agent_is_at_them(spoken: bool) -> None:
    """Once the agent spoke again, they may be all that was wanted."""
    script = Script()
    script.user("please make the reader faster")
    call(script, ToolAction.CHANGE, "src/reader.py", "The file src/reader.py has been updated.")
    if spoken:
        script.agent("The reader is done.")
    assert any(each.startswith("Edited and not committed: reader.py") for each in counted(script)) != spoken


def test_scratch_files_are_not_reported_twice() -> None:
    """They have their own statement, and are left out of the other."""
    script = Script()
    call(script, ToolAction.CHANGE, "src/reader.py", "The file src/reader.py has been updated.")
    for name in ("reproduce_a.py", "test_b.py", "verify_c.py", "debug_d.py"):
        call(script, ToolAction.CHANGE, name, f"File created successfully at: {name}")
    edited = [each for each in states(script) if each.startswith("Edited")]
    assert edited == ["Edited and not committed: reader.py; no check was run since the last edit"]


@pytest.mark.parametrize(("path", "unrun"), [("debug_d.py", False), ("src/writer.py", True)])
def test_a_scratch_file_needs_no_check(path: str, unrun: bool) -> None:
    """A scratch file needs no check; any other edited file does."""
    script = Script()
    call(script, ToolAction.CHANGE, "src/reader.py", "The file src/reader.py has been updated.")
    call(script, ToolAction.COMMAND, "pytest -q", "5 passed")
    call(script, ToolAction.CHANGE, path, f"File created successfully at: {path}")
    (edited,) = (each for each in states(script) if each.startswith("Edited"))
    assert edited.endswith("; no check was run since the last edit") is unrun


@pytest.mark.parametrize(("path", "tried"), [("docs/reader.md", True), ("src/writer.py", False)])
def test_no_check_tries_a_document(path: str, tried: bool) -> None:
    """An edit of prose after a check leaves the check as it is."""
    script = Script()
    call(script, ToolAction.CHANGE, "src/reader.py", "The file src/reader.py has been updated.")
    call(script, ToolAction.COMMAND, "go test ./...", "ok")
    call(script, ToolAction.CHANGE, path, f"The file {path} has been updated.")
    edited = next(each for each in states(script) if each.startswith("Edited"))
    assert edited.endswith("last edit") is not tried


def test_a_commit_that_failed_is_still_to_be_made() -> None:
    """Until one is made."""
    script = Script()
    said = "error: gpg failed to sign the data\nfatal: failed to write commit object"
    call(script, ToolAction.COMMAND, "git commit -m x", said, failed=True)
    assert "The commit failed: git commit -m x" in states(script)
    call(script, ToolAction.COMMAND, "git commit -m x", "[main 1a2b3c4] x")
    assert not any(each.startswith("The commit failed") for each in states(script))


@pytest.mark.parametrize(
    ("path", "scratch"),
    [
        ("/repo/reproduce_issue.py", True),
        ("/repo/test_fix.py", True),
        ("/repo/verify.sh", True),
        ("/repo/tests/test_fix.py", False),
        ("/repo/scripts/check.sh", False),
        ("/repo/contest.py", False),
        ("/repo/src/reader.py", False),
    ],
)
def test_scratch_files_are_known_by_name_and_folder(path: str, scratch: bool) -> None:
    """A test file among other tests is not scratch."""
    assert is_scratch(path) is scratch


def test_scratch_files_are_there_until_they_are_removed() -> None:
    """By name, with those that were only edited left out."""
    script = Script()
    call(script, ToolAction.CHANGE, "/repo/repro.py", "File created successfully at: /repo/repro.py")
    call(script, ToolAction.CHANGE, "/repo/test_fix.py", "File created successfully at: /repo/test_fix.py")
    call(script, ToolAction.CHANGE, "/repo/debug.py", "The file /repo/debug.py has been edited.")
    assert "Made to try something and still there: repro.py, test_fix.py" in states(script)
    call(script, ToolAction.COMMAND, "rm /repo/repro.py", "")
    assert "Made to try something and still there: test_fix.py" in states(script)
    call(script, ToolAction.COMMAND, "rm -f test_fix.py", "")
    assert not any(each.startswith("Made to try") for each in states(script))


def test_files_of_one_name_are_told_apart_by_their_folders() -> None:
    """Among scratch files, and among edited ones."""
    script = Script()
    for path in ("/repo/repro.py", "/tmp/repro.py", "/repo/test_fix.py"):
        call(script, ToolAction.CHANGE, path, f"File created successfully at: {path}")
    assert "Made to try something and still there: repo/repro.py, tmp/repro.py, test_fix.py" in states(script)
    for path in ("/repo/ports/names.py", "/repo/tides/names.py", "/repo/map.py"):
        call(script, ToolAction.CHANGE, path, f"The file {path} has been edited.")
    edited = next(each for each in states(script) if each.startswith("Edited"))
    assert "ports/names.py, tides/names.py, map.py" in edited


def is_left(path: str, command: str) -> bool:
    """Whether a created scratch file is still there after a command."""
    script, fold = Script(), ScratchFiles()
    call(script, ToolAction.CHANGE, path, f"File created successfully at: {path}")
    call(script, ToolAction.COMMAND, command, "")
    for event in script.events:
        fold.take(event)
    return bool(fold.left)


@pytest.mark.parametrize(
    ("command", "there"),
    [
        ("rm mytest.py", True),
        ("rm test.pyc", True),
        ("rm /elsewhere/test.py", True),
        ("rm old/test.py", True),
        ("mv 'latest.py' x.py", True),
        ("python test.py && rm out.txt", True),
        ("rm test.py", False),
        ("rm -f './test.py' b.py", False),
        ("python test.py; rm /repo/test.py", False),
        ("cd /repo && rm test.py", False),
        ("cd /repo/old && rm test.py", True),
        ("cd /repo/old && rm ../test.py", False),
        ("cd old && rm ../test.py", False),
        ("rm ../test.py", False),
        ("mv test.py tests/", False),
        ("ls test.py | xargs rm", False),
    ],
)
def test_a_scratch_file_is_removed_by_its_own_name(command: str, there: bool) -> None:
    """A similar name, another folder or another command does not remove it."""
    assert is_left("/repo/test.py", command) is there


def test_a_scratch_file_without_a_folder_may_be_named_with_one() -> None:
    """An absolute path ends with the relative one; another folder is another file."""
    for command, there in (("rm /repo/test.py", False), ("rm old/test.py", True), ("rm test.py", False)):
        assert is_left("test.py", command) is there


def test_a_scratch_file_below_may_be_named_without_its_folder() -> None:
    """The bare name counts only after a command that may have changed the folder."""
    for command, there in (("rm repro.py", False), ("cd /repo/old && rm repro.py", True)):
        assert is_left("new/repro.py", command) is there


def test_scratch_files_are_bounded() -> None:
    """The first ones are kept."""
    script, fold = Script(), ScratchFiles()
    for number in range(MOST_SCRATCH + 2):
        path = f"/repo/test_{number}.py"
        call(script, ToolAction.CHANGE, path, f"File created successfully at: {path}")
    for event in script.events:
        fold.take(event)
    assert len(fold.left) == MOST_SCRATCH


PROMPT = """I have a repository in /srv/astro. Consider the following issue:

<issue_description>
# Reading fails
## Steps
Always read the file twice.
</issue_description>

You don't have to change the tests in any way! Your task is to make the smallest change to the reader.

1. Run the reproduction script of the reader
"""


def test_the_prompt_counts_while_the_agent_is_at_work_on_it() -> None:
    """The prompt's prose counts; its steps and quoted blocks of others do not."""
    script = Script()
    script.user(PROMPT)
    call(script, ToolAction.COMMAND, "ls", "reader.py")
    found = counted(script)
    assert "Your task is to make the smallest change to the reader." in found
    assert "You don't have to change the tests in any way!" in found
    assert not any("twice" in each or "reproduction" in each for each in found)
    script.agent("The reader reads once now.")
    assert "Your task is to make the smallest change to the reader." not in counted(script)


def test_what_is_left_can_be_kept_and_read_on_from() -> None:
    """A reading with failed tests, scratch files and a plan's items is written and read back."""
    script = Script()
    script.plan(
        "# Exports\n\n## What to do\n\n- Never push the exports.\n\n### Step 1: Move it\nMove `a.py`.\n"
    )
    call(script, ToolAction.COMMAND, "go test ./...", TWO)
    call(script, ToolAction.CHANGE, "/repo/repro.py", "File created successfully at: /repo/repro.py")
    reading = FactsReading().through(script.events).settled()
    again = from_bytes(to_bytes(reading))
    assert [c.text for c in again.candidates.state.candidates()] == states(script)
    assert again.decided.plans() == reading.decided.plans()
    assert any(plan.items for plan in again.decided.plans())
