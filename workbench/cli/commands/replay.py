"""The command `replay`: what drifts when a session is compacted repeatedly as it grew."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from workbench.cli import stderr
from workbench.cli.commands.options import add_command, add_policy, whole_number
from workbench.cli.reply import Reply

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.replays.replay import Replay, ReplayRequest

_REPLAY = """\
Compact a session again and again as it grew, offline, and show by pass what is
retained, how large it is and what contradicts the source: one-shot drafts
beside rolling, which summarizes its own summary, beside the summaries that the
transcript holds itself (series `transcript`). Every pass is judged against the
original events from 0 to its end; what an event says that a pass
keeps verbatim counts as retained.

Nothing is kept: the store is only read, and a mode that is off can be replayed.
Of `multi_session` only the newest stage counts, which begins the next session."""


_count = whole_number("count", 1, 1_000_000, 20)


def register(commands: Any, common: argparse.ArgumentParser) -> None:  # noqa: ANN401 - no public type
    """Add the command."""
    parser = add_command(
        commands,
        common,
        "replay",
        "show what drifts when a session is compacted again and again",
        run_replay,
        description=_REPLAY,
    )
    parser.add_argument("session", metavar="SESSION", help="session id or prefix")
    parser.add_argument(
        "--strategy",
        metavar="S",
        action="append",
        default=[],
        help="replay this one; may be repeated (else intentional and rolling)",
    )
    parser.add_argument(
        "--every", metavar="N", type=_count, help="turns between two passes (else by the session's length)"
    )
    parser.add_argument("--generations", metavar="N", type=_count, help="most passes of a strategy (else 10)")
    parser.add_argument(
        "--until", metavar="EVENT", type=int, help="replay up to this event (else the first 5,000)"
    )
    parser.add_argument("--plot", metavar="FILE", help="write the curves too, as .svg or .png")
    add_policy(parser)


def run_replay(args: argparse.Namespace, env: Env) -> Reply:
    """Replay the session; each pass is reported on stderr if that is a terminal."""
    from workbench.cli.views.replay import replay_lines
    from workbench.services.replays.replay_plot import check_plot, write_plot
    from workbench.services.scores.output_masking import masked

    if args.plot is not None:
        check_plot(args.plot)
    found = stderr.with_masking_note(masked(_replayed(env, args)))
    for note in notes(found):
        stderr.note(note)
    if args.plot is not None:
        limit = env.policy.thresholds.decision_recall
        write_plot(found, args.plot, limit)
        stderr.note(f"curves written to {args.plot}")
    return Reply(found.to_json, lambda width: replay_lines(found, width))


def _replayed(env: Env, args: argparse.Namespace) -> Replay:
    from workbench.services.replays.replay import replay

    progress = stderr.ProgressLine()
    try:
        return replay(env, args.session, _request(args), progress.show)
    finally:
        progress.clear()


def _request(args: argparse.Namespace) -> ReplayRequest:
    from workbench.services.replays.replay import DEFAULT_STRATEGIES, ReplayRequest
    from workbench.services.replays.replay_cuts import MOST

    return ReplayRequest(
        tuple(args.strategy) or DEFAULT_STRATEGIES, args.every, args.generations or MOST, args.until
    )


def notes(found: Replay) -> list[str]:
    """Return notes about the cadence, its reason, and what was left out."""
    stated = [f"a pass {found.cadence.rhythm}: {found.cadence.why}"]
    if found.cadence.left_out:
        left, most = found.cadence.left_out, len(found.cadence.cuts)
        stated.append(
            f"{left} more passes are left out after event {found.cadence.cuts[-1].end}; "
            f"--generations {most + left} replays them, a larger --every takes fewer"
        )
    if found.unread:
        stated.append(
            f"{found.unread:,} events after event {found.last} are left out; --until EVENT replays more"
        )
    return stated
