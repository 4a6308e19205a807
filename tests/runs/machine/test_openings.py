"""How often a run opens the file of its store: by its stretches, not by its steps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from store import engine
from store.database.connect import connect
from tests.runs.build import ANSWERED, NOWHERE, env_of, folder_of, ledger_of
from workbench.services.runs.agent_runs import listing, start
from workbench.services.runs.shown_run import RunRequest


def opened_by(
    path: Path, monkeypatch: pytest.MonkeyPatch, objective: str, **settings: Any
) -> tuple[int, int]:
    """Return how often a run opened the closed file of its store, and the steps that it took."""
    path.mkdir()
    env, times = env_of(path), []

    def counted(file: Path) -> Any:
        if not engine._kept[str(file)]:
            times.append(file)
        return connect(file)

    with monkeypatch.context() as patched:
        patched.setattr(engine, "connect", counted)
        shown = start(env, RunRequest(objective, (str(folder_of(path)),), settings=settings))
    return len(times), shown.state.step


def test_openings_do_not_grow_with_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every phase is its own transaction, but does not open the file itself."""
    short = opened_by(tmp_path / "a", monkeypatch, ANSWERED, steps=1)
    long = opened_by(tmp_path / "b", monkeypatch, NOWHERE, steps=8)
    assert long[1] > short[1]
    assert long[0] == short[0] <= 8


def test_every_phase_is_kept_before_the_next_begins(tmp_path: Path) -> None:
    """A listener notified of a phase finds its event in the store over a separate connection."""
    env = env_of(tmp_path)
    seen: list[tuple[int, int]] = []

    def look(state: Any) -> None:
        ledger = ledger_of(env)
        (run,) = listing(env)
        seen.append((state.sequence, ledger.events(run.run_id)[-1].sequence))

    start(env, RunRequest(ANSWERED, (str(folder_of(tmp_path)),)), look)
    assert len(seen) > 5
    assert all(notified == kept for notified, kept in seen)
