"""The command `triggers`: where strategies would compact by themselves."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from workbench.cli import stderr
from workbench.cli.commands.options import add_command, add_policy, parse_count
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
        "--tuning", action="store_true", help="show instead what would justify other thresholds of snapshot"
    )
    parser.add_argument(
        "--event-threshold",
        metavar="N",
        type=parse_count,
        help="counted events from which a snapshot is due (default: the policy's, 18)",
    )
    parser.add_argument(
        "--n-step-fallback",
        metavar="N",
        type=parse_count,
        help="steps from which it is due for any count (default: the policy's, 8)",
    )
    add_policy(parser)


def run_triggers(args: argparse.Namespace, env: Env) -> Reply:
    """Evaluate the triggers."""
    from workbench.cli.views.triggers import triggers_lines, tuning_lines
    from workbench.services.lookup.triggers import thresholds_of, triggers
    from workbench.services.scores.output_masking import masked

    limits = thresholds_of(env, args.event_threshold, args.n_step_fallback)
    if args.tuning:
        from workbench.services.lookup.tuning_report import tuning

        report = stderr.with_masking_note(masked(tuning(env, args.session, limits)))
        return Reply(report.to_json, lambda width: tuning_lines(report, width))
    found = stderr.with_masking_note(masked(triggers(env, args.session, args.strategy, limits)))
    return Reply(found.to_json, lambda width: triggers_lines(found, width))
