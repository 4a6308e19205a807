"""What scoring gives back: reports with where they came from, and the figures over the whole set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from gates.artifact import Artifact
from gates.evaluate import nearest_rank_p95, parse_success_rate
from gates.report import EVALUATOR_VERSION, GATE_NAMES, IMPORTED_FAIL_ON, GateReport
from gates.source import SourceEvent
from workbench.errors import WorkbenchError

SCORE_SCHEMA = "workbench.score/1"


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


@dataclass(frozen=True)
class ScoreRun:
    """Everything one `score` judged."""

    policy_version: str
    strict: bool
    skip_opaque: bool
    scored: tuple[Scored, ...]
    unreadable: tuple[tuple[str, WorkbenchError], ...] = ()
    """Targets that could not be read, with the reason."""
    evaluator_version: str = EVALUATOR_VERSION
    """With the tiers that were heard."""
    fail_on: tuple[str, ...] | None = None
    """Gates by which a report passes or fails; None: by the artifact's origin."""

    @property
    def passed(self) -> bool:
        """Every report passes and every target could be read (GJ)."""
        return not self.unreadable and not self.failed

    @property
    def failed(self) -> tuple[Scored, ...]:
        """The reports that do not pass, without opaque artifacts that were to be left out."""
        return tuple(each for each in self.scored if not self._passes(each))

    def deciding(self, scored: Scored) -> tuple[str, ...]:
        """The gates by which one report passes or fails."""
        return scored.report.fail_on(self.fail_on)

    def _passes(self, scored: Scored) -> bool:
        if self.skip_opaque and scored.opaque:
            return True
        return scored.report.passes(strict=self.strict, fail_on=self.deciding(scored))

    @property
    def parse_success_rate(self) -> float | None:
        """Share of the reports whose artifact parsed; None where every one is opaque."""
        return parse_success_rate([each.report for each in self.scored])

    @property
    def elapsed_ms_p95(self) -> int | None:
        """Nearest-rank 95th percentile of the generation times recorded in the artifacts."""
        parsed = [each.artifact for each in self.scored if each.artifact is not None]
        return nearest_rank_p95(artifact.generation_record.elapsed_ms for artifact in parsed)

    def to_json(self) -> dict[str, Any]:
        """The `workbench.score/1` object."""
        return {
            "schema": SCORE_SCHEMA,
            "policy_version": self.policy_version,
            "evaluator_version": self.evaluator_version,
            "passed": self.passed,
            "set": {"parse_success_rate": self.parse_success_rate, "elapsed_ms_p95": self.elapsed_ms_p95},
            "fail_on": {
                "imported": list(self.fail_on or IMPORTED_FAIL_ON),
                "others": list(self.fail_on or GATE_NAMES),
            },
            "reports": [each.to_json() for each in self.scored],
            "errors": [
                {"target": target, "code": error.code, "message": error.message}
                for target, error in self.unreadable
            ],
        }
