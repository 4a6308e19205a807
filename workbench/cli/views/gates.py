"""A gate report for a terminal: the verdict, and the gates with measured and needed values."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from gates.report import GateReport, why_confirm
from workbench.presentation.gate_table import gate_rows
from workbench.presentation.gate_words import replaceability, weak_ground
from workbench.presentation.judgement import Judgement
from workbench.presentation.layout import Column, paragraph, table
from workbench.presentation.spans import Line, Piece, StyledText


@dataclass(frozen=True)
class Reader(Judgement):
    """A judgement with a limit on how much of it is shown."""

    limit: int | None = None
    """Largest number of findings shown of one gate; None: all."""
    stored: bool = True
    """Whether it is of a store, where reviews are recorded; False for a transcript scored as a file."""


def verdict_lines(report: GateReport, width: int) -> list[Line]:
    """Return whether it is replaceable, and which gates decide that."""
    word, stated = replaceability(report)
    if report.replaceable and report.to_confirm:
        stated += "; `accept` asks to confirm that"
    elif little := weak_ground(report):
        stated += f"; {little}"
    return paragraph(stated, width, label=StyledText(f"{word.text}  ", word.style))


def confirm_option(gates: Collection[str]) -> str:
    """Return the options that `accept` needs, one for each gate that must be looked at first."""
    return "".join(f" --confirm {gate}" for gate in sorted(gates))


def to_confirm_lines(report: GateReport, width: int) -> list[Line]:
    """Return what must be looked at before acceptance, and why; empty if every gate passes."""
    if not report.to_confirm:
        return []
    stated = f"{why_confirm(report)}; look at that first: the command confirms that it was looked at"
    return paragraph(stated, width, indent=12, style="dim")


def gates_table(judgement: Judgement, width: int) -> list[Line]:
    """Return the gates with measured and needed values."""
    rows: list[list[Piece]] = []
    for gate in gate_rows(judgement):
        names: list[Piece] = [gate.title, gate.word]
        for each in gate.measures:
            needed = StyledText(each.needed, "dim" if each.passed is None else "")
            rows.append([*names, each.name, StyledText(each.value, each.style), needed])
            names = ["", ""]
        if not gate.measures:
            rows.append([*names, "", "", ""])
    columns = (
        Column("Gate"),
        Column("Result"),
        Column("Measure"),
        Column("Measured", right=True),
        Column("Needed", right=True),
    )
    return table(columns, rows, width, indent=2)
