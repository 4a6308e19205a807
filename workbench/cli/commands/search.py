"""The command `search`: find words in events and artifacts of all sessions."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from workbench.cli import stderr
from workbench.cli.commands.options import add_command, report_missing, whole_number
from workbench.cli.reply import Reply
from workbench.errors import UsageError

if TYPE_CHECKING:
    from workbench.bootstrap import Env

MOST = 1_000

_SEARCH = """\
Search what events say and what summaries and drafts state, in all sessions or one.
A word matches any word that contains it, in any case; "words in double quotes" match
as a phrase. Results with more of the words come first."""


def register(commands: Any, common: argparse.ArgumentParser) -> None:  # noqa: ANN401 - no public type
    """Add the command."""
    parser = add_command(commands, common, "search", "search all sessions", run_search, description=_SEARCH)
    parser.add_argument("text", nargs="+", metavar="TEXT", help="the words to look for")
    parser.add_argument("--session", metavar="SESSION", help="only in this session")
    parser.add_argument(
        "--limit",
        metavar="N",
        type=whole_number("count", 1, MOST, 4),
        default=10,
        help=f"how many events, and how many statements, are shown (default: 10, at most {MOST:,})",
    )


def run_search(args: argparse.Namespace, env: Env) -> Reply:
    """Search the sessions."""
    from workbench.cli.views.search import search_lines
    from workbench.services.lookup.search import search, terms_of

    query = " ".join(args.text)
    if not env.store_exists:
        terms_of(query)
        report_missing(args, env)
        raise UsageError("there is no session to search", "`workbench import PATH` takes transcripts in")
    found = search(env, query, session=args.session, limit=args.limit)
    stderr.masked(found.masked)
    return Reply(found.to_json, lambda width: search_lines(found, width))
