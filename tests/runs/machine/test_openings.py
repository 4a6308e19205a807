"""How often a run opens the file of its store: by its stretches, not by its steps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gates.policy import Policy
from store import engine
from store.database.connect import connect
from tests.runs.build import ANSWERED, NOWHERE, env_of, folder_of, ledger_of
from workbench.runs.machine import driving
from workbench.services.runs.agent_runs import listing, start
from workbench.services.runs.run_ledger import StoreLedger
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


def test_a_store_is_settled_after_each_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And at the end of a run with one, while this process has the file closed: else nothing would happen."""
    settled: list[bool] = []
    real = StoreLedger.settle

    def noted(ledger: StoreLedger) -> None:
        settled.append(not engine._kept[str(ledger.store.path)])
        real(ledger)

    monkeypatch.setattr(driving, "STRETCH_SECONDS", 0.0)
    monkeypatch.setattr(StoreLedger, "settle", noted)
    soon = Policy.model_validate({"snapshot": {"event_threshold": 9, "n_step_fallback": 2}})
    env = replace(env_of(tmp_path), policy=soon)
    request = RunRequest(NOWHERE, (str(folder_of(tmp_path)),), settings={"steps": 8})
    made = start(env, request)
    kinds = [each.kind for each in ledger_of(env).events(made.record.run_id)]
    assert len(settled) > 1
    assert len(settled) <= kinds.count("CHECKPOINT_DONE") + 1
    assert all(settled)
    settled.clear()
    start(env, replace(request, settings={"steps": 1}))
    assert settled == []
