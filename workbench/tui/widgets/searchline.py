"""A line to type a search or a filter into; hidden while it is not needed.

The field itself is created when the line is first opened, so that the first frame does not wait for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message
from textual.widget import Widget

from workbench.tui.keyboard.typed_ahead import TypedIn

if TYPE_CHECKING:
    from textual.widgets import Input

    from workbench.tui.widgets.one_line_input import OneLineInput


class SearchLine(Widget):
    """A field that opens and closes."""

    class Typed(Message):
        """The text changed."""

        def __init__(self, value: str) -> None:
            """Store `value`, the whole text."""
            super().__init__()
            self.value = value

    class Submitted(Typed):
        """Enter was pressed."""

    def __init__(self, placeholder: str, *, id: str = "search") -> None:
        """Create the line, closed."""
        super().__init__(id=id)
        self.placeholder = placeholder
        self.display = False
        self._field: OneLineInput | None = None

    @property
    def is_open(self) -> bool:
        """Whether the line is shown."""
        return bool(self.display)

    def take_early(self, event: TypedIn) -> bool:
        """Take input that was meant for the field."""
        return self.is_open and self._field is not None and self._field.take_early(event)

    @property
    def value(self) -> str:
        """The text typed so far."""
        return self._field.value if self._field is not None else ""

    def open(self) -> None:
        """Show the line and take the focus."""
        self.display = True
        if self._field is None:
            from workbench.tui.widgets.one_line_input import OneLineInput

            self._field = OneLineInput(placeholder=self.placeholder, compact=True, select_on_focus=False)
            self.mount(self._field)
        self._field.expect()

    def close(self) -> None:
        """Hide the line and empty it."""
        self.display = False
        if self._field is not None:
            self._field.expect_no_more()
            self._field.value = ""

    def on_input_changed(self, message: Input.Changed) -> None:
        """Post the change as this widget's own message."""
        message.stop()
        self.post_message(self.Typed(message.value))

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Post the submission as this widget's own message."""
        message.stop()
        self.post_message(self.Submitted(message.value))
