"""The dialog of a move: pointer, context and tokens before and after, the reason, yes or no.

A move expects the head that the dialog showed; when another moved it meanwhile, nothing changes and the
dialog says who and how.
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
from workbench.tui.screens.moves.move_answers import UNCONFIRMED, MoveAnswers, asked
from workbench.tui.state.spans import PaneRow, row
from workbench.tui.widgets.confirm import ConfirmBox
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.text_view import Text

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.moves.accept_rollback import CompletedMove
    from workbench.services.moves.move_preview import Foreseen


AROUND = 8
"""Rows of the dialog that are neither its body nor the confirmation: borders, reason, hint, buttons, busy."""
READ_ON = "pgdn reads on.  "
"""Before the hint, where the body is longer than its room."""
KEYS: list[BindingType] = [
    Binding("tab", "app.focus_next", "Next", show=False),
    Binding("shift+tab", "app.focus_previous", "Previous", show=False),
    Binding("down", "scroll(1)", "Read on", show=False),
    Binding("up", "scroll(-1)", "Read back", show=False),
    Binding("pagedown,ctrl+d", "scroll(10)", "Read on", show=False),
    Binding("pageup,ctrl+u", "scroll(-10)", "Read back", show=False),
]
"""The others are plain keys, which may be a reason."""


class MoveDialog(Dialog[bool]):
    """Closes with True when the pointer moved. Subclasses say what is foreseen, shown and done."""

    YES: ClassVar[str] = "Yes"
    HINT: ClassVar[str] = ""
    DOING: ClassVar[str] = "Moving the pointer"
    ACT: ClassVar[str] = "moves the pointer"

    BINDINGS: ClassVar[list[BindingType]] = KEYS

    def __init__(self, title: str, artifact_id: str, number: int) -> None:
        """Which draft is to move."""
        super().__init__(title)
        self.artifact_id, self.number = artifact_id, number
        self.seen: Foreseen | None = None
        self._moving = False
        self._longer = False  # whether the body is longer than its room
        self._answers = MoveAnswers(self)

    def body(self) -> Iterable[Widget]:
        """The swap, the confirmation, the reason, the buttons."""
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
        """Score again; Cancel has the focus."""
        super().on_mount()
        self.query_one("#confirm", ConfirmBox).display = False
        self.query_one("#no", Button).focus()
        self._load()

    # for the subclasses

    def foresee(self, env: Env) -> Foreseen:
        """What the move would change; runs in a thread."""
        raise NotImplementedError

    def rows(self, seen: Foreseen, width: int) -> Sequence[PaneRow]:
        """The body of the dialog."""
        raise NotImplementedError

    def move(self, env: Env, seen: Foreseen, reason: str | None) -> CompletedMove:
        """Make the move; runs in a thread."""
        raise NotImplementedError

    def refusal(self, seen: Foreseen) -> str:
        """Why the move cannot be made; empty when it can."""
        return seen.obstacle

    def question(self, seen: Foreseen) -> str:  # noqa: ARG002 - for overriding
        """What has to be confirmed first; empty for nothing."""
        return ""

    def done(self, moved: CompletedMove) -> str:
        """What is said when it was made."""
        raise NotImplementedError

    # frame

    def _load(self) -> None:
        self._draw(lambda _width: [row(StyledText(f"Reading d-{self.number} and what is active ...", "dim"))])
        self.ask("foreseen", self.foresee, doing=f"Scoring d-{self.number} once more")

    @property
    def low(self) -> bool:
        """Whether there is no room for what only informs."""
        return self.size.height < LOW

    def _draw(self, lay: Callable[[int], Sequence[PaneRow]], question: str = "") -> None:
        """Lay the body out, as high as it is where there is room, above what has to be confirmed."""
        swap = self.query_one("#swap", LineView)
        swap.show(lay)
        self.call_after_refresh(self._fit, question)

    def _fit(self, question: str) -> None:
        """Give the body the rows that are left, and say how to read on where they do not do."""
        swap = self.query_one("#swap", LineView)
        width = max(swap.size.width, 1)
        asked = -(-(len(question) + 12) // width) if question else 0
        room = max(self.size.height - AROUND - asked, 4)
        swap.styles.height = min(len(swap.rows), room)
        self._longer = len(swap.rows) > room
        self.fit_hint()

    def fit_hint(self) -> None:
        """Say what the move leaves as it is, and how to read on."""
        self.query_one("#move-hint", Static).update((READ_ON if self._longer else "") + self.HINT)

    def action_scroll(self, by: int) -> None:
        """Read on in the body; where all of it is seen, a line's key goes to the next field or button."""
        swap = self.query_one("#swap", LineView)
        if swap.max_scroll_y > 0:
            swap.scroll_relative(y=by, animate=False, immediate=True)
        elif abs(by) == 1:
            (self.focus_next if by > 0 else self.focus_previous)()

    def on_descendant_focus(self) -> None:
        """An answer that was begun holds no more where its button lost the focus."""
        self._answers.forget()

    def on_resize(self) -> None:
        """Another size has other room."""
        if self.seen is not None:
            self._fit(self.question(self.seen))

    # answers

    def answered(self, request: object, value: Any) -> None:  # noqa: ANN401 - each request knows its answer
        """Show what would change, or close when it has."""
        if request == "foreseen":
            self._show(value)
        elif request == "now":
            self._show_moved(value)
        elif request == "move":
            self.bench.reasons.pop(self.artifact_id, None)
            self.toast(self.done(value))
            self.dismiss(True)

    def failed(self, request: object, error: Exception) -> None:
        """A moved pointer has a dialog of its own."""
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
        """A plain key beside the field is an answer, a confirmation, or the beginning of the reason."""
        if not self._moving:
            self._answers.key(event)

    def on_paste(self, event: events.Paste) -> None:
        """What is pasted beside the field belongs into it."""
        event.stop()
        self._answers.write(" ".join(each.strip() for each in event.text.splitlines() if each.strip()))

    def may_move(self) -> bool:
        """Whether an answer would make the move."""
        confirm = self.query_one("#confirm", ConfirmBox)
        return bool(self.seen and not self.refusal(self.seen) and (confirm.value or not confirm.display))

    # acts

    def action_yes(self) -> None:
        """Make the move, when nothing stands in the way."""
        if self._moving:
            return
        if self.seen is None:
            self.warn("It is still being read.")
            return
        refusal, confirm = self.refusal(self.seen), self.query_one("#confirm", ConfirmBox)
        if refusal:
            self.warn(refusal)
        elif confirm.display and not confirm.value:
            confirm.focus()
            self.warn(UNCONFIRMED)
        else:
            self._move(self.seen)

    def action_confirm(self) -> None:
        """Confirm what is asked, wherever the focus is, or take that back."""
        confirm = self.query_one("#confirm", ConfirmBox)
        if confirm.display:
            confirm.focus()
            confirm.toggle()

    def _move(self, seen: Foreseen) -> None:
        self._moving = True
        self.query_one("#yes", Button).disabled = True
        reason = self.query_one("#reason", Input).value.strip() or None
        self.ask("move", lambda env: self.move(env, seen, reason), write=True, doing=self.DOING)

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
        """Nothing moved; the reason is kept for the next try."""
        if self._moving:
            self.warn("The move is being made.")
        else:
            self.dismiss(False)
