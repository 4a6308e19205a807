"""`report`: what many results of `score` say together."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from workbench.cli.commands.options import add_command
from workbench.cli.reply import Reply

if TYPE_CHECKING:
    from workbench.bootstrap import Env

_DESCRIPTION = """\
Say what files of results (`score --out`) show together: which strategy and
which version of what compacts loses what, and which rules fire most."""


def register(commands: Any, common: argparse.ArgumentParser) -> None:  # noqa: ANN401 - no public type
    """Add the commands of this group."""
    parser = add_command(
        commands,
        common,
        "report",
        "say what many results show together",
        run_report,
        description=_DESCRIPTION,
    )
    parser.add_argument(
        "results", nargs="+", metavar="RESULTS", help="a file that `score --out` wrote, .jsonl or .parquet"
    )


def run_report(args: argparse.Namespace, _env: Env) -> Reply:
    """Read the files together; nothing is judged anew."""
    from workbench.cli.views.results import results_lines
    from workbench.services.results import read_results

    results = read_results(tuple(args.results))
    return Reply(results.to_json(), lambda width: results_lines(results, width))
