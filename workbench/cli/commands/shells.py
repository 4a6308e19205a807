"""The commands `completion` and `manual`: files for shells and for `man`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from workbench.cli.commands.options import add_command
from workbench.cli.reply import Reply
from workbench.errors import UsageError

if TYPE_CHECKING:
    from workbench.bootstrap import Env

SHELLS = ("bash", "zsh", "fish")

_COMPLETION = """\
Print the completion script of a shell: commands, options, strategies, formats,
and the ids of the store's sessions and artifacts.

  bash   put  eval "$(workbench completion bash)"  into ~/.bashrc
  zsh    write it to a file _workbench in a folder of $fpath
  fish   write it to ~/.config/fish/completions/workbench.fish"""


def register(commands: Any, common: argparse.ArgumentParser) -> None:  # noqa: ANN401 - no public type
    """Add the commands of this group."""
    parser = add_command(
        commands,
        common,
        "completion",
        "print the completion script of a shell",
        run_completion,
        description=_COMPLETION,
    )
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))
    add_command(commands, common, "manual", "print the manual page, for `man`", run_manual)


def run_completion(args: argparse.Namespace, env: Env) -> Reply:  # noqa: ARG001 - one shape for all
    """Print a completion script."""
    from workbench.cli.completion.scripts import SCRIPTS

    _no_json(args)
    return Reply({}, lambda _width: (), text=SCRIPTS[args.shell])


def run_manual(args: argparse.Namespace, env: Env) -> Reply:  # noqa: ARG001 - one shape for all
    """Print the manual page."""
    from workbench.cli.manual import manual_page

    _no_json(args)
    return Reply({}, lambda _width: (), text=manual_page(args.command_line()))


def _no_json(args: argparse.Namespace) -> None:
    if args.json:
        raise UsageError("this command prints no data, so it has no --json", "leave out --json")
