"""Goes to an event by its number; the one that the line under the cursor names is offered."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from workbench.tui.state.spans import numbers_of
from workbench.tui.widgets.line_view import LineView

if TYPE_CHECKING:
    from workbench.tui.screens.base import BaseScreen

_NUMBER = re.compile(r"\[?\s*e?(\d{1,9})\s*\]?", re.IGNORECASE)
"""`375`, `e375` or `[e375]`."""


class NamesEvents:
    """What a screen whose texts name events does: a click or a key goes to one."""

    def on_linked(self, message: LineView.Linked) -> None:
        """Go to the event whose number was clicked."""
        self.show_event(message.ordinal)

    def show_event(self, ordinal: int) -> None:
        """Go to an event of the open session."""
        screen = cast("BaseScreen", self)
        screen.select(event=ordinal)
        screen.bench.go("event")

    def action_named_event(self) -> None:
        """Ask for the number of an event, and open it."""
        ask_event(cast("BaseScreen", self))


def ask_event(screen: BaseScreen) -> None:
    """Ask for the number of an event of the open session, and open it."""
    from workbench.tui.screens.dialogs.dialog import LineDialog

    if not screen.state.is_open:
        screen.warn("Open a session first: enter on a row of the library.")
        return

    def typed(text: str | None) -> None:
        number = _NUMBER.fullmatch(text or "")
        if number is not None:
            screen.show_event(int(number.group(1)))
        elif text:
            screen.warn(f"{text} is not the number of an event, as 375 or [e375].")

    named = named_here(screen)
    screen.app.push_screen(
        LineDialog(
            "Go to an event",
            "Its number, as in [e375]",
            value="" if named is None else str(named),
            hint="enter opens it   esc cancels",
        ),
        typed,
    )


def named_here(screen: BaseScreen) -> int | None:
    """Return the first event that the lines under the cursor of the focused list name."""
    view = screen.focused
    block = view.content.block if isinstance(view, LineView) else None
    if not isinstance(view, LineView) or block is None:
        return None
    width = view.scrollable_content_region.width
    lines = (view.content.line(number, width).line for number in range(block[0], block[1] + 1))
    return next((number for line in lines for _, _, number in numbers_of(line)), None)
