"""The command `modes`: modes that are off until they are switched on with a reason."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from workbench.cli.commands.options import add_actor, add_command
from workbench.cli.reply import Reply
from workbench.errors import UsageError

if TYPE_CHECKING:
    from workbench.bootstrap import Env

_MODES = """\
List the modes that are off until somebody switches them on, or switch one.
Every switch is kept in the configuration file with its reason, who made it
and when; the last one counts. WORKBENCH_CONFIG names another file."""


def register(commands: Any, common: argparse.ArgumentParser) -> None:  # noqa: ANN401 - no public type
    """Add the command."""
    parser = add_command(
        commands, common, "modes", "list or switch the modes that are off", run_modes, description=_MODES
    )
    parser.add_argument("mode", metavar="MODE", nargs="?", help="rolling or multi_session")
    parser.add_argument("to", metavar="on|off", nargs="?", choices=("on", "off"), help="what to switch it to")
    parser.add_argument("--reason", metavar="R", default="", help="why; needed to switch")
    add_actor(parser)


def run_modes(args: argparse.Namespace, env: Env) -> Reply:
    """List the modes, or switch one and list."""
    from workbench.cli.views.modes import modes_lines
    from workbench.modes import check_known
    from workbench.services.stores.modes import modes, switch

    if args.mode is not None and args.to is None:
        check_known(args.mode)
        raise UsageError(f"say what to switch {args.mode} to", f"`workbench modes {args.mode} on --reason R`")
    if args.mode is not None:
        switch(env, args.mode, on=args.to == "on", reason=args.reason)
    found = modes(env)
    return Reply(found.to_json, lambda width: modes_lines(found, width))
