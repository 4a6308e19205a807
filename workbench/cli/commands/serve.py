"""The command `serve`: the app in a browser on this machine."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Any

from workbench.cli import stderr
from workbench.cli.commands.options import add_actor, add_command, add_policy, whole_number
from workbench.cli.reply import Reply
from workbench.errors import UsageError

if TYPE_CHECKING:
    from workbench.bootstrap import Env

_DESCRIPTION = """\
Serve the app to a browser on this machine. The printed address contains a token;
requests without it are refused. It listens on 127.0.0.1 only: from
elsewhere use `ssh -L 8000:127.0.0.1:8000 MACHINE`, or a proxy with a login of
its own. Each window is a process of its own. ^C ends it."""
MOST = 4


def register(commands: Any, common: argparse.ArgumentParser) -> None:  # noqa: ANN401 - no public type
    """Add the command."""
    parser = add_command(
        commands,
        common,
        "serve",
        "open the app in a browser on this machine",
        run_serve,
        description=_DESCRIPTION,
    )
    parser.add_argument(
        "--port",
        metavar="N",
        type=whole_number("port", 0, 65_535, 8000),
        default=8000,
        help="0 for any free one (default: %(default)s)",
    )
    parser.add_argument("--read-only", action="store_true", help="open the store read-only")
    parser.add_argument(
        "--most",
        metavar="N",
        type=whole_number("count", 1, 64, MOST),
        default=MOST,
        help="windows at once (default: %(default)s)",
    )
    parser.add_argument("--host", help=argparse.SUPPRESS)
    add_actor(parser)
    add_policy(parser)


def run_serve(args: argparse.Namespace, env: Env) -> Reply:
    """Serve until ^C."""
    if args.host is not None:
        raise UsageError(
            "serve listens on 127.0.0.1 only",
            "use `ssh -L 8000:127.0.0.1:8000 MACHINE`, or a proxy with a login of its own",
        )
    try:
        from workbench.web.server import GuardedServer, listening, python_command
    except ImportError as error:
        from workbench.errors import install_hint

        raise UsageError(
            f"serve needs a package that is not installed: {error.name}", install_hint("serve")
        ) from error
    from workbench.web.guard import Guard

    given = {
        "--store": _store(env),
        "--actor": getattr(args, "actor", None),
        "--policy": getattr(args, "policy", None),
    }
    words = [word for name, value in given.items() if value for word in (name, str(value))]
    words += ["--read-only"] if args.read_only else []
    bound = listening(args.port)
    guard = Guard(bound.getsockname()[1])
    stderr.note(f"open {guard.address}")
    stderr.note(f"{'read only, ' if args.read_only else ''}at most {args.most} windows; ^C ends it")
    GuardedServer(python_command(*words), guard, most=args.most, title="Compaction Workbench").run(bound)
    return Reply({}, lambda _width: (), pieces=())


def _store(env: Env) -> str:
    place = env.store_location
    return place if "://" in place else os.path.abspath(os.path.expanduser(place))  # noqa: PTH100, PTH111
