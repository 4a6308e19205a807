"""The dialog of a move: pointer, context and tokens before and after, the reason, yes or no.

A move expects the head that the dialog showed; if another process moved it meanwhile, nothing changes and the
dialog says who did and how.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from workbench.presentation.spans import StyledText
from workbench.tui.screens.asking import LOW
from workbench.tui.screens.dialogs.dialog import Dialog
from workbench.tui.screens.moves.move_answers import MoveAnswers, asked
from workbench.tui.state.spans import PaneRow, row
from workbench.tui.widgets.confirm import ConfirmBox
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.text_view import Text

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.moves.accept_rollback import CompletedMove
    from workbench.services.moves.move_preview import Foreseen


AROUND = 8
"""Rows of the dialog outside body and confirmation: borders, reason, hint, buttons, busy line."""
READ_ON = "pgdn reads on.  "
"""Text before the hint if the body is longer than its room."""
KEYS: list[BindingType] = [
    Binding("tab", "app.focus_next", "Next", show=False),
    Binding("shift+tab", "app.focus_previous", "Previous", show=False),
    Binding("down", "scroll(1)", "Read on", show=False),
    Binding("up", "scroll(-1)", "Read back", show=False),
    Binding("pagedown,ctrl+d", "scroll(10)", "Read on", show=False),
    Binding("pageup,ctrl+u", "scroll(-10)", "Read back", show=False),
]
"""Bindings of the dialog; all other keys are plain ones, which may begin a reason."""


class MoveDialog(Dialog[bool]):
    """A dialog that closes with True when the pointer moved. Subclasses define preview, rows and move."""

    YES: ClassVar[str] = "Yes"
    HINT: ClassVar[str] = ""
    DOING: ClassVar[str] = "Moving the pointer"
    ACT: ClassVar[str] = "moves the pointer"

    BINDINGS: ClassVar[list[BindingType]] = KEYS

    def __init__(self, title: str, artifact_id: str, number: int) -> None:
        """Create the dialog for a draft."""
        super().__init__(title)
        self.artifact_id, self.number = artifact_id, number
        self.seen: Foreseen | None = None
        self._moving = False
        self._longer = False  # whether the body is longer than its room
        self._answers = MoveAnswers(self)

    def body(self) -> Iterable[Widget]:
        """Return the preview, the confirmation, the reason and the buttons."""
        swap = LineView(Text(gutter=False), glyphs=self.bench.glyphs, id="swap")
        swap.can_focus = False
        yield swap
        yield asked(self.bench.reasons.get(self.artifact_id, ""), self.HINT)
        yield Horizontal(
            Button("n  Cancel", id="no", compact=True),
            Button(f"y  {self.YES}", id="yes", compact=True, disabled=True),
            classes="buttons",
        )

    def on_mount(self) -> None:
        """Score again, with the focus on Cancel."""
        self.query_one("#confirm", ConfirmBox).display = False
        self.query_one("#no", Button).focus()
        self._load()

    # for subclasses

    def foresee(self, env: Env) -> Foreseen:
        """Return what the move would change; runs in a thread."""
        raise NotImplementedError

    def rows(self, seen: Foreseen, width: int) -> Sequence[PaneRow]:
        """Return the body of the dialog."""
        raise NotImplementedError

    def move(self, env: Env, seen: Foreseen, reason: str | None) -> CompletedMove:
        """Make the move; runs in a thread."""
        raise NotImplementedError

    def refusal(self, seen: Foreseen) -> str:
        """Return why the move cannot be made; empty if it can."""
        return seen.obstacle

    def question(self, seen: Foreseen) -> str:  # noqa: ARG002 - for overriding
        """Return the text to confirm first; empty for none."""
        return ""

    def done(self, moved: CompletedMove) -> str:
        """Return the message after the move."""
        raise NotImplementedError

    # frame

    def _load(self) -> None:
        self._draw(lambda _width: [row(StyledText(f"Reading d-{self.number} and what is active ...", "dim"))])
        self.ask("foreseen", self.foresee, doing=f"Scoring d-{self.number} once more")

    @property
    def low(self) -> bool:
        """Whether there is no room for purely informative rows."""
        return self.size.height < LOW

    def _draw(self, lay: Callable[[int], Sequence[PaneRow]], question: str = "") -> None:
        """Lay out the body, in full height if there is room, above the confirmation."""
        swap = self.query_one("#swap", LineView)
        swap.show(lay)
        self.call_after_refresh(self._fit, question)

    def _fit(self, question: str) -> None:
        """Give the body the remaining rows, and say how to read on if they are not enough."""
        swap = self.query_one("#swap", LineView)
        width = max(swap.size.width, 1)
        asked = -(-(len(question) + 12) // width) if question else 0
        room = max(self.size.height - AROUND - asked, 4)
        swap.styles.height = min(len(swap.rows), room)
        self._longer = len(swap.rows) > room
        self.fit_hint()

    @on(ConfirmBox.Changed)
    def fit_hint(self) -> None:
        """Show what the move leaves unchanged, and how to read on."""
        self.query_one("#move-hint", Static).update((READ_ON if self._longer else "") + self.HINT)

    def action_scroll(self, by: int) -> None:
        """Scroll the body; if all of it is visible, a step of one line moves the focus instead."""
        swap = self.query_one("#swap", LineView)
        if swap.max_scroll_y > 0:
            swap.scroll_relative(y=by, animate=False, immediate=True)
        elif abs(by) == 1:
            (self.focus_next if by > 0 else self.focus_previous)()

    def on_descendant_focus(self) -> None:
        """Drop a begun answer when its button loses the focus."""
        self._answers.forget()

    def on_resize(self) -> None:
        """Fit the body to the new size."""
        if self.seen is not None:
            self._fit(self.question(self.seen))

    # answers

    def answered(self, request: object, value: Any) -> None:  # noqa: ANN401 - each request knows its answer
        """Show what would change, or close once it has."""
        if request == "foreseen":
            self._show(value)
        elif request == "now":
            self._show_moved(value)
        elif request == "move":
            self.bench.reasons.pop(self.artifact_id, None)
            self.toast(self.done(value))
            self.dismiss(True)

    def failed(self, request: object, error: Exception) -> None:
        """Open a dialog if the pointer moved; show other errors."""
        self._moving = False
        self.query_one("#yes", Button).disabled = self.seen is None
        if request == "move" and getattr(error, "code", "") == "pointer_moved":
            self.ask("now", self.foresee)
            return
        super().failed(request, error)

    def _show(self, seen: Foreseen) -> None:
        self.seen = seen
        confirm, question = self.query_one("#confirm", ConfirmBox), self.question(seen)
        self._draw(self._lay, question)
        confirm.display = bool(question)
        if question:
            confirm.ask(f"space: {question}")
        self.query_one("#yes", Button).disabled = bool(self.refusal(seen))

    def _lay(self, width: int) -> Sequence[PaneRow]:
        return self.rows(self.seen, width) if self.seen is not None else ()

    def _show_moved(self, now: Foreseen) -> None:
        from workbench.tui.screens.moves.moved import MovedDialog

        def reload(wanted: bool | None) -> None:
            if wanted:
                self._show(now)
                self.query_one("#no", Button).focus()

        if self.seen is not None:
            self.app.push_screen(MovedDialog(self.seen, now), reload)

    def on_key(self, event: events.Key) -> None:
        """Handle a plain key outside the field: an answer, a confirmation, or the beginning of the reason."""
        if not self._moving:
            self._answers.key(event)

    def on_paste(self, event: events.Paste) -> None:
        """Insert a paste outside the field into it."""
        event.stop()
        self._answers.write(" ".join(each.strip() for each in event.text.splitlines() if each.strip()))

    def may_move(self) -> bool:
        """Return whether an answer would make the move."""
        confirm = self.query_one("#confirm", ConfirmBox)
        return bool(self.seen and not self.refusal(self.seen) and (confirm.value or not confirm.display))

    # actions

    def action_yes(self) -> None:
        """Make the move, unless something prevents it."""
        if self._moving:
            return
        if self.seen is None:
            self.warn("It is still being read.")
            return
        refusal, confirm = self.refusal(self.seen), self.query_one("#confirm", ConfirmBox)
        if refusal:
            self.warn(refusal)
        elif confirm.display and not confirm.value:
            self._answers.ask_to_confirm(confirm)
        else:
            self._move(self.seen)

    def action_confirm(self) -> None:
        """Toggle the confirmation, wherever the focus is."""
        confirm = self.query_one("#confirm", ConfirmBox)
        if confirm.display:
            confirm.focus()
            confirm.toggle()

    def _move(self, seen: Foreseen) -> None:
        self._moving = True
        self.query_one("#yes", Button).disabled = True
        reason = self.query_one("#reason", Input).value.strip() or None
        self.ask("move", lambda env: self.move(env, seen, reason), write=True, doing=self.DOING, opens=True)

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        (self.action_yes if event.button.id == "yes" else self.action_close)()

    @on(Input.Changed, "#reason")
    def _typed(self, event: Input.Changed) -> None:
        self.bench.reasons[self.artifact_id] = event.value

    @on(Input.Submitted, "#reason")
    def _entered(self) -> None:
        self.query_one("#yes", Button).focus()

    def action_close(self) -> None:
        """Close without a move; the reason is kept for the next try."""
        if self._moving:
            self.warn("The move is being made.")
        else:
            self.dismiss(False)
