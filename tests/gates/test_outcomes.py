"""Requests that were carried out are retained by what came of them, and are no certain loss."""

from __future__ import annotations

import pytest

from gates.capture import CapturedItem, make_capture, parse_capture
from gates.evaluate import Evaluator
from gates.report import GateReport, Retention, Verdict
from tests.gates.build import artifact_of, capture_of, captured, index_of, item

ASKED = captured(
    "Use the --dry-run flag for the first export, and write a changelog entry for it.",
    "Use the --dry-run flag for the first export, and write a changelog entry for it.",
)
RULE = captured("Never touch the public API.", "Never touch the public API.")
KEEPS_RULE = item("Never touch the public API.", kind="decision")


def judged(*wanted: CapturedItem, said: tuple[str, ...]) -> GateReport:
    """The report on a summary of some statements that keeps the rule."""
    made = artifact_of(KEEPS_RULE, *map(item, said), origin="imported", strategy="native")
    return Evaluator(index_of(), capture_of(RULE, *wanted)).evaluate(made)


def done(likelihood: float = 0.6) -> CapturedItem:
    """The request, carried out."""
    return ASKED.model_copy(update={"carried_out": True, "likelihood": likelihood})


def row(report: GateReport) -> tuple[bool, Retention, str] | None:
    """Whether the request counts, its verdict, and the rule; None where it is not listed."""
    found = [v for v in report.retention if v.item_id == ASKED.item_id]
    return (found[0].counted, found[0].verdict, found[0].rule) if found else None


TOLD = "The changelog has an entry for the export"


def test_a_statement_of_the_outcome_retains_it() -> None:
    """Open work must be stated completely."""
    assert row(judged(done(), said=(TOLD,))) == (True, Retention.PARAPHRASED, "outcome_stated")
    counted, verdict, _ = row(judged(ASKED, said=(TOLD,))) or (False, Retention.PRESERVED, "")
    assert counted and verdict in (Retention.UNCERTAIN, Retention.WEAKENED)


def test_one_that_denies_it_does_not() -> None:
    """`No entry was written` is about the same thing, too."""
    found = row(judged(done(0.9), said=("The changelog has no entry for the first export yet",)))
    assert found is None or found[1] not in (Retention.PRESERVED, Retention.PARAPHRASED)


@pytest.mark.parametrize(("likelihood", "listed"), [(0.9, True), (0.3, False)])
def test_where_nothing_is_said_of_it_the_gate_stands(likelihood: float, listed: bool) -> None:
    """It is listed as a likely loss if it probably still binds."""
    report = judged(done(likelihood), said=("The office orders paper.",))
    assert report.gates["C"].status is Verdict.PASS
    assert row(report) == ((False, Retention.DROPPED, "no_match") if listed else None)
    if listed:
        assert "it was carried out" in (report.retention[0].fix or "")
    still_open = judged(ASKED, said=("The office orders paper.",))
    assert still_open.gates["C"].status is Verdict.FAIL


def test_a_repaired_summary_is_judged_by_its_words_as_before() -> None:
    """Its links are guesses in either case, so what a statement retained is still retained."""
    made = artifact_of(KEEPS_RULE, item(TOLD), origin="repaired", strategy="native")
    report = Evaluator(index_of(), capture_of(RULE, done())).evaluate(made)
    assert row(report) == (True, Retention.PARAPHRASED, "outcome_stated")


def test_a_capture_in_a_file_may_say_so() -> None:
    """Captures of before, which do not say it, keep their digest."""
    plain, marked = make_capture("test/1", [ASKED]), make_capture("test/1", [done()])
    assert plain.digest != marked.digest
    assert parse_capture(marked.to_json()) == marked
    older = plain.to_json()
    del older["items"][0]["carried_out"]
    assert parse_capture(older) == plain
