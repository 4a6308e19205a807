"""The commands `backup`, `restore`, `export` and `purge`: copies of the store and sessions, and removal."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from workbench.cli import stderr
from workbench.cli.commands.options import add_actor, add_command
from workbench.cli.reply import Reply

if TYPE_CHECKING:
    from workbench.bootstrap import Env


def register(commands: Any, common: argparse.ArgumentParser) -> None:  # noqa: ANN401 - no public type
    """Add the commands of this group."""
    parser = add_command(
        commands, common, "backup", "copy the store to a file, while it is in use", run_backup
    )
    parser.add_argument("path", metavar="PATH", help="the file to write; it must not exist yet")
    parser = add_command(commands, common, "restore", "replace the store with a backup", run_restore)
    parser.add_argument("path", metavar="PATH", help="a file that `backup` wrote")
    parser.add_argument(
        "--replace",
        action="store_true",
        help="even if a store exists there; that one is kept under another name",
    )
    parser.add_argument(
        "--repair",
        action="store_true",
        help="repair what a killed process damaged, if all of it then verifies; PATH may be the store itself",
    )
    parser.add_argument("--torn", dest="repair", action="store_true", help=argparse.SUPPRESS)  # as in 0.1.0
    parser.add_argument("--damaged", action="store_true", help="even a damaged backup, as it is")
    parser = add_command(
        commands, common, "export", "write sessions and their history into a bundle", run_export
    )
    parser.add_argument("sessions", metavar="SESSION", nargs="+", help="session id or prefix")
    parser.add_argument(
        "--out", metavar="FILE", required=True, help="the file to write, a ZIP archive; it must not exist yet"
    )

    parser = add_command(commands, common, "purge", "remove a session for good", run_purge)
    parser.add_argument("session", metavar="SESSION", help="session id or prefix")
    parser.add_argument(
        "--confirm",
        action="store_true",
        help="remove it; without this the command is refused (exit 2) and lists what would be removed",
    )
    parser.add_argument("--reason", metavar="R", help="why, kept in the record of the removal")
    add_actor(parser)


def run_export(args: argparse.Namespace, env: Env) -> Reply:
    """Write a bundle."""
    from workbench.cli.views.backup_restore import export_lines
    from workbench.presentation.figures import plural
    from workbench.services.stores.backup_restore import export, export_json

    done, secrets, runs = export(env, args.sessions, args.out)
    if secrets:
        stderr.note(f"{plural(secrets, 'secret')} in it, not masked: every digest is of the true text")
    return Reply(lambda: export_json(done, secrets, runs), lambda width: export_lines(done, runs, width))


def run_purge(args: argparse.Namespace, env: Env) -> Reply:
    """Remove a session."""
    from workbench.cli.views.backup_restore import purge_lines
    from workbench.services.stores.backup_restore import purge, purge_json

    done = purge(env, args.session, confirmed=args.confirm, reason=args.reason)
    return Reply(lambda: purge_json(done), lambda width: purge_lines(done, width))


def run_backup(args: argparse.Namespace, env: Env) -> Reply:
    """Copy the store."""
    from workbench.cli.views.backup_restore import backup_lines
    from workbench.services.stores.backup_restore import backup, backup_json

    done = backup(env, args.path)
    return Reply(lambda: backup_json(done), lambda width: backup_lines(done, width))


def run_restore(args: argparse.Namespace, env: Env) -> Reply:
    """Restore a backup."""
    from workbench.cli.views.backup_restore import restore_lines
    from workbench.services.stores.backup_restore import restore, restore_json

    done = restore(env, args.path, replace=args.replace, damaged=args.damaged, repair=args.repair)
    return Reply(lambda: restore_json(done), lambda width: restore_lines(done, width))
