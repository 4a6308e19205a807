"""^C at a moment at which Python cannot hand it on."""

from __future__ import annotations

import pytest

from tests.cli.run import python

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
