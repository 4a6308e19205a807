"""Options that several command groups share: subparsers, ranges, policy, actor and checkers."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from workbench.cli.commands.examples import example_lines
from workbench.errors import UsageError

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.cli.reply import Reply

    Run = Callable[[argparse.Namespace, Env], Reply]

_RANGE = re.compile(r"(\d{1,15})\.\.(\d{1,15})")


def add_command(
    commands: Any,  # noqa: ANN401 - argparse gives its subparsers no public type
    common: argparse.ArgumentParser,
    name: str,
    summary: str,
    run: Run,
    *,
    description: str = "",
) -> argparse.ArgumentParser:
    """Add a subparser with the common options; `run` is the command's function.

    `EXAMPLES` has its examples.
    """
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=summary,
        description=description or summary[0].upper() + summary[1:] + ".",
        parents=[common],
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.epilog = example_lines(parser.prog.partition(" ")[2])
    parser.set_defaults(run=run)
    return parser


def parse_range(text: str) -> tuple[int, int]:
    """Parse `A..B` as two ordinals.

    Raises:
        UsageError: it is not a range, or reversed.
    """
    found = _RANGE.fullmatch(text.strip())
    if not found:
        raise UsageError(
            f"{text!r} is not a range", "write the first and the last event number, as in --range 10..57"
        )
    start, end = int(found.group(1)), int(found.group(2))
    if end < start:
        raise UsageError(f"the range {text} is reversed", f"write --range {end}..{start}")
    return start, end


def parse_gates(text: str) -> tuple[str, ...]:
    """Parse gate letters separated by commas; return each once, in order.

    Raises:
        UsageError: one is not a gate, or there is none.
    """
    named = {part.strip().upper() for part in text.split(",")}
    if not named <= set("ABCDE"):
        raise UsageError(f"{text!r} does not name gates", "name them as in --fail-on A,C,D")
    return tuple(sorted(named))


def whole_number(what: str, least: int, most: int, example: int) -> Callable[[str], int]:
    """Return a parser of whole numbers within bounds; its UsageError states what is expected."""

    def parse(text: str) -> int:
        known = text.isascii() and text.isdecimal() and len(text) <= 9
        if not known or not least <= int(text) <= most:
            upto = "" if most == _LARGEST else f" to {most:,}"
            raise UsageError(
                f"{text!r} is not a {what}", f"write a whole number from {least}{upto}, as in {example}"
            )
        return int(text)

    return parse


_LARGEST = 999_999_999
parse_count = whole_number("count", 1, _LARGEST, 4)
parse_limit = whole_number("limit", 0, _LARGEST, 20)
parse_jobs = whole_number("count", 1, 1024, 4)


def seconds(text: str) -> float:
    """Parse a number of seconds, from 0 to a day.

    Raises:
        UsageError: it is not such a number.
    """
    try:
        given = float(text)
    except ValueError:
        given = -1.0
    if not 0 <= given <= 86_400:
        raise UsageError(f"{text!r} is not a number of seconds", "write one from 0 to 86400, as in 60")
    return given


def path(text: str) -> str:
    """Return a path, or an id in its place, as it was typed.

    Raises:
        UsageError: it is empty, such as an unset variable, which would mean the working folder.
    """
    if not text.strip():
        raise UsageError("the path is empty", "name a file or a folder; . is the folder you are in")
    return text


def add_range(parser: argparse.ArgumentParser, what: str) -> None:
    """Add the `--range A..B` option."""
    parser.add_argument("--range", metavar="A..B", type=parse_range, help=what)


def add_policy(parser: argparse._ActionsContainer) -> None:
    """Add the `--policy FILE` option."""
    parser.add_argument(
        "--policy",
        metavar="FILE",
        default=argparse.SUPPRESS,
        help="policy TOML: thresholds, caps, strictness",
    )


def add_ascii(parser: argparse._ActionsContainer) -> None:
    """Add the `--ascii` option."""
    parser.add_argument(
        "--ascii", action="store_true", default=argparse.SUPPRESS, help="the app draws with ASCII signs only"
    )


def add_checkers(parser: argparse.ArgumentParser) -> None:
    """Add the `--checker` option for verdicts; the command then calls `report_checkers`."""
    add_checker(
        parser,
        "second opinions, as warnings only: vectors=FOLDER, nli=FOLDER, judge=PROVIDER:MODEL, "
        "the name alone of one in the configuration, or none; may be repeated",
    )


def add_checker(parser: argparse.ArgumentParser, description: str) -> None:
    """Add the `--checker` option, and its former name `--tier`."""
    parser.add_argument("--checker", metavar="CHECKER", action="append", default=[], help=description)
    parser.add_argument("--tier", dest="checker", action="append", default=[], help=argparse.SUPPRESS)


def report_checkers(env: Env) -> None:
    """Report on stderr what the requested checkers sent, masked and could not keep."""
    from workbench.cli import stderr
    from workbench.services.judgement.second_opinions import stated

    for note in stated(env):
        stderr.note(note)


def report_missing(args: argparse.Namespace, env: Env) -> None:
    """Report on stderr that there is no store, since a listing would only look empty.

    Raises:
        UnknownId: the store was named with `--store`, so that an empty listing would hide a misspelt path.
    """
    from workbench.cli import stderr

    if env.store_exists:
        return
    if getattr(args, "store", None):
        env.open_store()
    stderr.note(f"there is no store at {env.store_location}")


def add_actor(parser: argparse._ActionsContainer) -> None:
    """Add the `--actor A` option."""
    parser.add_argument(
        "--actor",
        metavar="A",
        default=argparse.SUPPRESS,
        help="who does this (else WORKBENCH_ACTOR, else the user name)",
    )
