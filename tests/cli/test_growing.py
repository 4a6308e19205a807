"""`accept` when the context would grow: the notice before or after the move, and who is asked to confirm."""

from __future__ import annotations

import contextlib
import os
import pty
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.run import environment, seen
from tests.cli.test_flow import Shell, prepared

__all__ = ["prepared"]

QUESTION = "Accept that the context grows? [y/N]"


@pytest.fixture(scope="module")
def drafted(prepared: Shell, tmp_path_factory: pytest.TempPathFactory) -> tuple[Shell, str]:
    """A store with a draft of the native summary's range that is longer than that summary."""
    folder = tmp_path_factory.mktemp("drafted")
    shutil.copy(prepared.store, folder / "store.duckdb")
    made = Shell(folder, prepared.imported)
    native = made.json("draft", made.session, "--strategy", "native")["artifact"]["source"]
    where = ("--range", f"{native['source_start']}..{native['source_end']}")
    return made, str(made.json("draft", made.session, *where, "--size", "60%")["artifact_id"])


@pytest.fixture
def shell(drafted: tuple[Shell, str], tmp_path: Path) -> Shell:
    """A copy of that store."""
    shutil.copy(drafted[0].store, tmp_path / "store.duckdb")
    return Shell(tmp_path, drafted[0].imported)


@pytest.fixture
def larger(drafted: tuple[Shell, str]) -> str:
    """The draft in it."""
    return drafted[1]


def typed(shell: Shell, answer: str, *arguments: str) -> tuple[int, str]:
    """Run a command where this is typed; its exit code and all that it showed."""
    return seen(*arguments, cwd=shell.folder, typed=answer, WORKBENCH_STORE=str(shell.store))


def at_a_terminal(shell: Shell, answer: str, *arguments: str) -> tuple[int, str]:
    """The same in a process on a real terminal."""
    ours, theirs = pty.openpty()
    os.write(ours, answer.encode())
    command = [sys.executable, "-m", "workbench", "--store", str(shell.store), *arguments]
    with subprocess.Popen(
        command, stdin=theirs, stdout=subprocess.PIPE, stderr=theirs, env=environment()
    ) as child:
        os.close(theirs)
        assert child.stdout is not None
        shown = child.stdout.read()
        code = child.wait(60)
    with contextlib.suppress(OSError):
        while piece := os.read(ours, 65_536):
            shown += piece
    os.close(ours)
    return code, shown.decode("utf-8", "replace")


def test_a_script_gets_a_note_after_the_move_and_is_not_asked(shell: Shell, larger: str) -> None:
    """The growth is reported once after the move; a refused move reports none."""
    refused = shell.run("accept", larger)
    assert (refused.code, "context gr" in refused.err) == (1, False)
    done = shell.run("accept", larger, "--confirm", "C")
    assert done.code == 0
    assert done.err == ""
    assert "The context grew by " in " ".join(done.out.split())
    again = shell.run("accept", larger, "--confirm", "C")
    assert (again.code, "is active already" in again.err, "context gr" in again.err) == (1, True, False)
    back = shell.json("rollback", larger)
    assert back["after"]["tokens"] < back["before"]["tokens"]


@pytest.mark.parametrize(
    ("answer", "code", "ask"),
    [
        ("n\n", 1, typed),
        ("\n", 1, typed),
        ("\x04", 1, at_a_terminal),
        ("", 1, typed),
        ("yes\n", 0, at_a_terminal),
    ],
)
def test_on_a_terminal_only_a_yes_accepts(
    shell: Shell, larger: str, answer: str, code: int, ask: Callable[..., tuple[int, str]]
) -> None:
    """Any other answer, and none, changes nothing; then the way to read it first is named."""
    ended, shown = ask(shell, answer, "accept", larger, "--confirm", "C")
    assert ended == code
    assert QUESTION in shown
    assert ("not accepted; nothing was changed" in shown) is bool(code)
    assert len(shell.json("history")["pointers"]) == 1 - code


def test_nobody_is_asked_who_said_yes_or_whom_the_gates_refuse(shell: Shell, larger: str) -> None:
    """A refusal asks nothing, and `--json` is for programs; what was active already grows nothing."""
    refused, shown = typed(shell, "y\n", "accept", larger)
    assert (refused, QUESTION in shown, "not confirmed: C" in shown) == (1, False, True)
    assert "context gr" not in shown
    for option in ("--yes", "--json"):
        code, shown = typed(shell, "n\n", "accept", larger, "--confirm", "C", option)
        assert (code, QUESTION in shown, "The context grew by " in shown) == (0, False, True)
        shell.json("rollback", larger)


def test_a_draft_that_makes_the_context_smaller_asks_nothing(shell: Shell, larger: str) -> None:
    """Nothing is reported before the move either: here a short draft replaces a long one."""
    shell.json("accept", larger, "--confirm", "C")
    short = shell.json("draft", shell.session, "--range", "0..16")["artifact_id"]
    code, shown = typed(shell, "n\n", "accept", short, "--confirm", "C")
    assert (code, "context gr" in shown, "now replaces events" in shown) == (0, False, True)
    code, shown = typed(shell, "y\n", "accept", short, "--confirm", "C")
    assert (code, "context gr" in shown, "is active already" in shown) == (1, False, True)
