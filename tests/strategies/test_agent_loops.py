"""The examples for authors of agents run, and print what their strategies did."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.bootstrap import Env
from workbench.examples import historian_loop, snapshot_run
from workbench.services.moves.accept_rollback import history


def test_the_historian_example(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Five turns with a restart: the first long reply is reported as proposed, two turns in a narrative."""
    historian_loop.main(str(tmp_path / "bread.duckdb"))
    stated = capsys.readouterr().out
    assert "turn 1: Proposed to bake 12 loaves on Friday night." in stated
    assert "taken up again at turn 3" in stated
    assert stated.count("summary of older turns:") == 2
    assert "'decision': 'propose'" in stated
    assert "[('Saturday', 'active', 2)]" in stated


def test_the_snapshot_example(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Six steps with a restart make one snapshot, accepted through the boundary."""
    store = tmp_path / "prices.duckdb"
    snapshot_run.main(str(store))
    stated = capsys.readouterr().out
    assert "taken up again with 9 counted events" in stated
    assert "EVENT_THRESHOLD: snapshot 1, accepted" in stated
    assert "The oven costs 3.40 an hour" in stated
    assert "'compactions': 1" in stated
    assert [m.action for m in history(Env(store_location=str(store))).pointers] == ["accept"]
