"""The argument parser: global options, one subparser a command, errors as one line.

Imports the command modules, which import nothing else until they run, so `--version` and `--help`
cost little more than argparse.
"""

from __future__ import annotations

import argparse
import re
from typing import NoReturn

from workbench.cli.commands import (
    calibrating,
    checking,
    comparing,
    demonstrating,
    drafting,
    modes,
    moving,
    plan,
    reading,
    replay,
    reporting,
    reviewing,
    running,
    safekeeping,
    scoring,
    triggering,
)
from workbench.cli.commands.options import add_actor, add_ascii, add_policy, seconds
from workbench.errors import UsageError
from workbench.version import __version__

DESCRIPTION = """\
Review, score, accept and roll back the compactions of long-running agent sessions.
Without a command, on a terminal, the app opens."""

SHORT_HELP = """\
workbench: review, score, accept and roll back the compactions of agent sessions

  workbench demo --headless     walk through everything on sample sessions, in a temporary store
  workbench import PATH         take a transcript, or a folder of them, into the store
  workbench score PATH          judge every compaction found in a transcript; needs no store
  workbench --help              all commands"""

_EPILOG = """\
Wherever an id is asked for, a unique prefix of 6 or more characters will do.
Within a session, SESSION:148 is its event 148, SESSION:d-3 its third artifact.

exit codes: 0 done or passed, 1 a gate or check failed or a move was refused,
2 usage or input error, 3 the store is busy or cannot be read"""

_CHOICE = re.compile(r"argument COMMAND: invalid choice: '([^']*)'")


class WorkbenchParser(argparse.ArgumentParser):
    """A parser that raises `UsageError` where argparse would print and exit."""

    def error(self, message: str) -> NoReturn:
        """Raise with what to type instead."""
        chosen = _CHOICE.match(message)
        if chosen:
            import difflib

            near = difflib.get_close_matches(chosen.group(1), _commands(self), n=1)
            hint = f"did you mean `workbench {near[0]}`? " if near else ""
            raise UsageError(
                f"there is no command {chosen.group(1)!r}", hint + "`workbench --help` lists the commands"
            )
        raise UsageError(message, f"`{self.prog} --help` shows how it is used")


def _commands(parser: argparse.ArgumentParser) -> list[str]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return list(action.choices)
    return []


def common_options() -> argparse.ArgumentParser:
    """Options that stand before or after the command."""
    common = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument(
        "--store", metavar="PATH", help="the store to use (else WORKBENCH_STORE, else the default)"
    )
    common.add_argument(
        "--wait", metavar="SECONDS", type=seconds, help="how long to wait for a store in use (else 5)"
    )
    common.add_argument("--json", action="store_true", help="print one JSON object, its shape versioned")
    return common


def build_parser() -> argparse.ArgumentParser:
    """The whole command line."""
    common = common_options()
    parser = WorkbenchParser(
        prog="workbench",
        description=DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
        parents=[common],
    )
    parser.add_argument("--version", action="version", version=f"workbench {__version__}")
    app = parser.add_argument_group("of the app, which opens without a command")
    add_ascii(app)
    add_actor(app)
    add_policy(app)
    commands = parser.add_subparsers(metavar="COMMAND", title="commands", parser_class=WorkbenchParser)
    groups = (
        demonstrating,
        reading,
        scoring,
        reporting,
        drafting,
        triggering,
        plan,
        replay,
        running,
        modes,
        reviewing,
        moving,
        comparing,
        checking,
        calibrating,
        safekeeping,
    )
    for group in groups:
        group.register(commands, common)
    return parser
