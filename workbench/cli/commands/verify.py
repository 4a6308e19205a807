"""The commands `verify`, `head`, `schema` and `doctor`: integrity, shapes and environment."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from workbench.cli.commands.options import add_command, add_policy
from workbench.cli.reply import Reply
from workbench.cli.stderr import ExitCode

if TYPE_CHECKING:
    from workbench.bootstrap import Env


def register(commands: Any, common: argparse.ArgumentParser) -> None:  # noqa: ANN401 - no public type
    """Add the commands of this group."""
    parser = add_command(
        commands, common, "verify", "check the hash chain and every reference of the store", run_verify
    )
    parser.add_argument(
        "--head",
        metavar="HASH",
        action="append",
        default=[],
        help="a hash noted earlier that the history must still contain; may be repeated",
    )
    parser.add_argument(
        "--heads", metavar="FILE", action="append", default=[], help="a file of `head --json`: all of them"
    )
    parser = add_command(
        commands, common, "head", "print the anchor of each session, to keep elsewhere", run_head
    )
    parser.add_argument("session", metavar="SESSION", nargs="?", help="one session (else all)")
    parser = add_command(commands, common, "schema", "print the JSON Schema of a shape", run_schema)
    parser.add_argument("name", metavar="NAME", help="artifact, capture, policy, snapshot, score, ...")
    doctor = add_command(commands, common, "doctor", "check versions, store, terminal and locale", run_doctor)
    add_policy(doctor)


def run_verify(args: argparse.Namespace, env: Env) -> Reply:
    """Verify the store."""
    from workbench.cli.views.verify import verify_lines
    from workbench.services.stores.verify import verification_json, verify

    found = verify(env, noted=args.head, noted_in=args.heads)
    code = ExitCode.DONE if found.ok else ExitCode.FAILED
    return Reply(lambda: verification_json(found), lambda width: verify_lines(found, width), code)


def run_head(args: argparse.Namespace, env: Env) -> Reply:
    """Print the heads."""
    from workbench.cli.views.verify import heads_lines
    from workbench.services.stores.verify import heads, heads_json

    found = heads(env, args.session)
    return Reply(lambda: heads_json(found), lambda width: heads_lines(found, width))


def run_schema(args: argparse.Namespace, env: Env) -> Reply:  # noqa: ARG001 - one shape for all
    """Print a schema, always as JSON."""
    from workbench.services.schemas import schema_of

    args.json = True
    return Reply(schema_of(args.name), lambda _width: ())


def run_doctor(args: argparse.Namespace, env: Env) -> Reply:  # noqa: ARG001 - one shape for all
    """Check the environment."""
    from workbench.cli.views.verify import doctor_lines
    from workbench.services.stores.doctor import doctor

    found = doctor(env)
    return Reply(
        found.to_json(),
        lambda width: doctor_lines(found, width),
        ExitCode.DONE if found.ok else ExitCode.FAILED,
    )
