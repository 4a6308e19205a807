"""A run with snapshots, and every line of the contract's "How to verify" on a synthetic run state."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gates.snapshot.invariants import check, pointers_of
from gates.snapshot.model import CONTRACT_FIELDS, schema_problems
from gates.source import EventKind, SourceLink
from tests.strategies.snapshot.build import DONE, OBJECTIVE, InMemory, keeper, run_over, step, steps
from workbench.errors import Refused
from workbench.services.moves import accept_rollback
from workbench.services.runs.run_repository import StoreKeeper
from workbench.strategies import (
    CadenceLimits,
    Evidence,
    EvidenceMissing,
    NoDecision,
    Note,
    ReviewPolicy,
    RunEvent,
    RunStopped,
    SnapshotMade,
    SnapshotRun,
)
from workbench.strategies.snapshot.state import Logged
from workbench.templates import narrative

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def kept() -> InMemory:
    return InMemory()


@pytest.fixture
def stored(tmp_path: Path) -> StoreKeeper:
    return keeper(tmp_path)


@pytest.fixture(scope="module")
def synthetic() -> tuple[SnapshotRun, SnapshotMade]:
    """Six steps with notes of the run's own, and the snapshot that was due after them."""
    run = run_over(InMemory())
    steps(run, 1, 2)
    run.note(
        Note(
            kind="conflict",
            text="Two files claim to hold the first batch",
            evidence=(Evidence(position=1, quote="part1.csv holds batch number 1"),),
            other_side=(Evidence(position=4, quote="part2.csv holds batch number 2"),),
        )
    )
    run.note(Note(kind="claim", text="Nobody knows who wrote the exporter"))
    run.note(
        Note(kind="failure", text="The upload failed", category="command", where="upload", why="no network")
    )
    run.note(Note(kind="open_question", text="Which port does the copy use?"))
    made = steps(run, 3, 6)
    assert made is not None
    return run, made


# How to verify: create a synthetic run state and generate a snapshot


def test_json_keys_exist_and_types_match(synthetic: tuple[SnapshotRun, SnapshotMade]) -> None:
    """Every field of the contract with its type and no other; each removed or mistyped field is found."""
    snapshot = synthetic[1].snapshot
    assert list(snapshot) == list(CONTRACT_FIELDS)
    assert schema_problems(snapshot) == ()
    assert snapshot["validation"]["status"] == "PASS"
    assert (snapshot["run_id"], snapshot["objective"], snapshot["done_definition"]) == (
        "exporter",
        OBJECTIVE,
        DONE,
    )
    for field in CONTRACT_FIELDS:
        without = {key: value for key, value in snapshot.items() if key != field}
        assert schema_problems(without), field
        assert schema_problems({**snapshot, field: 3.5}), field


def _links(made: SnapshotMade) -> dict[str, SourceLink]:
    """Return the links of a first compaction's artifact, by evidence id."""
    return {link.evidence_id: link for item in made.decision.artifact.items for link in item.links}


def broken(made: tuple[SnapshotRun, SnapshotMade], change: Any) -> dict[str, str]:
    """The outcome of every check after a change."""
    snapshot = copy.deepcopy(made[1].snapshot)
    change(snapshot)
    return {each["name"]: each["status"] for each in check(snapshot, None, frozenset(_links(made[1])))}


def test_a_verified_claim_without_evidence_pointers_fails_validation(
    synthetic: tuple[SnapshotRun, SnapshotMade],
) -> None:
    """Taking its evidence away turns the check; a claim without any was never verified."""
    claims = synthetic[1].snapshot["state"]["claims"]
    bare = next(c for c in claims if c["statement"] == "Nobody knows who wrote the exporter")
    assert (bare["status"], bare["evidence_refs"]) == ("candidate", [])
    number = next(n for n, claim in enumerate(claims) if claim["status"] == "verified")
    found = broken(synthetic, lambda s: s["state"]["claims"][number].update(evidence_refs=[]))
    assert found["verified_claims_have_evidence"] == "FAIL"


@pytest.mark.parametrize("side", ["side_a_refs", "side_b_refs"])
def test_a_conflict_with_fewer_than_two_sided_evidence_pointers_fails_validation(
    synthetic: tuple[SnapshotRun, SnapshotMade], side: str
) -> None:
    """Either side left without evidence turns the check."""
    assert len(synthetic[1].snapshot["state"]["conflicts"]) == 1
    found = broken(synthetic, lambda s: s["state"]["conflicts"][0].update({side: []}))
    assert found["conflicts_two_sided"] == "FAIL"


def test_determinism_identical_snapshot_json_yields_identical_narrative_markdown(
    synthetic: tuple[SnapshotRun, SnapshotMade], tmp_path: Path
) -> None:
    """The same bytes here and in a fresh process under another hash seed."""
    made = synthetic[1]
    assert narrative(json.loads(json.dumps(made.snapshot))) == made.narrative
    stored = tmp_path / "snapshot.json"
    stored.write_text(json.dumps(made.snapshot), "utf-8")
    program = (
        "import json, sys; from workbench.templates import narrative;"
        "sys.stdout.buffer.write(narrative(json.load(open(sys.argv[1], encoding='utf-8'))).encode())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(stored)],
        check=True,
        capture_output=True,
        cwd=tmp_path,
        env={"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "PYTHONPATH": str(ROOT)},
    )
    assert done.stdout == made.narrative.encode()


@pytest.mark.parametrize("verbose", [0, 5])
def test_trigger_check_cadence_depends_only_on_terminal_events(kept: InMemory, verbose: int) -> None:
    """The sixth whole step makes the snapshot, however many verbose events are logged."""
    run = run_over(kept)
    assert steps(run, 1, 5, verbose=verbose) is None
    made = step(run, 6, verbose=verbose)
    assert made is not None
    assert made.trigger == "EVENT_THRESHOLD"
    counts = made.snapshot["counts"]
    assert counts["counted_events_since_last_compaction"] == 18
    assert counts["steps_since_last_compaction"] == 6
    assert (run.state.counted_events, run.state.steps) == (0, 0)


def test_trigger_check_fallback_steps(kept: InMemory) -> None:
    """Steps that give no terminal event make a snapshot at the eighth."""
    run = run_over(kept)
    made = []
    for number in range(8):
        run.log("THOUGHT", RunEvent(EventKind.ASSISTANT, f"The batch number {number} is being looked at."))
        made.append(run.end_step())
    assert made[:7] == [None] * 7
    assert made[7] is not None
    assert made[7].trigger == "N_STEP_FALLBACK"
    assert made[7].snapshot["counts"]["counted_events_since_last_compaction"] == 0


# Guarantees


def test_claims_are_verified_by_the_gates_and_the_ledger_only(
    synthetic: tuple[SnapshotRun, SnapshotMade],
) -> None:
    """Every pointer of a verified claim has its own row in the ledger."""
    made = synthetic[1]
    verified = [c for c in made.snapshot["state"]["claims"] if c["status"] == "verified"]
    assert verified
    for claim in verified:
        for pointer in claim["evidence_refs"]:
            row = _links(made)[pointer["evidence_id"]]
            assert (row.chunk_id, row.span.start) == (pointer["chunk_id"], pointer["span"]["start"])
    assert {
        p["evidence_id"] for p in pointers_of({**made.snapshot["state"], "conflicts": [], "failures": []})
    }


def test_a_quotation_that_nobody_said_is_refused(kept: InMemory) -> None:
    """Made-up evidence, of an event to come, now or after a snapshot, is refused; the note can be bare."""
    run = run_over(kept)
    said = Evidence(position=1, quote="part1.csv holds batch number 1")
    with pytest.raises(EvidenceMissing, match="event 1 of the run is not logged yet"):
        run.note(Note(kind="claim", text="It is blue", evidence=(said,)))
    steps(run, 1, 5)
    gone = Evidence(position=1, quote="it is blue")
    with pytest.raises(EvidenceMissing, match="event 1 of the run does not say 'it is blue'"):
        run.note(Note(kind="conflict", text="It is blue", evidence=(said,), other_side=(gone,)))
    run.note(Note(kind="claim", text="It is blue"))
    made = steps(run, 6, 6)
    assert made is not None
    (claim,) = [c for c in made.snapshot["state"]["claims"] if c["statement"] == "It is blue"]
    assert (claim["status"], claim["evidence_refs"]) == ("candidate", [])
    with pytest.raises(EvidenceMissing, match="does not say"):
        run.note(Note(kind="claim", text="It is blue", evidence=(gone,)))
    run.note(Note(kind="claim", text="It was the first", evidence=(said,)))
    assert len(run.state.notes) == 1


def test_a_conflict_noted_with_one_side_only_is_a_question(kept: InMemory) -> None:
    """It is stated, but not as a conflict: both sides need their own quotation."""
    run = run_over(kept)
    steps(run, 1, 1)
    said = Evidence(position=1, quote="part1.csv holds batch number 1")
    for number, other in enumerate(((), (said,))):
        run.note(Note(kind="conflict", text=f"Clash {number}", evidence=(said,), other_side=other))
    made = steps(run, 2, 6)
    assert made is not None
    assert made.snapshot["state"]["conflicts"] == []
    assert made.snapshot["state"]["open_questions"] == ["Clash 0", "Clash 1"]


def test_snapshots_follow_one_another(kept: InMemory) -> None:
    """The second has the next sequence, the lasting claims of both, and the chunks of its own range."""
    run = run_over(kept)
    first, second = steps(run, 1, 6), steps(run, 7, 12)
    assert first is not None and second is not None
    assert [m.snapshot["sequence"] for m in (first, second)] == [1, 2]
    claims = first.snapshot["state"]["claims"]
    lasting = [c for c in claims if not c["statement"].startswith(("The agent was at", "Next: "))]
    named = {claim["claim_id"] for claim in lasting}
    assert named and named <= {claim["claim_id"] for claim in second.snapshot["state"]["claims"]}
    seen = [set(m.snapshot["state"]["source_coverage"]["chunk_ids_seen"]) for m in (first, second)]
    assert seen[0] and seen[1] and not seen[0] & seen[1]
    assert second.snapshot["latest_context_manifest_ids"] == [f"man_{n}" for n in range(7, 13)]


# Stop semantics


class Failing:
    """A checker that fails so many times; it keeps the snapshots that it saw."""

    def __init__(self, times: int) -> None:
        self.times, self.seen = times, list[dict[str, Any]]()

    def __call__(self, snapshot: dict[str, Any], previous: Any, ledger: Any) -> list[dict[str, str]]:
        self.seen.append(copy.deepcopy(snapshot))
        if len(self.seen) <= self.times:
            return [{"name": "conflicts_two_sided", "status": "FAIL", "message": "one side only"}]
        return check(snapshot, previous, ledger)


def test_a_failed_validation_is_retried_once_with_the_same_inputs(kept: InMemory) -> None:
    """The second attempt uses the same body, and the snapshot records it."""
    checker = Failing(1)
    made = steps(run_over(kept, checker=checker), 1, 6)
    assert made is not None
    assert len(checker.seen) == 2
    bodies = [{**s, "validation": None} for s in checker.seen]
    assert bodies[0] == bodies[1]
    assert made.snapshot["validation"]["failure_action_taken"] == "RETRY"


def test_a_second_failure_stops_the_run_with_a_recorded_diagnostic(kept: InMemory) -> None:
    """SYSTEM_ERROR, the failed snapshot and why are kept; nothing proceeds, also after a restart."""
    checker = Failing(9)
    run = run_over(kept, checker=checker)
    with pytest.raises(RunStopped, match=r"SYSTEM_ERROR.*conflicts_two_sided: one side only"):
        steps(run, 1, 6)
    assert len(checker.seen) == 2
    for each in (run, run_over(kept)):
        assert each.state.status == "SYSTEM_ERROR"
        assert "one side only" in each.state.diagnostic
        assert each.state.failed_snapshot is not None
        assert each.state.failed_snapshot["validation"]["failure_action_taken"] == "SYSTEM_ERROR"
        assert each.snapshot is None
        with pytest.raises(RunStopped):
            each.log("PLAN_DONE")
        with pytest.raises(RunStopped):
            each.end_step()
        with pytest.raises(RunStopped):
            each.compact()


# Library


def test_a_run_in_a_store_survives_a_restart_in_the_middle_of_a_step(stored: StoreKeeper) -> None:
    """Taken up by another object, it counts on and makes its snapshot, accepted through the boundary."""
    limits = CadenceLimits(3, 8)
    run = run_over(stored, thresholds=limits)
    run.log("USER", RunEvent(EventKind.USER, "Never touch the invoices table."))
    run.log("PLAN_DONE", RunEvent(EventKind.ASSISTANT, "The file part1.csv holds 240 rows. " * 12))
    again = run_over(stored, thresholds=limits, review=ReviewPolicy(0, "accept", confirm=("C",)))
    assert again.state == run.state
    again.log("ACT_DONE")
    again.log("OBSERVE_DONE")
    made = again.end_step()
    assert made is not None
    assert made.snapshot["counts"]["counted_events_since_last_compaction"] == 3
    assert [m.artifact_id for m in accept_rollback.history(stored.env).pointers] == [
        made.proposal.artifact_id
    ]
    last = run_over(stored, thresholds=limits)
    assert last.snapshot == made.snapshot


def test_objective_and_done_definition_never_change(kept: InMemory) -> None:
    """A run is not taken up with others."""
    step(run_over(kept), 1)
    with pytest.raises(Refused, match="never change"):
        SnapshotRun("exporter", kept, "Something else", DONE)
    with pytest.raises(Refused, match="never change"):
        SnapshotRun("exporter", kept, OBJECTIVE, "when it is done")


def test_a_compaction_waits_for_a_person_and_applies_only_then(kept: InMemory) -> None:
    """Without a decision it makes no snapshot and stays due; with a rejection too; then it applies."""
    run = run_over(kept, review=ReviewPolicy(0, "stop"))
    with pytest.raises(NoDecision, match="nobody decided"):
        steps(run, 1, 6)
    assert run.snapshot is None and run.state.counted_events == 18
    made = run_over(kept).compact()
    assert (made.trigger, made.decision.outcome) == ("EVENT_THRESHOLD", "unreviewed")


def test_nothing_to_compact_is_refused(kept: InMemory) -> None:
    """An empty snapshot is not made."""
    with pytest.raises(Refused, match="nothing was logged"):
        run_over(kept).compact()


def test_the_tuning_report_counts_loops_forgetting_stalls_and_cost(kept: InMemory) -> None:
    """Each figure over what it is a rate of; nothing verified yet is no denominator."""
    run = run_over(kept, thresholds=CadenceLimits(6, 8))
    before = run.tuning_report()
    assert (before.loop_rate, before.tokens_per_verified_claim) == (None, None)
    steps(run, 1, 2)
    run.log("USER", RunEvent(EventKind.USER, "I said it: never touch the invoices table."))
    run.log("NO_EVIDENCE")
    step(run, 3, call="part2.csv")
    report = run.tuning_report().to_json()
    verified = report["verified_claims"]
    assert verified > 0
    assert {key: report[key] for key in list(report)[1:8]} == {
        "event_threshold": 6,
        "n_step_fallback": 8,
        "steps": 3,
        "compactions": 1,
        "loop_rate": round(1 / 3, 6),
        "constraint_forget_incidents": 1,
        "no_evidence_stalls": 1,
    }
    assert report["tokens_per_verified_claim"] == round(run.state.tally.tokens / verified, 6) > 50
    assert report["latency_ms_per_verified_claim"] >= 0


def test_an_event_waits_in_the_state_without_what_is_not_set() -> None:
    """It is saved with its step; an empty text and `failed=False` are values."""
    plain = Logged.of(RunEvent(EventKind.TOOL_RESULT, "", "c1", failed=False))
    saved = plain.model_dump(mode="json")
    assert saved == {"kind": "tool_result", "text": "", "call_id": "c1", "failed": False}
    assert Logged.model_validate(saved) == plain
