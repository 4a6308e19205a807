"""A gate report for a reader: the verdict, and the gates with measured and needed values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gates.artifact import Artifact
from gates.report import GATE_NAMES, GateReport, Measure, Verdict, why_confirm
from gates.source import SourceEvent, SourceLink
from workbench.presentation.figures import number
from workbench.presentation.gate_words import FAILED, MEASURES, TITLES, counts_behind, result_word
from workbench.presentation.layout import Column, paragraph, table
from workbench.presentation.spans import Line, Piece, Span


@dataclass(frozen=True)
class Reader:
    """A report with what is needed to say where things stand."""

    report: GateReport
    artifact: Artifact | None
    events: Sequence[SourceEvent]
    limit: int | None = None
    """Most findings shown of one gate; None: all."""

    def place(self, ordinal: int) -> str:
        """Where an event is: its number, turn and kind."""
        if ordinal < len(self.events):
            event = self.events[ordinal]
            return f"event {ordinal}, turn {event.turn}, {event.kind.value}"
        return f"event {ordinal}"

    def statement(self, item_id: str | None) -> str | None:
        """What the artifact says under an item id."""
        items = self.artifact.items if self.artifact else ()
        return next((item.text for item in items if item.item_id == item_id), None)


def distinct(links: Sequence[SourceLink]) -> list[SourceLink]:
    """The links that a reader can tell apart: the same words of the same event once."""
    first: dict[tuple[int, str], SourceLink] = {}
    for link in links:
        first.setdefault((link.ordinal, link.quote), link)
    return list(first.values())


def verdict_lines(report: GateReport, width: int) -> list[Line]:
    """Replaceable or not, and which gates say so."""
    if report.replaceable:
        told = "every gate passes"
        if report.to_confirm:
            told = f"{why_confirm(report)}; to accept it, --confirm {' --confirm '.join(report.to_confirm)}"
        return paragraph(told, width, label=Span("REPLACEABLE  ", "good"))
    words = []
    for gate in report.blocking:
        failed = report.gates[gate].status is Verdict.FAIL
        words.append(f"{gate} {FAILED[gate] if failed else 'unverifiable'}")
    return paragraph(", ".join(words), width, label=Span("NOT REPLACEABLE  ", "bad"))


def gate_summary(report: GateReport) -> str:
    """All gates in one short text: `A PASS  B ADVISORY  ...`."""
    return "  ".join(f"{gate} {result_word(gate, report.gates[gate].status).text}" for gate in GATE_NAMES)


def gates_table(report: GateReport, width: int) -> list[Line]:
    """The gates with measured and needed values."""
    rows: list[list[Piece]] = []
    for gate in GATE_NAMES:
        result = report.gates[gate]
        names: list[Piece] = [f"{gate} {TITLES[gate]}", result_word(gate, result.status)]
        for measure in result.measures or (None,):
            rows.append([*names, *_measure_cells(measure, report)])
            names = ["", ""]
    columns = (
        Column("Gate"),
        Column("Result"),
        Column("Measure"),
        Column("Measured", right=True),
        Column("Needed", right=True),
    )
    return table(columns, rows, width, indent=2)


def _measure_cells(measure: Measure | None, report: GateReport) -> list[Piece]:
    if measure is None:
        return ["", "", ""]
    value = number(measure.value) + counts_behind(measure, report)
    style = "" if measure.passed is None or not measure.decides else "good" if measure.passed else "bad"
    needed = "" if measure.op is None else f"{measure.op} {number(measure.threshold)}"
    return [
        MEASURES.get(measure.name, measure.name),
        Span(value, style),
        Span(needed, "" if measure.decides else "dim"),
    ]


def outcome(report: GateReport) -> Span:
    """The shortest form: `PASS`, `PASS, E n/a` or `FAIL B C`."""
    if report.blocking:
        return Span("FAIL " + " ".join(report.blocking), "bad")
    aside = f", {' '.join(report.unjudged)} n/a" if report.unjudged else ""
    return Span(f"PASS{aside}", "good")
