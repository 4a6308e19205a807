"""States of the work at the end of a range that an artifact fails to mention."""

from __future__ import annotations

from gates.report import GateReport, Retention, RetentionVerdict

STATES = ("Edited after the last commit", "Edited and not committed", "Failed when last run")
"""Prefixes of proposals about the files edited last and the checks that failed last."""


def lost_states(report: GateReport) -> tuple[RetentionVerdict, ...]:
    """Return the states that no statement mentions, the likeliest to bind first."""
    return tuple(
        verdict
        for verdict in report.likely_lost
        if verdict.kind == "open_work"
        and verdict.verdict is Retention.DROPPED
        and verdict.text.startswith(STATES)
    )
