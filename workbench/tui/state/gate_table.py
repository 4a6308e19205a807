"""The gate table of a draft: measured beside needed, the failing gate explained underneath, the verdict bar.

Words first, colours second: PASS, ADVISORY, FAIL, UNVERIFIABLE, N/A, with `!` and `?` in the margin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gates.artifact import Artifact
from gates.report import GATE_NAMES, GateReport, GateResult, Measure, Verdict, why_confirm
from gates.source import SourceEvent, SourceLink
from workbench.escaping import one_line
from workbench.presentation.figures import plural
from workbench.presentation.gate_words import FAILED, MEASURES, TITLES, result_word
from workbench.presentation.item_places import places
from workbench.presentation.layout import Column, sized, titles
from workbench.presentation.spans import Line, Piece, Span, line
from workbench.strategies.mended import decides
from workbench.tui.state.problems import Problem, blocking, of_gate
from workbench.tui.state.spans import Row, cells, paragraph, row, rule

BLOCKS = Span("!", "bad")
ADVISES = Span("?", "warn")
_NOTHING = Span("")

_EXPLAINED = 1_000
"""Most problems of one gate written out under the table."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A report with what is needed to say what its findings are about."""

    report: GateReport
    artifact: Artifact | None
    events: Sequence[SourceEvent]
    problems: tuple[Problem, ...]
    checks: tuple[tuple[str, str], ...] = ()
    """Name and PASS or FAIL of the checks on the snapshot that the draft would make."""

    def statement(self, item_id: str | None) -> str | None:
        """What the artifact says under an item id."""
        items = self.artifact.items if self.artifact else ()
        return next((each.text for each in items if each.item_id == item_id), None)

    def place_of(self, item_id: str | None) -> str:
        """The place of an item in the draft: `c-7`."""
        known = places(self.artifact) if self.artifact else {}
        return known.get(item_id or "", "")

    def place(self, link: SourceLink) -> str:
        """Where a link stands: `event 148, turn 21, assistant`."""
        if link.ordinal < len(self.events):
            event = self.events[link.ordinal]
            return f"event {link.ordinal}, turn {event.turn}, {event.kind.value}"
        return f"event {link.ordinal}"


def gate_mark(gate: str, status: Verdict) -> Span:
    """The mark in the margin."""
    if status in (Verdict.PASS, Verdict.NOT_APPLICABLE):
        return _NOTHING
    return ADVISES if gate == "B" and status is Verdict.FAIL else BLOCKS


def gate_rows(judged: Judgement, width: int, *, compact: bool) -> list[Row]:
    """The table; keys are the gates' letters. `compact` puts a gate's measures on its own line."""
    longest = max(len(result_word(gate, judged.report.gates[gate].status).text) for gate in GATE_NAMES)
    columns = sized(
        (
            Column("Gate", 0),
            Column("Result", max(longest, 8) + 1),
            Column("Measured", 14),
            Column("Needs", 10),
        ),
        width,
    )
    rows = [Row(titles(columns)), rule(width)]
    for gate in GATE_NAMES:
        rows += _gate(judged, gate, columns, compact=compact)
    rows += _checks(judged, columns, compact=compact)
    return rows


def _gate(judged: Judgement, gate: str, columns: Sequence[Column], *, compact: bool) -> list[Row]:
    result = judged.report.gates[gate]
    shown = [each for each in result.measures if each.value is not None or each.decides]
    head: list[Piece] = [f"{gate} {TITLES[gate]}", result_word(gate, result.status)]
    mark = gate_mark(gate, result.status)
    if compact or (len(shown) <= 1 and not any(MEASURES.get(each.name) for each in shown)):
        deciding = [each for each in shown if each.decides][:2] or shown[:1]
        measured = " ".join(_value(each, judged, short=len(deciding) > 1) for each in deciding)
        needed = "" if len(deciding) != 1 else _needs(deciding[0])
        if len(deciding) > 1:
            needed = _needs_each(deciding)
        return [Row(cells(columns, [*head, measured, needed]), gate, mark)]
    rows = [Row(cells(columns, [*head, "", ""]), gate, mark)]
    for measure in shown:
        name = f"  {MEASURES.get(measure.name, measure.name)}"
        values: list[Piece] = [
            Span(name, "" if measure.decides else "dim"),
            _measure_word(measure),
            _value(measure, judged),
            _needs(measure),
        ]
        rows.append(Row(cells(columns, values), gate))
    return rows


def _measure_word(measure: Measure) -> Span:
    if measure.value is None:
        return Span("none", "dim")
    if measure.passed is None or not measure.decides:
        return Span("")
    return Span("PASS", "good") if measure.passed else Span("FAIL", "bad")


def _value(measure: Measure, judged: Judgement, *, short: bool = False) -> str:
    """A measured value as a reader wants it."""
    if measure.value is None:
        return "-" if short else "none"
    if measure.name == "parse_success_rate":
        return "parsed" if measure.value >= 1 else "not parsed"
    if measure.name == "elapsed_ms_p95":
        return f"{measure.value / 1000:.1f} s"
    if measure.name == "compression_ratio":
        return f"{measure.value:.0%}"
    counts = _counts(measure, judged)
    if counts and short:
        return counts
    return _figure(measure.value) + (f" ({counts})" if counts else "")


def _figure(value: float | int) -> str:
    """Ratios with two digits, never rounded up to a whole; counts with thousands parted."""
    if isinstance(value, int) or (value == int(value) and value > 1):
        return f"{int(value):,}"
    return f"{int(value * 100 + 1e-9) / 100:.2f}"


def _counts(measure: Measure, judged: Judgement) -> str:
    """The counts behind a ratio: `8/19`."""
    report = judged.report
    kind = {"decision_recall": "decision", "open_work_recall": "open_work"}.get(measure.name)
    if kind is not None:
        kept = [each.retained for each in report.retention if each.kind == kind and each.counted]
        return f"{sum(kept)}/{len(kept)}" if kept else ""
    if measure.name != "traceable_item_ratio" or judged.artifact is None or measure.value is None:
        return ""
    found = [each for each in report.gates["B"].findings if decides("B", each)]
    without = len({each.item_id or each.finding_id for each in found})
    # Repeated statements and remarks on the summary itself are not counted: the ratio tells the whole.
    whole = without and measure.value < 1
    total = round(without / (1 - measure.value)) if whole else len(judged.artifact.items)
    return f"{round(measure.value * total)}/{total}" if total else ""


def _needs(measure: Measure) -> str:
    if measure.name == "parse_success_rate":
        return "parses"
    if measure.op is None or measure.threshold is None:
        return ""
    if measure.name == "elapsed_ms_p95":
        return f"{measure.op} {measure.threshold / 1000:.0f} s"
    if measure.name == "compression_ratio":
        return f"{measure.op} {measure.threshold:.0%}"
    return f"{measure.op} {_figure(measure.threshold)}"


def _needs_each(measures: Sequence[Measure]) -> str:
    needs = {_needs(each) for each in measures}
    return f"{needs.pop()}" if len(needs) == 1 else " ".join(_needs(each) for each in measures)


def _checks(judged: Judgement, columns: Sequence[Column], *, compact: bool) -> list[Row]:
    if not judged.checks:
        return []
    failed = [name for name, status in judged.checks if status != "PASS"]
    word = Span("FAIL", "bad") if failed else Span("PASS", "good")
    passed = f"{len(judged.checks) - len(failed)}/{len(judged.checks)}"
    rows = [] if compact else [Row(())]
    rows.append(
        Row(cells(columns, ["Snapshot checks", word, passed, "all"]), "S", BLOCKS if failed else _NOTHING)
    )
    if not compact:
        rows += [row(Span(f"  {name}", "bad")) for name in failed]
    return rows


def explained(judged: Judgement, gate: str, width: int) -> list[Row]:
    """What the gate found, one problem after the other; keys are the problems'."""
    if gate == "S":
        return _explained_checks(judged, width)
    result = judged.report.gates[gate]
    found = of_gate(judged.problems, gate)
    blocks, rest = blocking(found), [each for each in found if not each.blocks]
    rows = [row(Span(f"{gate} {TITLES[gate]}", "section"), _tally(result, len(blocks), len(rest)))]
    if not found:
        return rows + paragraph(_nothing_found(gate, result), width, style="dim")
    for each in found[:_EXPLAINED]:
        rows += problem_rows(judged, each, width)
    if len(found) > _EXPLAINED:
        rows.append(row(Span(f"and {len(found) - _EXPLAINED:,} more: 4 lists them all", "dim")))
    return rows


def _tally(result: GateResult, blocks: int, rest: int) -> Span:
    if result.status is Verdict.NOT_APPLICABLE:
        return Span("  does not apply: accepting asks you to confirm it", "warn")
    parts = [plural(blocks, "problem")] if blocks else []
    parts += [plural(rest, "warning")] if rest else []
    return Span("  " + (", ".join(parts) or "nothing to repair"), "dim")


def _nothing_found(gate: str, result: GateResult) -> str:
    if result.status is Verdict.PASS:
        return "This gate passes and found nothing to say."
    if result.status is Verdict.NOT_APPLICABLE:
        return {
            "C": "No decision and no open work was captured in this range, so there is nothing to retain.",
            "E": "The artifact was made under another system's limits; its known counts are shown.",
        }.get(gate, "There is nothing to judge.")
    return "It could not be evaluated: what it would judge is not there."


def _explained_checks(judged: Judgement, width: int) -> list[Row]:
    rows = [
        row(Span("Snapshot checks", "section"), Span("  of the snapshot that this draft would make", "dim"))
    ]
    for name, status in judged.checks:
        style = "good" if status == "PASS" else "bad"
        rows += paragraph(name.replace("_", " "), width, label=Span(f"  {status} ", style))
    return rows


def problem_rows(judged: Judgement, problem: Problem, width: int, *, most: int = 4) -> list[Row]:
    """One problem: what is wrong, what the draft says, where it was said, what to do."""
    mark = _NOTHING if not problem.blocks else ADVISES if problem.gate == "B" else BLOCKS
    style = "warn" if problem.gate == "B" or not problem.blocks else "bad"
    if problem.reviewed:
        style = "dim"
    key = problem.key
    statement = None if problem.is_lost else judged.statement(problem.item_id)
    told = problem.text if statement is None else statement
    label = Span(f"{problem.headline}  ", style)
    rows = [
        row(
            label,
            Span(judged.place_of(problem.item_id) if statement is not None else "", "dim"),
            key=key,
            mark=mark,
        )
    ]
    rows += paragraph(one_line(told), width, indent=2, key=key, most=most)
    if statement is not None and one_line(problem.text) != one_line(problem.headline):
        rows += paragraph(one_line(problem.text), width, indent=2, style="dim", key=key, most=2)
    for link in problem.evidence[:1]:
        quote = "" if one_line(link.quote) in one_line(told) else f': "{one_line(link.quote)}"'
        rows += paragraph(f"{judged.place(link)}{quote}", width, indent=2, style="dim", key=key, most=2)
    if problem.reviewed:
        rows.append(row(Span(f"  cleared by review {problem.reviewed}", "dim"), key=key))
    return rows


def verdict_bar(judged: Judgement, *, active: bool = False, rejected: bool = False) -> tuple[Line, Line]:
    """One line, always in view: replaceable or not, and why; then the next key, for where there is room."""
    report = judged.report
    also = " (rejected by review)" if rejected else ""
    if active:
        return line(Span("ACTIVE", "good"), f"  it replaces its range now{also}"), _hint("z takes it back")
    if report.blocking:
        words = "   ".join(_blocked_word(judged, gate) for gate in report.blocking)
        return line(Span("NOT REPLACEABLE", "bad"), f"  {words}{also}"), _hint("n goes to the next problem")
    if report.to_confirm:
        rest = f"  {why_confirm(report)}, confirmed on accepting{also}"
        return line(Span("REPLACEABLE", "good"), rest), _hint("a accepts")
    return line(Span("REPLACEABLE", "good"), f"  every gate passes{also}"), _hint("a accepts")


def _hint(text: str) -> Line:
    return (Span(f"   {text}", "dim"),)


def _blocked_word(judged: Judgement, gate: str) -> str:
    result = judged.report.gates[gate]
    if result.status is Verdict.UNVERIFIABLE:
        return f"{gate} unverifiable"
    count = len(blocking(of_gate(judged.problems, gate)))
    return f"{gate} {FAILED[gate]} ({count})" if count else f"{gate} {FAILED[gate]}"


def refusal_rows(judged: Judgement, width: int) -> list[Row]:
    """Why the draft cannot be accepted: the gates, what each failure means, and the way to each."""
    rows = paragraph("Nothing was changed. These gates stand in the way:", width)
    for gate in judged.report.blocking:
        result = judged.report.gates[gate]
        found = blocking(of_gate(judged.problems, gate))
        rows.append(row())
        word = result_word(gate, result.status)
        count = f"  {plural(len(found), 'problem')}" if found else ""
        rows.append(
            row(
                Span(f"{gate} {TITLES[gate]} ", "strong"),
                word,
                count,
                key=gate,
                mark=gate_mark(gate, result.status),
            )
        )
        rows += [Row(each.line, gate) for each in paragraph(_WAYS[gate], width, indent=2, style="dim")]
    return rows


_WAYS = {
    "A": "It does not parse into the compaction schema. c drafts again; a checkpoint can stand in for it.",
    "B": "Advisory only: items without a source. enter goes to them; m repairs links that broke.",
    "C": "Decisions or open work are lost. enter goes to them; m adds what is missing with its links.",
    "D": "The draft contradicts its source. enter goes there; a review may clear a finding that is wrong.",
    "E": "Over the cost or time limit. c drafts again with another strategy, or a smaller range.",
}
