"""A question to be confirmed: `[x]` or `[ ]` before its words, so that colour is not needed to tell."""

from __future__ import annotations

from textual.widgets import Checkbox

from workbench.tui.text import in_place


class ConfirmBox(Checkbox):
    """A checkbox that space or enter checks and unchecks."""

    DEFAULT_CSS = """
    ConfirmBox > .toggle--button, ConfirmBox:focus > .toggle--button,
    ConfirmBox.-on > .toggle--button, ConfirmBox.-on:focus > .toggle--button {
        color: $foreground;
        background: transparent;
    }
    """
    BUTTON_LEFT = ""
    BUTTON_INNER = "[ ]"
    """Includes its brackets: the library draws the sides in the background colour, invisible here."""
    BUTTON_RIGHT = ""

    def __init__(self, question: str, *, id: str | None = None) -> None:
        """Create the box, not confirmed."""
        super().__init__(in_place(question), id=id, compact=True)

    def ask(self, question: str) -> None:
        """Show another question, not confirmed; the same question keeps its state."""
        if str(self.label) != in_place(question):
            self.value = False
            self.label = in_place(question)

    def watch_value(self) -> None:
        """Draw the sign for the state."""
        self.BUTTON_INNER = "[x]" if self.value else "[ ]"
        self.refresh(layout=True)
        super().watch_value()
