"""Pieces that several command groups share: subparser shape, ranges, policy and actor options."""

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
    """One subparser with the common options; `run` is what the command does. `EXAMPLES` has its examples."""
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
    """`A..B` as two ordinals.

    Raises:
        UsageError: it is written otherwise, or reversed.
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
    """Gate letters separated by commas, each once, in order.

    Raises:
        UsageError: one is no gate, or there is none.
    """
    named = {part.strip().upper() for part in text.split(",")}
    if not named <= set("ABCDE"):
        raise UsageError(f"{text!r} does not name gates", "name them as in --fail-on A,C,D")
    return tuple(sorted(named))


def whole_number(what: str, least: int, most: int, example: int) -> Callable[[str], int]:
    """What reads a whole number within bounds, or raises a UsageError that says what was wanted."""

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
    """A number of seconds, from 0 to a day.

    Raises:
        UsageError: it is none.
    """
    try:
        given = float(text)
    except ValueError:
        given = -1.0
    if not 0 <= given <= 86_400:
        raise UsageError(f"{text!r} is not a number of seconds", "write one from 0 to 86400, as in 60")
    return given


def path(text: str) -> str:
    """A path, or an id that stands for one, as it was typed.

    Raises:
        UsageError: it is empty, as a variable that is not set; the working folder would be meant.
    """
    if not text.strip():
        raise UsageError("the path is empty", "name a file or a folder; . is the folder you are in")
    return text


def add_range(parser: argparse.ArgumentParser, what: str) -> None:
    """The `--range A..B` option."""
    parser.add_argument("--range", metavar="A..B", type=parse_range, help=what)


def add_policy(parser: argparse._ActionsContainer) -> None:
    """The `--policy FILE` option."""
    parser.add_argument(
        "--policy",
        metavar="FILE",
        default=argparse.SUPPRESS,
        help="policy TOML: thresholds, caps, strictness",
    )


def add_ascii(parser: argparse._ActionsContainer) -> None:
    """The `--ascii` option."""
    parser.add_argument(
        "--ascii", action="store_true", default=argparse.SUPPRESS, help="the app draws with ASCII signs only"
    )


def add_checkers(parser: argparse.ArgumentParser) -> None:
    """The `--checker` option for verdicts; `report_checkers` is its other half."""
    add_checker(
        parser,
        "second opinions, as warnings only: vectors=FOLDER, nli=FOLDER, judge=PROVIDER:MODEL, "
        "the name alone of one in the configuration, or none; may be given again",
    )


def add_checker(parser: argparse.ArgumentParser, description: str) -> None:
    """The `--checker` option, and `--tier`, as it was called before."""
    parser.add_argument("--checker", metavar="CHECKER", action="append", default=[], help=description)
    parser.add_argument("--tier", dest="checker", action="append", default=[], help=argparse.SUPPRESS)


def report_checkers(env: Env) -> None:
    """Say on stderr what the checkers that were asked for sent, masked and could not keep."""
    from workbench.cli import stderr
    from workbench.services.judgement.second_opinions import stated

    for note in stated(env):
        stderr.note(note)


def report_missing(env: Env) -> None:
    """Say on stderr that there is no store, where a listing would only look empty."""
    from workbench.cli import stderr

    if not env.store_exists:
        stderr.note(f"there is no store at {env.store_location}")


def add_actor(parser: argparse._ActionsContainer) -> None:
    """The `--actor A` option."""
    parser.add_argument(
        "--actor",
        metavar="A",
        default=argparse.SUPPRESS,
        help="who does this (else WORKBENCH_ACTOR, else the user name)",
    )
