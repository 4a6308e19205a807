"""A run that passes since a gate had nothing to judge says so, in words and in JSON."""

from __future__ import annotations

import pytest

from gates.report import Verdict
from workbench.cli.formats.sentences import verdict
from workbench.services.scores.score_results import ReportSummary, Rules, ScoreSummary

PASS, IDLE, FAIL = Verdict.PASS, Verdict.NOT_APPLICABLE, Verdict.FAIL


def judged(retention: Verdict, *, strict: bool = False) -> ReportSummary:
    """A compaction whose gates pass but for C, whose verdict is given."""
    passes = retention is PASS or (retention is IDLE and not strict)
    return ReportSummary("a", 0, 9, (PASS, FAIL, retention, PASS, IDLE), ("A", "C", "D"), passes, False, None)


def summary(*reports: ReportSummary, strict: bool = False) -> ScoreSummary:
    return ScoreSummary("default-1", Rules(strict=strict), reports)


@pytest.mark.parametrize(
    ("verdicts", "words", "found"),
    [
        ((PASS,), "PASSED: 1 compaction judged", None),
        (
            (IDLE,),
            "PASSED: 1 compaction judged; gate C had nothing to judge (--strict does not pass that)",
            {"C": 1},
        ),
        (
            (PASS, IDLE),
            "PASSED: 2 compactions judged; gate C had nothing to judge in 1 of 2 "
            "(--strict does not pass that)",
            {"C": 1},
        ),
    ],
)
def test_a_deciding_gate_without_anything_to_judge_is_named(
    verdicts: tuple[Verdict, ...], words: str, found: dict[str, int] | None
) -> None:
    """A gate that does not decide is not named: E is N/A in each of them."""
    made = summary(*map(judged, verdicts))
    assert verdict(made) == words
    assert made.head().get("nothing_to_judge") == found


def test_under_strict_nothing_was_lost_where_nothing_could_be_judged() -> None:
    """It does not pass, and is not called a loss."""
    made = summary(judged(IDLE, strict=True), strict=True)
    stated = "NOT PASSED: 1 of 1 compaction could not be judged; gate C had nothing to judge"
    assert (verdict(made), made.lossy) == (stated, 0)
