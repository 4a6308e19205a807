"""`score`: judge compactions by gates A to E, with or without a store."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from workbench.cli import stderr
from workbench.cli.commands.options import (
    add_command,
    add_policy,
    add_range,
    add_tiers,
    parse_gates,
    tell_tiers,
)
from workbench.cli.reply import Reply
from workbench.cli.stderr import ExitCode
from workbench.errors import UsageError

if TYPE_CHECKING:
    from workbench.bootstrap import Env

_DESCRIPTION = """\
Judge compactions by gates A to E. A target is a transcript (every compaction
found in it), an artifact file or a summary's text (both with --source), an
artifact id, or a folder."""


def register(commands: Any, common: argparse.ArgumentParser) -> None:  # noqa: ANN401 - no public type
    """Add the commands of this group."""
    parser = add_command(
        commands, common, "score", "judge compactions by gates A to E", run_score, description=_DESCRIPTION
    )
    parser.add_argument(
        "targets", nargs="+", metavar="TARGET", help="transcript, artifact, summary, id or folder"
    )
    parser.add_argument("--source", metavar="PATH", help="the transcript that an artifact or a summary is of")
    add_range(parser, "the range of a summary (default: the whole transcript)")
    parser.add_argument("--capture", metavar="PATH", help="judge retention against this capture")
    add_policy(parser)
    add_tiers(parser)
    parser.add_argument(
        "--input-format", metavar="F", help="the transcript's format, where it cannot be told"
    )
    parser.add_argument("--strict", action="store_true", help="without reviews; every gate must PASS")
    parser.add_argument(
        "--skip-opaque", action="store_true", help="leave encrypted summaries out of the verdict"
    )
    parser.add_argument(
        "--fail-on",
        metavar="GATES",
        type=parse_gates,
        help="gates that decide exit code and `passed`, as in A,C,D "
        "(default: the policy's, else A,C,D for compactions made elsewhere and A,B,C,D,E for others)",
    )
    parser.add_argument("--format", choices=("text", "json"), help="json is the same as --json")


def run_score(args: argparse.Namespace, env: Env) -> Reply:
    """Score; targets that cannot be read are told on stderr after the rest was scored."""
    from workbench.cli.views.scoring import score_lines
    from workbench.services.output_masking import masked_run
    from workbench.services.score import ScoreRequest, score

    if args.json and args.format == "text":
        raise UsageError("--json and --format text exclude each other", "leave one of them out")
    args.json = args.json or args.format == "json"
    run = score(
        env,
        ScoreRequest(
            targets=tuple(args.targets),
            source=args.source,
            range=args.range,
            capture=args.capture,
            input_format=args.input_format,
            strict=args.strict,
            skip_opaque=args.skip_opaque,
            fail_on=args.fail_on,
        ),
    )
    tell_tiers(env)
    run, masked = masked_run(run)
    stderr.masked(masked)
    for _target, error in run.unreadable:
        stderr.error(error.message, error.hint)
    code = ExitCode.USAGE if run.unreadable else ExitCode.DONE if run.passed else ExitCode.FAILED
    return Reply(run.to_json() if args.json else {}, lambda width: score_lines(run, width), code)
