"""The command `watch`: follow transcript folders and print a line for each new compaction's score."""

from __future__ import annotations

import argparse
import signal
from typing import TYPE_CHECKING, Any

from workbench.cli import stderr, stdout
from workbench.cli.commands.options import add_command, add_policy, seconds
from workbench.cli.reply import Reply
from workbench.cli.stderr import ExitCode
from workbench.escaping import one_line
from workbench.presentation.figures import plural

if TYPE_CHECKING:
    import threading

    from workbench.bootstrap import Env
    from workbench.services.hooks.shapes import WatchShape
    from workbench.services.watches.watch import WatchTotals

_DESCRIPTION = """\
Follow folders of transcripts: import what grows, score new compactions and
print a line for each. Files that exist at the start are ignored, unless --all is
given. ^C ends it.

The command of --on-fail is run by the shell for each compaction that fails,
with WORKBENCH_ARTIFACT, _NUMBER, _SESSION, _TRANSCRIPT, _FORMAT, _STORE,
_RANGE, _GATES, _FAILED_GATES, _LOST, _LIKELY_LOST and _TRIGGER set; its output
goes to stderr."""


def register(commands: Any, common: argparse.ArgumentParser) -> None:  # noqa: ANN401 - no public type
    """Add the command."""
    parser = add_command(
        commands,
        common,
        "watch",
        "follow transcript folders and score new compactions",
        run_watch,
        description=_DESCRIPTION,
    )
    parser.add_argument(
        "folders",
        metavar="FOLDER",
        nargs="*",
        help="what to follow (default: ~/.claude/projects and ~/.codex/sessions)",
    )
    parser.add_argument("--on-fail", metavar="COMMAND", help="run this for each compaction that fails")
    parser.add_argument("--all", action="store_true", help="also files that exist at the start")
    parser.add_argument(
        "--once",
        action="store_true",
        help="import existing files, score them and end; exit 1 if any fails, 2 if any file cannot be read",
    )
    parser.add_argument("--imports", action="store_true", help="a line for each import, too")
    parser.add_argument(
        "--poll",
        metavar="SECONDS",
        type=seconds,
        help="look at all files this often, without change notices of the system",
    )
    parser.add_argument("--input-format", metavar="F", help="the format, if it is not recognized")
    add_policy(parser)


def run_watch(args: argparse.Namespace, env: Env) -> Reply:
    """Watch until ^C; lines are written as they come."""
    from workbench.cli.views.watch import json_line, text_line
    from workbench.services.watches.watch import Watch, WatchRequest, check_folders, default_folders

    folders = tuple(args.folders)
    check_folders(folders)
    if args.input_format is not None:
        from workbench.importers.sniffing import importer

        importer(args.input_format)
    _note_ignored(folders)
    request = WatchRequest(
        folders=folders or default_folders(),
        input_format=args.input_format,
        everything=args.all,
        once=args.once,
        repeat=args.json,
        imports=args.imports,
        on_fail=args.on_fail,
        poll_seconds=None if args.poll is None else max(args.poll, 0.1),
    )

    def write(found: WatchShape) -> None:
        stdout.write_pieces([json_line(found)] if args.json else [text_line(found)], as_json=args.json)

    def begun() -> None:
        stderr.note(f"watching {', '.join(request.folders)}; ^C ends it")

    watch = Watch(env, request, write, stderr.note, begun)
    with _Stopping() as stop:
        totals = watch.run(stop)
    stderr.note(
        f"{plural(totals.imports, 'import')}, {plural(totals.events_added, 'event')} added, "
        f"{plural(totals.compactions, 'compaction')} scored, {totals.failed:,} failed, "
        f"{plural(totals.faults, 'fault')}"
    )
    if totals.failed_before:
        are = "is" if totals.failed_before == 1 else "are"
        again = f"{are} reported again" if request.repeat else f"{are} not reported again; --json lists them"
        stderr.note(f"{plural(totals.failed_before, 'compaction')} failed before and {again}")
    return Reply({}, lambda _width: (), _code(totals) if request.once else ExitCode.DONE, pieces=())


def _code(totals: WatchTotals) -> ExitCode:
    """Return the exit code of a run with `--once`, as `score` of the same files would."""
    if totals.faults:
        return ExitCode.USAGE
    return ExitCode.FAILED if totals.failed or totals.failed_before else ExitCode.DONE


def _note_ignored(folders: tuple[str, ...]) -> None:
    """Report once which files of the given folders are not live transcripts."""
    from workbench.services.watches.follow import SUFFIXES
    from workbench.services.watches.watch import not_followed

    found = not_followed(folders)
    if found:
        few = ", ".join(one_line(each) for each in found[:3])
        more = f" and {len(found) - 3:,} more" if len(found) > 3 else ""
        stderr.note(
            f"{plural(len(found), 'file')} not followed, as only names ending in {SUFFIXES[0]} are: "
            f"{few}{more}; `workbench import` reads other formats"
        )


class _Stopping:
    """Context in which ^C or SIGTERM requests the end once; a second one ends at once."""

    def __enter__(self) -> threading.Event:
        import threading

        self._stop = threading.Event()
        self._before: dict[int, Any] = {}
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self._before[number] = signal.signal(number, self._ask)
        return self._stop

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _ask(self, _number: int, _frame: object) -> None:
        if self._stop.is_set():
            raise KeyboardInterrupt
        self._stop.set()
