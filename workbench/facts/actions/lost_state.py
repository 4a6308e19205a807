"""How the work stood at the end of a range, where an artifact of it does not say that."""

from __future__ import annotations

from gates.report import GateReport, Retention, RetentionVerdict

STATES = ("Edited after the last commit", "Edited and not committed", "Failed when last run")
"""How a proposal begins that tells what was edited or failed last."""


def lost_states(report: GateReport) -> tuple[RetentionVerdict, ...]:
    """The states that no statement tells, the likeliest to bind first."""
    return tuple(
        verdict
        for verdict in report.likely_lost
        if verdict.kind == "open_work"
        and verdict.verdict is Retention.DROPPED
        and verdict.text.startswith(STATES)
    )
