"""Messages about a missed measure, in the words of the tables."""

from __future__ import annotations

import pytest

from gates.measure_words import missed_words
from gates.report import Measure


@pytest.mark.parametrize(
    ("measure", "words"),
    [
        (
            Measure(name="traceable_item_ratio", value=0.5, op=">=", threshold=0.98),
            "sourced items: 0.50, at least 0.98 needed",
        ),
        (
            Measure(name="contradiction_count", value=3, op="==", threshold=0),
            "contradictions: 3, none allowed",
        ),
        (
            Measure(name="contradiction_count", value=3, op="<=", threshold=2),
            "contradictions: 3, at most 2 allowed",
        ),
        (
            Measure(name="elapsed_ms_p95", value=180_000, op="<=", threshold=120_000),
            "time: 180 s, at most 120 s allowed",
        ),
        (
            Measure(name="total_tokens", value=52_000, op="<=", threshold=40_000),
            "model tokens: 52,000, at most 40,000 allowed",
        ),
        (
            Measure(name="compression_ratio", value=1.25, op="<", threshold=1.0),
            "size / source: 125.0%, below 100% allowed",
        ),
        (
            Measure(name="parse_success_rate", value=0.0, op=">=", threshold=1.0),
            "it does not parse, or says nothing",
        ),
        (
            Measure(name="open_work_recall", value=None, op=">=", threshold=0.95),
            "open work kept: unknown, at least 0.95 needed",
        ),
        (
            Measure(name="decision_recall", value=0.9499, op=">=", threshold=0.95),
            "decisions kept: 0.94, at least 0.95 needed",
        ),
        (
            Measure(name="decision_recall", value=0.9899, op=">=", threshold=0.99),
            "decisions kept: 0.98, at least 0.99 needed",
        ),
        (Measure(name="of_a_plugin", value=2), "of_a_plugin: 2"),
    ],
)
def test_a_measure_is_reported_by_its_name_its_figure_and_its_limit(measure: Measure, words: str) -> None:
    """The message contains no field names; an unknown measure keeps its own name."""
    assert missed_words(measure.name, measure.value, measure.op, measure.threshold) == words
