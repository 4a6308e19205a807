"""Small sources and runs over them, with a clock that counts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from workbench.bootstrap import Env
from workbench.services.runs.agent_runs import start
from workbench.services.runs.run_ledger import StoreLedger
from workbench.services.runs.shown_run import RunRequest, RunShown

HARBOUR = """\
# Harbour rules

Ships longer than 90 metres need a pilot. The pilot boards at the outer buoy.

## Winter

The harbour is closed from 5 January to 2 February. The ice breaker Runa keeps the channel open for mail.
"""
CREW = "Crew notes\n\nThe ice breaker Runa has a crew of fourteen people. Her master is Captain Ida Holm.\n"
MENU = "<title>Canteen</title><script>x()</script><body><p>Soup costs 4 euros.</p></body>"
ANSWERED = "From when to when is the harbour closed in winter?"
NOWHERE = "How many lighthouses stand on Ostrog island?"


def folder_of(path: Path) -> Path:
    """Write three sources of three kinds and return their folder."""
    folder = path / "sources"
    folder.mkdir()
    (folder / "rules.md").write_text(HARBOUR, encoding="utf-8")
    (folder / "crew.txt").write_text(CREW, encoding="utf-8")
    (folder / "menu.html").write_text(MENU, encoding="utf-8")
    return folder


def env_of(path: Path) -> Env:
    """Return an environment with its own store and times that count up."""
    numbers: Iterator[int] = count()
    ticks: Iterator[int] = count()

    def now() -> str:
        return f"2026-03-01T00:00:{next(numbers) % 60:02}.000Z"

    return Env(
        str(path / "store.duckdb"), actor="mia", now=now, ticks=lambda: next(ticks) * 0.001,
        config=path / "config.toml",
    )  # fmt: skip


def run_over(path: Path, objective: str = ANSWERED, **settings: Any) -> tuple[Env, RunShown]:
    """Return a finished run over the three sources."""
    env = env_of(path)
    return env, start(env, RunRequest(objective, (str(folder_of(path)),), settings=settings))


def ledger_of(env: Env) -> StoreLedger:
    """Return the ledger of an environment's store."""
    return StoreLedger(env.create_store())
