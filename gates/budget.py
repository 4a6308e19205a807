"""Gate E, cost and latency: the generation stayed within the limits of its purpose (S1).

Counts are tokens, never characters. The cost of an artifact's ancestors is shown and never decides.
"""

from __future__ import annotations

from gates.artifact import Origin
from gates.findings import Found
from gates.gate import GateInput
from gates.measure_words import missed_words
from gates.render import given_text
from gates.report import GateResult, Measure, Verdict

TARGET = (0.20, 0.35)
"""The contract's target size, as a share of the source's tokens (S1 section 3)."""


class BudgetGate:
    """Gate E.

    `lineage_tokens` is the cost of the artifact's ancestors, None if unknown; `growth` is the number of
    tokens by which accepting it would enlarge the context, None if not computed.
    """

    name = "E"

    def __init__(self, lineage_tokens: int | None = None, growth: int | None = None) -> None:
        self._lineage = lineage_tokens
        self._growth = growth

    def evaluate(self, given: GateInput) -> GateResult:
        """Judge the generation record, and whether the artifact is smaller than its source."""
        record = given.artifact.generation_record
        counts = record.counts()
        known = [count for count in counts if count is not None]
        imported = given.artifact.origin is Origin.IMPORTED
        limits = given.policy.limits(record.purpose)
        total = sum(known) if len(known) == len(counts) or (imported and known) else None
        cap, timeout = (limits.cap_tokens, limits.timeout_ms) if limits else (None, None)
        ratio = _ratio(given)
        decides = not imported
        measures = (
            _at_most("total_tokens", total, cap, decides=decides),
            _at_most("elapsed_ms_p95", record.elapsed_ms, timeout, decides=decides),
            Measure(
                name="compression_ratio",
                value=ratio,
                op="<",
                threshold=1.0,
                passed=None if ratio is None or imported else ratio < 1.0,
                decides=decides,
            ),
            Measure(name="lineage_tokens", value=self._lineage, decides=False),
        )
        found = _findings(given, total, ratio, measures, self._growth)
        findings = tuple(f.finding(given.artifact_id, None) for f in found)
        return GateResult(
            status=_status(given, limits is not None, total, measures), measures=measures, findings=findings
        )


def _ratio(given: GateInput) -> float | None:
    """Return the tokens that enter the context, kept events included, as a share of the range's tokens."""
    index = given.index
    if not index.source_tokens or given.artifact.opaque or given.source_elsewhere:
        return None
    kept = sum(index.events[ordinal].tokens for ordinal in sorted(index.source.kept))
    return round((index.estimate_tokens(given_text(given.artifact)) + kept) / (index.source_tokens + kept), 6)


def _at_most(name: str, value: int | None, limit: int | None, *, decides: bool) -> Measure:
    passed = None if value is None or limit is None or not decides else value <= limit
    return Measure(name=name, value=value, op="<=", threshold=limit, passed=passed, decides=decides)


def _status(given: GateInput, limited: bool, total: int | None, measures: tuple[Measure, ...]) -> Verdict:
    if given.artifact.origin is Origin.IMPORTED:
        return Verdict.NOT_APPLICABLE
    if any(measure.passed is False for measure in measures):
        return Verdict.FAIL
    if total is None or not limited or _untimed(given):
        return Verdict.UNVERIFIABLE
    return Verdict.PASS


def _untimed(given: GateInput) -> bool:
    """Return whether a model was called and the duration of the call is unknown."""
    record = given.artifact.generation_record
    return record.model is not None and record.elapsed_ms is None


def _findings(
    given: GateInput,
    total: int | None,
    ratio: float | None,
    measures: tuple[Measure, ...],
    growth: int | None,
) -> list[Found]:
    if given.artifact.origin is Origin.IMPORTED:
        return [
            Found("other_limits", "warning", "made under another system's limits: cost is shown, not judged")
        ]
    found = []
    if given.policy.limits(given.artifact.generation_record.purpose) is None:
        purpose = given.artifact.generation_record.purpose
        found.append(Found("purpose_unknown", "hard", f"the policy names no limits for purpose {purpose!r}"))
    if total is None:
        found.append(Found("count_missing", "hard", "a token count of the generation is missing"))
    if _untimed(given):
        found.append(Found("time_missing", "hard", "the time that the model call took is missing"))
    for measure in measures:
        if measure.passed is False:
            message = missed_words(measure.name, measure.value, measure.op, measure.threshold)
            if measure.name == "compression_ratio":
                message = f"the artifact is not smaller than its source ({measure.value:.1%} of its tokens)"
            found.append(Found(f"{measure.name}_exceeded", "hard", message))
    return [*found, *_size_findings(ratio, growth)]


def _size_findings(ratio: float | None, growth: int | None) -> list[Found]:
    """Return warnings about the text that would enter the context; none of them decides."""
    found = []
    if ratio is not None and TARGET[1] < ratio < 1.0:
        share = f"{ratio:.1%} of the source's tokens, above the target of 20% to 35%"
        found.append(Found("compression_target", "warning", f"the artifact with its headings is {share}"))
    if ratio is not None and ratio < TARGET[0]:
        share = f"{ratio:.1%} of the source's tokens, below the target of 20% to 35%"
        found.append(Found("compression_note", "warning", f"the artifact with its headings is {share}"))
    if growth is not None and growth > 0:
        message = f"accepting it makes the context larger than it is now, by {growth:,} tokens"
        found.append(Found("context_grows", "warning", message))
    return found
