"""The statements that a repair left out, and the findings that still prevent its result from passing (GI)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from gates.artifact import Artifact, Item
from gates.report import GATE_NAMES, Finding, GateReport, Verdict

UNSOURCED = frozenset(
    {
        "no_source",
        "source_scattered",
        "out_of_scope",
        "result_missing",
        "no_link_resolves",
        "link_out_of_range",
        "link_mismatch",
        "link_unsupported",
        "quote_not_said",
        "conflict_side_unlinked",
    }
)
"""Rules of gate B whose finding says that a statement does not count as traceable."""


LINKED_NOWHERE = frozenset(
    {"no_source", "source_scattered", "result_missing", "no_link_resolves", "link_unsupported"}
)
"""Those of `UNSOURCED` that may not apply to a part of the statement."""
SAID_OTHERWISE = LINKED_NOWHERE | {"link_mismatch", "link_out_of_range"}
"""Those of `UNSOURCED` for which the user may have said much the same in other words."""


def decides(gate: str, finding: Finding) -> bool:
    """Return whether a finding is one of those by which its gate fails, unless a review cleared it.

    Gate B counts statements without a source, whether a repair could link them or not.
    """
    counts = finding.severity == "hard" or (gate == "B" and finding.rule in UNSOURCED)
    return counts and finding.reviewed is None


def leaves_out(gate: str, finding: Finding, cleared: frozenset[tuple[str, str | None]]) -> bool:
    """Return whether a finding is a reason to leave its statement out; `cleared` names rule and item."""
    if gate == "B":
        return finding.rule in UNSOURCED
    return finding.severity == "hard" and (finding.rule, finding.item_id) not in cleared


_ANSWERS = re.compile(r"\W{0,4}(?:answer(?:ed)?|decided|resolved|settled|yes|no)\b", re.IGNORECASE)
"""The beginning of a statement that answers the question before it."""


def with_their_questions(items: Sequence[Item], gone: dict[str | None, Finding]) -> None:
    """Add the questions right before answers that are left out: alone they would state open work."""
    for question, answer in pairwise(items):
        if answer.item_id in gone and question.text.endswith("?") and _ANSWERS.match(answer.text):
            gone.setdefault(question.item_id, gone[answer.item_id])


@dataclass(frozen=True, slots=True)
class DroppedStatement:
    """A statement that was left out, with its words, so that a person can decide to keep it."""

    item_id: str | None
    """None for a sentence of the narrative."""
    text: str
    rule: str
    reason: str
    kept: str = ""
    """The replacement: the part of it that has a source, or the source's own words."""


@dataclass(frozen=True, slots=True)
class Blocking:
    """One reason why an artifact does not pass a gate."""

    gate: str
    rule: str
    text: str
    """The statement, or the lost item; the message if the whole artifact is meant."""
    reason: str
    item_id: str | None = None
    fix: str = ""
    """What to do about it."""


_FIXES = {
    "A": "draft the range again",
    "B": "link it to the words that it comes from, or leave it out (`repair --drop-unsourced`)",
    "C": "add it, or dismiss it with a reason",
    "D": "change it to what the source says, drop it, or clear the finding with a reason",
    "E": "draft a larger range, or a smaller draft",
}
"""What to do about what keeps an artifact from passing a gate."""


def blocking(artifact: Artifact, report: GateReport) -> tuple[Blocking, ...]:
    """Return what prevents acceptance, gate by gate; each gate that does not pass has at least one entry."""
    texts = {item.item_id: item.text for item in artifact.items}
    found: list[Blocking] = []
    for gate in GATE_NAMES:
        if report.gates[gate].status not in (Verdict.FAIL, Verdict.UNVERIFIABLE):
            continue
        own = list(_lost(report) if gate == "C" else _found(gate, report, texts))
        whole = Blocking(gate, "gate_not_passed", report.why(gate), f"gate {gate} does not pass")
        found += own or [whole]
    return tuple(each if each.fix else replace(each, fix=_FIXES[each.gate]) for each in found)


def _lost(report: GateReport) -> Iterator[Blocking]:
    for verdict in report.retention:
        if verdict.counted and not verdict.retained:
            kind = verdict.kind.replace("_", " ")
            reason = f"{kind} is {verdict.verdict.value}"
            rule = f"retention_{verdict.verdict.value}"
            yield Blocking("C", rule, verdict.text, reason, verdict.item_id, verdict.fix or "")


def _found(gate: str, report: GateReport, texts: dict[str, str]) -> Iterator[Blocking]:
    for finding in report.gates[gate].findings:
        if decides(gate, finding):
            text = texts.get(finding.item_id or "", finding.message)
            yield Blocking(gate, finding.rule, text, finding.message, finding.item_id)
