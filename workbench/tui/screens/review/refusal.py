"""The dialog that says why a draft cannot be accepted: failing gates and the way to each. Changes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static

from workbench.presentation.judgement import Judgement
from workbench.tui.screens.dialogs.dialog import Dialog
from workbench.tui.state.review.gate_table import refusal_rows
from workbench.tui.widgets.line_view import LineView


class RefusalDialog(Dialog[str]):
    """A dialog that closes with the gate to go to, `m` to repair, `c` to draft again, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "repair", "Repair", show=False),
        Binding("c", "draft_again", "Draft again", show=False),
        Binding("q,a", "close", "Close", show=False),
        Binding("n", "way", "Go to the gate", show=False),
    ]

    def __init__(self, title: str, judgement: Judgement) -> None:
        """Create the dialog for the judgement of the refused draft."""
        super().__init__(title)
        self.judgement = judgement

    def body(self) -> Iterable[Widget]:
        """Return the gates, each a row to choose."""
        yield LineView(glyphs=self.bench.glyphs, id="ways")
        ways = "c drafts again" if self.judgement.opaque else "enter goes there   m repairs what it can"
        yield Static(f"{ways}   esc closes", classes="hint", markup=False)

    def on_mount(self) -> None:
        """Lay out the rows; the first gate has the cursor."""
        lines = self.query_one(LineView)
        lines.show(lambda width: refusal_rows(self.judgement, width))
        lines.styles.height = min(len(refusal_rows(self.judgement, 66)), 18)
        lines.focus()

    @on(LineView.Chosen)
    def _chosen(self, message: LineView.Chosen) -> None:
        self.dismiss(message.key)

    def action_way(self) -> None:
        """Go to the gate under the cursor."""
        self.dismiss(self.query_one(LineView).cursor)

    def action_draft_again(self) -> None:
        """Draft the range again instead."""
        self.dismiss("c")

    def action_repair(self) -> None:
        """Repair instead."""
        self.dismiss("m")
