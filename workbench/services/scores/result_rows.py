"""One flat row per judged compaction, for large tables: its author, the verdicts of the gates, its losses."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gates.report import GATE_NAMES, GateReport
from workbench.escaping import escaped_json
from workbench.services.scores.score_results import Rules, Scored

RESULT_SCHEMA = "workbench.result/1"
MEASURES = (
    "traceable_item_ratio",
    "decision_recall",
    "open_work_recall",
    "contradiction_count",
    "total_tokens",
    "compression_ratio",
)
"""Names of the measures in a row."""
COLUMNS: dict[str, str] = {
    "schema": "VARCHAR",
    "target": "VARCHAR",
    "session_id": "VARCHAR",
    "artifact_id": "VARCHAR",
    "origin": "VARCHAR",
    "strategy": "VARCHAR",
    "prompt_version": "VARCHAR",
    "source_start": "BIGINT",
    "source_end": "BIGINT",
    "scope_complete": "BOOLEAN",
    "opaque": "BOOLEAN",
    "passed": "BOOLEAN",
    "replaceable": "BOOLEAN",
    "tags": "VARCHAR[]",
    **{f"gate_{gate.lower()}": "VARCHAR" for gate in GATE_NAMES},
    **dict.fromkeys(MEASURES, "DOUBLE"),
    "retention": "STRUCT(item_id VARCHAR, kind VARCHAR, counted BOOLEAN, verdict VARCHAR, rule VARCHAR, "
    "ordinal BIGINT, text VARCHAR)[]",
    "findings": "STRUCT(gate VARCHAR, rule VARCHAR, rule_version VARCHAR, severity VARCHAR, item_id VARCHAR, "
    "ordinal BIGINT, reviewed VARCHAR, message VARCHAR)[]",
    "input_digest": "VARCHAR",
    "policy_version": "VARCHAR",
    "evaluator_version": "VARCHAR",
    "error_code": "VARCHAR",
    "error_message": "VARCHAR",
}
"""The keys of a row in their order, with their DuckDB types."""


@dataclass(frozen=True)
class ResultRows:
    """A writer of one file's reports as rows, one line of JSON each; it is pickled to worker processes."""

    def __call__(self, scored: Sequence[Scored], rules: Rules) -> list[str]:
        """Return one line per report, without its line end."""
        return [_line(_row(each, passed=rules.passes(each))) for each in scored]


def error_row(target: str, code: str, message: str, policy: str, evaluator: str) -> str:
    """Return the row of a target that could not be read, or not completely."""
    error_fields = {"target": target, "error_code": code, "error_message": message}
    return _line({**error_fields, "policy_version": policy, "evaluator_version": evaluator})


def _line(values: dict[str, Any]) -> str:
    """Return JSON on one line; half a surrogate pair, which JSON readers reject, becomes a question mark."""
    row = {key: values.get(key) for key in COLUMNS} | {"schema": RESULT_SCHEMA}
    text = json.dumps(row, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return escaped_json(text.encode("utf-8", "replace").decode("utf-8"))


def _row(scored: Scored, *, passed: bool) -> dict[str, Any]:
    report, artifact = scored.report, scored.artifact
    return {
        "target": scored.target,
        "session_id": report.session_id,
        "artifact_id": report.artifact_id,
        "origin": report.origin,
        "strategy": None if artifact is None else artifact.strategy,
        "prompt_version": None if artifact is None else artifact.prompt_version,
        "source_start": report.source_start,
        "source_end": report.source_end,
        "scope_complete": report.scope_complete,
        "opaque": scored.opaque,
        "passed": passed,
        "replaceable": report.replaceable,
        "tags": list(report.tags),
        **{f"gate_{gate.lower()}": report.gates[gate].status.value for gate in GATE_NAMES},
        **_measures(report),
        "retention": [
            {
                "item_id": verdict.item_id,
                "kind": verdict.kind,
                "counted": verdict.counted,
                "verdict": verdict.verdict.value,
                "rule": verdict.rule,
                "ordinal": verdict.evidence[0].ordinal if verdict.evidence else None,
                "text": verdict.text,
            }
            for verdict in report.retention
        ],
        "findings": _findings(report),
        "input_digest": report.input_digest,
        "policy_version": report.policy_version,
        "evaluator_version": report.evaluator_version,
    }


def _measures(report: GateReport) -> dict[str, float | None]:
    found = {each.name: each.value for gate in GATE_NAMES for each in report.gates[gate].measures}
    return {name: found.get(name) for name in MEASURES}


def _findings(report: GateReport) -> list[dict[str, Any]]:
    return [
        {
            "gate": gate,
            "rule": finding.rule,
            "rule_version": finding.rule_version,
            "severity": finding.severity,
            "item_id": finding.item_id,
            "ordinal": finding.evidence[0].ordinal if finding.evidence else None,
            "reviewed": finding.reviewed,
            "message": finding.message,
        }
        for gate in GATE_NAMES
        for finding in report.gates[gate].findings
    ]
