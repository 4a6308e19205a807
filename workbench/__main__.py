"""`python -m workbench` and the `workbench` command.

The app without arguments, otherwise the command line.
"""

from __future__ import annotations

import atexit
import os
import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import Namespace
    from typing import NoReturn


def program() -> NoReturn:
    """Run `main` as a process of its own, and end it."""
    end_process(main())


def end_process(code: int) -> NoReturn:
    """End this process with an exit code, after what was registered for its end.

    Nothing is taken apart: to let go of each class and table of the store in turn takes a third as long as
    a short command. Where another thread is alive, a stream cannot be written, or somebody profiles or
    traces, Python ends the process in its own way.
    """
    watched = sys.getprofile() or sys.gettrace()
    if threading.active_count() == 1 and not watched and _flushed():
        atexit._run_exitfuncs()
        if _flushed():
            os._exit(code)
    sys.exit(code)


def _flushed() -> bool:
    """Whether all that was printed is written; a stream that is closed has nothing left."""
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
    program()
