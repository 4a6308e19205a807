"""A scored compaction as receipts and `watch` show it."""

from __future__ import annotations

from gates.report import Retention
from workbench.services.hooks.shapes import CompactionVerdictShape
from workbench.services.live import ScoredCompaction


def verdict_of(scored: ScoredCompaction) -> CompactionVerdictShape:
    """Return its verdict, without any text of the transcript."""
    found, report = scored.compaction, scored.report
    return CompactionVerdictShape(
        artifact_id=found.artifact_id,
        number=scored.number,
        source_start=found.source_start,
        source_end=found.source_end,
        trigger=found.trigger,
        opaque=found.opaque,
        tokens_before=found.tokens_before,
        tokens_after=found.tokens_after,
        passed=scored.passed,
        failed_gates=list(scored.failed_gates),
        gates=scored.gates,
        tags=list(report.tags),
        lost=len(report.lost),
        uncertain=sum(each.verdict is Retention.UNCERTAIN for each in report.lost),
        likely_lost=len(report.likely_lost),
        report_id=scored.report_id,
    )
