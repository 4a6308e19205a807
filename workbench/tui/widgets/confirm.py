"""A question to be confirmed: `[x]` or `[ ]` before its words, so that no colour has to say which."""

from __future__ import annotations

from textual.widgets import Checkbox

from workbench.tui.text import in_place


class ConfirmBox(Checkbox):
    """Space or enter confirms it, and takes that back."""

    DEFAULT_CSS = """
    ConfirmBox > .toggle--button, ConfirmBox:focus > .toggle--button,
    ConfirmBox.-on > .toggle--button, ConfirmBox.-on:focus > .toggle--button {
        color: $foreground;
        background: transparent;
    }
    """
    BUTTON_LEFT = ""
    BUTTON_INNER = "[ ]"
    """With its brackets: the library draws sides in the colour of what lies behind, here unseen."""
    BUTTON_RIGHT = ""

    def __init__(self, question: str, *, id: str | None = None) -> None:
        """Not confirmed."""
        super().__init__(in_place(question), id=id, compact=True)

    def ask(self, question: str) -> None:
        """Another question, not confirmed; the same one stays as it is."""
        if str(self.label) != in_place(question):
            self.value = False
            self.label = in_place(question)

    def watch_value(self) -> None:
        """Draw the other sign."""
        self.BUTTON_INNER = "[x]" if self.value else "[ ]"
        self.refresh(layout=True)
        super().watch_value()
