"""Names of gates, measures and outcomes, for commands and screens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from gates.report import GATE_NAMES, GateReport, RetentionVerdict, Verdict, why_confirm, why_thin
from workbench.escaping import one_line
from workbench.facts.actions.lost_state import lost_states
from workbench.presentation.cells import clip
from workbench.presentation.problems import ON_DEMAND, GateProblem, blocking, of_gate, problems
from workbench.presentation.spans import StyledText
from workbench.services.judgement.outcome_words import ADVISORY, failing_words

TITLES = {
    "A": "structure",
    "B": "traceability",
    "C": "retention",
    "D": "contradiction",
    "E": "cost",
}
FAILED = {
    "A": "does not parse or says nothing",
    "B": "has statements without a source",
    "C": "lost decisions or open work",
    "D": "contradicts its source",
    "E": "over its limits",
}
"""What a gate's failure means, in a few words."""
UNSURE = "items that it may state in other words, to be reviewed"
"""What gate C counts that a person has to settle, which is no loss yet."""
REWORDED = "that no single passage carries"
"""What gate B counts of statements whose words all occur, which are mostly sourced in other words."""
STATE_LOST = StyledText("REPLACEABLE, STATE LOST", "warn")
"""No gate prevents acceptance, but the state of the work at the end of the range is lost."""
LONGEST_STATE = 120
"""Characters shown of a lost state."""
REPLACEABLE, NOT_REPLACEABLE = StyledText("REPLACEABLE", "good"), StyledText("NOT REPLACEABLE", "bad")
"""Whether an artifact may replace its range."""
_STYLES = {Verdict.PASS: "good", Verdict.NOT_APPLICABLE: "dim"}
_ALLOWED = (Verdict.PASS.value, Verdict.NOT_APPLICABLE.value)


def scored_word(gates: Mapping[str, str], *, opaque: bool) -> StyledText:
    """Return the result word of a scored compaction from its gates.

    `opaque` means that none could judge it.
    """
    if opaque:
        return StyledText("OPAQUE", "warn")
    return REPLACEABLE if all(each in _ALLOWED for each in gates.values()) else NOT_REPLACEABLE


def result_word(gate: str, status: Verdict) -> StyledText:
    """Return the word for a gate's outcome; a failing gate B is advisory, yet it also prevents acceptance."""
    if gate == "B" and status is Verdict.FAIL:
        return StyledText("ADVISORY", "warn")
    word = "N/A" if status is Verdict.NOT_APPLICABLE else status.value
    return StyledText(word, _STYLES.get(status, "bad"))


def covers_unseen_events(report: GateReport) -> bool:
    """Return whether it is a transcript's own compaction of events that are not in the file."""
    return of_unseen(report) and report.source_start == report.source_end


def of_unseen(report: GateReport) -> bool:
    """Whether it is a transcript's own compaction, of more than the file holds: no size compares."""
    return report.origin == "imported" and not report.scope_complete


def source_elsewhere(report: GateReport, gate: str) -> bool:
    """Return whether gate B reports, for the whole artifact, that its source is in another file."""
    found = report.gates[gate].findings
    return any(each.rule == "out_of_scope" and each.item_id is None for each in found)


def gate_spans(report: GateReport) -> tuple[StyledText, ...]:
    """Format all gates on one line: `A PASS  B ADVISORY  ...`."""
    spans: list[StyledText] = []
    for gate in GATE_NAMES:
        spans += [StyledText(f"{gate} "), result_word(gate, report.gates[gate].status), StyledText("  ")]
    return tuple(spans[:-1])


def gate_summary(report: GateReport) -> str:
    """Like `gate_spans`, as plain text."""
    return "".join(span.text for span in gate_spans(report))


def outcome(verdicts: Mapping[str, Verdict] | None) -> StyledText:
    """Format the shortest outcome: `PASS`, `PASS, E n/a`, `FAIL B C`, `ADVISORY B` or `not scored`.

    `verdicts` is by gate.
    """
    if verdicts is None:
        return StyledText("not scored", "dim")
    if failing := failing_words(verdicts):
        return StyledText(failing, "warn" if failing == ADVISORY else "bad")
    idle = [gate for gate in GATE_NAMES if verdicts.get(gate) is Verdict.NOT_APPLICABLE]
    return StyledText(f"PASS, {' '.join(idle)} n/a" if idle else "PASS", "good")


def verdicts_of(report: GateReport) -> dict[str, Verdict]:
    """Return the verdict of each gate."""
    return {gate: report.gates[gate].status for gate in GATE_NAMES}


def lost_words(lost: int, uncertain: int) -> str:
    """Format the items that are not retained: `2 lost, 1 to settle`; `0 lost` for none.

    `uncertain` of the `lost` ones may be there in other words.
    """
    sure = lost - uncertain
    stated = [f"{sure:,} lost"] if sure or not uncertain else []
    return ", ".join([*stated, f"{uncertain:,} to settle"] if uncertain else stated)


def weak_ground(report: GateReport) -> str:
    """Return on how little a gate C that does not fail rests; empty if that is enough or stated already."""
    stated_already = report.replaceable and report.to_confirm
    if stated_already or not report.thin or report.gates["C"].status is Verdict.FAIL:
        return ""
    return f"{why_thin(report)}, so a pass of it proves little"


class Replaceability(NamedTuple):
    """Whether an artifact may replace its range, and why."""

    word: StyledText
    why: str


def replaceability(report: GateReport) -> Replaceability:
    """Return whether the artifact may replace its range, and the gates that decide it."""
    if report.blocking:
        found = problems(report)
        blocked_gates = ", ".join(_blocked(report, gate, found) for gate in report.blocking)
        return Replaceability(NOT_REPLACEABLE, blocked_gates)
    why = why_confirm(report) if report.to_confirm else "every gate passes"
    lost = lost_state(report)
    if lost is None:
        return Replaceability(REPLACEABLE, why)
    return Replaceability(STATE_LOST, f"likely lost: {clip(one_line(lost.text), LONGEST_STATE)}; {why}")


def lost_state(report: GateReport) -> RetentionVerdict | None:
    """Return the final state of the work if a replaceable artifact does not state it, else None."""
    return next(iter(lost_states(report)), None)


def _blocked(report: GateReport, gate: str, found: tuple[GateProblem, ...]) -> str:
    if report.gates[gate].status is Verdict.UNVERIFIABLE:
        return f"{gate} unverifiable"
    if source_elsewhere(report, gate):
        return f"{gate} cannot find sources that are in another file"
    counted = blocking(of_gate(found, gate))
    unsure = sum(each.is_unsettled for each in counted)
    if unsure:
        sure = f"{FAILED[gate]} ({len(counted) - unsure}) and " if len(counted) > unsure else ""
        return f"{gate} {sure}has {UNSURE} ({unsure})"
    reworded = sum(each.headline in ON_DEMAND for each in counted)
    if reworded:
        sure = (
            f"{FAILED[gate]} ({len(counted) - reworded}) or "
            if len(counted) > reworded
            else "has statements "
        )
        return f"{gate} {sure}{REWORDED} ({reworded})"
    return f"{gate} {FAILED[gate]}" + (f" ({len(counted)})" if counted else "")
