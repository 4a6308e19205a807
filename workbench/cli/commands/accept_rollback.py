"""The commands `accept`, `rollback` and `history`: moves across the boundary."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from workbench.cli import stderr
from workbench.cli.commands.options import add_actor, add_command, add_policy, report_missing
from workbench.cli.reply import Reply
from workbench.errors import Refused

if TYPE_CHECKING:
    from workbench.bootstrap import Env

GATES = ("A", "B", "C", "D", "E")

_ACCEPT = """\
Make an artifact active in place of its range. The store scores it again and
refuses, changing nothing, unless the gates allow it. It can be rolled back with
`workbench rollback`. If the context would grow, it asks first on a terminal; with
--yes or --json and in scripts it does not ask, and reports it after the move."""


def register(commands: Any, common: argparse.ArgumentParser) -> None:  # noqa: ANN401 - no public type
    """Add the commands of this group."""
    parser = add_command(
        commands, common, "accept", "make an artifact active", run_accept, description=_ACCEPT
    )
    _move_options(parser)
    parser.add_argument(
        "--confirm",
        metavar="GATE",
        action="append",
        default=[],
        type=str.upper,
        choices=GATES,
        help="accept although this gate is NOT_APPLICABLE; may be given more than once",
    )
    parser.add_argument("--yes", action="store_true", help="do not ask if the context grows")
    add_policy(parser)
    parser = add_command(commands, common, "rollback", "roll back an acceptance", run_rollback)
    _move_options(parser)
    parser = add_command(commands, common, "history", "list the moves, newest first", run_history)
    parser.add_argument("session", metavar="SESSION", nargs="?", help="one session (default: all)")


def _move_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("artifact", metavar="ARTIFACT", help="artifact id, prefix or SESSION:d-3")
    parser.add_argument(
        "--expect", metavar="POINTER", help="refuse if the newest move is another one; `none`: no move yet"
    )
    parser.add_argument("--reason", metavar="R", help="why; kept with the move")
    add_actor(parser)


def run_accept(args: argparse.Namespace, env: Env) -> Reply:
    """Accept an artifact."""
    from workbench.cli.views.accept_rollback import moved_lines
    from workbench.presentation.moves import context_grew
    from workbench.services.moves.accept_rollback import accept
    from workbench.services.scores.output_masking import masked

    asks = not args.yes and not args.json and stderr.answers()
    expect = _growth_allowed(args, env) if asks else args.expect
    moved = accept(
        env, args.artifact, expect=expect, confirm=tuple(sorted(set(args.confirm))), reason=args.reason
    )
    shown = stderr.with_masking_note(masked(moved))
    if args.json and shown.growth:
        stderr.note(context_grew(shown.growth, shown.verbatim, shown.number))
    return Reply(shown.to_json, lambda width: moved_lines(shown, width))


def _growth_allowed(args: argparse.Namespace, env: Env) -> str | None:
    """Report that the context would grow, and ask; return the head that the move expects.

    Nobody is asked about a draft that the gates or the boundary refuse.

    Raises:
        Refused: the answer was no.
    """
    from workbench.presentation.moves import context_grows
    from workbench.services.moves.accept_rollback import NO_MOVE
    from workbench.services.moves.move_preview import context_after, foresee_acceptance

    expect: str | None = args.expect
    if not context_after(env, args.artifact).growth:
        return expect
    seen = foresee_acceptance(env, args.artifact)
    report = seen.report
    if seen.obstacle or report is None or report.blocking or set(report.to_confirm) - set(args.confirm):
        return expect
    stderr.note(context_grows(seen.growth, seen.verbatim, seen.number))
    if not stderr.confirmed("Accept that the context grows?"):
        way = f"`workbench context {seen.session_id[:12]} --with d-{seen.number}`"
        hint = f"{way} shows what an agent would be given; --yes does not ask"
        raise Refused("not accepted; nothing was changed", hint)
    return expect or (seen.head.pointer_id if seen.head else NO_MOVE)


def run_rollback(args: argparse.Namespace, env: Env) -> Reply:
    """Roll back an acceptance."""
    from workbench.cli.views.accept_rollback import moved_lines
    from workbench.services.moves.accept_rollback import rollback
    from workbench.services.scores.output_masking import masked

    moved = stderr.with_masking_note(
        masked(rollback(env, args.artifact, expect=args.expect, reason=args.reason))
    )
    return Reply(moved.to_json, lambda width: moved_lines(moved, width))


def run_history(args: argparse.Namespace, env: Env) -> Reply:
    """List the moves."""
    from workbench.cli.views.accept_rollback import history_lines
    from workbench.services.moves.accept_rollback import history
    from workbench.services.scores.output_masking import masked

    report_missing(args, env)
    found = stderr.with_masking_note(masked(history(env, args.session)))
    return Reply(found.to_json, lambda width: history_lines(found, width))
