"""The view of where triggers fire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from workbench.cli.views.sessions import title_of
from workbench.presentation.figures import plural
from workbench.presentation.layout import Column, facts, heading, paragraph, table
from workbench.presentation.spans import BLANK, Line, Piece, line

if TYPE_CHECKING:
    from workbench.services.lookup.triggers import SessionTriggers
    from workbench.strategies.snapshot.tuning import TuningReport


def triggers_lines(found: SessionTriggers, width: int) -> Iterator[Line]:
    """Yield how often each strategy fires, then each mark with its reason."""
    yield heading(title_of(found.session))
    pairs: list[tuple[str, Piece]] = [
        (each.strategy, each.on_demand or plural(each.marks, "mark")) for each in found.strategies
    ]
    yield from facts(pairs, width, indent=2)
    if not found.marks:
        yield BLANK
        yield line("No trigger fires on this session.")
        return
    yield BLANK
    columns = (
        Column("Event", right=True),
        Column("Turn", right=True),
        Column("Strategy"),
        Column("Rule"),
        Column("Takes in", right=True),
    )
    rows: list[list[Piece]] = [
        [str(mark.ordinal), str(mark.turn), mark.strategy, mark.rule, f"{mark.start}..{mark.end}"]
        for mark in found.marks
    ]
    head, *lines = table(columns, rows, width)
    yield head
    for shown, mark in zip(lines, found.marks, strict=True):
        yield shown
        yield from paragraph(mark.why, width, indent=7, style="dim")


def tuning_lines(report: TuningReport, width: int) -> Iterator[Line]:
    """Yield the tuning report of `snapshot`, figure by figure."""
    yield heading("What would justify other thresholds of snapshot")
    pairs: list[tuple[str, Piece]] = [
        ("thresholds", f"{report.event_threshold} counted events, else {report.n_step_fallback} steps"),
        ("steps", f"{report.steps:,}"),
        ("compactions", f"{report.compactions:,}"),
        ("loop rate", _figure(report.loop_rate, "of the steps repeat a call of the steps just before")),
        (
            "forgotten",
            f"{plural(report.constraint_forget_incidents, 'message')} restate what was said before",
        ),
        ("stalls", f"{plural(report.no_evidence_stalls, 'step')} found no evidence"),
        ("verified", plural(report.verified_claims, "claim")),
        ("tokens", _figure(report.tokens_per_verified_claim, "per verified claim")),
        ("latency", _figure(report.latency_ms_per_verified_claim, "ms per verified claim")),
    ]
    yield from facts(pairs, width, indent=2)


def _figure(value: float | None, unit: str) -> str:
    return "none: nothing to count it over" if value is None else f"{value:,.3g} {unit}"
