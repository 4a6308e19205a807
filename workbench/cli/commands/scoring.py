"""`score`: judge compactions by gates A to E, with or without a store."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from workbench.cli import stderr, stdout
from workbench.cli.commands.options import (
    add_command,
    add_policy,
    add_range,
    add_tiers,
    parse_gates,
    parse_jobs,
    tell_tiers,
)
from workbench.cli.reply import Reply
from workbench.cli.stderr import ExitCode
from workbench.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workbench.bootstrap import Env
    from workbench.services.score import ScoreRequest
    from workbench.services.score_many import Engine, ScoredMany

_DESCRIPTION = """\
Judge compactions by gates A to E. A target is a transcript (every compaction
found in it), an artifact file or a summary's text (both with --source), an
artifact id, a folder, or the address of a file or folder elsewhere, such as
s3://BUCKET/PREFIX (extra `distributed`)."""


def register(commands: Any, common: argparse.ArgumentParser) -> None:  # noqa: ANN401 - no public type
    """Add the commands of this group."""
    parser = add_command(
        commands, common, "score", "judge compactions by gates A to E", run_score, description=_DESCRIPTION
    )
    parser.add_argument(
        "targets", nargs="+", metavar="TARGET", help="transcript, artifact, summary, id, folder or address"
    )
    parser.add_argument("--source", metavar="PATH", help="the transcript that an artifact or a summary is of")
    add_range(parser, "the range of a summary (default: the whole transcript)")
    parser.add_argument("--capture", metavar="PATH", help="judge retention against this capture")
    add_policy(parser)
    add_tiers(parser)
    parser.add_argument(
        "--input-format", metavar="F", help="the transcript's format, where it cannot be recognised"
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
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=parse_jobs,
        help="worker processes on this machine (default: one a usable core, fewer for less than 2 MB each)",
    )
    parser.add_argument(
        "--engine",
        metavar="ENGINE",
        type=parse_engine,
        default=("local", None),
        help="local (default), dask (a cluster on this machine) or dask=ADDRESS (a running one, "
        "as in dask=tcp://scheduler:8786)",
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="write a result a compaction to FILE.jsonl or FILE.parquet and print what `report` prints of it",
    )


def parse_engine(text: str) -> tuple[str, str | None]:
    """`local`, `dask` or `dask=ADDRESS` as a name and an address.

    Raises:
        UsageError: it is none of them.
    """
    name, given, address = text.partition("=")
    if name not in ("local", "dask") or (given and (name == "local" or not address)):
        raise UsageError(f"{text!r} is no engine", "write --engine local, dask or dask=tcp://HOST:PORT")
    return name, address or None


def run_score(args: argparse.Namespace, env: Env) -> Reply:
    """Score; targets that cannot be read are told on stderr after the rest was scored."""
    from workbench.services.score import ScoreRequest
    from workbench.services.score_many import Engine

    if args.json and args.format == "text":
        raise UsageError("--json and --format text exclude each other", "leave one of them out")
    args.json = args.json or args.format == "json"
    request = ScoreRequest(
        targets=tuple(args.targets),
        source=args.source,
        range=args.range,
        capture=args.capture,
        input_format=args.input_format,
        strict=args.strict,
        skip_opaque=args.skip_opaque,
        fail_on=args.fail_on,
    )
    name, address = args.engine
    engine = Engine(name, address, args.jobs, args.out)
    if args.out is not None:
        return _to_file(args, env, request, engine)
    run = _run(args, env, request, engine)
    return Reply({}, lambda _width: (), _told(env, run), pieces=_pieces(run, as_json=args.json))


def _run(args: argparse.Namespace, env: Env, request: ScoreRequest, engine: Engine) -> ScoredMany:
    from workbench.cli.views.scoring import JsonReports, TextReports
    from workbench.services.result_rows import ResultRows
    from workbench.services.score_many import Listeners, score_many

    text = TextReports(stdout.width(), stdout.coloured())
    show = ResultRows() if args.out is not None else JsonReports() if args.json else text
    progress = stderr.Counted("judged", each_tenth=engine.name == "dask")
    try:
        return score_many(env, request, show, engine, Listeners(progress.say, progress.note))
    finally:
        progress.clear()


def _told(env: Env, run: ScoredMany) -> ExitCode:
    """Say on stderr what the reader must know of a run, and how it ended."""
    tell_tiers(env)
    stderr.masked(run.masked)
    for _target, error in run.summary.unreadable:
        stderr.error(error.message, error.hint)
    if run.summary.unreadable:
        return ExitCode.USAGE
    return ExitCode.DONE if run.summary.passed else ExitCode.FAILED


def _pieces(run: ScoredMany, *, as_json: bool) -> Iterator[str]:
    from workbench.cli.views.scoring import json_pieces, summary_lines

    if as_json:
        yield from json_pieces(run.summary, run.texts())
        return
    for text in run.texts():
        yield text.decode("utf-8")
    yield stdout.rendered(summary_lines(run.summary, stdout.width()), stdout.coloured())


def _to_file(args: argparse.Namespace, env: Env, request: ScoreRequest, engine: Engine) -> Reply:
    """Score into a file of results; what is printed is what `report` prints of that file."""
    from workbench.cli.views.results import results_lines
    from workbench.cli.views.scoring import verdict_lines
    from workbench.services.result_files import check_place, write_results
    from workbench.services.results import read_results

    check_place(args.out)
    run = _run(args, env, request, engine)
    write_results(args.out, run)
    code = _told(env, run)
    totals = read_results((args.out,))
    return Reply(
        totals.to_json(),
        lambda width: (*results_lines(totals, width), *verdict_lines(run.summary)),
        code,
    )
