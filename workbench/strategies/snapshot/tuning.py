"""The tuning report: the figures that would justify other thresholds (S0 "Tuning metric"; SN7).

It reports and recommends nothing. A figure is None without a denominator, or if a generation did not report
it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from gates.snapshot.cadence import CadenceLimits
from workbench.strategies.snapshot.state import TuningTally

TUNING_SCHEMA = "workbench.tuning/1"


@dataclass(frozen=True, slots=True)
class TuningReport:
    """The figures of one run under its thresholds."""

    event_threshold: int
    n_step_fallback: int
    steps: int
    compactions: int
    loop_rate: float | None
    """Share of the steps that repeat a call of one of the steps just before."""
    constraint_forget_incidents: int
    no_evidence_stalls: int
    verified_claims: int
    tokens_per_verified_claim: float | None
    latency_ms_per_verified_claim: float | None

    def to_json(self) -> dict[str, Any]:
        """Return the `workbench.tuning/1` object."""
        return {"schema": TUNING_SCHEMA, **asdict(self)}


def report_of(tally: TuningTally, snapshot: dict[str, Any] | None, thresholds: CadenceLimits) -> TuningReport:
    """Return the report on the counts, together with the latest snapshot."""
    claims = snapshot["state"]["claims"] if snapshot else []
    verified = sum(claim["status"] == "verified" for claim in claims)
    return TuningReport(
        event_threshold=thresholds.event_threshold,
        n_step_fallback=thresholds.n_step_fallback,
        steps=tally.steps,
        compactions=tally.compactions,
        loop_rate=_per(tally.looping_steps, tally.steps),
        constraint_forget_incidents=tally.forgotten,
        no_evidence_stalls=tally.stalls,
        verified_claims=verified,
        tokens_per_verified_claim=_per(tally.tokens, verified),
        latency_ms_per_verified_claim=_per(tally.elapsed_ms, verified),
    )


def _per(figure: int | None, count: int) -> float | None:
    return None if figure is None or not count else round(figure / count, 6)
