"""The command `mcp`: tools for an agent over the Model Context Protocol."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from workbench.cli.commands.options import add_command
from workbench.cli.reply import Reply
from workbench.errors import UsageError

if TYPE_CHECKING:
    from workbench.bootstrap import Env

_MCP = """\
Serve score, show, what was lost, context and a draft as tools of a Model Context
Protocol server on standard input and output, for an agent to ask. All of them
only read: nothing is stored, and accepting stays with a person. An agent starts
it itself; for Claude Code:

  claude mcp add compactions -- workbench mcp

Without arguments its tool `what_was_lost` answers for the newest transcript of
the working directory. Transcripts under ~/.claude/projects and ~/.codex/sessions
may be read, and under each --folder. Needs the extra `mcp`."""


def register(commands: Any, common: argparse.ArgumentParser) -> None:  # noqa: ANN401 - no public type
    """Add the command."""
    parser = add_command(
        commands, common, "mcp", "serve reading tools for an agent", run_mcp, description=_MCP
    )
    parser.add_argument(
        "--folder", metavar="DIR", action="append", default=[], help="more transcripts that may be read"
    )
    parser.add_argument(
        "--project", metavar="DIR", help="the directory whose transcripts are the agent's (default: this one)"
    )


def run_mcp(args: argparse.Namespace, env: Env) -> Reply:
    """Serve until standard input ends.

    Raises:
        UsageError: standard output is closed.
    """
    from workbench.mcp_server import serve

    if sys.stdout is None:
        raise UsageError(
            "mcp answers on standard output, which is closed", "start it with standard output open"
        )
    serve(env, tuple(args.folder), args.project)
    return Reply({}, lambda _width: (), pieces=())
