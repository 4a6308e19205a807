"""How a process of the program ends: at once, after all that was promised for its end."""

from __future__ import annotations

import pytest

from tests.cli.run import python

_SCRIPT = """
import atexit, os, sys, threading
import workbench.__main__ as program

class Held:
    def __del__(self, write=os.write):
        write(1, b"taken apart\\n")

def later():
    wait.wait(0.2)
    print("from the thread")

held, wait = Held(), threading.Event()
atexit.register(os.write, 1, b"registered\\n")
{before}
def main():
    print("x" * 100_000)
    {after}
    return 3

program.main = main
program.program()
"""
_MAY_HAPPEN = ("from the thread", "registered", "taken apart")


def _ended(*, before: str = "", after: str = "pass") -> tuple[int, int, list[str]]:
    """The exit code, how much of what `main` prints came, and what else happened, in any order."""
    done = python(_SCRIPT.format(before=before, after=after))
    assert done.stderr == ""
    happened = [words for words in _MAY_HAPPEN if words in done.stdout]
    return done.returncode, done.stdout.count("x"), happened


def test_a_process_ends_after_what_was_printed_and_registered() -> None:
    """Buffered output is written and registered functions run, without tearing down the interpreter."""
    assert _ended() == (3, 100_000, ["registered"])


@pytest.mark.parametrize(
    ("before", "happened"),
    [
        ("threading.Thread(target=later).start()", ["from the thread", "registered", "taken apart"]),
        ("sys.setprofile(lambda *_: None)", ["registered", "taken apart"]),
        ("sys.settrace(lambda *_: None)", ["registered", "taken apart"]),
    ],
)
def test_python_ends_a_process_that_is_still_at_work_or_watched(before: str, happened: list[str]) -> None:
    """A thread is waited for, and who profiles or counts lines is not cut off."""
    assert _ended(before=before) == (3, 100_000, happened)


def test_a_stream_that_is_closed_is_no_fault() -> None:
    """Its buffered output is written, and the exit code stays."""
    assert _ended(after="sys.stdout.close()") == (3, 100_000, ["registered"])
