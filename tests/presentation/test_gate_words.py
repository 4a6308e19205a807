"""The shortest words of a report, as lists of drafts have them."""

from __future__ import annotations

import pytest

from gates.evaluate import evaluate
from gates.report import GateReport, Retention, RetentionVerdict, Verdict
from tests.gates.build import artifact_of, capture_of, captured, index_of, item, source_events
from workbench.presentation.gate_words import lost_words, outcome, replaceability

FAIL, PASS, UNVERIFIABLE = Verdict.FAIL, Verdict.PASS, Verdict.UNVERIFIABLE


@pytest.mark.parametrize(
    ("verdicts", "words", "style"),
    [
        ({"B": FAIL}, "ADVISORY B", "warn"),
        ({"B": FAIL, "C": FAIL}, "FAIL B C", "bad"),
        ({"C": FAIL}, "FAIL C", "bad"),
        ({"B": UNVERIFIABLE}, "UNVERIFIABLE B", "bad"),
        ({"B": FAIL, "C": UNVERIFIABLE}, "ADVISORY B, UNVERIFIABLE C", "bad"),
        ({"E": Verdict.NOT_APPLICABLE}, "PASS, E n/a", "good"),
        ({}, "PASS", "good"),
    ],
)
def test_gate_b_alone_is_advisory_wherever_it_is_named(
    verdicts: dict[str, Verdict], words: str, style: str
) -> None:
    """As on the draft's own page; what cannot be judged is never called a failure."""
    found = outcome(dict.fromkeys("ABCDE", PASS) | verdicts)
    assert (found.text, found.style) == (words, style)


def test_what_was_not_scored_says_so() -> None:
    """No gate is named."""
    assert outcome(None).text == "not scored"


def report_with(*verdicts: Retention) -> GateReport:
    """A report whose gate C fails by counted items with these verdicts."""
    text = "Keep the harbour lamp lit."
    event = source_events()[0]
    quoted = captured(text, event.text[:6])
    report = evaluate(artifact_of(item("The gulls sleep.")), index_of(), capture_of(quoted))
    stated = (
        RetentionVerdict(item_id=f"cap_{number}", kind="decision", text=text, verdict=verdict, rule="word")
        for number, verdict in enumerate(verdicts)
    )
    return report.model_copy(update={"retention": tuple(stated)})


@pytest.mark.parametrize(
    ("verdicts", "words"),
    [
        ([Retention.DROPPED], "C lost decisions or open work (1)"),
        (
            [Retention.DROPPED, Retention.UNCERTAIN],
            "C lost decisions or open work (1) and has items that it may state in other words, "
            "to be reviewed (1)",
        ),
        ([Retention.UNCERTAIN], "C has items that it may state in other words, to be reviewed (1)"),
    ],
)
def test_what_a_person_has_to_settle_is_not_called_lost(verdicts: list[Retention], words: str) -> None:
    """It keeps gate C from passing until it is settled."""
    assert words in replaceability(report_with(*verdicts)).why


@pytest.mark.parametrize(
    ("lost", "uncertain", "words"),
    [(0, 0, "0 lost"), (3, 0, "3 lost"), (3, 1, "2 lost, 1 to settle"), (1, 1, "1 to settle")],
)
def test_a_count_of_losses_names_what_is_to_be_settled_apart(lost: int, uncertain: int, words: str) -> None:
    """Of all that is not retained."""
    assert lost_words(lost, uncertain) == words
