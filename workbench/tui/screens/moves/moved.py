"""The notice that another accept or rollback was made while one was being looked at. Nothing was changed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Button

from workbench.tui.screens.dialogs.dialog import Dialog
from workbench.tui.state.moves import moved_rows
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.text_view import Text

if TYPE_CHECKING:
    from workbench.services.moves.move_preview import Foreseen


class MovedDialog(Dialog[bool]):
    """A dialog that closes with True if the new state is to be shown."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("R,r,y", "answer(True)", "Reload", show=False),
        Binding("n,q", "answer(False)", "Close", show=False),
    ]

    def __init__(self, seen: Foreseen, now: Foreseen) -> None:
        """Create the dialog with the state that was seen and the current one."""
        super().__init__("Not done: another move came first")
        self.seen, self.now = seen, now

    def body(self) -> Iterable[Widget]:
        """Return both heads, and the two buttons."""
        lines = LineView(Text(gutter=False), glyphs=self.bench.glyphs, id="moved")
        lines.can_focus = False
        yield lines
        yield Horizontal(
            Button("R  Reload", id="reload", compact=True),
            Button("esc  Close", id="close", compact=True),
            classes="buttons",
        )

    def on_mount(self) -> None:
        """Focus Reload, which changes nothing."""
        self.query_one(LineView).show(lambda width: moved_rows(self.seen, self.now, width))
        self.query_one("#reload", Button).focus()

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "reload")

    def action_answer(self, answer: bool) -> None:
        """Close with the answer of a key."""
        self.dismiss(answer)

    def action_close(self) -> None:
        """Close without reloading."""
        self.dismiss(False)
