"""Read-only tools for an agent over the Model Context Protocol, with answers of bounded size."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.checkers.extras import library
from workbench.errors import InputError

if TYPE_CHECKING:
    from workbench.bootstrap import Env


def serve(env: Env, folders: tuple[str, ...] = (), project: str | None = None) -> None:
    """Serve over standard input and output until the input ends.

    Raises:
        ExtraMissing: the extra `mcp` is not installed.
        InputError: a folder is not there.
    """
    library("mcp", "mcp.server.mcpserver", "the Model Context Protocol server")
    from workbench.mcp_server.answers import Answers
    from workbench.mcp_server.server import build_server
    from workbench.mcp_server.transcripts import Transcripts

    for given in (*folders, *((project,) if project is not None else ())):
        if not Path(given).expanduser().is_dir():
            raise InputError(f"{given} is not a folder", "name a folder that is there")
    place = Path(project).expanduser() if project is not None else None
    quiet = replace(env, checkers=("none",))  # a reviewed agent must not cause requests to a model
    transcripts = Transcripts(quiet, tuple(Path(each) for each in folders), place)
    try:
        build_server(Answers(transcripts)).run("stdio")
    finally:
        transcripts.close()
