"""`python -m workbench` and the `workbench` command.

The app without arguments, otherwise the command line.
"""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import Namespace


def main() -> int:
    """Run the app or the command line with the process arguments and return the exit code."""
    try:
        from workbench.cli import stderr
        from workbench.cli.interrupts import LateInterrupt
        from workbench.cli.main import main as run
    except ImportError:
        return _explained()

    with LateInterrupt() as late:
        code = run(open_app=_open_app if _can_show_app() else None)
    if late.pending:
        stderr.note("interrupted")
        code = stderr.ExitCode.INTERRUPTED
    if "_duckdb" not in sys.modules:  # its binding mentions each object that it has not seen go
        gc.freeze()  # what is left needs no search for cycles: the process ends, and takes all of it along
    return code


def _can_show_app() -> bool:
    """Return whether a full screen can be drawn: the app reads stdin and draws on stderr.

    If any standard stream is redirected, a command is meant; a dumb terminal would show escape sequences.
    """
    if os.environ.get("TERM") == "dumb":
        return False
    return all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def _explained() -> int:
    """Print which package shadows ours; re-raise any other import error."""
    from workbench.neighbours import HINT, in_the_way

    text = in_the_way()
    if not text:
        raise  # noqa: PLE0704 - the one that is being handled
    sys.stderr.write(f"error: {text}\n{HINT}\n")
    return 2


def _open_app(args: Namespace) -> int:
    from workbench.tui.launch import run_app
    from workbench.tui.request import app_request

    return run_app(app_request(args))


if __name__ == "__main__":
    sys.exit(main())
