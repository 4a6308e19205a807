"""^C at a moment at which Python cannot hand it on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.run import inside, python
from workbench.runs.machine.step_machine import Machine

_SCRIPT = """
import sys, time, weakref
import workbench.cli.main as cli
from workbench.__main__ import main

class Pooled:
    pass

def returned(_):
    raise KeyboardInterrupt

def work(arguments, env, open_app):
    pooled = Pooled()
    known = weakref.ref(pooled, returned)
    del pooled
    until = time.monotonic() + float(sys.argv[1])
    while time.monotonic() < until:
        time.sleep(0.01)
    print("went on")
    return 0

cli._run = work
sys.exit(main())
"""


@pytest.mark.parametrize(("seconds", "printed"), [("20", ""), ("0", "went on\n")])
def test_an_interrupt_that_a_callback_swallows_ends_the_command(seconds: str, printed: str) -> None:
    """The command exits 130 without a traceback, even if the work finishes before a second interrupt."""
    done = python(_SCRIPT, seconds)
    assert (done.returncode, done.stdout, done.stderr) == (130, printed, "interrupted\n")


@pytest.mark.parametrize(
    "raised", [KeyboardInterrupt(), RuntimeError("INTERRUPT Error: Query interrupted")], ids=repr
)
def test_an_interrupted_run_says_how_it_goes_on(
    tmp_path: Path, raised: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hint names the run; the command in it ends the run from the phase where it was left."""
    place, whole, left = tmp_path / "store.duckdb", Machine.advance, [3]

    def advance(self: Machine) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise raised
        return whole(self)

    with monkeypatch.context() as patched:
        patched.setattr(Machine, "advance", advance)
        done = inside("run", "demo", "--store", place, "--out", tmp_path / "out", cwd=tmp_path)
    assert done.code == 130
    said, hint = done.err.splitlines()
    assert said == "interrupted"
    command = re.search(r"`workbench (run resume run_\w+)`", hint)
    assert command is not None, hint
    assert inside(*command[1].split(), "--store", place, cwd=tmp_path).code == 0
