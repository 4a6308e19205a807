"""Gates, measures and outcomes by the names that a reader sees, the same in commands and screens."""

from __future__ import annotations

from gates.report import GateReport, Measure, Verdict
from workbench.presentation.spans import Span

TITLES = {
    "A": "structure",
    "B": "traceability",
    "C": "retention",
    "D": "contradiction",
    "E": "cost",
}
MEASURES = {
    "parse_success_rate": "parsed",
    "traceable_item_ratio": "sourced items",
    "decision_recall": "decisions kept",
    "open_work_recall": "open work kept",
    "contradiction_count": "contradictions",
    "total_tokens": "tokens",
    "elapsed_ms_p95": "milliseconds",
    "compression_ratio": "size / source",
    "lineage_tokens": "lineage tokens",
}
FAILED = {
    "A": "does not parse or says nothing",
    "B": "no source: not to be accepted",
    "C": "lost what counts",
    "D": "contradicts its source",
    "E": "over its limits",
}
"""What a gate's failure means, in a few words."""
_STYLES = {Verdict.PASS: "good", Verdict.NOT_APPLICABLE: "dim"}


def passed_word(passed: bool | None) -> Span:
    """The word of a compaction that was scored; None: there is nothing that could be judged."""
    if passed is None:
        return Span("OPAQUE", "warn")
    return Span("PASS", "good") if passed else Span("FAIL", "bad")


def result_word(gate: str, status: Verdict) -> Span:
    """The word of a gate's outcome; a failing gate B is advisory, and prevents acceptance all the same."""
    if gate == "B" and status is Verdict.FAIL:
        return Span("ADVISORY", "warn")
    word = "N/A" if status is Verdict.NOT_APPLICABLE else status.value
    return Span(word, _STYLES.get(status, "bad"))


def counts_behind(measure: Measure, report: GateReport) -> str:
    """The counts behind a recall: ` (8/19)`; empty for other measures."""
    kind = {"decision_recall": "decision", "open_work_recall": "open_work"}.get(measure.name)
    judged = [verdict.retained for verdict in report.retention if verdict.kind == kind and verdict.counted]
    return f" ({sum(judged)}/{len(judged)})" if kind and judged else ""
