"""What a failed check printed as its reason stands beside it, and what a passed one counted."""

from __future__ import annotations

import pytest

from gates.source import EventKind
from tests.facts.session import Script
from tests.strategies.source import whole, work_session
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.in_hand import BEGUN
from workbench.strategies.page.last_state import FAILED, PASSED
from workbench.strategies.page.statements import statements
from workbench.strategies.page.superfluous import IN_HAND


def stated(script: Script, opening: str) -> list[str]:
    """The statements of a page of a whole script that begin so."""
    source = whole(script)
    found = statements(DraftRequest(source.range, source.events))
    return [each.item.text for each in found if each.item.text.startswith(opening)]


def after_check(command: str, printed: str, *, failed: bool) -> Script:
    """A session of work that ends with a check."""
    script = work_session()
    script.edit("src/rota.go", "a = 1", "a = 2")
    script.run(command, printed, failed=failed)
    return script


@pytest.mark.parametrize(
    ("command", "printed", "why"),
    [
        (
            "go test ./...",
            "--- FAIL: TestRota (0.05s)\n    rota_test.go:31: load rota: the week has no helper\nFAIL\n",
            "rota_test.go:31: load rota: the week has no helper",
        ),
        (
            "go test -v ./...",
            "    rota_test.go:12: starting\n    rota_test.go:40: Expected the week to be empty\n"
            "--- FAIL: TestRota (0.05s)\nFAIL\n",
            "Expected the week to be empty",
        ),
        (
            "npx jest rota",
            "✕ sorts weeks (4 ms)\n\n    Expected: 3\n    Received: 4\n",
            "Expected: 3 Received: 4",
        ),
        (
            "golangci-lint run",
            "cmd/rota.go:9:18: not enough arguments in call to Load\n1 issues:\n[lint] ERROR task failed",
            "cmd/rota.go:9:18: not enough arguments in call to Load",
        ),
        (
            "npx tsc --noEmit",
            "src/rota.ts(28,2): error TS2739: Type 'Week' is missing 'helper'\n",
            "src/rota.ts(28,2): error TS2739: Type 'Week' is missing 'helper'",
        ),
        (
            "make test",
            "-- Could NOT find Ink (missing: INK_LIBRARY)\nCMake Error at CMakeLists.txt:12 (find_package):\n"
            '  Could not find a package configuration file provided by "Rota" with any\n  of these names:\n\n'
            "    RotaConfig.cmake\n",
            'provided by "Rota" with any',
        ),
        ("python check_rota.py", "Week 1\n❌ The helper is listed twice\n", "❌ The helper is listed twice"),
    ],
)
def test_the_reason_of_a_failed_check_is_stated(command: str, printed: str, why: str) -> None:
    """Without it nobody can say why the tests fail."""
    script = after_check(command, printed, failed=True)
    texts = [*stated(script, FAILED), *stated(script, f"`{command}` failed: ")]
    assert texts and all(why in text for text in texts)


def test_a_line_of_a_log_beneath_a_failed_test_is_no_reason() -> None:
    """It only says what the program did."""
    printed = "--- FAIL: TestRota (0.05s)\n    hooks.go:19: Hook output: INFO stop component=rota\nFAIL\n"
    assert not any(
        "component" in text for text in stated(after_check("go test ./...", printed, failed=True), FAILED)
    )


@pytest.mark.parametrize(
    ("printed", "outcome"),
    [
        ("[routes] POST /api/weeks\n 12 pass\n 0 fail\n", " (12 pass)"),
        ("$ biome check --error-on-warnings\nChecked 12 files in 9ms.\n", ""),
        ("ok example.org/rota 0.02s", " (ok example.org/rota 0.02s)"),
    ],
)
def test_a_passed_check_has_what_says_so_or_nothing(printed: str, outcome: str) -> None:
    """The first line of an output is often about something else."""
    (text,) = stated(after_check("bun run test", printed, failed=False), PASSED)
    assert text == f"{PASSED}bun run test{outcome}"


def test_a_step_after_which_tools_ran_may_be_done() -> None:
    """Otherwise a reader takes a step that was made for the next one."""
    script = work_session()
    script.user("Add a limit of 40 rows to src/export.py for each batch.")
    script.agent("Now let me add the limit to the writer of the batches:")
    (text,) = stated(script, IN_HAND)
    assert not text.endswith(BEGUN)
    script.run("sed -i s/a/b/ src/export.py", "done")
    (text,) = stated(script, IN_HAND)
    assert text.endswith(BEGUN)


def test_a_stopped_call_is_not_called_refused() -> None:
    """The user stopped it and gave no reason: it forbids nothing."""
    script = work_session()
    said = "The user doesn't want to proceed with this tool use."
    script.run("rm -r build", said, failed=True)
    script.add(EventKind.META, "[Request interrupted by user for tool use]")
    texts = stated(script, "The user")
    assert texts == ["The user stopped: rm -r build"]


def test_a_reason_ends_before_the_words_that_only_introduce_what_follows() -> None:
    """`Either run:` says nothing without the list after it."""
    printed = "Exit code 1\nImportError: the ledger has no index. Either run:\n\n  make index\n"
    (text,) = stated(after_check("pytest tests", printed, failed=True), FAILED)
    assert text.endswith("(ImportError: the ledger has no index.)")


def test_lines_that_a_tool_draws_are_no_words_of_a_failure() -> None:
    """They stand around what it says."""
    script = work_session()
    printed = "Exit code 1\nerror: cannot build\n│ exit code: 1\n╰─> The index is missing."
    script.run("pip install ledger", printed, failed=True)
    texts = stated(script, "`pip install ledger`")
    assert texts
    assert not any(mark in text for text in texts for mark in "│╰─")
