"""Where triggers fire, for a reader."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from workbench.cli.layout import BLANK, Cell, Column, Line, facts, heading, line, paragraph, plural, table
from workbench.cli.views.reading import title_of

if TYPE_CHECKING:
    from workbench.services.triggering import Triggers


def triggers_lines(found: Triggers, width: int) -> Iterator[Line]:
    """What fires how often, then each mark with its reason."""
    yield heading(title_of(found.session))
    pairs: list[tuple[str, Cell]] = [
        (each.strategy, each.on_demand or plural(each.marks, "mark")) for each in found.strategies
    ]
    yield from facts(pairs, width, indent=2)
    if not found.marks:
        yield BLANK
        yield line("No trigger fires on this session.")
        return
    yield BLANK
    columns = (
        Column("Event", right=True),
        Column("Turn", right=True),
        Column("Strategy"),
        Column("Rule"),
        Column("Takes in", right=True),
    )
    rows: list[list[Cell]] = [
        [str(mark.ordinal), str(mark.turn), mark.strategy, mark.rule, f"{mark.start}..{mark.end}"]
        for mark in found.marks
    ]
    head, *lines = table(columns, rows, width)
    yield head
    for shown, mark in zip(lines, found.marks, strict=True):
        yield shown
        yield from paragraph(mark.why, width, indent=7, style="dim")
