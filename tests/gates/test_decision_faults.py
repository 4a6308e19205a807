"""A few dozen of the committed faults in decisions, and faithful counterparts, stay as they are judged."""

from __future__ import annotations

from bench.accuracy.tables.decision_faults import read_half, rows, verdict
from gates.report import Retention

KEPT = (Retention.PRESERVED, Retention.PARAPHRASED)
EVERY = 5


def test_most_faults_are_noticed_and_verbatim_words_are_kept() -> None:
    """On the half that may be read, at most one fault in ten passes, and no literal statement is lost."""
    read = [row for row in rows() if read_half(row["id"])]
    faults = [row for row in read if not row["retained"]][::EVERY]
    literal = [row for row in read if row["operator"] == "verbatim_in_context"]
    assert len(faults) > 40
    assert sum(verdict(row).verdict in KEPT for row in faults) <= len(faults) // 10
    assert {verdict(row).verdict for row in literal} == {Retention.PRESERVED}


def test_shortened_and_expanded_statements_are_mostly_kept() -> None:
    """Courtesy left out and detail added lose nothing."""
    reworded = [
        row for row in rows() if read_half(row["id"]) and row["operator"] in ("shortened", "expanded")
    ]
    kept = sum(verdict(row).verdict in KEPT for row in reworded)
    assert kept >= 0.8 * len(reworded)
