"""Each invariant of snapshots, broken once; and the strictness of the schema."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from gates.snapshot.builder import build_snapshot
from gates.snapshot.invariants import CHECK_NAMES, check
from gates.snapshot.model import CONTRACT_FIELDS, SnapshotError, is_snapshot, parse_snapshot, schema_problems

from .build import active, artifact, conflict, given, ledger_of, link

MADE = artifact(
    {"kind": "claim", "text": "34 uses", "links": [link(7)]},
    conflict("Port 80 or 8080", 10, 20),
    {
        "kind": "failure",
        "text": "Tests failed",
        "detail": {"category": "command", "where": "make", "why": "x"},
    },
    {"kind": "open_question", "text": "Which port?"},
)
FIRST = build_snapshot(given(active(MADE), done_definition={"tests": "pass"}))
NEXT = build_snapshot(given(active(MADE), sequence=2, previous=FIRST, done_definition={"tests": "pass"}))
LEDGER = ledger_of(MADE)

Breaking = Callable[[dict[str, Any]], object]


def first_pointer(snapshot: dict[str, Any]) -> Any:
    """The evidence pointer on the first side of the conflict."""
    return snapshot["state"]["conflicts"][0]["side_a_refs"][0]


def broken(change: Breaking) -> dict[str, str]:
    """The outcome of every check, by name, on the second snapshot after a change."""
    snapshot = copy.deepcopy(NEXT)
    change(snapshot)
    return {each["name"]: each["status"] for each in check(snapshot, FIRST, LEDGER)}


def test_an_unbroken_snapshot_passes_every_check() -> None:
    assert broken(lambda s: s) == dict.fromkeys(CHECK_NAMES, "PASS")


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("objective_unchanged", lambda s: s.update(objective="Another")),
        ("done_definition_unchanged", lambda s: s["done_definition"].update(tests="fail")),
        ("verified_claims_have_evidence", lambda s: s["state"]["claims"][0].update(evidence_refs=[])),
        ("conflicts_two_sided", lambda s: s["state"]["conflicts"][0].update(side_b_refs=[])),
        (
            "conflicts_two_sided",
            lambda s: s["state"]["conflicts"][0].update(
                side_b_refs=s["state"]["conflicts"][0]["side_a_refs"]
            ),
        ),
        ("no_inlined_blobs", lambda s: s["state"]["claims"][0].update(statement="x" * 4_001)),
        ("no_inlined_blobs", lambda s: s["state"]["claims"][0].update(raw={"deep": ["x" * 4_001]})),
        ("no_inlined_blobs", lambda s: s["retrieval_diagnostics"].update(page="x" * 4_001)),
        ("no_inlined_blobs", lambda s: s["retrieval_diagnostics"].update(page='"' * 4_001)),
        ("no_inlined_blobs", lambda s: s["retrieval_diagnostics"].update(page='\\"' * 2_001)),
        (
            "evidence_ids_derive",
            lambda s: s["state"]["conflicts"][0]["side_a_refs"][0]["span"].update(start=1),
        ),
        ("evidence_ids_derive", lambda s: s["state"]["failures"][0].update(evidence_refs=[{"chunk_id": 3}])),
        ("evidence_ids_derive", lambda s: first_pointer(s)["span"].update(end=2**53)),
        ("evidence_ids_derive", lambda s: first_pointer(s).update(quote_hash="\ud800")),
        ("sequence_dense", lambda s: s.update(sequence=3)),
    ],
)
def test_breaking_one_invariant_fails_that_check_alone(name: str, change: Breaking) -> None:
    assert [each for each, status in broken(change).items() if status == "FAIL"] == [name]


def test_a_verified_claim_from_outside_the_ledger_is_new() -> None:
    failed = [each for each in check(NEXT, FIRST, LEDGER - {_first_evidence()}) if each["status"] == "FAIL"]
    assert [each["name"] for each in failed] == ["no_new_verified_claims"]
    assert NEXT["state"]["claims"][0]["claim_id"] in failed[0]["message"]


def test_a_candidate_may_cite_what_the_ledger_does_not_hold() -> None:
    snapshot = copy.deepcopy(NEXT)
    snapshot["state"]["claims"][0]["status"] = "candidate"
    assert {each["status"] for each in check(snapshot, FIRST, frozenset())} == {"PASS"}


def test_a_snapshot_outside_the_schema_fails_every_check() -> None:
    assert set(broken(lambda s: s.update(sequence="2")).values()) == {"FAIL"}


@pytest.mark.parametrize("field", CONTRACT_FIELDS)
def test_every_field_of_the_contract_is_required(field: str) -> None:
    snapshot = {key: value for key, value in NEXT.items() if key != field}
    assert schema_problems(snapshot) == (f"{field}: is missing",)


@pytest.mark.parametrize(
    "change",
    [
        lambda s: s.update(extra=1),
        lambda s: s.update(sequence=True),
        lambda s: s.update(sequence=-1),
        lambda s: s.update(created_at="yesterday"),
        lambda s: s.update(objective=None),
        lambda s: s.update(done_definition=["a"]),
        lambda s: s.update(latest_context_manifest_ids="m-1"),
        lambda s: s.update(latest_context_manifest_ids=[1]),
        lambda s: s["counts"].pop("steps_since_last_compaction"),
        lambda s: s["state"].update(more=[]),
        lambda s: s["state"].update(open_questions=[{"text": "x"}]),
        lambda s: s["state"]["claims"][0].update(status="true"),
        lambda s: s["state"]["claims"][0].pop("evidence_refs"),
        lambda s: s["state"]["claims"][0]["evidence_refs"][0].update(quote="the words"),
        lambda s: s["state"]["claims"][0]["evidence_refs"][0].pop("span"),
        lambda s: s["state"]["claims"][0]["evidence_refs"][0]["span"].update(end=-1),
        lambda s: s["state"]["conflicts"][0].pop("description"),
        lambda s: s["state"]["failures"][0].pop("why"),
        lambda s: s["state"]["source_coverage"].pop("chunk_ids_cited"),
        lambda s: s["validation"].update(status="MAYBE"),
        lambda s: s["validation"]["checks"][0].update(extra=1),
        lambda s: s["validation"].update(failure_action_taken="IGNORE"),
    ],
)
def test_the_schema_refuses_what_the_contract_does_not_allow(change: Breaking) -> None:
    snapshot = copy.deepcopy(NEXT)
    change(snapshot)
    assert len(schema_problems(snapshot)) >= 1


@pytest.mark.parametrize(
    "change",
    [
        lambda s: s["state"]["claims"][0].update(note="more"),
        lambda s: s["state"]["conflicts"][0].update(note="more"),
        lambda s: s["state"]["failures"][0].update(note="more"),
        lambda s: s["state"]["source_coverage"].update(note="more"),
        lambda s: s["counts"].update(note="more"),
        lambda s: s["retrieval_diagnostics"].update(note="more"),
        lambda s: s.update(
            done_definition="all tests pass", retrieval_diagnostics={}, policy_snapshot_ref=None
        ),
    ],
)
def test_objects_that_are_minimum_may_carry_more(change: Breaking) -> None:
    snapshot = copy.deepcopy(NEXT)
    change(snapshot)
    assert schema_problems(snapshot) == ()


@pytest.mark.parametrize("payload", ["{", "[]", '{"snapshot_id": "snp_1"}', "null", "[" * 100_000])
def test_text_that_is_no_snapshot_is_refused_with_a_hint(payload: str) -> None:
    with pytest.raises(SnapshotError) as caught:
        parse_snapshot(payload)
    assert caught.value.hint


def test_a_snapshot_is_told_from_an_artifact() -> None:
    assert is_snapshot(NEXT)
    assert not is_snapshot(MADE.to_json())


def _first_evidence() -> str:
    evidence = NEXT["state"]["claims"][0]["evidence_refs"][0]["evidence_id"]
    assert isinstance(evidence, str)
    return evidence
