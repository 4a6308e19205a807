"""Gate E on a small source: counts, times and size, each with its fault and without it."""

from __future__ import annotations

import pytest

from gates.evaluate import nearest_rank_p95
from gates.report import Verdict
from tests.gates.build import item
from tests.gates.small_report import GOOD, judge, rules


def test_cost_over_the_cap_degrades_and_a_missing_count_is_unverifiable() -> None:
    """The four counts are summed against the purpose's cap; an unknown one is never zero."""
    record = {"model": "m", "input_tokens": 39_000, "cache_read_tokens": 900, "cache_creation_tokens": 0}
    over = judge(*GOOD, generation_record={**record, "output_tokens": 200})
    assert over.gates["E"].status is Verdict.FAIL
    assert over.failure_actions == ("degrade",)
    unknown = judge(*GOOD, generation_record=record)
    assert unknown.gates["E"].status is Verdict.UNVERIFIABLE
    slow = judge(*GOOD, generation_record={**record, "output_tokens": 1, "elapsed_ms": 120_001})
    assert slow.gates["E"].status is Verdict.FAIL


def test_an_artifact_not_smaller_than_its_source_fails_cost() -> None:
    """Ten times the source is no compaction."""
    filler = item(
        "The exporter writes 240 rows per batch. " * 40, "The exporter now writes 240 rows per batch"
    )
    report = judge(*GOOD, filler)
    assert "compression_ratio_exceeded" in rules(report, "E")
    assert report.fails_by_size_alone
    slow = {"model": "m", "input_tokens": 1, "output_tokens": 1, "elapsed_ms": 120_001}
    assert not judge(*GOOD, filler, generation_record=slow).fails_by_size_alone
    assert not judge(*GOOD).fails_by_size_alone


def test_an_imported_artifact_was_made_under_other_limits() -> None:
    """Gate E does not apply, and its known counts are shown."""
    report = judge(*GOOD, origin="imported", generation_record={"output_tokens": 70_000})
    assert report.gates["E"].status is Verdict.NOT_APPLICABLE
    assert report.gates["E"].measures[0].value == 70_000
    assert report.unjudged == ("E",)
    assert report.passes()
    assert not report.passes(strict=True)
    assert report.fail_on() == ("A", "C", "D")
    assert report.passes(strict=True, fail_on=report.fail_on())


def test_the_nearest_rank_leaves_unknown_times_out() -> None:
    """Of twenty known values the nineteenth is the 95th percentile."""
    assert nearest_rank_p95([*range(1, 21), None]) == 19
    assert nearest_rank_p95([None]) is None


@pytest.mark.parametrize(("model", "verdict"), [("m", Verdict.UNVERIFIABLE), (None, Verdict.PASS)])
def test_the_time_of_a_model_call_that_is_not_known_is_never_short(
    model: str | None, verdict: Verdict
) -> None:
    """Without a model there is no call whose time could be missing."""
    counts = ("input_tokens", "cache_read_tokens", "cache_creation_tokens", "output_tokens")
    report = judge(*GOOD, generation_record={**dict.fromkeys(counts, 0), "model": model, "elapsed_ms": None})
    assert report.gates["E"].status is verdict
    assert ("time_missing" in rules(report, "E")) is (verdict is Verdict.UNVERIFIABLE)
