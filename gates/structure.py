"""Gate A, structure: the artifact parses into the canonical schema and states something (S1).

`gates.artifact.parse` does the parsing; text that does not parse never reaches a gate (see `evaluate`).
"""

from __future__ import annotations

from gates.findings import Found
from gates.gate import GateInput
from gates.report import GateResult, Measure, Verdict


class StructureGate:
    """Gate A."""

    name = "A"

    def evaluate(self, given: GateInput) -> GateResult:
        """Judge a parsed artifact: PASS with items, UNVERIFIABLE if it is opaque, FAIL if it is empty."""
        threshold = given.policy.thresholds.parse_success_rate
        if given.artifact.opaque:
            message = "the summary is encrypted or absent: nothing in it can be judged"
            found = Found("opaque", "warning", message)
            return GateResult(
                status=Verdict.UNVERIFIABLE,
                measures=(_measure(None, threshold),),
                findings=(found.finding(given.artifact_id, None),),
            )
        if not given.artifact.items:
            found = Found("no_items", "hard", "the artifact states nothing: it has no items")
            return GateResult(
                status=Verdict.FAIL,
                measures=(_measure(0.0, threshold),),
                findings=(found.finding(given.artifact_id, None),),
            )
        return GateResult(status=Verdict.PASS, measures=(_measure(1.0, threshold),))


def unparsed(problems: tuple[str, ...], threshold: float) -> GateResult:
    """Return gate A's result for text that did not parse: one finding for each problem."""
    findings = tuple(
        Found("schema", "hard", problem, distinct=str(number)).finding("unparsed", None)
        for number, problem in enumerate(problems)
    )
    return GateResult(status=Verdict.FAIL, measures=(_measure(0.0, threshold),), findings=findings)


def _measure(value: float | None, threshold: float) -> Measure:
    passed = None if value is None else value >= threshold
    return Measure(name="parse_success_rate", value=value, op=">=", threshold=threshold, passed=passed)
