"""The command `score`: judge compactions by gates A to E, with or without a store."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from workbench.cli import stderr, stdout
from workbench.cli.commands.format_names import (
    SCORE_FORMATS,
    FormatChoice,
    on_stdout,
    parse_format,
    spare_targets,
)
from workbench.cli.commands.options import (
    add_checkers,
    add_command,
    add_policy,
    add_range,
    parse_gates,
    parse_jobs,
    parse_limit,
    path,
    report_checkers,
)
from workbench.cli.reply import Reply
from workbench.cli.stderr import ExitCode
from workbench.errors import NothingToScore, UsageError, WorkbenchError
from workbench.escaping import escaped_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workbench.bootstrap import Env
    from workbench.services.scores.score_files import Show
    from workbench.services.scores.score_inputs import ScoreRequest
    from workbench.services.scores.score_many import Engine, ScoredMany

_DESCRIPTION = """\
Judge compactions by gates A to E. A target is a transcript (every compaction
found in it), an artifact file or a summary's text (both with --source), an
artifact id, a folder, or the address of a file or folder elsewhere, such as
s3://BUCKET/PREFIX (extra `distributed`).

With --json, unlisted[] of a report has up to 25 further captured items that the
summary does not retain: proposals that are likely no loss. Nothing decides by them.
"""


def register(commands: Any, common: argparse.ArgumentParser) -> None:  # noqa: ANN401 - no public type
    """Add the commands of this group."""
    parser = add_command(
        commands, common, "score", "judge compactions by gates A to E", run_score, description=_DESCRIPTION
    )
    parser.add_argument(
        "targets",
        nargs="+",
        type=path,
        metavar="TARGET",
        help="transcript, artifact, summary, id, folder or address",
    )
    parser.add_argument("--source", metavar="PATH", help="the transcript of an artifact or a summary")
    add_range(parser, "the range of a summary (default: the whole transcript)")
    parser.add_argument("--capture", metavar="PATH", help="judge retention against this capture")
    add_policy(parser)
    add_checkers(parser)
    parser.add_argument(
        "--input-format", metavar="F", help="the transcript's format, if it is not recognized"
    )
    parser.add_argument(
        "--strict",
        action="store_true",
        help="without reviews; each gate that decides (--fail-on) must PASS: N/A is not enough",
    )
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
    _add_outcome(parser)
    _add_engine(parser)


def _add_outcome(parser: argparse.ArgumentParser) -> None:
    """Add the options for what is written, and for when the run passes."""
    parser.add_argument(
        "--format",
        metavar="FORMAT[=FILE]",
        type=parse_format,
        action="append",
        default=[],
        help=f"{', '.join(SCORE_FORMATS)} (json is the same as --json), to stdout or to FILE; "
        "may be repeated, each with a separate file",
    )
    parser.add_argument("--baseline", metavar="FILE", help="fail only for what is new or worse than in FILE")
    parser.add_argument(
        "--write-baseline", metavar="FILE", help="write what is wrong now as a baseline; the exit code stays"
    )
    parser.add_argument(
        "--max-warnings",
        metavar="N",
        type=parse_limit,
        help="fail when there are more warnings than this (default: the policy's [budget], else any number)",
    )
    parser.add_argument(
        "--max-unread",
        metavar="N",
        type=parse_limit,
        help="fail when more lines than this cannot be read (default: 0, not counting a last line that "
        "may still be written; with N that line counts too)",
    )
    parser.add_argument(
        "--allow-empty", action="store_true", help="exit 0, not 2, when there is no compaction to judge"
    )


def _add_engine(parser: argparse.ArgumentParser) -> None:
    """Add the options for where files are judged, and where rows of results go."""
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=parse_jobs,
        help="worker processes on this machine "
        "(default: one per usable core, fewer if each would get less than 2 MB)",
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
        help="write one result per compaction to FILE.jsonl or FILE.parquet "
        "and print what `report` prints of it",
    )


def parse_engine(text: str) -> tuple[str, str | None]:
    """Parse `local`, `dask` or `dask=ADDRESS`; return a name and an address.

    Raises:
        UsageError: it is none of them.
    """
    name, given, address = text.partition("=")
    if name not in ("local", "dask") or (given and (name == "local" or not address)):
        raise UsageError(f"{text!r} is not an engine", "write --engine local, dask or dask=tcp://HOST:PORT")
    return name, address or None


def run_score(args: argparse.Namespace, env: Env) -> Reply:
    """Score the targets; unreadable ones are reported on stderr after the others were scored."""
    from workbench.services.scores.score_many import Engine

    printed = on_stdout(args.format, as_json=args.json)
    spare_targets((*(each.file for each in args.format), args.out, args.write_baseline), args.targets)
    args.json = printed.name == "json"
    name, address = args.engine
    engine = Engine(name, address, args.jobs, args.out)
    if args.out is not None:
        return _to_file(args, env, engine, printed)
    return _documents(args, env, engine, printed)


def _request(args: argparse.Namespace) -> ScoreRequest:
    from workbench.services.scores.baseline import check_writable, read_baseline
    from workbench.services.scores.score_inputs import ScoreRequest

    if args.write_baseline is not None:
        check_writable(args.write_baseline)
    return ScoreRequest(
        targets=tuple(args.targets),
        source=args.source,
        range=args.range,
        capture=args.capture,
        input_format=args.input_format,
        strict=args.strict,
        skip_opaque=args.skip_opaque,
        fail_on=args.fail_on,
        max_warnings=args.max_warnings,
        max_unread=args.max_unread,
        baseline=None if args.baseline is None else read_baseline(args.baseline),
        keep_problems=args.write_baseline is not None,
    )


def _documents(args: argparse.Namespace, env: Env, engine: Engine, printed: FormatChoice) -> Reply:
    """Judge, write the requested files, and print one format."""
    from workbench.cli.formats.kinds import Several, encoded, kind_of
    from workbench.services.scores.baseline import check_writable, write_whole

    choices = [printed, *dict.fromkeys(each for each in args.format if each.file is not None)]
    for each in choices[1:]:
        check_writable(each.file or "")
    kinds = [kind_of(each, stdout.width(), coloured=stdout.coloured()) for each in choices]
    run = _run(env, _request(args), Several(tuple(each.show for each in kinds)), engine)
    try:
        run, refused = _checked(args, run)
        for place, (choice, kind) in enumerate(zip(choices, kinds, strict=True)):
            if choice.file is not None:
                pieces = kind.pieces(run.summary, run.texts(place, len(kinds)))
                write_whole(choice.file, encoded(choice, pieces))
        if refused is not None and printed.name in ("text", "json"):
            raise refused
        code = _report_run(env, run)
        _keep_baseline(args, run)
    except BaseException:
        run.close()
        raise
    pieces = _closing(run, kinds[0].pieces(run.summary, run.texts(0, len(kinds))))
    if printed.name == "sarif":
        pieces = (escaped_json(piece) for piece in pieces)
    return Reply({}, lambda _width: (), code, pieces=pieces, utf8=printed.name not in ("text", "json"))


def _closing(run: ScoredMany, pieces: Iterator[str]) -> Iterator[str]:
    try:
        yield from pieces
    finally:
        run.close()


def _checked(args: argparse.Namespace, run: ScoredMany) -> tuple[ScoredMany, WorkbenchError | None]:
    """Return the run, and the error if nothing was judged, which is then an entry in reports."""
    from workbench.services.scores.score import check_any

    try:
        check_any(run.summary, args.targets)
    except NothingToScore as error:
        if args.allow_empty and not run.summary.unreadable:
            stderr.note(error.message)
            return run, None
        entries = [*run.summary.unreadable, (" ".join(args.targets), error)]
        return replace(run, summary=replace(run.summary, unreadable=entries)), error
    except WorkbenchError as error:
        return run, error
    return run, None


def _keep_baseline(args: argparse.Namespace, run: ScoredMany) -> None:
    """Write the requested baseline, and report on stderr what it contains."""
    if args.write_baseline is None:
        return
    from workbench.presentation.figures import plural
    from workbench.services.scores.baseline import write_baseline

    summary = run.summary
    kept = [each.kept for each in summary.judged if each.kept is not None]
    write_baseline(args.write_baseline, kept, summary.policy_version, summary.evaluator_version)
    count = sum(len(each.problems) for each in kept)
    stderr.note(
        f"{plural(count, 'problem')} of {plural(len(kept), 'compaction')} written to {args.write_baseline}; "
        f"`workbench score … --baseline {args.write_baseline}` fails only for others"
    )


def _run(env: Env, request: ScoreRequest, show: Show, engine: Engine) -> ScoredMany:
    from workbench.services.scores.score_many import Listeners, judge_many

    progress = stderr.Counted("judged", each_tenth=engine.name == "dask")
    try:
        return judge_many(env, request, show, engine, Listeners(progress.show_count, progress.note))
    finally:
        progress.clear()


def _report_run(env: Env, run: ScoredMany) -> ExitCode:
    """Report on stderr what the reader must know of a run, and return its exit code."""
    from workbench.cli.formats.sentences import unread_words

    report_checkers(env)
    stderr.masked(run.masked)
    for each in run.summary.unread:
        stderr.note(unread_words(each))
    for _target, error in run.summary.unreadable:
        stderr.error(error.message, error.hint)
    if run.summary.unreadable:
        return ExitCode.USAGE
    return ExitCode.DONE if run.summary.passed else ExitCode.FAILED


def _to_file(args: argparse.Namespace, env: Env, engine: Engine, printed: FormatChoice) -> Reply:
    """Score into a file of results, and print what `report` prints of that file."""
    from workbench.cli.views.results import results_lines
    from workbench.cli.views.score import verdict_lines
    from workbench.services.scores.result_files import check_place, write_results
    from workbench.services.scores.result_rows import ResultRows
    from workbench.services.scores.results import read_results
    from workbench.services.scores.score import check_any

    if printed.name not in ("text", "json") or any(each.file is not None for each in args.format):
        raise UsageError(
            "--out writes rows for `report` and prints what they show together",
            "run `score` a second time for another format, or leave --out",
        )
    check_place(args.out)
    run = _run(env, _request(args), ResultRows(), engine)
    try:
        check_any(run.summary, args.targets)
        write_results(args.out, run)
    finally:
        run.close()
    code = _report_run(env, run)
    _keep_baseline(args, run)
    totals = read_results((args.out,))
    return Reply(
        totals.to_json(),
        lambda width: (*results_lines(totals, width), *verdict_lines(run.summary)),
        code,
    )
