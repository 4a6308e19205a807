"""A gate report in a few lines: the verdict, and the first reason of every failing gate."""

from __future__ import annotations

from gates.report import GATE_NAMES, Verdict
from workbench.cli.views.findings import finding_lines, lost_lines
from workbench.cli.views.gates import Reader, verdict_lines
from workbench.presentation.gate_words import gate_summary
from workbench.presentation.spans import Line, StyledText, line


def brief_lines(reader: Reader, width: int) -> list[Line]:
    """Return verdict, gates in one line, and one reason for each failing gate, with its evidence."""
    report = reader.report
    lines: list[Line] = [*verdict_lines(report, width), line("  ", StyledText(gate_summary(report), "dim"))]
    for gate in GATE_NAMES:
        if report.gates[gate].status is not Verdict.FAIL:
            continue
        lost = report.lost
        found = [f for f in report.gates[gate].findings if not f.reviewed]
        hard = [f for f in found if f.severity == "hard"] or (found if gate == "B" else [])
        if gate == "C" and lost:
            shown, count = lost_lines(reader, 1, lost[0], width), len(lost)
        elif hard:
            shown, count = finding_lines(reader, gate, 1, hard[0], width), len(hard)
        else:
            continue
        more = f"  (the first of {count})" if count > 1 else ""
        lines += [line("  ", StyledText(f"why {gate} fails{more}", "bold")), *shown]
    return lines
