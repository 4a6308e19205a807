"""The commands `import`, `sessions`, `timeline`, `show` and `capture`: the contents of the store."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from workbench.cli import stderr
from workbench.cli.commands.options import (
    add_checker,
    add_checkers,
    add_command,
    add_policy,
    add_range,
    path,
    report_checkers,
    report_missing,
)
from workbench.cli.reply import Reply
from workbench.cli.stderr import ExitCode
from workbench.errors import UsageError

if TYPE_CHECKING:
    from workbench.bootstrap import Env

PREVIEW = 400


def register(commands: Any, common: argparse.ArgumentParser) -> None:  # noqa: ANN401 - no public type
    """Add the commands of this group."""
    parser = add_command(commands, common, "import", "take transcripts into the store", run_import)
    parser.add_argument(
        "paths",
        nargs="+",
        type=path,
        metavar="PATH",
        help="a transcript, one conversation in it (FILE#PART), a folder of them, or a bundle",
    )
    parser.add_argument("--input-format", metavar="F", help="the format, if it is not recognized")
    parser.add_argument(
        "--as-new", action="store_true", help="keep a file apart that shares no event with the stored session"
    )
    add_command(commands, common, "sessions", "list the sessions of the store", run_sessions)
    parser = add_command(commands, common, "timeline", "list the events of a session", run_timeline)
    parser.add_argument("session", metavar="SESSION", help="session id or prefix")
    add_range(parser, "only these events")
    parser = add_command(commands, common, "show", "show anything by its id", run_show)
    parser.add_argument(
        "id",
        metavar="ID",
        help="session, event (SESSION:148), artifact (SESSION:d-3), item (SESSION:d-3:c-1, "
        "or SESSION:c-1 of its newest artifact), finding, "
        "snapshot (SESSION@2), report, move, review or evidence",
    )
    parser.add_argument("--narrative", action="store_true", help="print a snapshot as Markdown")
    add_policy(parser)
    add_checkers(parser)
    parser = add_command(
        commands, common, "capture", "list the decisions and open work of a session", run_capture
    )
    parser.add_argument("session", metavar="SESSION", help="session id or prefix")
    add_range(parser, "as of the end of this range (default: the whole session)")
    add_policy(parser)
    add_checker(
        parser,
        "judge, or judge=PROVIDER:MODEL: send the session up to the range's end to a model, which "
        "proposes items with verbatim quotes; none: without what a model proposed",
    )


def run_import(args: argparse.Namespace, env: Env) -> Reply:
    """Import transcripts; broken files are reported on stderr after the others were imported."""
    from workbench.cli.views.sessions import import_lines
    from workbench.services.transcript_files.import_transcripts import import_paths

    progress = stderr.ProgressLine()
    try:
        run = import_paths(
            env, args.paths, input_format=args.input_format, as_new=args.as_new, on_progress=progress.show
        )
    finally:
        progress.clear()
    for _path, error in run.unreadable:
        stderr.error(error.message, error.hint)
    code = ExitCode.USAGE if run.unreadable else ExitCode.DONE
    return Reply(run.to_json, lambda width: import_lines(run, width), code)


def run_sessions(args: argparse.Namespace, env: Env) -> Reply:
    """List the sessions."""
    from workbench.cli.views.sessions import sessions_lines
    from workbench.services.lookup.sessions import SESSIONS_SCHEMA, sessions_listing

    report_missing(args, env)
    found = sessions_listing(env)
    data = {"schema": SESSIONS_SCHEMA, "sessions": [each.to_json() for each in found]}
    return Reply(data, lambda width: sessions_lines(found, width))


def run_timeline(args: argparse.Namespace, env: Env) -> Reply:
    """List the events."""
    from workbench.cli.views.sessions import timeline_lines
    from workbench.services.lookup.sessions import WHOLE_TEXT, timeline

    preview = WHOLE_TEXT if args.json else PREVIEW
    found = timeline(env, args.session, args.range, preview=preview)
    return Reply(found.to_json, lambda width: timeline_lines(found, width))


def run_show(args: argparse.Namespace, env: Env) -> Reply:
    """Show one record."""
    from workbench.cli.views.show import shown_lines
    from workbench.services.lookup.show import show
    from workbench.services.scores.output_masking import SOURCE, masked

    found = show(env, args.id)
    report_checkers(env)
    if found.note:
        stderr.note(found.note)
    if found.type not in SOURCE:
        found = stderr.with_masking_note(masked(found))
    if not args.narrative:
        return Reply(found.to_json, lambda width: shown_lines(found, width))
    from workbench.templates import narrative

    if found.type != "snapshot":
        raise UsageError(
            f"{args.id} is a {found.type}; only a snapshot has a narrative", "leave out --narrative"
        )
    text = narrative(found.value)
    data = {"schema": "workbench.show/1", "type": "narrative", "value": {"markdown": text}}
    return Reply(data, lambda _width: (), text=text)


def run_capture(args: argparse.Namespace, env: Env) -> Reply:
    """List the captured items."""
    from workbench.cli.views.sessions import capture_lines
    from workbench.services.lookup.range_capture import capture

    found = capture(env, args.session, args.range)
    for note in found.notes:
        stderr.note(note)
    return Reply(found.capture.to_json, lambda width: capture_lines(found, width))
