"""The questions in the dialog of a move, and its plain keys.

`y` and `n` count on the second press or with enter, so that a typed reason loses nothing: a letter is either
an answer or the first letter of a word. So are digits, which are keys of screens elsewhere: alone, or after
an answer, they do nothing, and they begin a reason once something else is typed after them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Button, Static

from workbench.tui.screens.asking import unsay
from workbench.tui.widgets.confirm import ConfirmBox
from workbench.tui.widgets.one_line_input import OneLineInput

if TYPE_CHECKING:
    from workbench.tui.screens.moves.move_dialog import MoveDialog

REASON_LABEL = "Reason (optional; just type it)"
UNCONFIRMED = "This has to be confirmed: space confirms it, then y and enter."
SPACE_CONFIRMS = "enter confirms nothing: space does, then y and enter {act}."
"""Hint while the box is focused and not checked; `{act}` is what the dialog does."""


class MoveConfirmBox(ConfirmBox):
    """A box that only space checks, since enter is for the move; it removes the message asking for it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "go_on", "Go on", show=False)]

    async def action_go_on(self) -> None:
        """Go from a checked box to the answer; for an unchecked one, let the dialog explain."""
        if self.value:
            self.screen.query_one("#yes", Button).focus()
        else:
            await self.run_action("screen.yes")

    def watch_value(self) -> None:
        """Draw the sign for the state."""
        super().watch_value()
        if self.is_mounted and self.value:
            unsay(self.app, UNCONFIRMED)


def asked(reason: str, hint: str) -> Vertical:
    """Return the confirmation, the reason with earlier words, and a line of help."""
    return Vertical(
        MoveConfirmBox("", id="confirm"),
        Static(REASON_LABEL, classes="label", markup=False),
        OneLineInput(value=reason, select_on_focus=False, id="reason", compact=True),
        Static(hint, classes="hint", id="move-hint", markup=False),
        id="asked",
    )


class MoveAnswers:
    """The plain keys of the dialog, wherever the focus is outside the field."""

    def __init__(self, dialog: MoveDialog) -> None:
        """Start without keys."""
        self._dialog = dialog
        self._begun = ""
        """Digits, `y` and `n` typed so far that are not a reason yet; an answer if it ends in a letter."""

    def key(self, event: events.Key) -> None:
        """Handle an answer, a confirmation, a retry after an error, or a letter of the reason."""
        field, typed = self._dialog.query_one("#reason", OneLineInput), event.character
        if not event.is_printable or typed is None:
            return
        event.stop()
        event.prevent_default()
        if field.take_early(event):
            return
        begun, self._begun = self._begun, ""
        if typed in ("y", "n"):
            self._answer(typed, begun)
        elif typed.isdecimal() and not field.value:
            self._hold(begun + typed)
        elif typed == " " and not (begun and self._dialog.may_move()):
            self._dialog.action_confirm()
        elif typed != "R" or not self._dialog.ask_again():
            self.write(begun + typed)

    def _hold(self, digits: str) -> None:
        self._begun = digits
        words = f"y and enter {self._dialog.ACT}, esc cancels."
        self._dialog.query_one("#move-hint", Static).update(f"{digits[-1]} opens no screen here. {words}")

    def _answer(self, key: str, begun: str) -> None:
        dialog, repeated = self._dialog, begun.endswith(key)
        if key == "y" and (repeated or not dialog.may_move()):
            dialog.action_yes()
        elif key == "n" and repeated:
            dialog.action_close()
        else:
            self._begun = begun.rstrip("yn") + key
            dialog.set_focus(dialog.query_one("#yes" if key == "y" else "#no", Button))
            act = dialog.ACT if key == "y" else "cancels"
            words = f"{key} again or enter {act}; any other text becomes the reason."
            dialog.query_one("#move-hint", Static).update(words)

    def ask_to_confirm(self, confirm: ConfirmBox) -> None:
        """Go to the box that has to be checked first, and say which key checks it."""
        confirm.focus()
        self._dialog.warn(UNCONFIRMED)
        words = SPACE_CONFIRMS.format(act=self._dialog.ACT)
        self._dialog.query_one("#move-hint", Static).update(words)

    def forget(self) -> None:
        """Drop a begun answer whose button has lost the focus, and its hint."""
        wanted, focused = {"y": "yes", "n": "no"}.get(self._begun[-1:]), self._dialog.focused
        if wanted is not None and (focused is None or focused.id != wanted):
            self._begun = ""
            self._dialog.fit_hint()

    def write(self, text: str) -> None:
        """Append a text to the reason, and continue there."""
        self._dialog.query_one("#reason", OneLineInput).write_on(text)
        self._dialog.fit_hint()
