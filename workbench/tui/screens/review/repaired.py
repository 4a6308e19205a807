"""The result of a repair, to read before going on: statements left out and added. Changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static

from workbench.edits.against_parent import AgainstParent
from workbench.tui.screens.dialogs.dialog import Dialog
from workbench.tui.state.review.repaired import repaired_rows, repaired_title
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.text_view import Text


class RepairedDialog(Dialog[None]):
    """The differences between a repaired draft and its parent."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,enter", "close", "Close", show=False)]

    def __init__(self, number: int, against: AgainstParent, sentences: Sequence[str]) -> None:
        """Create the dialog; `number` is of the new draft, `sentences` were cut from its narrative."""
        super().__init__(repaired_title(number, against))
        self.against, self.sentences = against, tuple(sentences)
        self.add_class("wide-dialog")

    def body(self) -> Iterable[Widget]:
        """Return the list, and the keys that close it."""
        yield LineView(Text(gutter=False), id="dialog-text")
        yield Static("up down page   enter or esc closes", classes="hint", markup=False)

    def on_mount(self) -> None:
        """Lay out the list."""
        lines = self.query_one(LineView)
        lines.show(lambda width: [each.line for each in repaired_rows(self.against, self.sentences, width)])
        lines.focus()
