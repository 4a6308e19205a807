"""Measures by the names that a reader sees, and what is said of one that is not as needed."""

from __future__ import annotations

MEASURES = {
    "parse_success_rate": "parsed",
    "traceable_item_ratio": "sourced items",
    "decision_recall": "decisions kept",
    "open_work_recall": "open work kept",
    "contradiction_count": "contradictions",
    "total_tokens": "model tokens",
    "elapsed_ms_p95": "time",
    "compression_ratio": "size / source",
    "lineage_tokens": "lineage tokens",
}
_LIMITS = {">=": "at least", "<=": "at most", "<": "below", "==": "exactly"}


def missed_words(name: str, value: float | None, op: str | None, threshold: float | None) -> str:
    """`decisions kept: 0.75, at least 0.95 needed`."""
    if name == "parse_success_rate":
        return "it does not parse, or says nothing"
    stated = f"{MEASURES.get(name, name)}: {_figure(name, value)}"
    if op is None or threshold is None:
        return stated
    if not threshold and op in ("==", "<="):
        return f"{stated}, none allowed"
    limit = f"{_LIMITS[op]} {_figure(name, threshold)}"
    return f"{stated}, {limit} {'allowed' if op.startswith('<') else 'needed'}"


def _figure(name: str, value: float | None) -> str:
    if value is None:
        return "unknown"
    return f"{value / 1000:,.6g} s" if name == "elapsed_ms_p95" else f"{value:,.6g}"
