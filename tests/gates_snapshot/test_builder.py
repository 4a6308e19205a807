"""The snapshot that follows from what is active."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest

from gates.artifact import normalise_text
from gates.capture import CapturedItem
from gates.report import Verdict
from gates.snapshot.builder import (
    ActiveArtifact,
    build_snapshot,
    diagnostic,
    objective_line,
    snapshot_of_artifact,
)
from gates.snapshot.invariants import CHECK_NAMES, check
from gates.snapshot.model import CONTRACT_FIELDS, derive_snapshot_id, parse_snapshot, schema_problems
from gates.source import SourceLink

from .build import active, artifact, conflict, given, link, report

FACT = {"kind": "claim", "text": "34 uses", "links": [link(7)]}
WORK = {"kind": "open_work", "text": "write the tests", "status": "open", "links": [link(9)]}


def test_it_has_exactly_the_contract_s_fields_and_is_valid() -> None:
    snapshot = build_snapshot(given(active(artifact(FACT, WORK))))
    assert tuple(snapshot) == CONTRACT_FIELDS
    assert schema_problems(snapshot) == ()
    assert [each["name"] for each in snapshot["validation"]["checks"]] == list(CHECK_NAMES)
    assert snapshot["validation"]["status"] == "PASS"
    assert snapshot["validation"]["failure_action_taken"] == "NONE"
    assert diagnostic(snapshot) == ""
    assert parse_snapshot(snapshot) == snapshot


def test_items_become_claims_under_their_own_ids() -> None:
    made = artifact(
        {"kind": "decision", "text": "Use Lax"}, FACT, WORK, {"kind": "artifact_ref", "text": "a.py"}
    )
    claims = build_snapshot(given(active(made)))["state"]["claims"]
    assert [each["claim_id"] for each in claims] == [item.item_id for item in made.items]
    assert [each["kind"] for each in claims] == ["decision", "claim", "open_work", "artifact_ref"]
    assert [each["work_status"] for each in claims] == [None, None, "open", None]


def test_conflicts_failures_and_questions_go_to_their_own_arrays() -> None:
    made = artifact(
        conflict("Port 80 or 8080", 10, 20),
        {
            "kind": "failure",
            "text": "Tests failed",
            "detail": {"category": "command", "where": "make", "why": "x"},
        },
        {"kind": "failure", "text": "It broke"},
        {"kind": "open_question", "text": "Which port?", "links": [link(30)]},
    )
    state = build_snapshot(given(active(made)))["state"]
    assert state["claims"] == []
    assert [c["side_a_refs"][0]["ordinal"] for c in state["conflicts"]] == [10]
    assert [c["side_b_refs"][0]["ordinal"] for c in state["conflicts"]] == [20]
    assert [(f["category"], f["where"], f["why"]) for f in state["failures"]] == [
        ("command", "make", "x"),
        ("unspecified", "", ""),
    ]
    assert state["open_questions"] == ["Which port?"]
    cited = [chunk.split(":")[1] for chunk in state["source_coverage"]["chunk_ids_cited"]]
    assert cited == ["10", "20", "30"]


def test_a_claim_is_verified_only_when_b_and_d_passed_for_it_and_its_links_are_in_the_ledger() -> None:
    made = artifact(FACT, WORK, {"kind": "claim", "text": "no link"})
    fact, work, _ = (item.item_id for item in made.items)

    def statuses(**more: Any) -> list[str]:
        judged = more.pop("judged", None)
        snapshot = build_snapshot(given(active(made, judged), **more))
        assert snapshot["validation"]["status"] == "PASS"
        return [claim["status"] for claim in snapshot["state"]["claims"]]

    assert statuses() == ["verified", "verified", "candidate"]
    assert statuses(judged=report(made, doubted={fact: "B"})) == ["candidate", "verified", "candidate"]
    assert statuses(judged=report(made, doubted={work: "D"})) == ["verified", "candidate", "candidate"]
    assert statuses(judged=report(made, doubted={work: "C"})) == ["verified", "verified", "candidate"]
    assert statuses(judged=report(made, doubted={work: "D"}, reviewed=True))[1] == "verified"
    assert statuses(judged=report(made, D=Verdict.UNVERIFIABLE)) == ["candidate"] * 3
    assert statuses(ledger={made.items[0].links[0].evidence_id}) == ["verified", "candidate", "candidate"]


def test_equal_items_of_two_artifacts_are_one_claim_with_the_evidence_of_both() -> None:
    one = artifact(WORK, end=40)
    two = artifact({**WORK, "status": "done", "links": [link(50)]}, start=41)
    (claim,) = build_snapshot(given(active(one), active(two)))["state"]["claims"]
    assert [each["ordinal"] for each in claim["evidence_refs"]] == [9, 50]
    assert claim["artifact_ids"] == [one.artifact_id, two.artifact_id]
    assert (claim["work_status"], claim["status"]) == ("done", "verified")


def merged(one: dict[str, Any], two: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    """The claims of two artifacts with one item each; `more` doubts the second."""
    first, second = artifact(one, end=40), artifact(two, start=41)
    after = ActiveArtifact(second, second.artifact_id, report(second, **more)) if more else active(second)
    claims: list[dict[str, Any]] = build_snapshot(given(active(first), after))["state"]["claims"]
    return claims


@pytest.mark.parametrize(
    ("later", "count"),
    [
        ("release the lock before the upload", 1),
        ("Please release the lock before the upload again.", 1),
        ("Release the lock after the upload.", 2),
        ("Release the lock before an upload to Oslo.", 2),
        ("Never release the lock before the upload.", 2),
    ],
)
def test_the_same_words_of_two_artifacts_are_one_claim(later: str, count: int) -> None:
    """Articles and courtesy aside; one word more, less or other is another claim."""
    one = {"kind": "decision", "text": "Release the lock before the upload.", "links": [link(5)]}
    claims = merged(one, {**one, "text": later, "links": [link(50)]})
    assert len(claims) == count
    if count == 1:
        assert claims[0]["statement"] == later
        assert [each["ordinal"] for each in claims[0]["evidence_refs"]] == [5, 50]


def test_a_path_has_one_claim_with_its_last_change() -> None:
    """The last artifact's words, verified only where they are; another speaker's words stay apart."""
    one = {"kind": "artifact_ref", "text": "src/a.py (last edit puts in `1`)", "links": [link(5)]}
    two = {**one, "text": "src/a.py (last edit puts in `2`)", "links": [link(50)]}
    (claim,) = merged(one, two)
    assert (claim["statement"], claim["status"]) == (two["text"], "verified")
    name = artifact(two, start=41).items[0].item_id
    (claim,) = merged(one, two, doubted={name: "D"})
    assert (claim["statement"], claim["status"]) == (two["text"], "candidate")
    assert len(merged(one, {**two, "text": "src/b.py (last edit puts in `2`)"})) == 2
    fact = {"kind": "decision", "text": "Use rye.", "links": [link(5)], "speaker": "user"}
    assert len(merged(fact, {**fact, "text": "Use rye", "links": [link(50)]})) == 1
    assert len(merged(fact, {**fact, "speaker": "agent", "text": "Use rye", "links": [link(50)]})) == 2


def test_claims_of_a_rolled_back_artifact_are_retracted_in_the_next_snapshot_only() -> None:
    stays, leaves = artifact(FACT, end=40), artifact(FACT, WORK, start=41)
    first = build_snapshot(given(active(stays), active(leaves)))
    second = build_snapshot(given(active(stays), sequence=2, previous=first, retracted=active(leaves)))
    third = build_snapshot(given(active(stays), sequence=3, previous=second))
    assert [c["status"] for c in second["state"]["claims"]] == ["verified", "retracted"]
    assert [c["status"] for c in third["state"]["claims"]] == ["verified"]
    assert second["retrieval_diagnostics"]["next_actions"] == []
    assert second["counts"]["delta"]["claims_restated"] == 1
    assert third["counts"]["delta"]["claims_removed"] == 1
    assert third["counts"]["delta"]["retracted"] == -1


def test_next_actions_are_the_first_three_open_items() -> None:
    items = [
        {"kind": "open_work", "text": f"task {n}", "status": "done" if n == 1 else "open"} for n in range(6)
    ]
    actions = build_snapshot(given(active(artifact(*items))))["retrieval_diagnostics"]["next_actions"]
    assert [each["statement"] for each in actions] == ["task 0", "task 2", "task 3"]


def test_selection_names_what_was_kept_and_dropped_as_runs_and_what_was_left_out() -> None:
    left = CapturedItem(
        item_id="cap_1",
        kind="decision",
        text="Never push",
        status="in_force",
        origin="phrase",
        evidence=(SourceLink.model_validate(link(4)),),
    )
    snapshot = build_snapshot(given(active(artifact(FACT, kept=[3, 10, 11])), not_included=(left,)))
    selection = snapshot["retrieval_diagnostics"]["selection"]
    assert [(run["start"], run["end"]) for run in selection["kept"]] == [(3, 3), (10, 11)]
    assert [(run["start"], run["end"]) for run in selection["dropped"]] == [(4, 9), (12, 90)]
    assert [each["item_id"] for each in selection["captured_not_included"]] == ["cap_1"]
    assert "quote" not in str(
        selection["captured_not_included"][0]["evidence_refs"][0].keys() - {"quote_hash"}
    )


def test_its_id_derives_from_its_content() -> None:
    snapshot = build_snapshot(given(active(artifact(FACT))))
    other = build_snapshot(given(active(artifact(WORK))))
    assert snapshot["snapshot_id"] == derive_snapshot_id(snapshot) != other["snapshot_id"]
    assert build_snapshot(given(active(artifact(FACT)))) == snapshot


def test_a_failed_validation_is_retried_once_and_then_a_system_error() -> None:
    wrong = build_snapshot(given(active(artifact(FACT)), sequence=7))
    assert wrong["validation"]["status"] == "FAIL"
    assert wrong["validation"]["failure_action_taken"] == "SYSTEM_ERROR"
    assert diagnostic(wrong) == "sequence_dense: sequence is 7, not 1"


def test_a_validation_that_passes_on_the_retry_says_so() -> None:
    calls = []

    def once_wrong(
        snapshot: dict[str, Any], previous: dict[str, Any] | None, ledger: Collection[str]
    ) -> list[dict[str, str]]:
        calls.append(snapshot["snapshot_id"])
        found = check(snapshot, previous, ledger)
        return found if len(calls) > 1 else [{**found[0], "status": "FAIL"}, *found[1:]]

    snapshot = build_snapshot(given(active(artifact(FACT))), once_wrong)
    assert snapshot["validation"]["failure_action_taken"] == "RETRY"
    assert snapshot["validation"]["status"] == "PASS"
    assert len(calls) == 2 and calls[0] == calls[1]


def test_a_statement_too_long_to_inline_is_shortened_with_its_length() -> None:
    snapshot = build_snapshot(given(active(artifact({"kind": "claim", "text": "x" * 9_000}))))
    statement = snapshot["state"]["claims"][0]["statement"]
    assert len(statement) == 4_000 and statement.endswith("[9000 characters in all]")
    assert snapshot["validation"]["status"] == "PASS"


def test_an_artifact_alone_makes_a_valid_snapshot_for_comparing() -> None:
    made = artifact(FACT, WORK, objective="Fix  the\nlogin")
    plain, judged = snapshot_of_artifact(made), snapshot_of_artifact(made, report(made))
    assert plain["validation"]["status"] == judged["validation"]["status"] == "PASS"
    assert {claim["status"] for claim in plain["state"]["claims"]} == {"candidate"}
    assert {claim["status"] for claim in judged["state"]["claims"]} == {"verified"}
    assert plain["objective"] == "Fix the login"


def test_an_objective_is_the_first_500_characters_with_white_space_folded() -> None:
    assert len(objective_line("word\n " * 400)) == 500
    assert normalise_text(objective_line(" a\n b ")) == "a b"
