"""The dialogs of editing: words in a box, and statements listed before they are dropped."""

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
    """The words of one statement: enter keeps them, ctrl+j adds a line end."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "screen.keep", "Keep", show=False, priority=True),
        Binding("ctrl+j", "line_end", "New line", show=False, priority=True),
    ]

    def action_line_end(self) -> None:
        """Insert a line end."""
        self.insert("\n")


class WordsDialog(Dialog[str]):
    """A dialog to edit a statement; it closes with its words or nothing, and remembers what was typed."""

    def __init__(self, title: str, prompt: str, *, text: str, remember: str) -> None:
        """Create the dialog; `remember` is the key under which words left by esc are kept."""
        super().__init__(title)
        self.prompt, self.text, self.remember = prompt, text, remember

    def body(self) -> Iterable[Widget]:
        """Return the prompt, and the box with the statement."""
        yield Static(one_line(self.prompt), markup=False, classes="dialog-body")
        typed = self.bench.reasons.get(self.remember)
        box = StatementInput(visible(self.text if typed is None else typed), id="words", soft_wrap=True)
        box.show_line_numbers = False
        yield box
        yield Static("enter keeps it   ^j new line   esc leaves it as it was", markup=False, classes="hint")

    def on_mount(self) -> None:
        """Put the cursor at the end."""
        box = self.query_one(StatementInput)
        box.move_cursor(box.document.end)
        box.focus()

    def action_keep(self) -> None:
        """Close with the words; if the shown words were not changed, with the original ones."""
        typed = self.query_one(StatementInput).text
        self.bench.reasons.pop(self.remember, None)
        self.dismiss(self.text if typed == visible(self.text) else typed)

    def action_close(self) -> None:
        """Leave the statement as it was; the typed words are kept for the next try."""
        typed = self.query_one(StatementInput).text
        if typed != visible(self.text):
            self.bench.reasons[self.remember] = typed
        super().action_close()


class ListedDialog(Dialog[str]):
    """A list of changes to read before they are made; it closes with the reason, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab,down", "app.focus_next", "Next", show=False),
        Binding("shift+tab,up", "app.focus_previous", "Previous", show=False),
    ]

    def __init__(self, title: str, lay: Callable[[int], Sequence[PaneRow]], *, yes: str) -> None:
        """Create the dialog; `lay` returns the rows for a width, `yes` labels the button that confirms."""
        super().__init__(title)
        self.lay, self.yes = lay, yes
        self._remember = f"listed:{yes}"
        self.add_class("wide-dialog")

    def body(self) -> Iterable[Widget]:
        """Return the list, the reason and the buttons."""
        yield LineView(glyphs=self.bench.glyphs, id="listed")
        yield Static("Reason, one for all of them   (tab goes to the list)", classes="label", markup=False)
        yield OneLineInput(value=self.bench.reasons.get(self._remember, ""), id="reason", compact=True)
        yield Horizontal(
            Button("esc  Cancel", id="no", compact=True),
            Button(f"enter  {self.yes}", id="yes", compact=True),
            classes="buttons",
        )

    def on_mount(self) -> None:
        """Focus the reason: enter in it makes the listed changes."""
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
        """Change nothing; the typed reason is shown again the next time."""
        self.bench.reasons[self._remember] = self.query_one(Input).value
        super().action_close()
