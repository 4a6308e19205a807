"""What judging gives back: measures, findings, gate results, retention verdicts, the report (GJ).

No clock, path or machine fact enters a report: equal inputs give equal bytes (GF).
"""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from gates.canonical import short_id
from gates.source import SourceLink

EVALUATOR_VERSION = "tier0/7"
"""Version of the judging as a whole; it changes whenever a verdict may."""

GATE_NAMES = ("A", "B", "C", "D", "E")

FAILURE_ACTION = {"A": "checkpoint", "B": "advisory", "C": "reject", "D": "reject", "E": "degrade"}
FAILURE_TAG = {"C": "insufficient_fidelity", "D": "contradiction_detected"}


class Verdict(StrEnum):
    """Outcome of one gate."""

    PASS = "PASS"
    FAIL = "FAIL"
    UNVERIFIABLE = "UNVERIFIABLE"
    """Could not be evaluated, or raised."""
    NOT_APPLICABLE = "NOT_APPLICABLE"
    """Nothing to judge; never A or B."""


class Retention(StrEnum):
    """What became of one captured item; only the first two are retained."""

    PRESERVED = "preserved"
    PARAPHRASED = "paraphrased"
    UNCERTAIN = "uncertain"
    WEAKENED = "weakened"
    MUTATED = "mutated"
    CONTRADICTED = "contradicted"
    DROPPED = "dropped"


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Measure(_Value):
    """One measured value beside what is needed; `value` null has no denominator and decides nothing."""

    name: str
    value: float | int | None
    op: Literal[">=", "<=", "==", "<"] | None = None
    threshold: float | int | None = None
    passed: bool | None = None
    decides: bool = True


class Finding(_Value):
    """One thing found, by a named and versioned rule, with its evidence."""

    finding_id: str
    rule: str
    rule_version: str
    severity: Literal["hard", "warning"]
    message: str
    item_id: str | None = None
    evidence: tuple[SourceLink, ...] = ()
    reviewed: str | None = None
    """The review that settled or cleared it."""


class GateResult(_Value):
    """One gate's verdict with its measures and findings."""

    status: Verdict
    measures: tuple[Measure, ...] = ()
    findings: tuple[Finding, ...] = ()


class RetentionVerdict(_Value):
    """What became of one captured item in the artifact, and what to add when it is lost."""

    item_id: str
    kind: str
    text: str
    counted: bool = True
    """False for a proposed item: listed as likely lost, never part of the recall."""
    verdict: Retention
    rule: str
    evidence: tuple[SourceLink, ...] = ()
    matched_item_id: str | None = None
    matched_evidence: tuple[SourceLink, ...] = ()
    score: float = 0.0
    fix: str | None = None

    @property
    def retained(self) -> bool:
        """Whether it counts as retained."""
        return self.verdict in (Retention.PRESERVED, Retention.PARAPHRASED)


class GateReport(_Value):
    """The verdicts A to E on one artifact, stamped with a digest of all inputs."""

    artifact_id: str | None
    session_id: str | None
    origin: str | None
    source_start: int | None
    source_end: int | None
    scope_complete: bool
    input_digest: str
    policy_version: str
    evaluator_version: str = EVALUATOR_VERSION
    replaceable: bool
    tags: tuple[str, ...] = ()
    failure_actions: tuple[str, ...] = ()
    gates: dict[str, GateResult]
    retention: tuple[RetentionVerdict, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The report as JSON data."""
        return self.model_dump(mode="json")

    @property
    def blocking(self) -> tuple[str, ...]:
        """Gates that forbid acceptance always: FAIL or UNVERIFIABLE."""
        bad = (Verdict.FAIL, Verdict.UNVERIFIABLE)
        return tuple(name for name in GATE_NAMES if self.gates[name].status in bad)

    @property
    def unjudged(self) -> tuple[str, ...]:
        """Gates that are NOT_APPLICABLE, which an acceptance must name in `confirm`."""
        return tuple(n for n in GATE_NAMES if self.gates[n].status is Verdict.NOT_APPLICABLE)

    def why(self, name: str) -> str:
        """Why a gate fails, in figures: what was measured, what is needed, and how often by which rule."""
        gate = self.gates[name]
        missed = [m for m in gate.measures if m.decides and m.passed is False]
        told = [f"{m.name} is {_figure(m.value)}, needs {m.op} {_figure(m.threshold)}" for m in missed]
        lost = (
            Counter(v.verdict.value for v in self.retention if not v.retained) if name == "C" else Counter()
        )
        lost = lost or Counter(f.rule for f in gate.findings if f.severity == "hard" and f.reviewed is None)
        told += [f"{count} {what}" for what, count in sorted(lost.items())]
        return "; ".join(told)

    def passes(self, *, strict: bool = False) -> bool:
        """GJ: every gate PASS or NOT_APPLICABLE; under strict every gate PASS."""
        return not self.blocking and not (strict and self.unjudged)


def _figure(value: float | None) -> str:
    return "unknown" if value is None else f"{value:,.6g}"


def finding_id(artifact_id: str, rule: str, item_id: str | None, *distinct: str) -> str:
    """The id of a finding: artifact, rule, item and what tells it from its like."""
    return short_id("fnd", artifact_id, rule, item_id or "", *distinct)
