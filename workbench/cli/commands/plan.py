"""The command `plan`: what drafting a range would cost, before anything is sent."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from workbench.cli import stderr
from workbench.cli.commands.options import add_command, add_policy, add_range
from workbench.cli.reply import Reply

if TYPE_CHECKING:
    from workbench.bootstrap import Env

_PLAN = """\
Estimate what drafting a range would cost with each strategy, beside the
planning ranges of the three modes, their trend and their risk. Nothing is
drafted or sent. Without --range: the range that `draft` would take.

Money is shown for the models whose prices the configuration file gives, per
million tokens (the program knows no prices of its own):

  [prices."anthropic:NAME"]
  input = 1.0
  output = 4.0
  cache_read = 0.1      # optional: input that the provider still holds
  cache_write = 1.25    # optional: input that it is asked to hold
  currency = "USD"      # optional"""


def register(commands: Any, common: argparse.ArgumentParser) -> None:  # noqa: ANN401 - no public type
    """Add the command."""
    parser = add_command(
        commands, common, "plan", "estimate what drafting would cost", run_plan, description=_PLAN
    )
    parser.add_argument("session", metavar="SESSION", help="session id or prefix")
    add_range(parser, "the events to plan for")
    parser.add_argument(
        "--model",
        metavar="M",
        help="only the price of this model: anthropic:MODEL, openai:MODEL or the name of a [model.NAME]",
    )
    add_policy(parser)


def run_plan(args: argparse.Namespace, env: Env) -> Reply:
    """Print the plan, after reporting the range on stderr."""
    from workbench.cli.views.plan import plan_lines
    from workbench.services.plans.plan import chosen_range, plan_range
    from workbench.services.scores.output_masking import masked

    chosen = chosen_range(env, args.session, args.range)
    stderr.note(f"planning events {chosen.start}..{chosen.end}: {chosen.why}")
    found = stderr.with_masking_note(masked(plan_range(env, chosen, model=args.model)))
    return Reply(found.to_json, lambda width: plan_lines(found, width))
