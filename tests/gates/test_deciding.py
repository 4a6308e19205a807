"""Inputs that change a verdict besides the artifact: reviews, policy, capture, and deciding gates."""

from __future__ import annotations

from gates.artifact import Artifact
from gates.evaluate import Evaluator, evaluate
from gates.policy import parse_policy
from gates.report import Verdict
from gates.review import Review, ReviewAction
from tests.gates.build import artifact_of, capture_of, captured, index_of, item
from tests.gates.small_report import API, CAPTURE, GOOD, judge


def test_a_reviewer_clears_a_contradiction_and_strict_scoring_ignores_that() -> None:
    """A cleared finding stays in the report and no longer counts."""
    wrong = item("The billing tests pass", "2 failed, 14 passed in 3.20s")
    made = artifact_of(*GOOD, wrong)
    index = index_of()
    (finding,) = evaluate(made, index, CAPTURE).gates["D"].findings
    review = Review(
        review_id="rev_1",
        session_id="ses_test",
        action=ReviewAction.CLEAR,
        target=finding.finding_id,
        artifact_id=made.artifact_id,
        actor="ann",
        reason="run again by hand",
    )
    heard = evaluate(made, index, CAPTURE, (review,))
    assert heard.gates["D"].status is Verdict.PASS
    assert heard.gates["D"].findings[0].reviewed == "rev_1"
    assert evaluate(made, index, CAPTURE, (review,), strict=True).gates["D"].status is Verdict.FAIL


def test_a_dismissed_capture_no_longer_counts_and_an_added_one_does() -> None:
    """Reviews change what must be retained; the capture's digest changes with them."""
    made, index = artifact_of(*GOOD[1:]), index_of()
    dismissed = _about(API.item_id, ReviewAction.DISMISS)
    assert evaluate(made, index, CAPTURE, (dismissed,)).gates["C"].status is Verdict.PASS
    extra = captured("Keep the old column order", "keeps the old column order").model_dump(mode="json")
    added = _about(str(extra["item_id"]), ReviewAction.ADD, extra)
    report = evaluate(artifact_of(*GOOD), index, CAPTURE, (added,))
    assert report.gates["C"].status is Verdict.FAIL


def _about(target: str, action: ReviewAction, added: dict[str, object] | None = None) -> Review:
    return Review(
        review_id="rev_2",
        session_id="ses_test",
        action=action,
        target=target,
        added=added,
        actor="a",
        reason="r",
    )


def test_the_gates_that_decide_a_score_are_those_named_else_by_origin() -> None:
    """A draft is decided by all five; one gate that fails decides only where it is named."""
    report = judge(*GOOD, item("The staging cluster was rebuilt on Friday night"))
    assert report.fail_on() == ("A", "B", "C", "D", "E")
    assert report.fail_on(("A", "D")) == ("A", "D")
    assert report.gates["B"].status is Verdict.FAIL
    assert report.passes(fail_on=("A", "D"))
    assert not report.passes(fail_on=("A", "B"))


def test_nothing_captured_is_not_applicable_and_no_capture_is_unverifiable() -> None:
    """An empty capture judges nothing; a missing one cannot be judged."""
    assert judge(*GOOD, capture=capture_of()).gates["C"].status is Verdict.NOT_APPLICABLE
    assert judge(*GOOD, capture=None).gates["C"].status is Verdict.UNVERIFIABLE


def test_a_policy_moves_the_threshold_and_the_version() -> None:
    """A policy that requires half of the decisions passes, with another version."""
    policy = parse_policy("name = 'lenient'\n[thresholds]\ndecision_recall = 0.5\n")
    report = evaluate(artifact_of(*GOOD[1:]), index_of(), CAPTURE, policy=policy)
    assert report.gates["C"].status is Verdict.PASS
    assert report.policy_version == policy.version
    assert policy.version.startswith("lenient-")


def test_an_edit_is_judged_as_in_a_new_evaluation() -> None:
    """One evaluator over a chain of edits gives what new evaluators give, byte for byte."""
    index = index_of()
    kept = Evaluator(index, CAPTURE)
    made: list[Artifact] = [artifact_of(*GOOD)]
    made.append(made[0].with_items((*GOOD[:3], item("The retry limit is 9 attempts.", "The retry limit"))))
    made.append(made[1].with_items(GOOD[1:]))
    made.append(made[0])
    for one in made:
        fresh = evaluate(one, index_of(), CAPTURE)
        assert kept.evaluate(one).model_dump_json() == fresh.model_dump_json()
