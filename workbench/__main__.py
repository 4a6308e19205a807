"""`python -m workbench` and the `workbench` command: without a command the app, else the command line."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the app or the command line with the process arguments and return the exit code."""
    from workbench.tui.request import app_request

    request = app_request(sys.argv[1:])
    if request is not None and sys.stdin.isatty() and sys.stdout.isatty():
        from workbench.tui.launch import run_app

        return run_app(request)
    from workbench.cli.main import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
