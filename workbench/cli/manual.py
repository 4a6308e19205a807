"""The manual page in roff, generated from the parser: commands, options and examples as in `--help`."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

from workbench.cli.commands.examples import EXAMPLES
from workbench.cli.subparsers import subcommands
from workbench.version import __version__

_FILES = (
    ("WORKBENCH_STORE", "the store to use"),
    ("WORKBENCH_CONFIG", "the configuration file"),
    ("WORKBENCH_ACTOR", "who makes a move or a review"),
    ("PAGER, NO_COLOR, COLUMNS", "as everywhere"),
    ("WORKBENCH_DEBUG", "where it is set, a fault of the program shows where it happened"),
)
COMMON = ("store", "wait", "json", "no_pager")
"""Options of every command, listed once."""
_COMMON_USAGE = re.compile(r" \[(?:-h|--store PATH|--wait SECONDS|--json|--no-pager)\]")
_CODES = (
    ("0", "done, or every gate passed"),
    ("1", "a gate or check failed, or a move was refused"),
    ("2", "the command line or an input makes no sense"),
    ("3", "the store is busy or cannot be read"),
)


def manual_page(parser: argparse.ArgumentParser) -> str:
    """Return the whole page, section 1."""
    return "\n".join(_page(parser)) + "\n"


def roff(text: str) -> str:
    """Return a text without roff requests, escapes or hyphens."""
    safe = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    safe = safe.replace("…", "...").replace("%%", "%")
    return "\n".join("\\&" + line if line.startswith((".", "\\(aq")) else line for line in safe.split("\n"))


def _page(parser: argparse.ArgumentParser) -> Iterator[str]:
    yield f'.TH WORKBENCH 1 "" "workbench {roff(__version__)}" "User Commands"\n.nh\n.ad l'
    yield ".SH NAME"
    yield f"workbench \\- {roff('review the compactions of agent sessions')}"
    yield ".SH SYNOPSIS"
    yield ".B workbench\n[\\fIOPTION\\fR]... [\\fICOMMAND\\fR [\\fIARGUMENT\\fR]...]"
    yield ".SH DESCRIPTION"
    yield from _text(parser.description or "")
    yield ".SH OPTIONS"
    yield from _arguments(parser, options=True, top=True)
    yield ".SH COMMANDS"
    yield roff("The options --store, --wait, --json and --no-pager go with every command.")
    for name, command in _commands(parser):
        yield from _command(name, command)
    yield ".SH EXIT STATUS"
    yield from _terms(_CODES)
    yield ".SH ENVIRONMENT"
    yield from _terms(_FILES)


def _commands(
    parser: argparse.ArgumentParser, path: str = ""
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for name, command in subcommands(parser).items():
        yield f"{path} {name}".strip(), command
        yield from _commands(command, f"{path} {name}")


def _command(name: str, command: argparse.ArgumentParser) -> Iterator[str]:
    usage = " ".join(command.format_usage().split()).removeprefix("usage: ")
    usage = _COMMON_USAGE.sub("", usage)
    yield f".SS {roff(name)}"
    yield roff(usage)
    yield ".PP"
    yield from _text(command.description or "")
    yield from _arguments(command, options=False)
    yield from _arguments(command, options=True)
    for each in EXAMPLES.get(name, ()):
        yield f".PP\n.nf\n    {roff('workbench ' + each)}\n.fi"


def _text(text: str) -> Iterator[str]:
    """Yield a description; indented blocks keep their lines."""
    for block in text.split("\n\n"):
        kept = any(line.startswith("  ") for line in block.split("\n"))
        yield f".PP\n.nf\n{roff(block)}\n.fi" if kept else f".PP\n{roff(block)}"


def _arguments(parser: argparse.ArgumentParser, *, options: bool, top: bool = False) -> Iterator[str]:
    for action in parser._actions:
        skipped = isinstance(action, argparse._SubParsersAction | argparse._HelpAction)
        if skipped or bool(action.option_strings) != options or action.help == argparse.SUPPRESS:
            continue
        if not top and action.dest in COMMON:
            continue
        name = ", ".join(f"\\fB{roff(each)}\\fR" for each in action.option_strings)
        value = "" if action.nargs == 0 else f"\\fI{roff(_value(action))}\\fR"
        yield f".TP\n{' '.join(filter(None, (name, value)))}\n{roff(action.help or '')}"


def _value(action: argparse.Action) -> str:
    if action.metavar is not None:
        return str(action.metavar)
    if action.choices is not None:
        return "{" + ",".join(map(str, action.choices)) + "}"
    return action.dest.upper()


def _terms(pairs: tuple[tuple[str, str], ...]) -> Iterator[str]:
    for term, text in pairs:
        yield f".TP\n\\fB{roff(term)}\\fR\n{roff(text)}"
