"""Names of the measures for readers, the wording of a measure beyond its threshold, and counts with nouns."""

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
    """Return the wording for a missed measure, such as `decisions kept: 0.75, at least 0.95 needed`."""
    if name == "parse_success_rate":
        return "it does not parse, or says nothing"
    text = f"{MEASURES.get(name, name)}: {_figure(name, value, threshold)}"
    if op is None or threshold is None:
        return text
    if not threshold and op in ("==", "<="):
        return f"{text}, none allowed"
    limit = f"{_LIMITS[op]} {_limit(name, threshold)}"
    return f"{text}, {limit} {'allowed' if op.startswith('<') else 'needed'}"


def _limit(name: str, threshold: float) -> str:
    if name == "elapsed_ms_p95":
        return f"{threshold / 1000:,.6g} s"
    return f"{threshold * 100:,.6g}%" if name == "compression_ratio" else f"{threshold:,.6g}"


def _figure(name: str, value: float | None, beside: float | None) -> str:
    if value is None:
        return "unknown"
    if name == "elapsed_ms_p95":
        return f"{value / 1000:,.6g} s"
    return share(value, beside) if name == "compression_ratio" else ratio(value, beside)


def ratio(value: float | int, beside: float | None = None) -> str:
    """Format a ratio with two digits, never rounded up; with up to four if needed to differ from `beside`.

    Integers, and whole values above 1, are counts and get thousands separators.
    """
    if isinstance(value, int) or (value == int(value) and value > 1):
        return f"{int(value):,}"
    for digits in (2, 3):
        shown = cut(value, digits)
        if beside is None or value == beside or float(shown) != float(cut(beside, digits)):
            return shown
    return cut(value, 4)


def share(value: float, beside: float | None = None) -> str:
    """Format a share to a tenth of a percent.

    To a hundredth if rounding would make it look equal to `beside`.
    """
    shown = f"{value:.1%}"
    return f"{value:.2%}" if beside is not None and value != beside and shown == f"{beside:.1%}" else shown


def cut(value: float, digits: int) -> str:
    """Format a value cut, not rounded, after this many digits."""
    shift = 10**digits
    return f"{int(value * shift + 1e-9) / shift:.{digits}f}"


def masked_places(count: int) -> str:
    """Format the number of places in which a secret was masked; one secret may be in several."""
    return f"secrets masked in {plural(count, 'place')}" if count else "no secret masked"


def plural(count: int, noun: str, many: str | None = None) -> str:
    """Format a count with its noun: `1 event`, `1,309 events`."""
    return f"{count:,} {noun if count == 1 else (many or noun + 's')}"
