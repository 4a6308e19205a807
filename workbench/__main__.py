"""`python -m workbench` and the `workbench` command: without a command the app, else the command line."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
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

    if sys.stdin is None:  # it was closed: nothing comes from it, and no file takes its place
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115
    with LateInterrupt() as late:
        code = run(open_app=_open_app if _can_show_app() else None)
    if late.pending:
        stderr.note("interrupted")
        code = stderr.ExitCode.INTERRUPTED
    if "_duckdb" not in sys.modules:  # its binding mentions each object that it has not seen go
        gc.freeze()  # what is left needs no search for cycles: the process ends, and takes all of it along
    return code


def _can_show_app() -> bool:
    """Whether a whole screen can be drawn: the app reads stdin and is drawn on stderr.

    With one of the three elsewhere a command is meant; a dumb terminal would show escape sequences.
    """
    if os.environ.get("TERM") == "dumb":
        return False
    return all(each is not None and each.isatty() for each in (sys.stdin, sys.stdout, sys.stderr))


def _explained() -> int:
    """Say on stderr which package is in the way; what failed otherwise is raised again."""
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
