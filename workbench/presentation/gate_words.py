"""Gates, measures and outcomes by the names that a reader sees, the same in commands and screens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from gates.report import GATE_NAMES, GateReport, RetentionVerdict, Verdict, why_confirm
from workbench.escaping import one_line
from workbench.facts.actions.lost_state import lost_states
from workbench.presentation.cells import clip
from workbench.presentation.problems import GateProblem, blocking, of_gate, problems
from workbench.presentation.spans import StyledText
from workbench.services.judgement.outcome_words import failing_words

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
STATE_LOST = StyledText("REPLACEABLE, STATE LOST", "warn")
"""No gate prevents it, and whoever goes on from it is not told how the work stood at the end."""
LONGEST_STATE = 120
"""Characters that are shown of a state that is lost."""
REPLACEABLE, NOT_REPLACEABLE = StyledText("REPLACEABLE", "good"), StyledText("NOT REPLACEABLE", "bad")
"""Whether an artifact may stand in place of its range."""
ADVISORY = "ADVISORY B"
"""Where no gate but B keeps an artifact from being accepted."""
_STYLES = {Verdict.PASS: "good", Verdict.NOT_APPLICABLE: "dim"}
_ALLOWED = (Verdict.PASS.value, Verdict.NOT_APPLICABLE.value)


def scored_word(gates: Mapping[str, str], *, opaque: bool) -> StyledText:
    """The word of a compaction that was scored, by the outcomes of its gates; `opaque`: none could judge."""
    if opaque:
        return StyledText("OPAQUE", "warn")
    return REPLACEABLE if all(gates[each] in _ALLOWED for each in gates) else NOT_REPLACEABLE


def result_word(gate: str, status: Verdict) -> StyledText:
    """The word of a gate's outcome; a failing gate B is advisory, and prevents acceptance all the same."""
    if gate == "B" and status is Verdict.FAIL:
        return StyledText("ADVISORY", "warn")
    word = "N/A" if status is Verdict.NOT_APPLICABLE else status.value
    return StyledText(word, _STYLES.get(status, "bad"))


def covers_unseen_events(report: GateReport) -> bool:
    """Whether it is a transcript's own compaction of events that the file does not hold."""
    return of_unseen(report) and report.source_start == report.source_end


def of_unseen(report: GateReport) -> bool:
    """Whether it is a transcript's own compaction, of more than the file holds: no size compares."""
    return report.origin == "imported" and not report.scope_complete


def source_elsewhere(report: GateReport, gate: str) -> bool:
    """Whether gate B says of the whole, and of no statement, that its source is in another file."""
    found = report.gates[gate].findings
    return any(each.rule == "out_of_scope" and each.item_id is None for each in found)


def gate_spans(report: GateReport) -> tuple[StyledText, ...]:
    """All gates in one line: `A PASS  B ADVISORY  ...`."""
    spans: list[StyledText] = []
    for gate in GATE_NAMES:
        spans += [StyledText(f"{gate} "), result_word(gate, report.gates[gate].status), StyledText("  ")]
    return tuple(spans[:-1])


def gate_summary(report: GateReport) -> str:
    """The same without styles."""
    return "".join(span.text for span in gate_spans(report))


def outcome(verdicts: Mapping[str, Verdict] | None) -> StyledText:
    """The shortest form: `PASS, E n/a`, `FAIL B C`, `ADVISORY B` or `not scored`; `verdicts` are by gate."""
    if verdicts is None:
        return StyledText("not scored", "dim")
    if failing := failing_words(verdicts):
        return StyledText(failing, "warn" if failing == ADVISORY else "bad")
    idle = [gate for gate in GATE_NAMES if verdicts.get(gate) is Verdict.NOT_APPLICABLE]
    return StyledText(f"PASS, {' '.join(idle)} n/a" if idle else "PASS", "good")


def verdicts_of(report: GateReport) -> dict[str, Verdict]:
    """The outcome of each gate."""
    return {gate: report.gates[gate].status for gate in GATE_NAMES}


class Replaceability(NamedTuple):
    """Whether an artifact may replace its range, and why."""

    word: StyledText
    why: str


def replaceability(report: GateReport) -> Replaceability:
    """Replaceable or not, and which gates say so."""
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
    """How the work stood at the end, where an artifact that may replace its range does not say it."""
    return next(iter(lost_states(report)), None)


def _blocked(report: GateReport, gate: str, found: tuple[GateProblem, ...]) -> str:
    if report.gates[gate].status is Verdict.UNVERIFIABLE:
        return f"{gate} unverifiable"
    if source_elsewhere(report, gate):
        return f"{gate} cannot find sources that are in another file"
    count = len(blocking(of_gate(found, gate)))
    return f"{gate} {FAILED[gate]}" + (f" ({count})" if count else "")
