"""What scoring gives back: reports with where they came from, and the figures over the whole set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from gates.artifact import Artifact
from gates.evaluate import nearest_rank_p95, parse_success_rate
from gates.report import EVALUATOR_VERSION, GATE_NAMES, IMPORTED_FAIL_ON, GateReport, Verdict
from gates.source import SourceEvent
from workbench.errors import WorkbenchError

SCORE_SCHEMA = "workbench.score/1"


@dataclass(frozen=True)
class Rules:
    """By what a report passes or fails, beside its gates."""

    strict: bool = False
    skip_opaque: bool = False
    fail_on: tuple[str, ...] | None = None
    """Gates by which a report passes or fails; None: by the artifact's origin."""

    def deciding(self, report: GateReport) -> tuple[str, ...]:
        """The gates by which one report passes or fails."""
        return report.fail_on(self.fail_on)

    def passes(self, scored: Scored) -> bool:
        """Whether a report passes; an opaque artifact that is to be left out does (GJ)."""
        if self.skip_opaque and scored.opaque:
            return True
        return scored.report.passes(strict=self.strict, fail_on=self.deciding(scored.report))


@dataclass(frozen=True)
class Scored:
    """One judged artifact."""

    target: str
    """As it was typed, or the file's path under the folder that was typed."""
    report: GateReport
    artifact: Artifact | None
    """None when the target did not parse."""
    events: Sequence[SourceEvent] = field(repr=False, default=())
    """The session's events up to the range's end, for showing where things were said."""

    @property
    def opaque(self) -> bool:
        """Whether the artifact's text is encrypted or absent."""
        return self.artifact is not None and self.artifact.opaque

    def judged(self, rules: Rules) -> Judged:
        """What a run keeps of it."""
        report = self.report
        return Judged(
            target=self.target,
            source_start=report.source_start,
            source_end=report.source_end,
            statuses=tuple(report.gates[gate].status for gate in GATE_NAMES),
            deciding=rules.deciding(report),
            passes=rules.passes(self),
            opaque=self.opaque,
            elapsed_ms=None if self.artifact is None else self.artifact.generation_record.elapsed_ms,
        )

    def to_json(self) -> dict[str, Any]:
        """One entry of `reports[]`."""
        body = self.report.to_json()
        return {"target": self.target, **_ordered(body)}


_REPORT_KEYS = (
    "artifact_id session_id origin source_start source_end scope_complete input_digest replaceable tags "
    "failure_actions gates retention"
).split()


def _ordered(report: dict[str, Any]) -> dict[str, Any]:
    return {key: report[key] for key in _REPORT_KEYS}


@dataclass(frozen=True, slots=True)
class Judged:
    """What a run keeps in memory of one report, however long the report is."""

    target: str
    source_start: int | None
    source_end: int | None
    statuses: tuple[Verdict, ...]
    """Of gates A to E."""
    deciding: tuple[str, ...]
    """The gates by which it passes or fails."""
    passes: bool
    opaque: bool
    elapsed_ms: int | None
    """Generation time that the artifact records."""


@dataclass(frozen=True)
class ScoreSummary:
    """The figures over everything that one `score` judged."""

    policy_version: str
    rules: Rules
    judged: Sequence[Judged]
    unreadable: Sequence[tuple[str, WorkbenchError]] = ()
    """Targets that could not be read, with the reason."""
    evaluator_version: str = EVALUATOR_VERSION
    """With the tiers that were heard."""

    @property
    def passed(self) -> bool:
        """Every report passes and every target could be read (GJ)."""
        return not self.unreadable and not self.failed

    @property
    def failed(self) -> int:
        """How many reports do not pass."""
        return sum(not each.passes for each in self.judged)

    @property
    def parse_success_rate(self) -> float | None:
        """Share of the reports whose artifact parsed; None where every one is opaque."""
        return parse_success_rate(each.statuses[0] for each in self.judged)

    @property
    def elapsed_ms_p95(self) -> int | None:
        """Nearest-rank 95th percentile of the generation times recorded in the artifacts."""
        return nearest_rank_p95(each.elapsed_ms for each in self.judged)

    def head(self) -> dict[str, Any]:
        """What stands before `reports[]` in the `workbench.score/1` object."""
        fail_on = self.rules.fail_on
        return {
            "schema": SCORE_SCHEMA,
            "policy_version": self.policy_version,
            "evaluator_version": self.evaluator_version,
            "passed": self.passed,
            "set": {"parse_success_rate": self.parse_success_rate, "elapsed_ms_p95": self.elapsed_ms_p95},
            "fail_on": {"imported": list(fail_on or IMPORTED_FAIL_ON), "others": list(fail_on or GATE_NAMES)},
        }

    def errors(self) -> list[dict[str, str]]:
        """`errors[]`, which stands after `reports[]`."""
        return [
            {"target": target, "code": error.code, "message": error.message}
            for target, error in self.unreadable
        ]


@dataclass(frozen=True)
class ScoreRun:
    """Everything one `score` judged, held in memory: for few targets."""

    summary: ScoreSummary
    scored: tuple[Scored, ...]

    @property
    def unreadable(self) -> Sequence[tuple[str, WorkbenchError]]:
        """Targets that could not be read, with the reason."""
        return self.summary.unreadable

    @property
    def passed(self) -> bool:
        """Every report passes and every target could be read (GJ)."""
        return self.summary.passed

    def to_json(self) -> dict[str, Any]:
        """The `workbench.score/1` object."""
        reports = [each.to_json() for each in self.scored]
        return {**self.summary.head(), "reports": reports, "errors": self.summary.errors()}
