"""Problems of a draft, in the order in which a reviewer works through them.

A problem is one lost captured item (gate C) or one finding of a gate, with its location and the review
actions that apply. Everything is derived from the report; nothing is judged here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import dataclass
from typing import Literal

from gates.report import Finding, GateReport, Retention, RetentionVerdict, Verdict
from gates.source import SourceLink
from workbench.presentation.figures import plural
from workbench.services.scores.score_problems import NOTES
from workbench.strategies.repaired import decides

ReviewWay = Literal["settle", "clear", "dismiss", "confirm"]


@dataclass(frozen=True, slots=True)
class GateProblem:
    """One blocking problem or warning."""

    key: str
    """Id of the finding or of the captured item."""
    gate: str
    blocks: bool
    headline: str
    """A short title: `decision dropped`, `number_absent`."""
    text: str
    """The statement or the message."""
    item_id: str | None
    """Id of the artifact's item concerned; None if no item is."""
    evidence: tuple[SourceLink, ...]
    fix: str | None = None
    reviews: tuple[ReviewWay, ...] = ()
    """Review actions that apply."""
    reviewed: str | None = None
    counted: bool = True
    """False for a proposed item that is likely lost: it does not affect the gate until a person counts it."""
    unverifiable: bool = False
    """Whether the gate could not be evaluated, so that no statement is at fault."""

    @property
    def is_unsettled(self) -> bool:
        """Whether it is a counted item that may be there in other words: a person settles it."""
        return self.is_lost and self.counted and "settle" in self.reviews

    @property
    def is_lost(self) -> bool:
        """Return whether it is a captured item that the artifact does not retain."""
        return self.key.startswith("cap_")

    @property
    def is_note(self) -> bool:
        """Return whether it is only a note, which needs no action and is not counted."""
        return not self.blocks and self.headline in NOTES


ON_DEMAND = frozenset({"source_scattered"})
"""Rules whose statements mostly have a source in other words.

Of a transcript's own summary, whose gate B is advisory, a report counts them and lists them on demand.
"""
_NOT_PASSED = (Verdict.FAIL, Verdict.UNVERIFIABLE)

UNEVALUATED = "it could not be evaluated"
"""Text of a gate's problem that has no reason of its own: what it would judge is not there."""

ORDER = ("A", "C", "D", "E", "B")
"""Review order of the gates: losses come before statements without a source."""


def problems(report: GateReport) -> tuple[GateProblem, ...]:
    """Return every problem, gate by gate in `ORDER`, blocking ones before warnings."""
    found: list[GateProblem] = []
    for gate in ORDER:
        of_gate = [_of_finding(gate, each, report) for each in _findings(gate, report)]
        if gate == "C":
            of_gate = [_of_lost(each, report) for each in report.retention if not each.retained] + of_gate
        blocks = [each for each in of_gate if each.blocks]
        if not blocks and report.gates[gate].status in _NOT_PASSED:
            blocks = [_whole(gate, report)]
        found += blocks
        found += [each for each in of_gate if not each.blocks]
    return tuple(found)


def _whole(gate: str, report: GateReport) -> GateProblem:
    """Return the problem of a gate that fails for the draft as a whole and not for one statement."""
    return GateProblem(
        f"gate:{gate}",
        gate,
        True,
        "gate not passed",
        report.why(gate) or UNEVALUATED,
        None,
        (),
        unverifiable=report.gates[gate].status is Verdict.UNVERIFIABLE,
    )


def of_gate(found: tuple[GateProblem, ...], gate: str) -> tuple[GateProblem, ...]:
    """Return the problems of one gate, in order."""
    return tuple(each for each in found if each.gate == gate)


def blocking(found: tuple[GateProblem, ...]) -> tuple[GateProblem, ...]:
    """Return the problems that prevent acceptance."""
    return tuple(each for each in found if each.blocks)


def warnings(found: Iterable[GateProblem], looked_at: Set[str] = frozenset()) -> tuple[GateProblem, ...]:
    """Return the warnings that were not reviewed; `looked_at` holds reviewed finding and item ids."""
    return tuple(
        each
        for each in found
        if not (each.blocks or each.is_lost or each.is_note)
        and each.reviewed is None
        and looked_at.isdisjoint((each.item_id, each.key))
    )


def likely_lost(found: Iterable[GateProblem]) -> int:
    """Count the proposed items among problems that are likely lost; they decide nothing until counted."""
    return sum(each.is_lost and not each.counted for each in found)


def _findings(gate: str, report: GateReport) -> list[Finding]:
    """Return the findings of a gate, without those that repeat a retention verdict."""
    gate_findings = report.gates[gate].findings
    return [each for each in gate_findings if not (gate == "C" and each.rule.startswith("retention_"))]


def _of_finding(gate: str, finding: Finding, report: GateReport) -> GateProblem:
    failed = report.gates[gate].status in _NOT_PASSED
    may_clear = gate == "D" and finding.severity == "hard" and finding.reviewed is None
    return GateProblem(
        key=finding.finding_id,
        gate=gate,
        blocks=failed and decides(gate, finding),
        headline=finding.rule,
        text=finding.message,
        item_id=finding.item_id,
        evidence=finding.evidence,
        reviews=("clear",) if may_clear else (),
        reviewed=finding.reviewed,
    )


def loss_title(verdict: RetentionVerdict) -> str:
    """Return the title of a lost item: `open work dropped`."""
    return f"{verdict.kind.replace('_', ' ')} {verdict.verdict.value}"


def losses(kinds: Iterable[str]) -> str:
    """Count lost items by kind: `2 decisions, 1 open work`; empty for none."""
    counted = Counter(kind.replace("_", " ") for kind in kinds)
    return ", ".join(
        plural(count, kind, kind if kind == "open work" else None) for kind, count in sorted(counted.items())
    )


_LESS_SURE = {
    "may be altered": (Retention.WEAKENED.value, Retention.MUTATED.value),
    "may be said in other words": (Retention.UNCERTAIN.value,),
}
"""Verdicts that readers found right in less than half of the cases, and how they are announced."""


def lost_heading(titles: Iterable[str]) -> str:
    """Format the number of lost items, and separately of possibly altered and of possibly reworded ones.

    Titles are `loss_title`s.
    """
    named = [title.rpartition(" ") for title in titles]
    unlike = {verdict for verdicts in _LESS_SURE.values() for verdict in verdicts}
    sure = losses(kind for kind, _, verdict in named if verdict not in unlike)
    stated = [f"lost: {sure}"] if sure else []
    for words, verdicts in _LESS_SURE.items():
        counted = losses(kind for kind, _, verdict in named if verdict in verdicts)
        stated += [f"{words}: {counted}"] if counted else []
    heading = "; ".join(stated)
    return heading[:1].upper() + heading[1:]


def cleared(review_id: str) -> str:
    """Format a note that a reviewer cleared the finding."""
    return f"cleared by review {review_id}"


def short_fix(verdict: RetentionVerdict) -> str:
    """Return how to fix a loss, without repeating the item shown above it."""
    return (verdict.fix or "").replace(f": {verdict.text}", "")


def _of_lost(verdict: RetentionVerdict, report: GateReport) -> GateProblem:
    failed = report.gates["C"].status in _NOT_PASSED
    ways: tuple[ReviewWay, ...] = ("dismiss",)
    if not verdict.counted:
        ways = ("confirm", "dismiss")
    elif verdict.verdict is Retention.UNCERTAIN:
        ways = ("settle", "dismiss")
    return GateProblem(
        key=verdict.item_id,
        gate="C",
        blocks=verdict.counted and failed,
        headline=loss_title(verdict),
        text=verdict.text,
        item_id=verdict.matched_item_id,
        evidence=verdict.evidence,
        fix=verdict.fix,
        reviews=ways,
        counted=verdict.counted,
    )
