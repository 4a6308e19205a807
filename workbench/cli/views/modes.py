"""The view of modes and their switches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from workbench.modes import MODES
from workbench.presentation.layout import paragraph
from workbench.presentation.spans import Line, StyledText, line

if TYPE_CHECKING:
    from workbench.services.stores.modes import Modes


def modes_lines(found: Modes, width: int) -> Iterator[Line]:
    """Yield each mode, whether it is on, the reason, and its risk."""
    for each in found.current:
        state = StyledText("on", "warn") if each.on else StyledText("off", "dim")
        yield line(StyledText(f"{each.mode:<15}", "bold"), state)
        who = f" ({each.actor}, {each.since[:10]})" if each.actor else ""
        yield from paragraph(each.reason + who, width, indent=2, label=StyledText("reason  ", "dim"))
        yield from paragraph(MODES[each.mode], width, indent=2, label=StyledText("risk    ", "dim"))
