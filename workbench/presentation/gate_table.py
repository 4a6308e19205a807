"""The gates of a report as table rows: each measured value with its threshold."""

from __future__ import annotations

from typing import NamedTuple

from gates.measure_words import MEASURES, ratio, share
from gates.report import GATE_NAMES, Measure
from workbench.presentation.figures import percent
from workbench.presentation.gate_words import TITLES, of_unseen, result_word, source_elsewhere
from workbench.presentation.judgement import Judgement
from workbench.presentation.spans import StyledText
from workbench.strategies.repaired import decides

_LABELS = {"open_work_recall": "open"}
_UNITS = {"total_tokens": "tokens"}


class MeasureRow(NamedTuple):
    """One measured value with its threshold."""

    name: str
    value: str
    """Such as `0.42 (8/19)`; `-` for none."""
    needed: str
    """The threshold, such as `>= 0.95`; empty for none."""
    passed: bool | None
    """None if the value does not decide the gate."""
    counts: str = ""
    """The counts behind a ratio, such as `8/19`."""
    decides: bool = True
    known: bool = True
    """Whether it was measured at all."""
    label: str = ""
    """A word that tells the value from the one beside it, such as `open`; empty if none is needed."""
    unit: str = ""
    """The unit of the threshold if the name of the value has it, such as `tokens`."""

    @property
    def short(self) -> str:
        """The value for a narrow column: the counts alone, with the word that tells them from others."""
        return f"{self.label} {self.counts or self.value}".strip()

    @property
    def needed_with_unit(self) -> str:
        """The threshold where the name of the value is not shown."""
        return f"{self.needed} {self.unit}".strip() if self.needed else ""

    @property
    def word(self) -> StyledText:
        """The outcome of this value as a styled word."""
        if not self.known:
            return StyledText("none", "dim")
        return StyledText({True: "PASS", False: "FAIL", None: ""}[self.passed], self.style)

    @property
    def style(self) -> str:
        """Return `good` or `bad`; empty if the value does not decide the gate."""
        return {True: "good", False: "bad", None: ""}[self.passed]


class GateMeasures(NamedTuple):
    """One gate with its measured values."""

    letter: str
    title: str
    """Such as `C retention`."""
    word: StyledText
    measures: tuple[MeasureRow, ...]


def gate_rows(judgement: Judgement) -> list[GateMeasures]:
    """Return all gates, in order from A to E."""
    return [gate_row(judgement, gate) for gate in GATE_NAMES]


def gate_row(judgement: Judgement, gate: str) -> GateMeasures:
    """Return the measured values of one gate."""
    result = judgement.report.gates[gate]
    rows = tuple(_row(each, judgement) for each in result.measures)
    return GateMeasures(gate, f"{gate} {TITLES[gate]}", result_word(gate, result.status), rows)


def _row(measure: Measure, judgement: Judgement) -> MeasureRow:
    counts = _counts(measure, judgement)
    value = _value(measure) + (f" ({counts})" if counts else "")
    passed = measure.passed if measure.decides else None
    name = MEASURES.get(measure.name, measure.name)
    known = measure.value is not None
    if measure.name == "compression_ratio" and of_unseen(judgement.report):
        return MeasureRow(name, "-", _needs(measure), None, "", measure.decides, known=False)
    label, unit = _LABELS.get(measure.name, ""), _UNITS.get(measure.name, "")
    return MeasureRow(name, value, _needs(measure), passed, counts, measure.decides, known, label, unit)


def _value(measure: Measure) -> str:
    if measure.value is None:
        return "-"
    if measure.name == "parse_success_rate":
        return "parsed" if measure.value >= 1 else "not parsed"
    if measure.name == "elapsed_ms_p95":
        return f"{measure.value / 1000:.1f} s"
    if measure.name == "total_tokens" and not measure.value:
        return "no model"
    if measure.name == "compression_ratio":
        return share(measure.value, measure.threshold)
    return ratio(measure.value, measure.threshold)


def _needs(measure: Measure) -> str:
    if measure.op is None or measure.threshold is None:
        return ""
    if measure.name == "parse_success_rate":
        return "parses"
    if measure.name == "elapsed_ms_p95":
        return f"{measure.op} {measure.threshold / 1000:.0f} s"
    if measure.name == "compression_ratio":
        return f"{measure.op} {percent(measure.threshold)}"
    return f"{measure.op} {ratio(measure.threshold)}"


def _counts(measure: Measure, judgement: Judgement) -> str:
    report = judgement.report
    kind = {"decision_recall": "decision", "open_work_recall": "open_work"}.get(measure.name)
    if kind is not None:
        kept = [each.retained for each in report.retention if each.kind == kind and each.counted]
        return f"{sum(kept)}/{len(kept)}" if kept else ""
    if measure.name != "traceable_item_ratio" or judgement.artifact is None or measure.value is None:
        return ""
    if source_elsewhere(report, "B"):
        return ""
    found = [each for each in report.gates["B"].findings if decides("B", each)]
    without = len({each.item_id or each.finding_id for each in found})
    # Repeated statements and remarks on the summary itself are not counted: the ratio tells the whole.
    whole = without and measure.value < 1
    total = round(without / (1 - measure.value)) if whole else len(judgement.artifact.items)
    return f"{round(measure.value * total)}/{total}" if total else ""
