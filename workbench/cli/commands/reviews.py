"""The command `review`: record a person's judgements of captures, matches, findings and drafts."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from workbench.cli.commands.options import add_actor, add_command
from workbench.cli.reply import Reply
from workbench.errors import UsageError

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.review_log.reviews import Reviewed

ACTIONS = ("add", "dismiss", "settle", "clear", "reject", "approve", "note")

_DESCRIPTION = """\
Record a judgement; nothing is erased, a later review can reverse it.

  add SESSION --kind K --text T --event N   a captured item that was missed
  add PROPOSED                              a proposed item that counts
  dismiss CAPTURED                          a captured item that does not count
  settle CAPTURED [--artifact ID]           an uncertain match is a retention
  clear FINDING                             a finding of gate D is wrong
  clear ARTIFACT                            withdraw the last mark on a draft
  clear CAPTURED                            undo the last dismiss or add of a
                                            captured item
  reject ARTIFACT, approve ARTIFACT         a mark on a draft; a rejected one
                                            cannot be accepted
  note SESSION:148, note SESSION:d-3:c-1    a remark on an event, a statement or a
                                            draft; --reason is its text, and no
                                            gate reads it"""


def register(commands: Any, common: argparse.ArgumentParser) -> None:  # noqa: ANN401 - no public type
    """Add the commands of this group."""
    parser = add_command(
        commands,
        common,
        "review",
        "record a judgement, with its reason",
        run_review,
        description=_DESCRIPTION,
    )
    parser.add_argument("action", choices=ACTIONS, metavar="ACTION", help=", ".join(ACTIONS))
    parser.add_argument("id", metavar="ID", help="what the judgement is about")
    parser.add_argument("--reason", metavar="R", required=True, help="why; kept with the record")
    add_actor(parser)
    parser.add_argument("--kind", choices=("decision", "open_work"), help="add: what it is")
    parser.add_argument("--text", metavar="T", help="add: the statement")
    parser.add_argument("--event", metavar="N", type=int, help="add: the event that says so")
    parser.add_argument(
        "--quote",
        metavar="Q",
        help="add: its words there (default: the text, which the event must say)",
    )
    parser.add_argument("--artifact", metavar="ID", help="settle: the artifact with the uncertain match")


def run_review(args: argparse.Namespace, env: Env) -> Reply:
    """Record one review."""
    from workbench.presentation.layout import facts

    made = _record(args, env)
    review = made.stored.review

    def lines(width: int) -> Any:  # noqa: ANN401 - lines of the layout
        return facts(
            [
                ("recorded", made.about),
                ("review", review.review_id),
                ("actor", review.actor),
                ("reason", review.reason),
            ],
            width,
        )

    return Reply(made.to_json, lines)


def _confirmed(args: argparse.Namespace, env: Env) -> Reviewed:
    from workbench.services.review_log import capture_reviews

    if args.kind or args.text or args.event is not None or args.quote:
        raise UsageError(
            "a proposed item is added unchanged",
            "leave out --kind, --text, --event and --quote, or add to the session what it should say",
        )
    return capture_reviews.confirm(env, args.id, reason=args.reason)


def _record(args: argparse.Namespace, env: Env) -> Reviewed:
    from workbench.services.review_log import reviews

    if args.action == "add" and args.id.startswith("cap_"):
        return _confirmed(args, env)
    if args.action == "add":
        if args.kind is None or args.text is None or args.event is None:
            raise UsageError(
                "review add needs --kind, --text and --event",
                "as in: workbench review add SESSION --kind decision --text T --event 12 --reason R",
            )
        return reviews.add(
            env,
            args.id,
            kind=args.kind,
            text=args.text,
            ordinal=args.event,
            quote=args.quote,
            reason=args.reason,
        )
    if args.action == "settle":
        return reviews.settle(env, args.id, artifact=args.artifact, reason=args.reason)
    if args.action == "note":
        from workbench.services.review_log.notes import note

        return note(env, args.id, args.reason)
    if args.action == "clear" and args.id.startswith("cap_"):
        from workbench.services.review_log import capture_reviews

        return capture_reviews.withdraw(env, args.id, reason=args.reason)
    simple = {
        "dismiss": reviews.dismiss,
        "clear": reviews.clear,
        "reject": reviews.reject,
        "approve": reviews.approve,
    }
    return simple[args.action](env, args.id, reason=args.reason)
