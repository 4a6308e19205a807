"""The command `demo`: a walk through all commands on the sample sessions, in a temporary store."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from workbench.cli.commands.options import add_ascii, add_command
from workbench.errors import UsageError

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.cli.reply import Reply


def register(commands: Any, common: argparse.ArgumentParser) -> None:  # noqa: ANN401 - no public type
    """Add the commands of this group."""
    parser = add_command(commands, common, "demo", "walk through everything on sample sessions", run_demo)
    add_ascii(parser)
    parser.add_argument("--headless", action="store_true", help="print the whole flow step by step")


def run_demo(args: argparse.Namespace, env: Env) -> Reply:
    """Walk through import, score, draft, accept, history, rollback, diff and verify."""
    if not args.headless:
        raise UsageError(
            "the app needs a terminal (not TERM=dumb)",
            "`workbench demo --headless` prints the whole flow instead",
        )
    from workbench.cli.walk import walk

    return walk(env, args.command_line, as_json=args.json)
