"""`triggers`: where strategies would compact by themselves."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from workbench.cli import stderr
from workbench.cli.commands.options import add_command
from workbench.cli.reply import Reply

if TYPE_CHECKING:
    from workbench.bootstrap import Env

_TRIGGERS = """\
Show where the triggers of each strategy fire on a session, and by which rule.
Nothing is drafted: `workbench draft SESSION --range A..B --strategy S` does."""


def register(commands: Any, common: argparse.ArgumentParser) -> None:  # noqa: ANN401 - no public type
    """Add the command."""
    parser = add_command(
        commands,
        common,
        "triggers",
        "show where strategies would compact by themselves",
        run_triggers,
        description=_TRIGGERS,
    )
    parser.add_argument("session", metavar="SESSION", help="session id or prefix")
    parser.add_argument(
        "--strategy", metavar="S", action="append", default=[], help="only this one; may be repeated"
    )
    parser.add_argument(
        "--tuning", action="store_true", help="instead: what would justify other thresholds of snapshot"
    )


def run_triggers(args: argparse.Namespace, env: Env) -> Reply:
    """Evaluate."""
    from workbench.cli.views.triggering import triggers_lines, tuning_lines
    from workbench.services.output_masking import masked
    from workbench.services.triggers import triggers

    if args.tuning:
        from workbench.services.tuning_report import tuning

        report = stderr.told(masked(tuning(env, args.session)))
        return Reply(report.to_json(), lambda width: tuning_lines(report, width))
    found = stderr.told(masked(triggers(env, args.session, args.strategy)))
    return Reply(found.to_json(), lambda width: triggers_lines(found, width))
