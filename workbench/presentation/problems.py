"""What stands in the way of a draft, in the order in which a reviewer walks it.

One problem is one lost captured item (gate C), or one finding of a gate. It says where to go and what a
review may do about it. Judges nothing: everything comes from the report.
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
    """One thing that blocks or advises."""

    key: str
    """The finding's id, or the captured item's."""
    gate: str
    blocks: bool
    headline: str
    """What is wrong, in a few words: `decision dropped`, `number_absent`."""
    text: str
    """The statement or the message."""
    item_id: str | None
    """The artifact's item that it is about; None when nothing in the artifact is."""
    evidence: tuple[SourceLink, ...]
    fix: str | None = None
    reviews: tuple[ReviewWay, ...] = ()
    """What a review may do about it."""
    reviewed: str | None = None
    counted: bool = True
    """False for a proposed item that is likely lost: it decides nothing until a person counts it."""
    unverifiable: bool = False
    """Whether the gate could not judge at all: no statement is at fault."""

    @property
    def is_lost(self) -> bool:
        """Whether it is a captured item that the artifact does not retain."""
        return self.key.startswith("cap_")

    @property
    def is_note(self) -> bool:
        """Whether it asks for nothing: it is shown, and counted nowhere."""
        return not self.blocks and self.headline in NOTES


_NOT_PASSED = (Verdict.FAIL, Verdict.UNVERIFIABLE)

ORDER = ("A", "C", "D", "E", "B")
"""Gates in the order in which a reader wants to hear of them: what was lost before what has no source."""


def problems(report: GateReport) -> tuple[GateProblem, ...]:
    """Every problem, gate by gate in `ORDER`, what blocks before what only warns."""
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
    """A gate that does not pass though no statement stands in its way: the draft as a whole does."""
    return GateProblem(
        f"gate:{gate}",
        gate,
        True,
        "gate not passed",
        report.why(gate) or "it could not be evaluated",
        None,
        (),
        unverifiable=report.gates[gate].status is Verdict.UNVERIFIABLE,
    )


def of_gate(found: tuple[GateProblem, ...], gate: str) -> tuple[GateProblem, ...]:
    """The problems of one gate, in their order."""
    return tuple(each for each in found if each.gate == gate)


def blocking(found: tuple[GateProblem, ...]) -> tuple[GateProblem, ...]:
    """Those that stand in the way."""
    return tuple(each for each in found if each.blocks)


def warnings(found: Iterable[GateProblem], looked_at: Set[str] = frozenset()) -> tuple[GateProblem, ...]:
    """Findings that prevent nothing and that nobody looked at; `looked_at` are those, or items, that were."""
    return tuple(
        each
        for each in found
        if not (each.blocks or each.is_lost or each.is_note)
        and each.reviewed is None
        and looked_at.isdisjoint((each.item_id, each.key))
    )


def _findings(gate: str, report: GateReport) -> list[Finding]:
    """The findings of a gate, without those that repeat a retention verdict."""
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
    """What became of a captured item: `open work dropped`."""
    return f"{verdict.kind.replace('_', ' ')} {verdict.verdict.value}"


def losses(kinds: Iterable[str]) -> str:
    """Lost items counted by kind: `2 decisions, 1 open work`; empty where there is none."""
    counted = Counter(kind.replace("_", " ") for kind in kinds)
    return ", ".join(
        plural(count, kind, kind if kind == "open work" else None) for kind, count in sorted(counted.items())
    )


def lost_heading(titles: Iterable[str]) -> str:
    """What is lost, counted, and apart from it what may be said in other words; titles are `loss_title`s."""
    named = [title.rpartition(" ") for title in titles]
    sure = losses(kind for kind, _, verdict in named if verdict != Retention.UNCERTAIN.value)
    unsure = losses(kind for kind, _, verdict in named if verdict == Retention.UNCERTAIN.value)
    stated = [f"Lost: {sure}"] if sure else []
    stated += [f"{'m' if sure else 'M'}ay be said in other words: {unsure}"] if unsure else []
    return "; ".join(stated)


def cleared(review_id: str) -> str:
    """That a reviewer cleared a finding."""
    return f"cleared by review {review_id}"


def short_fix(verdict: RetentionVerdict) -> str:
    """What would repair a loss, without the item that stands right above it."""
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
