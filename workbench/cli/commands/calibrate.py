"""The command `calibrate`: how many injected faults the gates catch, and their false positives."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from workbench.cli.commands.options import add_checkers, add_command, add_policy, report_checkers
from workbench.cli.reply import Reply
from workbench.cli.stderr import ExitCode

if TYPE_CHECKING:
    from workbench.bootstrap import Env

_DESCRIPTION = """\
Break good compactions on purpose, one fault at a time, and print what share of
each fault class the gates catch. Without a path the sample sessions are broken.
Exits 1 when a class falls below the floor that the policy sets for it."""


def register(commands: Any, common: argparse.ArgumentParser) -> None:  # noqa: ANN401 - no public type
    """Add the commands of this group."""
    parser = add_command(
        commands,
        common,
        "calibrate",
        "inject faults and count what the gates catch",
        run_calibrate,
        description=_DESCRIPTION,
    )
    parser.add_argument("path", metavar="PATH", nargs="?", help="a transcript with compactions, or a folder")
    parser.add_argument("--source", metavar="PATH", help="the transcript of an artifact file")
    parser.add_argument(
        "--most", metavar="N", type=int, default=20, help="faults of one class in one artifact (default 20)"
    )
    add_policy(parser)
    add_checkers(parser)


def run_calibrate(args: argparse.Namespace, env: Env) -> Reply:
    """Calibrate; exit with 1 if a fault class is below its floor."""
    from workbench.cli.views.calibrate import calibration_lines
    from workbench.services.scores.calibrate import calibrate

    found = calibrate(env, args.path, source=args.source, most=args.most)
    report_checkers(env)
    code = ExitCode.FAILED if found.below() else ExitCode.DONE
    return Reply(found.to_json, lambda width: calibration_lines(found, width), code)
