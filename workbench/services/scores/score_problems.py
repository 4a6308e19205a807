"""The problems that keep a report from passing, each with a name that stays while the fault does.

A problem is named by its gate, its rule and its item, never by a path, a line or its place in a list:
transcripts that are read in another order, or that grew after the compaction, give the same names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from gates.canonical import text_digest
from gates.report import GATE_NAMES, Finding, GateReport, Retention, RetentionVerdict, Verdict

Severity = Literal["hard", "warning", "likely", "note"]
Name = tuple[str, str, str]
"""Gate, rule and subject of a problem."""

LOST = "retention_lost"
"""The rule in the name of every lost item: its verdict determines the weight of the problem, not its name."""

THRESHOLD_MISSED, NOT_JUDGED = "threshold_missed", "not_judged"
"""Rules of a gate that fails, or could not judge, without a finding that is the reason by itself."""

NOTES = ("other_limits", "compression_note")
"""Warnings that require no action: they are shown, but not counted."""

_RANK = {
    Retention.UNCERTAIN: 1.0,
    Retention.WEAKENED: 2.0,
    Retention.MUTATED: 3.0,
    Retention.CONTRADICTED: 4.0,
    Retention.DROPPED: 4.0,
}
"""Weight of a loss, to detect whether it became worse."""


@dataclass(frozen=True, slots=True)
class ScoreProblem:
    """One problem of an artifact in a report."""

    gate: str
    rule: str
    """The rule as it is in the report."""
    name: Name
    severity: Severity
    """`hard` counts if its gate fails; `likely`: a proposed item, probably lost; `note`: a remark."""
    weight: float
    """Increases as the problem becomes worse; the weights of problems with the same name add up."""
    text: str
    about: Finding | RetentionVerdict | None = None
    """None for a gate that fails without a finding or verdict of its own."""


def problems_of(report: GateReport, *, strict: bool = False) -> tuple[ScoreProblem, ...]:
    """Return every problem of a report in the order shown, without those that a reviewer cleared."""
    return tuple(each for gate in GATE_NAMES for each in _of_gate(report, gate, strict=strict))


def failing(report: GateReport, gate: str, *, strict: bool = False) -> bool:
    """Return whether a gate keeps an artifact from passing: FAIL, UNVERIFIABLE and, if strict, not judged."""
    return gate in report.blocking or (strict and gate in report.unjudged)


def is_loss(finding: Finding) -> bool:
    """Return whether a finding of gate C repeats a retention verdict."""
    return finding.rule.startswith("retention_") and finding.severity == "hard"


def _of_gate(report: GateReport, gate: str, *, strict: bool) -> Iterator[ScoreProblem]:
    found = [f for f in report.gates[gate].findings if f.reviewed is None and not is_loss(f)]
    listed = [_finding(report, gate, each) for each in found]
    if gate == "C":
        listed = [*map(_loss, report.lost), *map(_loss, report.likely_lost), *listed]
    if failing(report, gate, strict=strict) and not any(each.severity == "hard" for each in listed):
        yield _bare(report, gate)
    yield from listed


def _bare(report: GateReport, gate: str) -> ScoreProblem:
    """Return the problem of a gate that fails without a hard finding."""
    verdict = report.gates[gate].status
    status, rule = verdict.value.lower(), THRESHOLD_MISSED if verdict is Verdict.FAIL else NOT_JUDGED
    text = report.why(gate) or f"gate {gate} is {status.replace('_', ' ')}"
    return ScoreProblem(gate, rule, (gate, status, ""), "hard", 1.0, text)


def _finding(report: GateReport, gate: str, found: Finding) -> ScoreProblem:
    subject = found.item_id or text_digest(found.message)[:16]
    measured = found.rule.removesuffix("_exceeded")
    weight = 1.0
    if measured != found.rule:
        subject = ""
        weight = next((float(m.value or 0) for m in report.gates[gate].measures if m.name == measured), 1.0)
    severity: Severity = "note" if found.rule in NOTES else found.severity
    return ScoreProblem(gate, found.rule, (gate, found.rule, subject), severity, weight, found.message, found)


def _loss(lost: RetentionVerdict) -> ScoreProblem:
    name = ("C", LOST, lost.item_id)
    rank = _RANK.get(lost.verdict, 0.0)
    severity: Severity = "hard" if lost.counted else "likely"
    text = f"{lost.kind.replace('_', ' ')} {lost.verdict.value}: {lost.text}"
    return ScoreProblem("C", f"retention_{lost.verdict.value}", name, severity, rank, text, lost)


def weights(problems: Iterable[ScoreProblem]) -> dict[Name, float]:
    """Return the weight of each named problem, added up per name."""
    found: dict[Name, float] = {}
    for each in problems:
        found[each.name] = found.get(each.name, 0.0) + each.weight
    return found
