"""The dialogs of repairing: words in a box, statements to be dropped after they were shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Button, Input, Static, TextArea

from workbench.escaping import one_line, visible
from workbench.tui.screens.dialogs.dialog import Dialog
from workbench.tui.state.spans import PaneRow
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.one_line_input import OneLineInput


class StatementInput(TextArea):
    """Words of one statement: enter keeps them, a line end is typed with ctrl+j."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "screen.keep", "Keep", show=False, priority=True),
        Binding("ctrl+j", "line_end", "New line", show=False, priority=True),
    ]

    def action_line_end(self) -> None:
        """A new line within the statement."""
        self.insert("\n")


class WordsDialog(Dialog[str]):
    """A statement to be edited; closes with its words, or nothing, and keeps what was typed."""

    def __init__(self, title: str, prompt: str, *, text: str, remember: str) -> None:
        """`remember` names what is edited, so that words left by esc are there the next time."""
        super().__init__(title)
        self.prompt, self.text, self.remember = prompt, text, remember

    def body(self) -> Iterable[Widget]:
        """The statement as it is, and the box."""
        yield Static(one_line(self.prompt), markup=False, classes="dialog-body")
        typed = self.bench.reasons.get(self.remember)
        box = StatementInput(visible(self.text if typed is None else typed), id="words", soft_wrap=True)
        box.show_line_numbers = False
        yield box
        yield Static("enter keeps it   ^j new line   esc leaves it as it was", markup=False, classes="hint")

    def on_mount(self) -> None:
        """The cursor at the end."""
        super().on_mount()
        box = self.query_one(StatementInput)
        box.move_cursor(box.document.end)
        box.focus()

    def action_keep(self) -> None:
        """Close with the words; those that were shown and not changed are the ones that were there."""
        typed = self.query_one(StatementInput).text
        self.bench.reasons.pop(self.remember, None)
        self.dismiss(self.text if typed == visible(self.text) else typed)

    def action_close(self) -> None:
        """Leave the statement as it was; what was typed is kept for the next try."""
        typed = self.query_one(StatementInput).text
        if typed != visible(self.text):
            self.bench.reasons[self.remember] = typed
        super().action_close()


class ListedDialog(Dialog[str]):
    """Things that are about to be done, all of them to be read first; closes with the reason, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab,down", "app.focus_next", "Next", show=False),
        Binding("shift+tab,up", "app.focus_previous", "Previous", show=False),
    ]

    def __init__(self, title: str, lay: Callable[[int], Sequence[PaneRow]], *, yes: str) -> None:
        """`lay` gives the rows for a width; `yes` is the label of the button that does it."""
        super().__init__(title)
        self.lay, self.yes = lay, yes
        self._remember = f"listed:{yes}"
        self.add_class("wide-dialog")

    def body(self) -> Iterable[Widget]:
        """The list, the reason, the buttons."""
        yield LineView(glyphs=self.bench.glyphs, id="listed")
        yield Static("Reason, one for all of them   (tab goes to the list)", classes="label", markup=False)
        yield OneLineInput(value=self.bench.reasons.get(self._remember, ""), id="reason", compact=True)
        yield Horizontal(
            Button("esc  Cancel", id="no", compact=True),
            Button(f"enter  {self.yes}", id="yes", compact=True),
            classes="buttons",
        )

    def on_mount(self) -> None:
        """The reason has the focus: enter in it does what is listed."""
        super().on_mount()
        listed = self.query_one(LineView)
        listed.show(self.lay)
        listed.styles.height = min(len(self.lay(self.app.size.width - 12)), max(self.app.size.height - 9, 4))
        self.query_one(Input).focus()

    @on(Input.Submitted)
    def _entered(self) -> None:
        self._done()

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "yes":
            self._done()
        else:
            self.action_close()

    def _done(self) -> None:
        reason = self.query_one(Input).value.strip()
        if reason:
            self.bench.reasons.pop(self._remember, None)
            self.dismiss(reason)
        else:
            self.query_one(Input).focus()
            self.warn("Say why: the reason is kept with the edit.")

    def action_close(self) -> None:
        """Do nothing; the reason typed is there the next time."""
        self.bench.reasons[self._remember] = self.query_one(Input).value
        super().action_close()
