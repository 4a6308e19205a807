"""Events at which strategies would compact by themselves, for the timeline: a sign, a word, the reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.presentation.layout import fact
from workbench.presentation.spans import Line, StyledText
from workbench.tui.glyphs import Glyphs

if TYPE_CHECKING:
    from workbench.strategies.triggers import TriggerMark

LABEL = 12
Marks = dict[int, tuple["TriggerMark", ...]]
"""Marks by the event at which they fire."""


def by_event(found: Sequence[TriggerMark]) -> Marks:
    """Return the marks of each event, in the order in which they were found."""
    marks: Marks = {}
    for mark in found:
        marks[mark.ordinal] = (*marks.get(mark.ordinal, ()), mark)
    return marks


def marked(
    cells: tuple[StyledText, ...], marks: Sequence[TriggerMark], glyphs: Glyphs
) -> tuple[StyledText, ...]:
    """Return a row's cells; the text begins with the sign and, in brackets, the strategies that fire."""
    if not marks:
        return cells
    names = ", ".join(dict.fromkeys(mark.strategy for mark in marks))
    text = cells[-1]
    return (*cells[:-1], StyledText(f"{glyphs.trigger} [{names}] {text.text}", text.style))


def trigger_lines(marks: Sequence[TriggerMark], width: int) -> list[Line]:
    """Return the triggers that fire at an event: strategy and rule, range, reason."""
    lines: list[Line] = []
    for mark in marks:
        lines += [(), (StyledText(f"Trigger of {mark.strategy}", "strong"),)]
        facts = (("Rule", mark.rule), ("Takes in", f"{mark.start} - {mark.end}"), ("Why", mark.why))
        for label, value in facts:
            lines += fact(label, value, width, label_width=LABEL)
    return lines[1:]


def trigger_brief(marks: Sequence[TriggerMark], glyphs: Glyphs) -> Line:
    """Return the triggers of an event in one line."""
    first = marks[0]
    more = f"  and {len(marks) - 1} more" if len(marks) > 1 else ""
    stated = f" would compact {first.start}-{first.end} here: {first.why}{more}"
    return (
        StyledText(f"{glyphs.trigger} {first.strategy}", "strong"),
        StyledText(stated, "dim"),
    )
