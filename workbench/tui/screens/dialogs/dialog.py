"""Small dialogs that every screen may open: read, ask for a line, choose, watch progress."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Input, Static

from workbench.escaping import one_line
from workbench.presentation.figures import plural
from workbench.presentation.layout import Column, paragraph
from workbench.tui.keyboard.typed_ahead import HeldKeys, TypedIn, press_again, waits
from workbench.tui.screens.asking import AskingScreen, make_room, unsay_warnings
from workbench.tui.widgets.busy import BusyLine
from workbench.tui.widgets.ink import Line, Piece
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.one_line_input import OneLineInput
from workbench.tui.widgets.panel import Panel
from workbench.tui.widgets.table import Table, TableRow
from workbench.tui.widgets.text_view import Text

T = TypeVar("T")
MESSAGE_LINES = 2
"""Lines of the work's message in the progress dialog."""
WIDTHS = [(0, "-tiny"), (80, "-narrow"), (100, "-wide")]


class Dialog(AskingScreen[T], Generic[T]):
    """A titled box over the screen; esc closes it without a result."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "Close", show=False)]
    TITLE_TEXT: ClassVar[str] = ""
    AWAITS: ClassVar[str] = ""
    """The request whose answer the dialog is about, if any: input before it arrives waits for it."""
    HORIZONTAL_BREAKPOINTS = WIDTHS

    def __init__(self, title: str = "") -> None:
        """Create the dialog; `title` is shown in the border."""
        super().__init__()
        self._modal = True
        self._opened = False
        self._early = HeldKeys()
        self.heading = title or self.TITLE_TEXT
        self.add_class("dialog-screen")

    def body(self) -> Iterable[Widget]:
        """Return the contents of the box."""
        return ()

    def compose(self) -> ComposeResult:
        """Yield the box, over no message: one that was shown before would hide its keys."""
        make_room(self.app, 0)
        glyphs = self.bench.glyphs
        busy = BusyLine(full=glyphs.full, empty=glyphs.empty)
        yield Panel(self.heading, *self.body(), busy, classes="dialog")

    def on_mount(self) -> None:
        """Set the style, and open; runs after the `on_mount` of a subclass."""
        self.set_class(self.bench.glyphs.ascii, "-ascii")
        self.call_after_refresh(self._open)

    def on_unmount(self) -> None:
        """Leave no warning behind."""
        unsay_warnings(self)

    @property
    def awaiting(self) -> bool:
        """Whether the data of the dialog is still being read."""
        return any(self.AWAITS and each.request == self.AWAITS for each in self.unanswered.values())

    def on_key(self, event: events.Key) -> None:
        """Let a key wait until its target exists; otherwise it would be another command, or lost."""
        if (self.awaiting or self._early) and waits(event):
            event.stop()
            event.prevent_default()
            self._early.hold(event)

    def rested(self, *, failed: bool = False) -> None:
        """Release the waiting input once it can be handled; forget it after a failure."""
        if failed:
            self._early.release()
        elif self._opened and not self.awaiting:
            self.call_after_refresh(self._hand_out)

    def take_early(self, event: TypedIn) -> bool:
        """Hold input while the dialog opens, until something in it has the focus."""
        if self._opened or not waits(event):
            return super().take_early(event)
        self._early.hold(event)
        return True

    def _open(self) -> None:
        self._opened = True
        if not self.awaiting:
            self._hand_out()

    def _hand_out(self) -> None:
        held = self._early.release()
        while held and super().take_early(held[0]):
            del held[0]
        press_again(self.app, held)

    def action_close(self) -> None:
        """Close without a result."""
        self.dismiss(None)


class ReadDialog(Dialog[None]):
    """A text to read; `y` copies it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "copy", "Copy", show=False),
        Binding("q,enter", "close", "Close", show=False),
    ]

    def __init__(self, title: str, text: str) -> None:
        """Create the dialog for any text; control characters are made visible when drawn."""
        super().__init__(title)
        self.text = text

    def body(self) -> Iterable[Widget]:
        """Return the text and its keys."""
        yield LineView(Text(gutter=False), id="dialog-text")
        yield Static("y copies   esc closes", classes="hint", markup=False)

    def on_mount(self) -> None:
        """Lay out the text."""
        self.query_one(LineView).show(lambda width: paragraph(self.text, width))
        self.query_one(LineView).focus()

    def action_copy(self) -> None:
        """Copy the whole text."""
        self.app.copy_to_clipboard(self.text)
        self.toast("Copied")


class LineDialog(Dialog[str]):
    """A dialog for one line of text; an empty line counts as none."""

    def __init__(
        self,
        title: str,
        prompt: str,
        *,
        value: str = "",
        example: str = "",
        hint: str = "enter keeps   esc cancels",
        remember: bool = False,
    ) -> None:
        """Create the dialog with a `value` or an `example`; `remember` keeps words left by esc."""
        super().__init__(title)
        self.remember = f"line:{title}:{prompt}" if remember else ""
        self.example = example
        self.prompt, self.value, self.hint = prompt, value, hint

    def body(self) -> Iterable[Widget]:
        """Return the prompt and the field."""
        yield Static(one_line(self.prompt), markup=False, classes="dialog-body")
        typed = self.bench.reasons.get(self.remember, self.value)
        yield OneLineInput(value=typed, placeholder=self.example, compact=True, id="line")
        yield Static(self.hint, markup=False, classes="hint")

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        self.bench.reasons.pop(self.remember, None)
        self.entered(event.value.strip() or None)

    def entered(self, value: str | None) -> None:
        """Close with the line."""
        self.dismiss(value)

    def action_close(self) -> None:
        """Close without a result; remembered words are shown again the next time."""
        if self.remember:
            self.bench.reasons[self.remember] = self.query_one(Input).value
        super().action_close()


class ChoiceDialog(Dialog[str]):
    """A dialog to choose one of a few values, each with a line about it."""

    TITLE_LINES: ClassVar[int] = 0
    """Lines above the rows that belong to the list."""

    def __init__(
        self, title: str, choices: Sequence[tuple[str, str, str]], *, intro: str = "", at: int = 0
    ) -> None:
        """Create the dialog; each choice has a value, a name and a description."""
        super().__init__(title)
        self.choices, self.intro, self.at = choices, intro, at
        self.table = Table()

    def body(self) -> Iterable[Widget]:
        """Return the choices."""
        if self.intro:
            yield Static(self.intro, markup=False, classes="dialog-body")
        names = max(len(name) for _, name, _ in self.choices) + 1
        columns = (Column("", names), Column(""))
        self.table = Table(columns, header=False)
        yield LineView(self.table, glyphs=self.bench.glyphs, id="choices")
        yield Static("enter chooses   esc cancels", markup=False, classes="hint")

    def row_of(self, choice: tuple[str, str, str]) -> TableRow:
        """Return the row of a choice, a cell for each column of `body`."""
        _, name, about = choice
        return TableRow((Piece(name, "strong"), Piece(about, "dim")))

    def on_mount(self) -> None:
        """Fill in the rows."""
        rows = self.query_one("#choices", LineView)
        rows.styles.height = len(self.choices) + self.TITLE_LINES
        self.table.set_rows([self.row_of(choice) for choice in self.choices])
        self.table.cursor = self.at
        rows.focus()

    @on(LineView.Chosen)
    def _chosen(self, event: LineView.Chosen) -> None:
        self.choose(event.index)

    def choose(self, index: int) -> None:
        """Close with a choice."""
        self.dismiss(self.choices[index][0])


class ProgressDialog(Dialog[Any]):
    """Work under way, with its messages and elapsed time; esc stops waiting for it."""

    def __init__(
        self,
        title: str,
        intro: str,
        run: Callable[[Any, Callable[[str], None]], Any],
        *,
        seconds: float | None = None,
        promise: str = "esc cancels",
        cancelled: str = "",
        write: bool = True,
    ) -> None:
        """Create the dialog for `run(env, report)`, whose value it closes with; `seconds` is the time limit.

        After esc, the screen below shows how far the work was, and `cancelled`: what became of it.
        """
        super().__init__(title)
        self.intro, self.work, self.seconds, self.promise, self.write = intro, run, seconds, promise, write
        self.cancelled = cancelled
        self.message = ""
        self.elapsed = 0.0
        self.error: Exception | None = None

    def body(self) -> Iterable[Widget]:
        """Return the state of the work."""
        yield LineView(Text(gutter=False), id="dialog-text", focusable=False)

    def on_mount(self) -> None:
        """Start the work."""
        self.query_one(LineView).styles.min_height = MESSAGE_LINES + 4
        self._draw()
        self.set_interval(0.5, self._tick)
        show_message: list[Callable[[str], None]] = []
        ticket = self.ask("work", lambda env: self.work(env, show_message[0]), write=self.write)
        show_message.append(self.progress("work", ticket))

    def _tick(self) -> None:
        self.elapsed += 0.5
        self._draw()

    def _draw(self) -> None:
        self.query_one(LineView).show(self._lay, keep=True)

    def _lay(self, width: int) -> Sequence[Line]:
        glyphs = self.bench.glyphs
        lines: list[Line] = [*paragraph(self.intro, width), ()]
        took = f"elapsed   {self.elapsed:.0f} s"
        if self.seconds:
            share = min(self.elapsed / self.seconds, 1.0)
            room = max(min(width - 34, 24), 4)
            full = round(share * room)
            took += f" of {self.seconds:.0f} s  ["
            lines.append(
                (Piece(took), Piece(glyphs.full * full, "accent"), Piece(glyphs.empty * (room - full) + "]"))
            )
        else:
            lines.append((Piece(took),))
        message = paragraph(self.message, width, style="dim")[:MESSAGE_LINES]
        still: list[Line] = [()] * (
            MESSAGE_LINES - len(message)
        )  # the box keeps its height whatever the message
        return [*lines, *message, *still, (), *paragraph(self.promise, width, style="dim")]

    def on_key(self, event: events.Key) -> None:
        """Refuse a key of the screen that follows, in words: nobody has seen yet what it would act on."""
        if event.is_printable:
            event.stop()
            event.prevent_default()
            name = (event.character or "").strip() or event.key
            self.warn(f"{self.heading}: {name} is not taken yet; press it once this is done.")

    def progressed(self, request: object, text: str) -> None:  # noqa: ARG002 - one piece of work
        """Show the message of the work."""
        self.message = text
        self._draw()

    def answered(self, request: object, value: Any) -> None:  # noqa: ANN401, ARG002 - any work
        """Close with the value."""
        self.dismiss(value)

    def failed(self, request: object, error: Exception) -> None:  # noqa: ARG002 - one piece of work
        """Close, and let the screen below show the error."""
        screen = self.app.screen_stack[-2]
        self.dismiss(None)
        if isinstance(screen, AskingScreen):
            screen.show_error(error)

    def action_close(self) -> None:
        """Stop waiting, and say how far the work was; it notices at its next report."""
        self.workers.cancel_node(self)
        words = f"{self.heading}: cancelled after {plural(round(self.elapsed), 'second')}"
        said = f"{words} ({self.message})" if self.message else words
        screen = self.app.screen_stack[-2]
        self.dismiss(None)
        if isinstance(screen, AskingScreen):
            screen.toast("; ".join(each for each in (said, self.cancelled) if each))
