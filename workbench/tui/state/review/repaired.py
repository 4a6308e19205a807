"""The result of a repair as rows: statements left out first, then added ones, and how to restore either."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from workbench.edits.against_parent import AgainstParent, StatementWords
from workbench.escaping import one_line
from workbench.presentation.against_parent import by_kind, totals
from workbench.presentation.spans import StyledText
from workbench.tui.state.spans import PaneRow, paragraph, row


def repaired_title(number: int, against: AgainstParent) -> str:
    """Return a title: `Repaired as d-2: 9 added, 3 relinked, 21 left out`."""
    return f"Repaired as d-{number}: {totals(against)}"


def repaired_rows(against: AgainstParent, sentences: Sequence[str], width: int) -> list[PaneRow]:
    """Return the body; `sentences` of the narrative that no statement covers were cut from it."""
    rows: list[PaneRow] = []
    if against.left_out:
        stated = f"Left out, without a source or against it: {by_kind(against.left_out)}"
        rows += paragraph(stated, width, style="warn")
        rows += paragraph(_way_back(against.number), width, style="dim")
        rows += [*_listed(against.left_out, StyledText("- ", "bad"), width), row()]
    if sentences:
        rows += paragraph("Cut from the narrative, since no statement covers it:", width, style="warn")
        for each in sentences:
            rows += paragraph(one_line(each), width, label=StyledText("  - ", "bad"))
        rows.append(row())
    if against.added:
        rows += paragraph(f"Added in the words of the source: {by_kind(against.added)}", width)
        rows += [*_listed(against.added, StyledText("+ ", "good"), width), row()]
    return rows or paragraph("Only links and statuses were put right.", width)


def _way_back(parent: int) -> str:
    return (
        f"d-{parent} stays as it is, with all of them. To keep one: [ goes back to it; there 4 lists the "
        "statements, r links one to the words that say it, w keeps that as a new draft."
    )


def _listed(statements: Iterable[StatementWords], sign: StyledText, width: int) -> list[PaneRow]:
    rows: list[PaneRow] = []
    for kind, group in groupby(statements, key=lambda each: each.kind):
        rows.append(row(StyledText(f"  {kind.replace('_', ' ')}", "strong")))
        for each in group:
            rows += paragraph(one_line(each.text), width, label=StyledText(f"  {sign.text}", sign.style))
    return rows
