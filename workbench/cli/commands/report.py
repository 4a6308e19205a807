"""The command `report`: a review of an artifact or a session to send, or the totals of many results."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.cli import stderr
from workbench.cli.commands.format_names import REPORT_FORMATS, FormatChoice, parse_report_format
from workbench.cli.commands.options import add_command
from workbench.cli.reply import Reply
from workbench.errors import UsageError

if TYPE_CHECKING:
    from workbench.bootstrap import Env

_DESCRIPTION = """\
For an artifact or a session: a review to send to somebody, as Markdown or as one
HTML page: the verdict, what was lost and where it was said, the changes against
its parent, the moves.

For files of results (`score --out`): the totals, what each strategy and each
compacting version loses, and which rules fire most."""

_RESULTS = (".jsonl", ".parquet")


def register(commands: Any, common: argparse.ArgumentParser) -> None:  # noqa: ANN401 - no public type
    """Add the commands of this group."""
    parser = add_command(
        commands,
        common,
        "report",
        "write a review to send, or sum up many results",
        run_report,
        description=_DESCRIPTION,
    )
    parser.add_argument(
        "subjects",
        nargs="+",
        metavar="ARTIFACT|SESSION|RESULTS",
        help="an id; or files that `score --out` wrote, .jsonl or .parquet",
    )
    parser.add_argument(
        "--format",
        metavar="FORMAT[=FILE]",
        type=parse_report_format,
        help=f"of a review: {' or '.join(REPORT_FORMATS)}, to stdout or to FILE (default: markdown)",
    )


def run_report(args: argparse.Namespace, env: Env) -> Reply:
    """Write a review, or the totals of results, by the kind of argument; nothing is moved."""
    from workbench.services.scores.score_targets import no_transcript_to_review

    for each in args.subjects:
        no_transcript_to_review(each)
    files = [each for each in args.subjects if is_results(each)]
    if not files:
        return _review(args, env)
    if len(files) != len(args.subjects):
        other = next(each for each in args.subjects if each not in files)
        raise UsageError(f"{files[0]} is a file of results and {other} is not", "give one kind at a time")
    if args.format is not None:
        raise UsageError(
            f"--format {args.format.name} is of a review, not of results", "leave it out, or give an id"
        )
    from workbench.cli.views.results import results_lines
    from workbench.services.scores.results import read_results

    results = read_results(tuple(args.subjects))
    return Reply(results.to_json, lambda width: results_lines(results, width))


def is_results(subject: str) -> bool:
    """Return whether an argument is a file of results, existing or not; any other is an id."""
    return subject.lower().endswith(_RESULTS) or Path(subject).exists()


def _review(args: argparse.Namespace, env: Env) -> Reply:
    from workbench.cli.formats.review import review_html, review_markdown
    from workbench.services.lookup.review_report import review_report
    from workbench.services.scores.baseline import check_writable, write_whole

    if len(args.subjects) > 1:
        raise UsageError("a review is of one artifact or session", "give one id")
    choice: FormatChoice = args.format or FormatChoice("markdown")
    if args.json and args.format is not None and choice.file is None:
        raise UsageError(
            f"--json and --format {choice.name} exclude each other",
            f"leave one out, or write --format {choice.name}=FILE",
        )
    if choice.file is not None:
        check_writable(choice.file)
    found = review_report(env, args.subjects[0])
    stderr.masked(found.masked)
    pieces = review_html(found) if choice.name == "html" else review_markdown(found)
    if choice.file is not None:
        write_whole(choice.file, (piece.encode("utf-8", "backslashreplace") for piece in pieces))
        stderr.note(f"written to {choice.file}")
        return Reply(found.to_json, lambda _width: ())
    if args.json:
        return Reply(found.to_json, lambda _width: ())
    return Reply({}, lambda _width: (), pieces=pieces, utf8=True)
