"""`python -m workbench` and the `workbench` command.

The app without arguments, otherwise the command line.
"""

from __future__ import annotations

import atexit
import os
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import Namespace
    from typing import NoReturn


def program() -> NoReturn:
    """Entry point of the `workbench` command: run `main` and end the process."""
    end_process(main())


def end_process(code: int) -> NoReturn:
    """End this process after running its exit functions, without tearing down its objects.

    Releasing every class and table of the store takes a third of the time of a short command. If another
    thread is alive, a stream cannot be written, or a profiler or tracer is active, Python exits normally.
    """
    watched = sys.getprofile() or sys.gettrace()
    if threading.active_count() == 1 and not watched and _flushed():
        atexit._run_exitfuncs()
        if _flushed():
            os._exit(code)
    sys.exit(code)


def _flushed() -> bool:
    """Flush the output streams; return whether that succeeded. A closed stream has nothing to flush."""
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None and not stream.closed:
                stream.flush()
    except (OSError, ValueError):
        return False
    return True


def main() -> int:
    """Run the app or the command line with the process arguments and return the exit code."""
    try:
        from workbench.cli import stderr
        from workbench.cli.interrupts import LateInterrupt
        from workbench.cli.main import main as run
    except ImportError:
        return _explained()

    if sys.stdin is None:  # it is closed: read nothing, and keep a later file from taking its descriptor
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115
    with LateInterrupt() as late:
        code = run(open_app=_open_app if _can_show_app() else None)
    if late.pending:
        stderr.note("interrupted")
        code = stderr.ExitCode.INTERRUPTED
    return code


def _can_show_app() -> bool:
    """Return whether a full screen can be drawn: the app reads stdin and draws on stderr.

    If any standard stream is redirected, a command is meant; a dumb terminal would show escape sequences.
    """
    if os.environ.get("TERM") == "dumb":
        return False
    return all(each is not None and each.isatty() for each in (sys.stdin, sys.stdout, sys.stderr))


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
    program()
