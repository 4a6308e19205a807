"""The shortest words of a report, as lists of drafts have them."""

from __future__ import annotations

import pytest

from gates.report import Verdict
from workbench.presentation.gate_words import outcome

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
