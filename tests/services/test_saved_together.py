"""A step saved as one state: whole or not at all, and with the snapshots of one saved call by call."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gates.report import GateReport
from gates.retention import comparison
from gates.snapshot import kept_tables
from gates.snapshot.claims import ClaimTable
from gates.source import EventKind
from store import engine
from store.records import preparing, read_events, runs, sessions, snapshot_bodies
from store.verify.verify import verify
from tests.strategies.snapshot.build import run_over, step, steps
from workbench.facts import reading
from workbench.facts.directives import directives
from workbench.facts.folding import SettledFold
from workbench.services.judgement import kept_readings
from workbench.services.runs.run_repository import StoreKeeper
from workbench.strategies import Candidate, DraftRequest, Note, ReviewPolicy, RunEvent, SnapshotRun
from workbench.strategies.snapshot.draft import SnapshotStrategy

ACCEPT = ReviewPolicy(0, "accept", confirm=("C",))


def keeper_in(folder: Path, name: str) -> StoreKeeper:
    """A keeper of a store whose clock stands still."""
    made = StoreKeeper.open(str(folder / f"{name}.duckdb"), actor="mia")
    return replace(made, env=replace(made.env, now=lambda: "2026-03-02T08:00:00Z", ticks=lambda: 5.0))


def talked(run: SnapshotRun, number: int) -> Any:
    """One step with a rule that takes an earlier one back, a call that fails and a note."""
    run.log("USER", RunEvent(EventKind.USER, f"Send the parcels of depot {number} by rail, not by truck."))
    run.log("PLAN_DONE", RunEvent(EventKind.ASSISTANT, f"Depot {number} has {number * 17} parcels."))
    run.log("ACT_DONE", RunEvent(EventKind.TOOL_CALL, "make parcels", f"k{number}", "bash"))
    failed = RunEvent(
        EventKind.TOOL_RESULT, "make: *** no rule for parcels", f"k{number}", "bash", failed=True
    )
    run.log("OBSERVE_DONE", failed)
    run.note(Note(kind="open_work", text=f"Weigh the parcels of depot {number}"))
    return run.end_step(f"man_{number}")


@pytest.mark.parametrize(
    ("one_step", "review"), [(step, ACCEPT), (talked, ReviewPolicy())], ids=["accepted", "applied"]
)
def test_snapshots_are_the_same_bit_for_bit_however_the_run_was_driven(
    tmp_path: Path, one_step: Any, review: ReviewPolicy
) -> None:
    """Call by call, together, and by a new run for each step that reads everything from the store."""
    snapshots: dict[str, list[str]] = {}
    for way in ("calls", "together", "afresh"):
        kept = keeper_in(tmp_path, way)
        run = run_over(kept, review=review)
        made = []
        for number in range(1, 13):
            if way == "afresh":
                for each in (kept_readings, read_events, preparing, kept_tables):
                    each.forget()
                kept = keeper_in(tmp_path, way)
                run = run_over(kept, review=review)
            if way == "together":
                with run.saved_together():
                    made.append(one_step(run, number))
            else:
                made.append(one_step(run, number))
        snapshots[way] = [json.dumps(each.snapshot, sort_keys=True) for each in made if each is not None]
        assert verify(kept.store).problems == ()
    assert len(snapshots["calls"]) >= 2
    assert snapshots["calls"] == snapshots["together"] == snapshots["afresh"]


def test_a_step_together_is_one_state(tmp_path: Path) -> None:
    """One row for a step; the snapshot that it triggers is made from the saved state, and adds its own."""
    kept = keeper_in(tmp_path, "rows")
    run = run_over(kept)
    rows = []
    for number in range(1, 7):
        before = len(runs.listing(kept.store, "exporter"))
        with run.saved_together():
            made = step(run, number)
        rows.append(len(runs.listing(kept.store, "exporter")) - before)
    assert rows == [1, 1, 1, 1, 1, 2]
    assert made is not None
    assert made.snapshot["latest_context_manifest_ids"] == [f"man_{number}" for number in range(1, 7)]
    with run.saved_together():
        pass
    assert run_over(kept).state == run.state
    assert len(runs.listing(kept.store, "exporter")) == sum(rows)


def test_only_a_snapshot_empties_the_log(tmp_path: Path, done: tuple[list[Counter[str]], Any]) -> None:
    """The log has what was saved since, and another keeper reads it; the file has everything before."""
    counts, counted = done
    counted(engine.Store, "empty_log")
    kept = keeper_in(tmp_path, "logged")
    run = run_over(kept)
    steps(run, 1, 9)
    assert kept.store.leaves_log
    assert run.state.tally.compactions == 1
    assert counts[-1]["empty_log"] == 2  # the first state is whole, too
    assert run_over(keeper_in(tmp_path, "logged")).state == run.state


def test_a_kill_inside_loses_the_step_and_an_error_does_not(tmp_path: Path) -> None:
    """Another process finds the state before the block until it ends; an error saves what was logged."""
    kept = keeper_in(tmp_path, "killed")
    run = run_over(kept)
    step(run, 1)
    before = run.state
    with pytest.raises(ZeroDivisionError), run.saved_together():
        run.log("PLAN_DONE", RunEvent(EventKind.ASSISTANT, "The next file is the second."))
        assert run_over(kept).state == before
        raise ZeroDivisionError
    assert run_over(kept).state == run.state != before
    run.log("ACT_DONE")
    assert run_over(kept).state == run.state


def test_the_file_stays_open_while_nobody_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The offline draft reads an open file; a draft of the caller's own may wait, and leaves it to others."""
    kept, seen = keeper_in(tmp_path, "open"), list[int]()
    original = SnapshotStrategy.draft

    def watched(self: SnapshotStrategy, request: DraftRequest) -> Candidate:
        seen.append(engine._kept[str(kept.store.path)])
        return original(self, request)

    monkeypatch.setattr(SnapshotStrategy, "draft", watched)
    steps(run_over(kept), 1, 6)
    steps(run_over(kept, "other", draft=lambda request: SnapshotStrategy().draft(request)), 1, 6)
    assert seen == [1, 0]


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> tuple[list[Counter[str]], Any]:
    """Counts of calls, of which the last one goes on; and a function that has a function counted."""
    counts: list[Counter[str]] = [Counter()]

    def counted(owner: Any, name: str) -> None:
        original = getattr(owner, name)

        def noted(*given: Any) -> Any:
            counts[-1][name] += 1
            return original(*given)

        monkeypatch.setattr(owner, name, noted)

    return counts, counted


def test_a_snapshot_goes_through_nothing_earlier_again(
    tmp_path: Path, done: tuple[list[Counter[str]], Any]
) -> None:
    """What a snapshot costs does not grow with the events, drafts and reports before it."""
    counts, counted = done
    counted(GateReport, "model_validate_json")
    counted(ClaimTable, "add")
    counted(SettledFold, "take")
    counted(sessions, "event_of")
    counted(snapshot_bodies, "read")
    run = run_over(StoreKeeper.open(str(tmp_path / "run.duckdb"), actor="tester"), "counted")
    for number in range(2, 7):  # no user ever speaks
        counts.append(Counter())
        step(run, number)
        run.compact()
    assert counts[3] == counts[4] == counts[5]
    assert set(counts[3]) == {"model_validate_json", "add", "take", "event_of", "read"}
    assert counts[3]["read"] == 1


def test_a_snapshot_reads_no_earlier_rule_again(tmp_path: Path, done: tuple[list[Counter[str]], Any]) -> None:
    """Rules that stand are ranked once for a snapshot, and their sentences are read when they are new."""
    counts, counted = done
    counted(reading, "judge")
    counted(directives, "classify")
    counted(comparison, "read_edits")
    run = run_over(StoreKeeper.open(str(tmp_path / "run.duckdb"), actor="tester"), "ruled")
    places = "attic barn cellar dairy estate forge".split()
    for number, place in enumerate(places, 2):
        counts.append(Counter())
        run.log("USER", RunEvent(EventKind.USER, f"Weigh every {place} by hand."))
        step(run, number)
        run.compact()
    assert [each["judge"] for each in counts[1:]] == [1] * len(places)
    assert counts[2]["classify"] == counts[-1]["classify"] > 0
    assert counts[-1]["read_edits"] <= len(places)
