"""A faithful artifact of the small source, and the reports that gates make of it and its like."""

from __future__ import annotations

from typing import Any

from gates.artifact import Item
from gates.capture import Capture
from gates.evaluate import evaluate
from gates.report import GateReport
from tests.gates.build import ALL, artifact_of, capture_of, captured, index_of, item

API = captured("Never touch the public API", "Never touch the public API")
DRY = captured("Use the --dry-run flag for the first export", "Use the --dry-run flag for the first export")
CHANGELOG = captured("Write a changelog entry", "write a changelog entry", "open_work", "open")
ROUNDING = captured("Fix the rounding test of invoices", "the rounding test is done", "open_work", "done")
CAPTURE = capture_of(API, DRY, CHANGELOG, ROUNDING)

GOOD = (
    item("Never touch the public API.", "Never touch the public API", kind="constraint", speaker="user"),
    item(
        "Use the --dry-run flag for the first export", "Use the --dry-run flag for the first", kind="decision"
    ),
    item("Write a changelog entry", "write a changelog entry", kind="open_work", status="open"),
    item("The retry limit in billing/retry.py is 3 attempts.", "The retry limit in billing/retry.py is 3"),
)


def judge(*items: Item, capture: Capture | None = CAPTURE, **extra: Any) -> GateReport:
    """The report on an artifact of these items."""
    return evaluate(artifact_of(*items, **extra), index_of(), capture, policy=ALL)


def rules(report: GateReport, gate: str, severity: str = "hard") -> list[str]:
    """The rules that fired in a gate."""
    return [f.rule for f in report.gates[gate].findings if f.severity == severity]


def statuses(report: GateReport) -> str:
    """The five verdicts, in order."""
    return " ".join(report.gates[name].status.value for name in "ABCDE")
