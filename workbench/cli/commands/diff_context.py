"""The commands `diff` and `context`: what changed, and what an agent would be given."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from workbench.cli import stderr
from workbench.cli.commands.options import add_command
from workbench.cli.reply import Reply
from workbench.cli.stderr import ExitCode
from workbench.errors import UsageError

if TYPE_CHECKING:
    from workbench.bootstrap import Env

FORMATS = ("text", "markdown", "anthropic", "openai", "claude-code", "codex")

_CONTEXT = """\
Show what an agent would be given: the accepted artifacts in place of their
ranges, and the events that stay; as parts with their tokens, or in full with
--format. --with shows it as if a draft were accepted, to read it before.
--format claude-code and --format codex make a new session that the agent
resumes, with the summary in the place of a compaction of its own; the original
transcript is never touched.

  workbench context SESSION --format claude-code --place
  claude --resume ID"""


def register(commands: Any, common: argparse.ArgumentParser) -> None:  # noqa: ANN401 - no public type
    """Add the commands of this group."""
    parser = add_command(commands, common, "diff", "compare two snapshots or artifacts", run_diff)
    for name, place in (("a", "A"), ("b", "B")):
        parser.add_argument(
            name, metavar=place, help="snapshot id, SESSION@SEQUENCE, artifact id, or a file of either kind"
        )
    parser.add_argument(
        "--by", choices=("item", "text"), default="item", help="claim by claim, or line by line"
    )
    parser.add_argument("--exit-code", action="store_true", help="exit 1 when they differ")
    _register_context(commands, common)


def _register_context(commands: Any, common: argparse.ArgumentParser) -> None:  # noqa: ANN401 - no public type
    parser = add_command(
        commands, common, "context", "print what an agent would be given", run_context, description=_CONTEXT
    )
    parser.add_argument("session", metavar="SESSION", help="session id or prefix")
    parser.add_argument("--as-of", metavar="POINTER", help="as it was after that move")
    parser.add_argument(
        "--with", metavar="ARTIFACT", dest="proposed", help="as it would be with that artifact (d-3) accepted"
    )
    parser.add_argument(
        "--view", choices=("active", "native"), default="active", help="native: as the transcript has it"
    )
    parser.add_argument(
        "--format", choices=FORMATS, help="print it in full (default: its parts, with tokens)"
    )
    parser.add_argument("--system", metavar="TEXT", help="the system prompt of a message array, first in it")
    parser.add_argument("--message", metavar="TEXT", default="", help="the new user message, last in it")
    parser.add_argument(
        "--out",
        metavar="PATH",
        help="write it to this file, or into this folder under the agent's own name",
    )
    parser.add_argument(
        "--place", action="store_true", help="write it where the agent looks for its sessions"
    )
    parser.add_argument(
        "--project", metavar="DIR", help="working directory of the new session (default: the transcript's)"
    )
    parser.add_argument("--replace", action="store_true", help="even if the file exists")
    parser.add_argument(
        "--without-history",
        action="store_true",
        help="leave out the replaced events, which precede the summary",
    )


def run_diff(args: argparse.Namespace, env: Env) -> Reply:
    """Compare two snapshots or artifacts."""
    from workbench.cli.views.diff_context import diff_lines
    from workbench.services.lookup.diff import compare

    found = compare(env, args.a, args.b, by=args.by)
    stderr.masked(found.masked)
    code = ExitCode.FAILED if args.exit_code and found.differs else ExitCode.DONE
    return Reply(found.to_json, lambda width: diff_lines(found, width), code)


def run_context(args: argparse.Namespace, env: Env) -> Reply:
    """Print the context."""
    from workbench.cli.views.diff_context import context_lines
    from workbench.services.contexts.context import read_context
    from workbench.services.contexts.context_export import Completion
    from workbench.services.contexts.session_files import FileRequest

    file = FileRequest(args.out, args.place, args.project, args.replace, not args.without_history)
    if args.json and args.format is not None and not file.writes:
        raise UsageError(
            f"--json and --format {args.format} exclude each other", "leave one of them out, or add --out"
        )
    found = read_context(
        env,
        args.session,
        view=args.view,
        as_of=args.as_of,
        proposed=args.proposed,
        output=args.format,
        completion=Completion(args.system, args.message),
        file=file,
    )
    stderr.masked(found.masked)
    return Reply(found.to_json, lambda width: context_lines(found, width), text=found.exported)
