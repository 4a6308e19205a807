"""The argument parser: global options, one subparser per command, errors as one line.

It imports the command modules, which import nothing else until they run, so `--version` and `--help` cost
little more than argparse.
"""

from __future__ import annotations

import argparse
import re
import sys
from typing import Any, NoReturn

from workbench.cli.commands import (
    accept_rollback,
    backup_restore,
    calibrate,
    demo,
    diff_context,
    draft,
    edit,
    hooks,
    mcp,
    modes,
    plan,
    replay,
    report,
    reviews,
    run,
    score,
    search,
    serve,
    sessions,
    shells,
    triggers,
    verify,
    watch,
)
from workbench.cli.commands.options import add_actor, add_ascii, add_policy, path, seconds
from workbench.cli.subparsers import chosen_parser, subcommands
from workbench.errors import UsageError
from workbench.nearest import did_you_mean
from workbench.version import __version__

DESCRIPTION = """\
Review, score, accept and roll back the compactions of long-running agent sessions.
Without a command, on a terminal, the app opens."""

SHORT_HELP = """\
workbench: review, score, accept and roll back the compactions of agent sessions
Without a command it opens the app, which needs a terminal (not TERM=dumb). These need none:

  workbench demo --headless     walk through everything on sample sessions, in a temporary store
  workbench import PATH         take a transcript, or a folder of them, into the store
  workbench score PATH          judge every compaction found in a transcript; needs no store
  workbench --help              all commands"""

_EPILOG = """\
Any id may be shortened to a unique prefix of 6 or more characters.
Within a session, SESSION:148 is its event 148, SESSION:d-3 its third artifact.

exit codes: 0 done or passed, 1 a gate or check failed or a move was refused,
2 usage or input error, 3 the store is busy or cannot be read"""

_COMMAND = re.compile(r"argument COMMAND: invalid choice: '([^']*)'")
_MISSING = re.compile(r"the following arguments are required: (.*)")
_FOUND_BY = {
    "SESSION": "`workbench sessions` lists the sessions",
    "ARTIFACT": "`workbench show SESSION` lists the artifacts of a session",
    "ID": "`workbench sessions` lists the sessions, `workbench show SESSION` what belongs to one",
    "TARGET": "name a transcript, a folder of transcripts or an artifact",
}
"""Where to find a command's missing argument, by the argument's name."""
_PATHS = ("DIR", "FILE", "FOLDER", "PATH")
"""Names of arguments that are paths."""
_TEXTS = ("ARTIFACT", "ID", "POINTER", "Q", "R", "RUN", "SESSION", "STEP", "T", "TEXT")
"""Names of arguments that are texts, or ids of records."""
_CHOICE = re.compile(r"argument ([^:]*): invalid choice: '?(.*?)'? \(choose from (.*)\)", re.DOTALL)
_NEGATIVE = re.compile(r"-\.?\d")
"""Beginning of a value that argparse would take for an option; no option begins with a digit."""


class WorkbenchParser(argparse.ArgumentParser):
    """Parser that raises `UsageError` with a suggestion where argparse would print and exit."""

    def __init__(self, *args: Any, **options: Any) -> None:  # noqa: ANN401
        """Create a parser as argparse does; a value such as `-1..2` is a value, not an option."""
        super().__init__(*args, **options)
        self._negative_number_matcher = _NEGATIVE

    def error(self, message: str) -> NoReturn:
        """Raise with a suggestion of what to type."""
        command, chosen = _COMMAND.match(message), _CHOICE.match(message)
        if command:
            given = command.group(1)
            hint = did_you_mean(given, subcommands(self), "`workbench {}`")
            raise UsageError(f"there is no command {given!r}", hint + "`workbench --help` lists the commands")
        if chosen:
            option, given = chosen.group(1), chosen.group(2)
            names = [name.strip(" '\"") for name in chosen.group(3).split(",")]
            hint = f"{did_you_mean(given, names)}there are: {', '.join(names)}"
            raise UsageError(f"{option} takes no {given!r}", hint)
        hint = f"`{self.prog} --help` shows how it is used"
        missing = _MISSING.match(message)
        if missing:
            ways = [_FOUND_BY[name] for name in missing.group(1).split(", ") if name in _FOUND_BY]
            raise UsageError(f"{self.prog} needs {missing.group(1)}", "; ".join([*ways[:1], hint]))
        raise UsageError(message, hint)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401
        """Parse as argparse does; for an unknown option, suggest a similar one."""
        words = list(args or ())
        commands = subcommands(self)
        first = next((place for place, word in enumerate(words) if word in commands), len(words))
        unknown = [word for word in words[:first] if word.startswith("--") and not self._knows(word)]
        if unknown:  # its value would be parsed as the command
            self._refuse(unknown, self)
        found, unknown = self.parse_known_args(args, namespace)
        if unknown:
            self._refuse(unknown, chosen_parser(self, words))
        return found

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:  # noqa: ANN401
        """Convert a value as argparse does.

        An empty path, such as an unset variable, is an error, and so is a text or id with bytes that are not
        UTF-8; the name of a file may have such bytes.
        """
        if action.metavar in _PATHS:
            path(arg_string)
        elif action.metavar in _TEXTS and not arg_string.isascii():
            _check_utf8(action, arg_string)
        return super()._get_value(action, arg_string)

    def _print_message(self, message: str, file: Any = None) -> None:  # noqa: ANN401
        """Print the output of `--help` and `--version`; argparse ignores write errors."""
        stream = file or sys.stdout
        if stream is not None:
            stream.write(message)
            stream.flush()

    def _knows(self, word: str) -> bool:
        return word == "--" or word.partition("=")[0] in self._option_string_actions

    def _refuse(self, unknown: list[str], chosen: argparse.ArgumentParser) -> NoReturn:
        hint = f"`{chosen.prog} --help` shows how it is used"
        options = [each for each in unknown if each.startswith("-") and each != "--"]
        if not options:
            raise UsageError(f"{chosen.prog} takes no further argument {unknown[0]!r}", hint)
        given = options[0].partition("=")[0]
        known = [name[2:] for name in chosen._option_string_actions if name.startswith("--")]
        near = did_you_mean(given.lstrip("-"), known, "--{}")
        raise UsageError(f"{chosen.prog} has no option {given}", near + hint)


def _check_utf8(action: argparse.Action, text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        name = action.option_strings[0] if action.option_strings else action.metavar
        raise UsageError(
            f"{name} is not valid UTF-8", "type it in UTF-8; `locale` prints what is set"
        ) from error


def common_options() -> argparse.ArgumentParser:
    """Return the options that may come before or after the command."""
    common = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument(
        "--store", metavar="PATH", type=path, help="the store to use (else WORKBENCH_STORE, else the default)"
    )
    common.add_argument(
        "--wait", metavar="SECONDS", type=seconds, help="how long to wait for a store in use (else 5)"
    )
    common.add_argument("--json", action="store_true", help="print one JSON object in a versioned shape")
    common.add_argument("--no-pager", action="store_true", help="use no pager (else PAGER, on a terminal)")
    return common


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    common = common_options()
    parser = WorkbenchParser(
        prog="workbench",
        description=DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
        parents=[common],
    )
    parser.set_defaults(command_line=build_parser)  # for the commands that describe or run others
    parser.add_argument("--version", action="version", version=f"workbench {__version__}")
    app = parser.add_argument_group("options of the app, which opens without a command")
    add_ascii(app)
    add_actor(app)
    add_policy(app)
    commands = parser.add_subparsers(metavar="COMMAND", title="commands", parser_class=WorkbenchParser)
    groups = (
        demo,
        sessions,
        search,
        score,
        report,
        draft,
        mcp,
        edit,
        triggers,
        plan,
        replay,
        run,
        modes,
        reviews,
        accept_rollback,
        diff_context,
        verify,
        calibrate,
        backup_restore,
        hooks,
        watch,
        serve,
        shells,
    )
    for group in groups:
        group.register(commands, common)
    return parser
